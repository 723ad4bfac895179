package import RuleLanguage
package import YAMLReading

/// What somebody or some app wrote down about a test run: an artifact (S4:686-708) or a template
/// that was filled in (S4:345-370).
package struct TestRunRecord: Sendable, Equatable {
  /// How a record is written.
  package enum Form: String, Sendable { case artifact, template }

  /// What a claim is about.
  package enum Member: String, Sendable {
    case date, device, iosVersion, build, lead, scenario, power, network, lowPower
    case backgroundRefresh, prefetchScheduledAt, bgTaskExecutedAt, notificationFiredAt
    case cachedContentUsed, errors, scheduled, executed, success, used
    case contentHashMatch, scheduleHashMatch, cachePersistence
    /// The record as a whole.
    case record
  }

  /// One thing that a record says, and where.
  package struct Claim: Sendable, Equatable {
    package var member: Member
    /// What the record itself calls it.
    package var name: String
    package var value: Value
    package var line: Int
  }

  /// What a record says of one cycle.
  package struct Outcome: Sendable, Equatable {
    /// The name of the cycle, where the record has one.
    package var cycle: String?
    package var claims: [Claim] = []
  }

  /// No record comes near it.
  private static let maximumBytes = 1 << 20

  package let path: String
  package let form: Form
  package var claims: [Claim] = []
  package var outcomes: [Outcome] = []
  /// Members that are not there, or empty.
  package var lacks: [String] = []
  /// The lines of the document.
  package let lines: [String]

  init(_ form: Form, path: String, lines: [String]) {
    self.form = form
    self.path = path
    self.lines = lines
  }

  /// Reads a document, which is recognised by what it holds.
  package init(reading bytes: [UInt8], path: String) throws(SourceError) {
    let place = SourceLocation(path: path, line: 1, column: 1)
    guard bytes.count <= Self.maximumBytes else {
      throw SourceError("is larger than 1 MiB", advice: "name a record of a test run", at: place)
    }
    if bytes.starts(with: "bplist".utf8) {
      throw SourceError(
        "is a binary property list", advice: "convert it with plutil -convert xml1", at: place)
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    switch bytes[start...].first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
    case UInt8(ascii: "{"):
      let node = try YAMLReader.readJSON(bytes, path: path)
      try self.init(artifact: node)
    case UInt8(ascii: "<"): try self.init(propertyList: bytes, path: path)
    case nil:
      throw SourceError(
        "is empty", advice: "give an artifact or a filled template", at: place)
    default: try self.init(template: bytes, path: path)
    }
  }

  /// The instant of that name in an outcome.
  func instant(_ member: Member, in outcome: Outcome) -> Int64? {
    for claim in outcome.claims where claim.member == member {
      if case .instant(let time) = claim.value { return time }
    }
    return nil
  }
}
