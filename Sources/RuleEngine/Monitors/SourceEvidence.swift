package import LogReading
package import RuleLanguage

/// What the source of the log could have shown, as far as what it shows tells.
package struct SourceEvidence: Sendable {
  /// Catalogue groups that the profiles of the run declare as logged; set before the run is finished.
  package var armedGroups: Set<String> = []
  /// What the source of the log does not show; set before the run is finished.
  package var limits = SourceLimits()
  /// For each kind whether it was seen as JSON, and for each tag whether it was seen.
  private(set) var seenAsJSON: [Bool]
  private(set) var seenTags = [Bool](repeating: false, count: 1 << UInt8.bitWidth)
  /// For each tag, whether a line under it is in no words that are known.
  private(set) var unclassifiedTags = [Bool](repeating: false, count: 1 << UInt8.bitWidth)
  /// Proposed events seen, by group and tag, for arming.
  private(set) var seenProposed: [ProposedKey] = []
  /// The form and tag last noted for each kind, plus one: the same again is no news.
  private var lastSources: [UInt16]
  /// Lines between lines of text that hold events: what looks for tags lets none of them through.
  private var otherLines: Int64 = 0
  private var lastPlace: (file: UInt16, line: Int64) = (.max, 0)

  /// So many lines of others are no heads and marks of a format.
  private static let manyLines = 6

  /// Whether nothing looked for tags in the log: lines of others stand among those of the plugin.
  var isWhole: Bool { otherLines >= Self.manyLines }

  /// A group and a tag under which a proposed event was seen.
  struct ProposedKey: Equatable, Sendable {
    var group: String
    var tag: UInt8
  }

  init(kinds: Int) {
    seenAsJSON = [Bool](repeating: false, count: kinds)
    lastSources = [UInt16](repeating: 0, count: kinds)
  }

  func hasSeen(_ kind: EventKind) -> Bool { lastSources[Int(kind.rawValue)] != 0 }

  mutating func note(_ event: ScopedEvent, _ plan: EnginePlan) {
    let line = Int64(clamping: event.event.line)
    if event.event.form == .text, event.file == lastPlace.file, line > lastPlace.line {
      otherLines &+= line - lastPlace.line - 1
    }
    lastPlace = (event.file, line)
    let source = UInt16(event.event.tag) << 1 | (event.event.form == .json ? 1 : 0)
    guard lastSources[Int(event.kind.rawValue)] != source + 1 else { return }
    lastSources[Int(event.kind.rawValue)] = source + 1
    if event.kind == plan.correlation.known.unclassified {
      unclassifiedTags[Int(event.event.tag)] = true
    }
    if event.event.form == .json { seenAsJSON[Int(event.kind.rawValue)] = true }
    if event.event.tag != Catalogue.noTag { seenTags[Int(event.event.tag)] = true }
    let entry = plan.book.catalogue[event.kind]
    if entry.origin == .proposed {
      // A record has no tag: it shows what a line under each tag of its event would.
      let hasTag = event.event.tag != Catalogue.noTag || event.event.form != .json
      for tag in hasTag ? [event.event.tag] : entry.tags {
        let key = ProposedKey(group: entry.group, tag: tag)
        if !seenProposed.contains(key) { seenProposed.append(key) }
      }
    }
  }
}
