internal import LogReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An open file that is read line by line while somebody writes to it, and may cut it.
final class FollowedFile {
  /// What came of an attempt to read.
  enum Reading: Equatable {
    case bytes(Int)
    /// No whole line more for now.
    case end
    /// What was read before is not there any more. Of so many bytes that were not read it is known that
    /// they were there; where the writer goes on in its place, what follows is read on.
    case truncated(unread: Int64, isInPlace: Bool)
  }

  let path: String
  let identity: FileIdentity
  private let file: OwnedDescriptor
  private var descriptor: Int32 { file.descriptor }
  /// The place up to which bytes were given out, and the bytes in front of it.
  private(set) var offset: Int64 = 0
  private(set) var tail: [UInt8] = []
  /// The bytes at the start of the file that were given out.
  private var head: [UInt8] = []
  /// The size that the file was seen to have.
  private(set) var knownSize: Int64 = 0
  /// When it was written to last, in nanoseconds since 1970.
  private(set) var changed: Int64 = 0
  /// Whether nobody writes to it any more.
  var isClosed = false
  /// What is to be said when its turn comes.
  var arrival: SourceNotice?

  /// How many bytes before the place are compared after each read.
  private static let comparedLength = 256

  convenience init(opening path: String) throws(InputError) {
    // SAFETY: open(2) reads the path during the call.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw InputError(path: path, errorNumber: errno) }
    try self.init(OwnedDescriptor(descriptor, closesAtEnd: true), path: path)
  }

  /// Unpacks a file that was compressed, to which nobody writes any more.
  convenience init(unpacking path: String) throws(InputError) {
    try self.init(try OwnedDescriptor.unpacking(path), path: path)
    isClosed = true
  }

  private init(_ file: OwnedDescriptor, path: String) throws(InputError) {
    var status = stat()
    // SAFETY: fstat(2) fills the struct on the stack.
    let isThere = unsafe fstat(file.descriptor, &status) == 0
    guard isThere, status.st_mode & S_IFMT == S_IFREG else {
      let isDirectory = isThere && status.st_mode & S_IFMT == S_IFDIR
      if isDirectory { throw InputError(path: path, errorNumber: EISDIR) }
      throw InputError(
        path: path, message: "is no file any more", advice: "name a log, or pipe it in")
    }
    self.path = path
    self.file = file
    identity = FileIdentity(status)
    knownSize = Int64(status.st_size)
    changed = status.changedNanoseconds
  }

  /// The name by which this very file can be watched, whatever became of its path.
  var descriptorPath: String { "/proc/self/fd/\(descriptor)" }

