#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that holds one input after another, for readers that want a path.
package final class ScratchFile {
  package let path: String
  private let descriptor: Int32

  private let folder: String?

  /// - Parameter name: What the file is to be called, in a folder of its own.
  package init(named name: String? = nil) {
    // In memory where that is a file system.
    let place = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    let own = "\(place)/dnplog-fuzz-\(getpid())-\(ScratchFile.next())"
    if let name {
      // mkdir(2) reads the path during the call, as open(2) does.
      _ = unsafe mkdir(own, 0o700)
      path = own + "/" + name
      folder = own
    } else {
      path = own
      folder = nil
    }
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)
    if let folder { _ = unsafe rmdir(folder) }
  }

  /// Holds these bytes from now on; false where the system refuses it.
  package func hold(_ bytes: [UInt8]) -> Bool {
    guard ftruncate(descriptor, 0) == 0 else { return false }
    // pwrite(2) reads the array during the call.
    let written = unsafe bytes.withUnsafeBytes { buffer in
      unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, 0)
    }
    return written == bytes.count
  }

  private static func next() -> UInt32 { UInt32.random(in: 0 ... .max) }
}
