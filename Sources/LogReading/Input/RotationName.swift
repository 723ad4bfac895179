/// A log's path, taken apart the way log rotation builds it: `device.log.2.gz`.
package struct RotationName {
  /// The directory and stem that the files of one rotation share.
  package let stem: Substring
  /// The number that rotation added; nil for the newest file.
  package let number: Int?
  /// The date that logrotate adds in place of a number, as digits: `device.log-20251113`.
  package let date: Int?
  package let isCompressed: Bool

  /// Takes a path apart.
  package init(path: String) {
    var rest = path[...]
    while rest.hasPrefix("./") { rest = rest.dropFirst(2) }
    isCompressed = rest.hasSuffix(".gz") && rest.utf8.count > 3
    if isCompressed { rest = rest.dropLast(3) }
    if let (stem, number) = Self.numbered(rest) {
      self.stem = stem
      self.number = number
      date = nil
    } else if let (stem, date) = Self.dated(rest) {
      self.stem = stem
      self.date = date
      number = nil
    } else {
      stem = rest
      number = nil
      date = nil
    }
  }

  /// Splits off a date, with or without hyphens and perhaps a time, behind the name of a log:
  /// elsewhere it is a part of the name.
  private static func dated(_ name: Substring) -> (Substring, Int)? {
    for suffix in plainSuffixes {
      guard let end = name.range(ofLast: suffix), end < name.endIndex else { continue }
      let mark = name[end]
      let digits = name[name.index(after: end)...].filter { $0 != "-" }
      let isDate = mark == "-" || mark == "."
      guard isDate, isNumber(digits[...]), 8...14 ~= digits.utf8.count,
        let month = Int(digits.dropFirst(4).prefix(2)), 1...12 ~= month,
        let day = Int(digits.dropFirst(6).prefix(2)), 1...31 ~= day,
        let date = Int(digits.padded(to: 14))
      else { continue }
      return (name[..<end], date)
    }
    return nil
  }

  /// Splits off a number of up to three digits: more are a date, and several groups an address.
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
  package func isOlder(than other: RotationName) -> Bool {
    let (mine, its) = (number ?? -1, other.number ?? -1)
    if date != other.date {
      // A file without a date is still being written.
      return date ?? .max < other.date ?? .max
    }
    return mine != its ? mine > its : isCompressed && !other.isCompressed
  }

  /// Whether a file found in a directory, rather than named, is taken for a log.
  var looksLikeLog: Bool {
    var name = stem.lowercased()[...]
    // A suffix of a compression that is not read counts too: the reader reports it.
    for suffix in Self.unreadSuffixes where name.hasSuffix(suffix) {
      let inner = RotationName(path: String(name.dropLast(suffix.utf8.count)))
      name = inner.stem
    }
    for suffix in Self.copySuffixes where name.hasSuffix(suffix) {
      name = name.dropLast(suffix.utf8.count)
    }
    return Self.logSuffixes.contains { name.hasSuffix($0) }
  }

  private static let unreadSuffixes = [".xz", ".bz2", ".zst"]
  private static let copySuffixes = [".old", ".bak"]
  private static let plainSuffixes = [".log", ".txt", ".json", ".jsonl", ".ndjson", ".logcat"]

  /// The suffixes of logs, and of archives that may hold some.
  static let logSuffixes = [
    ".log", ".txt", ".json", ".jsonl", ".ndjson", ".logcat", ".out", ".tar", ".tgz", ".zip",
  ]
}

extension Substring {
  /// The index after the last occurrence of a text.
  fileprivate func range(ofLast text: String) -> Index? {
    var end = endIndex
    while end > startIndex {
      if self[..<end].hasSuffix(text) { return end }
      end = index(before: end)
    }
    return nil
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: "0", count: Swift.max(0, count - utf8.count))
  }
}
