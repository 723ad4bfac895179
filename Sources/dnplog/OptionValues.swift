internal import CommandSyntax
internal import DeviceState
internal import LogReading
internal import MetricsExport
internal import RuleEngine
internal import TextWriting

/// Readers of option values.
enum OptionValues {
  static func integer(_ text: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
    let advice =
      range.upperBound == .max
      ? "give a whole number, \(range.lowerBound) or more"
      : "give a whole number from \(range.lowerBound) to \(range.upperBound)"
    guard let number = Int(text) else {
      throw UsageError("'\(text)' is not a whole number", advice: advice)
    }
    guard range.contains(number) else {
      throw UsageError("\(number) is out of range", advice: advice)
    }
    return number
  }

  /// Reads an instant, in microseconds since 1970.
  static func instant(_ text: String) throws(UsageError) -> Int64 {
    guard let instant = WrittenInstant.read(text) else {
      throw UsageError(
        "'\(text)' is no instant",
        advice: "write e.g. 2025-11-15T07:00:00Z, or milliseconds since 1970")
    }
    return instant
  }

  /// Reads a date, at its beginning in UTC, or an instant, in microseconds since 1970.
  static func dateOrInstant(_ text: String) throws(UsageError) -> Int64 {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    if text.utf8.count == 10, parts.count == 3, let year = parts[0], let month = parts[1],
      let day = parts[2], let days = CivilDate.days(year: year, month: month, day: day)
    {
      return Int64(days) * CivilDate.microsPerDay
    }
    guard let instant = WrittenInstant.read(text) else {
      throw UsageError(
        "'\(text)' is not a date", advice: "write e.g. 2025-11-15 or 2025-11-15T07:00:00Z")
    }
    return instant
  }

  /// Reads a bound of the part of a log that is judged.
  static func bound(_ text: String) throws(UsageError) -> TimeBound {
    guard let bound = TimeBound(text) else {
      throw UsageError(
        "'\(text)' is not a time",
        advice: "write e.g. 2025-11-15T07:00:00Z, '2025-11-15 07:00', 2025-11-15 or 07:00")
    }
    return bound
  }

  /// Reads a day, or a moment with its zone.
  static func day(_ text: String) throws(UsageError) -> FeedTime {
    guard let time = FeedTime(text), time.precision != .localMoment else {
      throw UsageError(
        "'\(text)' is no date", advice: "write e.g. 2025-11-15 or 2025-11-15T07:00:00Z")
    }
    return time
  }

  /// Reads a semantic version.
  static func version(_ text: String) throws(UsageError) -> String {
    guard SemanticVersion(text) != nil else {
      throw UsageError("'\(text)' is no version", advice: "write e.g. 1.4.0")
    }
    return text
  }

  /// The codes of the provinces and territories, which feeds name regions by.
  static let provinces = [
    "AB", "BC", "MB", "NB", "NL", "NS", "NT", "NU", "ON", "PE", "QC", "SK", "YT",
  ]

  /// Reads a region; another one than a province is taken as it stands, since a feed may have its own.
  static func region(_ text: String) throws(UsageError) -> String {
    if text == "CA" {
      throw UsageError("CA is for all regions, and nobody selects it", advice: "give one, e.g. ON")
    }
    let code = text.uppercased()
    if text != code, provinces.contains(code) {
      throw UsageError("'\(text)' is no region", advice: "write it as \(code)")
    }
    if text.isEmpty { throw UsageError("the region is empty", advice: "give one, e.g. ON") }
    return text
  }

  /// The names of time zones that the system knows, for the completion in a shell.
  static var zones: [String] {
    let table = (try? SmallFile.read("/usr/share/zoneinfo/zone.tab")) ?? []
    let names = table.split(separator: UInt8(ascii: "\n")).compactMap { line -> String? in
      let columns = line.split(separator: UInt8(ascii: "\t"))
      guard line.first != UInt8(ascii: "#"), columns.count >= 3 else { return nil }
      return String(decoding: columns[2], as: UTF8.self)
    }
    return ["UTC"] + names.sorted()
  }

  /// Reads `key=value`; the value may be empty and may hold `=`.
  static func pair(_ text: String, as form: String) throws(UsageError) -> Settings.Pair {
    guard let equals = text.firstIndex(of: "="), equals > text.startIndex else {
      throw UsageError("'\(text)' has no name and value", advice: "write \(form)")
    }
    return Settings.Pair(
      key: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
  }

  /// Reads the name of a log format.
  static func container(_ text: String) throws(UsageError) -> Container {
    guard let container = Container(name: text) else {
      throw UsageError(
        "'\(text)' is not a log format",
        advice: Spelling.advice(for: text, among: Container.allCases.map(\.name)))
    }
    return container
  }

  /// Reads a label of a metric, whose name Prometheus restricts.
  static func label(_ text: String) throws(UsageError) -> Settings.Pair {
    let pair = try pair(text, as: "KEY=VALUE")
    if let problem = PrometheusExporter.problem(withLabel: pair.key) {
      throw UsageError("'\(pair.key)' cannot name a label", advice: problem)
    }
    return pair
  }

  /// Reads `FORMAT=PATH`.
  static func export(_ text: String) throws(UsageError) -> Settings.Export {
    let pair = try pair(text, as: "FORMAT=PATH")
    let formats = ReportFormat.allCases.map(\.rawValue)
    guard let format = ReportFormat(rawValue: pair.key) else {
      throw UsageError(
        "'\(pair.key)' is not a format", advice: Spelling.advice(for: pair.key, among: formats))
    }
    guard !pair.value.isEmpty else {
      throw UsageError("'\(text)' names no file", advice: "write FORMAT=PATH")
    }
    guard pair.value != "-" else {
      throw UsageError(
        "'-' is no file", advice: "'--format \(pair.key)' prints to standard output")
    }
    return Settings.Export(format: format, path: pair.value)
  }
}
