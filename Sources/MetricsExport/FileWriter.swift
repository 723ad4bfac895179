/// The error of a file that could not be written.
package struct ExportError: Error, Equatable, CustomStringConvertible {
  package var path: String
  /// The failure, and what to do about it.
  package var message: String
  package init(path: String, message: String) {
    self.path = path
    self.message = message
  }
  package var description: String { "\(path): \(message)" }
}

/// The replacement of whole files: a reader sees the old bytes or the new ones, never a part.
package enum FileWriter {
  /// Writes the bytes to a file, by way of a temporary `NAME.dnplog-1` beside it.
  ///
  /// - Parameter mode: Who may read and write it, as for `FileReplacement`.
  package static func replace(
    path: String, bytes: [UInt8], mode: UInt32? = nil
  ) throws(ExportError) {
    var file = try FileReplacement(path: path, mode: mode)
    try file.append(bytes)
    try file.commit()
  }

  /// Checks that a file can be made or replaced, and leaves it as it is; a pipe or a device is not touched.
  package static func check(path: String) throws(ExportError) {
    if !FileReplacement.isPipeOrDevice(path) { _ = try FileReplacement(path: path) }
  }
}
