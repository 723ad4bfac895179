internal import TemporaryFiles

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An open file that several readers share by position, closed when the last of them is gone.
package final class OwnedDescriptor: Sendable {
  package let descriptor: Int32
  private let closesAtEnd: Bool

  package init(_ descriptor: Int32, closesAtEnd: Bool) {
    self.descriptor = descriptor
    self.closesAtEnd = closesAtEnd
  }

  deinit {
    if closesAtEnd { close(descriptor) }
  }

  /// Creates a file without a name, for data that can be read only once; it is gone when closed.
  static func temporary() throws(InputError) -> OwnedDescriptor {
    let folder = TemporaryFolder.parent
    let descriptor: Int32
    do throws(TemporaryFileError) { descriptor = try TemporaryFile.nameless(in: folder) } catch {
      throw .noRoom(in: folder, errorNumber: error.number)
    }
    return OwnedDescriptor(descriptor, closesAtEnd: true)
  }

  /// Appends bytes, however many calls it takes.
  func append(_ bytes: [UInt8], count: Int) throws(InputError) {
    var start = 0
    while start < count {
      // SAFETY: the rest lies in the array.
      let written = unsafe bytes.withUnsafeBytes { buffer in
        guard let base = buffer.baseAddress else { return 0 }
        return unsafe write(descriptor, base + start, count - start)
      }
      if written > 0 {
        start += written
      } else if errno != EINTR {
        throw .noRoom(in: "the folder for temporary files", errorNumber: errno)
      }
    }
  }
}

extension InputError {
  fileprivate static func noRoom(in folder: String, errorNumber: Int32) -> InputError {
    let error = InputError(path: InputSet.standardInputName, errorNumber: errorNumber)
    return InputError(
      path: InputSet.standardInputName,
      message: "is an archive that cannot be kept in \(folder): \(error.message)",
      advice: "write it to a file and name that, or set TMPDIR to a folder with room")
  }
}