  /// Reads the bytes behind the place into the buffer: whole lines, unless the file ends there for good.
  func read(into buffer: inout [UInt8], toEnd: Bool) throws(InputError) -> Reading {
    let count = try bytes(at: offset, into: &buffer)
    var status = stat()
    // SAFETY: fstat(2) fills the struct on the stack.
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw InputError(path: path, errorNumber: errno)
    }
    let size = Int64(status.st_size)
    let time = status.changedNanoseconds
    defer { changed = time }
    if size < offset { return .truncated(unread: max(0, knownSize - offset), isInPlace: false) }
    // Half a line that waited for its other half is gone.
    if size < knownSize { return .truncated(unread: knownSize - size, isInPlace: false) }
    // Looked at behind the read: were it cut before, these bytes would not be there any more.
    if count > 0 || time != changed, let isInPlace = lossOfTail() {
      return .truncated(unread: max(0, knownSize - offset), isInPlace: isInPlace)
    }
    knownSize = max(size, offset + Int64(count))
    let isFull = count == buffer.count
    var given = toEnd ? count : buffer.wholeLines(of: count)
    // A line longer than the buffer is given out in parts.
    if given == 0, isFull { given = count }
    if given == 0 { return .end }
    advance(by: given, in: buffer)
    return .bytes(given)
  }

  private func advance(by count: Int, in buffer: [UInt8]) {
    if offset == 0 { head = [] }
    if offset == Int64(head.count) {
      head += buffer[..<min(count, FilePosition.tailLength - head.count)]
    }
    offset += Int64(count)
    let length = FilePosition.tailLength
    if count >= length {
      tail = Array(buffer[(count - length)..<count])
    } else {
      tail.removeFirst(max(0, tail.count + count - length))
      tail += buffer[..<count]
    }
  }

  /// Whether the bytes before the place are others by now: nil for no, else whether they are a hole, as
  /// behind a writer that goes on where it was in a file that was cut.
  private func lossOfTail() -> Bool? {
    let count = min(tail.count, Self.comparedLength)
    guard count > 0 else { return nil }
    guard let found = bytes(at: offset - Int64(count), count: count) else { return false }
    if found.elementsEqual(tail.suffix(count)) { return nil }
    return found.allSatisfy { $0 == 0 }
  }

  /// Begins again at the start, or takes the hole before the place for what was read.
  func restart(isInPlace: Bool) {
    if isInPlace {
      tail = bytes(at: max(0, offset - 256), count: Int(min(offset, 256))) ?? []
    } else {
      offset = 0
      tail = []
      head = []
    }
    knownSize = offset
  }

  /// How a file goes on that was cut and still begins as it did.
  enum Shortening: Equatable {
    /// It holds another content from its start.
    case none
    /// Its end was cut off, and what came behind that is read.
    case known
    /// Its end was cut off, and nothing shows where: what came behind that, if anything did, is lost.
    case unknown
  }

  /// Goes on in a file that was cut and may begin as it did.
  func goOnShortened() -> Shortening {
    let size = size
    guard size > 0, let begin = bytes(at: 0, count: Int(min(Int64(head.count), size))) else {
      return .none
    }
    knownSize = size
    let same = Self.commonLines(begin, head[...])
    if same < begin.count { return same > 0 && goOn(at: Int64(same)) ? .known : .none }
    // Among the last bytes that were read the first that differ stand where it was cut.
    let start = offset - Int64(tail.count)
    if size > start, let now = bytes(at: start, count: Int(min(size, offset) - start)) {
      let same = Self.commonLines(now, tail[...])
      if same >= Self.comparedLength || same == now.count, goOn(at: start + Int64(same)) {
        return .known
      }
    }
    return goOn(at: size) ? .unknown : .none
  }

  /// How many bytes two texts begin with alike, up to the end of a line or of the first of them.
  private static func commonLines(_ one: [UInt8], _ other: ArraySlice<UInt8>) -> Int {
    let count = zip(one, other).prefix { $0 == $1 }.count
    if count == one.count { return count }
    return one[..<count].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
  }

  private func goOn(at place: Int64) -> Bool {
    seek(to: place, tail: Int(min(place, Int64(FilePosition.tailLength))))
  }

  /// Goes on in the place of a file that lost its last name, where this one is a copy of it with more
  /// behind; false where it is not.
  func takeOver(_ old: FollowedFile) -> Bool {
    guard old.isNameless else { return false }
    if old.offset > 0 {
      // Earlier lines may have been changed.
      guard holds(old.tail.suffix(Self.comparedLength), before: old.offset) else { return false }
      return seek(to: old.offset, tail: old.tail.count)
    }
    let count = Int(min(old.size, Int64(FilePosition.tailLength)))
    return count > 0 && bytes(at: 0, count: count) == old.bytes(at: 0, count: count)
  }

  /// Goes on behind a place, whose last bytes are there; false where they are not.
  func seek(to place: Int64, tail count: Int) -> Bool {
    guard let bytes = bytes(at: place - Int64(count), count: count) else { return false }
    offset = place
    tail = bytes
    knownSize = max(knownSize, place)
    head = self.bytes(at: 0, count: Int(min(place, Int64(FilePosition.tailLength)))) ?? []
    return true
  }

  /// Whether the bytes before a place are these.
  func holds(_ tail: some Collection<UInt8>, before place: Int64) -> Bool {
    bytes(at: place - Int64(tail.count), count: tail.count)?.elementsEqual(tail) == true
  }

  /// The size that the file has now.
  var size: Int64 {
    var status = stat()
    // SAFETY: fstat(2) fills the struct on the stack.
    return unsafe fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// Notes what a file holds whose turn has not come; returns whether it was cut since the last time, and
  /// what it held then.
  func noteContent() -> (isCut: Bool, before: Content) {
    let before = Content(start: head, length: knownSize)
    knownSize = size
    let count = Int(min(knownSize, Int64(FilePosition.tailLength)))
    head = bytes(at: 0, count: count) ?? []
    return (knownSize < before.length || !head.starts(with: before.start), before)
  }

  /// What is known of a file of which nothing was given out.
  struct Content {
    let start: [UInt8]
    let length: Int64
  }

  /// Whether a file holds at least that.
  func holds(_ content: Content) -> Bool {
    size >= content.length && holds(content.start, before: Int64(content.start.count))
  }

  /// Whether no name is left, as of a file that another one was renamed over.
  private var isNameless: Bool {
    var status = stat()
    // SAFETY: fstat(2) fills the struct on the stack.
    return unsafe fstat(descriptor, &status) == 0 && status.st_nlink == 0
  }

  /// Returns so many bytes at a place; nil where they are not there.
  func bytes(at place: Int64, count: Int) -> [UInt8]? {
    guard place >= 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: count)
    let got = try? self.bytes(at: place, into: &bytes)
    return got == count ? bytes : nil
  }

  private func bytes(at place: Int64, into buffer: inout [UInt8]) throws(InputError) -> Int {
    while true {
      // SAFETY: pread(2) fills at most the buffer that the closure lends.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe pread(descriptor, $0.baseAddress, $0.count, off_t(place))
      }
      if count >= 0 { return count }
      if errno != EINTR { throw InputError(path: path, errorNumber: errno) }
    }
  }
}

extension FileIdentity {
  init(_ status: stat) {
    self.init(
      device: UInt64(truncatingIfNeeded: status.st_dev), file: UInt64(status.st_ino))
  }

  /// The identity of what a path names, links followed; nil where it names nothing.
  static func of(path: String) -> FileIdentity? {
    var status = stat()
    // SAFETY: stat(2) reads the path and fills the struct on the stack.
    return unsafe stat(path, &status) == 0 ? FileIdentity(status) : nil
  }
}

extension FilePosition {
  /// When the file was written that keeps a place, in nanoseconds since 1970; nil where it is not there.
  package static func written(to path: String) -> Int64? {
    var status = stat()
    // SAFETY: stat(2) reads the path and fills the struct on the stack.
    return unsafe stat(path, &status) == 0 ? status.changedNanoseconds : nil
  }
}

extension stat {
  /// When the content changed last, in nanoseconds since 1970.
  fileprivate var changedNanoseconds: Int64 {
    #if canImport(Glibc)
      let time = st_mtim
    #else
      let time = st_mtimespec
    #endif
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
