#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The kind, size and identity of the file at a path or behind a descriptor.
package struct FileStatus {
  enum Kind { case regular, directory, pipe, device }

  let kind: Kind
  let size: Int64
  /// The identity of the file, the same under each of its names.
  let identity: Identity

  package struct Identity: Hashable, Sendable {
    let device: UInt64
    let file: UInt64
  }

  /// Follows symbolic links.
  init(path: String) throws(InputError) {
    var info = stat()
    // SAFETY: both pointers last for the call.
    guard unsafe stat(path, &info) == 0 else { throw InputError(path: path, errorNumber: errno) }
    self.init(info)
  }

  /// The identity of a regular file, whatever its name; nil for others, such as `/dev/null`.
  package static func identity(ofFile path: String) -> Identity? {
    guard let status = try? FileStatus(path: path), status.kind == .regular else { return nil }
    return status.identity
  }

  /// The file that standard input was redirected from; nil if it is none.
  package static var identityOfStandardInput: Identity? { identity(ofDescriptor: 0) }

  /// The file that standard output was redirected to; nil if it is none.
  package static var identityOfStandardOutput: Identity? { identity(ofDescriptor: 1) }

  private static func identity(ofDescriptor descriptor: Int32) -> Identity? {
    let status = try? FileStatus(descriptor: descriptor, path: "")
    guard let status, status.kind == .regular else { return nil }
    return status.identity
  }

  init(descriptor: Int32, path: String) throws(InputError) {
    var info = stat()
    // SAFETY: the pointer lasts for the call.
    guard unsafe fstat(descriptor, &info) == 0 else {
      throw InputError(path: path, errorNumber: errno)
    }
    self.init(info)
  }

  private init(_ info: stat) {
    kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .directory
      case S_IFIFO, S_IFSOCK: .pipe
      default: .device
      }
    size = Int64(info.st_size)
    identity = Identity(
      device: UInt64(truncatingIfNeeded: info.st_dev), file: UInt64(info.st_ino))
  }
}
