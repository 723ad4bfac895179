internal import LogFollowing
internal import LogReading
internal import MetricsExport

/// What a call leaves for a later one, so that it goes on where this one was.
struct Checkpoint {
  /// What the call names the log.
  var name: String
  var place: FilePosition
  /// How many bytes of the log were read.
  var bytes: Int64
  /// When its file was written, in nanoseconds since 1970.
  var written: Int64?
  /// The state of what identifies the content for a history; none where there is no history.
  var content: [UInt8]
  /// The state of the run.
  var run: [UInt8]

  private static let mark = Array("dnplog-checkpoint/1\n".utf8)

  /// Refuses a file that somebody else needs, since it would be replaced, and one that cannot be written.
  static func check(placeOf path: String, _ settings: Settings) throws(Failure) {
    let option = "option '--checkpoint'"
    if let head = try? SmallFile.head(of: path, count: mark.count), !head.isEmpty, head != mark {
      throw Failure(
        Problem(
          "\(path) is no checkpoint, and is left alone", at: option, advice: "name another file"))
    }
    let place = FilePlace.path(of: path)
    var others = settings.exports.map(\.path) + settings.operands
    if let history = settings.history.database { others.append(history) }
    if others.contains(where: { FilePlace.path(of: $0) == place }) {
      throw Failure(
        Problem("\(path) is named for something else too", at: option, advice: "name another file"))
    }
    do throws(ExportError) { try FileWriter.check(path: path) } catch {
      throw Failure(Problem(error.message, at: error.path))
    }
  }

  /// Only its owner may read it: parts of the log may be in it.
  func write(to path: String) throws(ExportError) {
    try FileWriter.replace(path: path, bytes: encoded, mode: 0o600)
  }

  // MARK: Its bytes

  private var encoded: [UInt8] {
    var bytes = Self.mark
    func add(_ number: UInt64) {
      bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    for number in [place.device, place.file] { add(number) }
    for number in [place.offset, Int64(place.tailCount), self.bytes] {
      add(UInt64(bitPattern: number))
    }
    for part in [Array(name.utf8), place.tailDigest, content, run] {
      add(UInt64(part.count))
      bytes += part
    }
    return bytes + ContentDigest.of(bytes.span)
  }

  /// Reads the bytes of a file; nil where they are damaged, or of another program.
  init?(decoding bytes: [UInt8]) {
    let end = bytes.count - 32
    guard end > Self.mark.count, bytes.starts(with: Self.mark),
      ContentDigest.of(bytes.span.extracting(0..<end)) == Array(bytes[end...])
    else { return nil }
    var rest = bytes[Self.mark.count..<end]
    func number() -> UInt64? {
      guard rest.count >= 8 else { return nil }
      defer { rest = rest.dropFirst(8) }
      return rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    func part() -> [UInt8]? {
      guard let count = number().flatMap({ Int(exactly: $0) }), count <= rest.count else {
        return nil
      }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
    guard let device = number(), let file = number(), let offset = number(),
      let tailCount = number().flatMap({ Int(exactly: $0) }), let total = number(),
      let name = part(), let tailDigest = part(), let content = part(), let run = part()
    else { return nil }
    self.name = String(decoding: name, as: UTF8.self)
    place = FilePosition(
      device: device, file: file, offset: Int64(bitPattern: offset), tailCount: tailCount,
      tailDigest: tailDigest)
    self.bytes = Int64(bitPattern: total)
    self.content = content
    self.run = run
  }

  init(name: String, place: FilePosition, bytes: Int64, content: [UInt8], run: [UInt8]) {
    self.name = name
    self.place = place
    self.bytes = bytes
    self.content = content
    self.run = run
  }
}
