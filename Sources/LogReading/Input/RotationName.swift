/// A log's path, taken apart the way log rotation builds it: `device.log.2.gz`.
struct RotationName {
  /// What the files of one rotation share: directory and stem.
  let stem: Substring
  /// The number that rotation added; nil for the newest file.
  let number: Int?
  let isCompressed: Bool

  init(path: String) {
    var rest = path[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    isCompressed = rest.hasSuffix(".gz") && rest.utf8.count > 3
    if isCompressed { rest = rest.dropLast(3) }
    if let (stem, number) = Self.numbered(rest) {
      self.stem = stem
      self.number = number
    } else {
      stem = rest
      number = nil
    }
  }

  /// Up to three digits are a rotation; more are a date, and more than one group an address.
  private static func numbered(_ name: Substring) -> (Substring, Int)? {
    guard let (stem, digits) = lastComponent(of: name), isNumber(digits), digits.utf8.count <= 3,
      !stem.isEmpty, stem.utf8.last != UInt8(ascii: "/"), let number = Int(digits)
    else { return nil }
    if let (_, before) = lastComponent(of: stem), isNumber(before) { return nil }
    return (stem, number)
  }

  private static func lastComponent(of name: Substring) -> (Substring, Substring)? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return (name[..<dot], name[name.utf8.index(after: dot)...])
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  /// Whether this file is older than another of its rotation: the highest number is the oldest,
  /// and a file is compressed only after it was closed.
  func isOlder(than other: RotationName) -> Bool {
    let (mine, its) = (number ?? -1, other.number ?? -1)
    return mine != its ? mine > its : isCompressed && !other.isCompressed
  }

  /// Whether a file found in a directory, rather than named, is taken for a log.
  var looksLikeLog: Bool {
    let name = stem.lowercased()
    return Self.logSuffixes.contains { name.hasSuffix($0) }
  }

  /// Names of logs, and of archives that may hold some.
  static let logSuffixes = [
    ".log", ".txt", ".json", ".jsonl", ".ndjson", ".logcat", ".tar", ".tgz", ".zip",
  ]
}
