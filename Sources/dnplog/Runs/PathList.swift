internal import LogReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The paths of a list that comes through a pipe, each as soon as it is there: a program may wait for
/// the answer to one before it writes the next.
struct PathList: Sendable {
  /// The longest path; systems take far shorter ones.
  private static let longest = 64 << 10

  private let descriptor: Int32
  private let name: String
  private var bytes: [UInt8] = []
  /// The bytes of paths that were taken, and those in which no end of one was found.
  private var start = 0
  private var searched = 0
  /// The byte that ends a path: NUL where the first bytes to come hold one.
  private var divider: UInt8?
  private var isAtEnd = false

  /// Reads an open descriptor, which stays open.
  init(descriptor: Int32, named name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// The error where it ends without a path.
  var isEmpty: Failure { SmallFile.emptyList(name) }

  /// Waits for the next path; nil at the end, or after a stop.
  mutating func next(stop: StopFlag) throws(Failure) -> String? {
    while true {
      if let divider {
        while let path = takePath(divider) { if !path.isEmpty { return path } }
      }
      if isAtEnd {
        let rest = bytes[start...]
        start = bytes.count
        return rest.isEmpty ? nil : text(of: rest)
      }
      guard try fill(stop) else { return nil }
    }
  }

  private mutating func takePath(_ divider: UInt8) -> String? {
    guard let end = bytes[searched...].firstIndex(of: divider) else {
      searched = bytes.count
      return nil
    }
    defer { (start, searched) = (end + 1, end + 1) }
    return text(of: bytes[start..<end])
  }

  private func text(of path: ArraySlice<UInt8>) -> String {
    let hasReturn = divider != 0 && path.last == UInt8(ascii: "\r")
    let text = String(decoding: hasReturn ? path.dropLast() : path, as: UTF8.self)
    // Standard input is the list itself, so that name can only be a file's.
    return text == InputSet.standardInputWord ? "./-" : text
  }

  /// Waits for more bytes; false after a stop.
  private mutating func fill(_ stop: StopFlag) throws(Failure) -> Bool {
    bytes.removeFirst(start)
    searched -= start
    start = 0
    guard bytes.count <= Self.longest else {
      throw Failure(
        Problem(
          "a path of the list is longer than 64 KiB", at: name, advice: "end each with a line"))
    }
    // The signal of a stop may come to another thread, or just before the wait.
    while !Descriptor.wait(for: Int16(POLLIN), on: descriptor, milliseconds: 200) {
      if stop.isRequested { return false }
    }
    if stop.isRequested { return false }
    let count = bytes.count
    do throws(Failure) {
      isAtEnd = try !SmallFile.read(more: &bytes, from: descriptor, named: name)
    } catch {
      if stop.isRequested { return false }
      throw error
    }
    if isAtEnd, divider == nil { divider = UInt8(ascii: "\n") }
    try check(fresh: bytes[count...])
    return true
  }

  /// Sees by the first bytes what ends a path, and refuses what follows neither form.
  private mutating func check(fresh: ArraySlice<UInt8>) throws(Failure) {
    if let divider {
      guard divider != 0, fresh.contains(0) else { return }
      throw Failure(
        Problem(
          "the list has paths that end with a line, and others that end with NUL", at: name,
          advice: "end all paths with NUL, as 'find -print0' does, or all with a line"))
    }
    if bytes.count < 2 { return }
    if SmallFile.isUTF16(bytes) { throw SmallFile.wideList(name) }
    divider = bytes.contains(0) ? 0 : UInt8(ascii: "\n")
  }
}
