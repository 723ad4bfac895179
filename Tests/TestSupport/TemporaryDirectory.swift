#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An empty directory of its own for a test; gone with all its files when the test ends.
package struct TemporaryDirectory: ~Copyable {
  package let path: String

  package init() throws(SpawnError) {
    var template = Array("/tmp/dnplog-test-XXXXXX".utf8)
    template.append(0)
    let made = unsafe template.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return unsafe mkdtemp(start.assumingMemoryBound(to: CChar.self)) != nil
    }
    guard made else { throw SpawnError(call: "mkdtemp", code: errno) }
    path = String(decoding: template.dropLast(), as: UTF8.self)
  }

  deinit {
    _ = try? run("/bin/rm", ["-rf", path])
  }

  /// Writes a file of that name and returns its path.
  @discardableResult
  package func add(_ name: String, _ text: String) throws -> String {
    try add(name, bytes: Array(text.utf8))
  }

  /// Writes a file of that name and returns its path.
  @discardableResult
  package func add(_ name: String, bytes: some Collection<UInt8>) throws -> String {
    let file = "\(path)/\(name)"
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw SpawnError(call: "open", code: errno) }
    defer { _ = close(descriptor) }
    let bytes = Array(bytes)
    let written = unsafe write(descriptor, bytes, bytes.count)
    guard written == bytes.count else { throw SpawnError(call: "write", code: errno) }
    return file
  }
}
