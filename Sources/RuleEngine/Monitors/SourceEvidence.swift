internal import LogReading
internal import RuleLanguage

/// What the source of the log could have shown, as far as what it shows tells.
struct SourceEvidence: Sendable, Codable {
  /// Catalogue groups that the profiles of the run declare as logged; known as the run is finished.
  var armedGroups: Set<String> = []
  /// What the source of the log does not show; known as the run is finished.
  var limits = SourceLimits()
  /// For each kind whether it was seen as JSON, and for each tag whether it was seen.
  private(set) var seenAsJSON: [Bool]
  private(set) var seenTags = [Bool](repeating: false, count: 1 << UInt8.bitWidth)
  /// A line under one of the plugin's tags came as text, of which a search for tags may have left others
  /// out; a record carries its message whole.
  private(set) var hasTaggedText = false
  /// A line under the name of one of the plugin's classes came as text, or with a code of theirs.
  private(set) var hasClassText = false
  /// For each tag, whether a line under it is in no words that are known.
  private(set) var unclassifiedTags = [Bool](repeating: false, count: 1 << UInt8.bitWidth)
  /// A line said that a task was completed, and not that it failed: that may be of a higher level.
  private(set) var hasSeenSuccess = false
  /// Proposed events seen, by group and tag, for arming.
  private(set) var seenProposed: [ProposedKey] = []
  /// The form, the tag, the writer and the kind of container last noted for each kind, plus one: the same
  /// again is no news.
  private var lastSources: [UInt16]

  /// A group and a tag under which a proposed event was seen.
  struct ProposedKey: Equatable, Sendable, Codable {
    var group: String
    var tag: UInt8
  }

  init(kinds: Int) {
    seenAsJSON = [Bool](repeating: false, count: kinds)
    lastSources = [UInt16](repeating: 0, count: kinds)
  }

  /// Whether it has a place for each kind and each tag, as a state has it.
  func isSound(kinds: Int) -> Bool {
    seenAsJSON.count == kinds && lastSources.count == kinds && seenTags.count == 1 << 8
      && unclassifiedTags.count == 1 << 8
  }

  func hasSeen(_ kind: EventKind) -> Bool { lastSources[Int(kind.rawValue)] != 0 }

  mutating func noteCompletion(isFailed: Bool) { hasSeenSuccess = hasSeenSuccess || !isFailed }

  mutating func note(_ event: ScopedEvent, _ plan: EnginePlan) {
    let isRecord = event.event.container.isRecord
    let source =
      UInt16(event.event.tag) << 3 | (event.event.isOfHost ? 4 : 0) | (isRecord ? 2 : 0)
      | (event.event.form == .json ? 1 : 0)
    guard lastSources[Int(event.kind.rawValue)] != source + 1 else { return }
    lastSources[Int(event.kind.rawValue)] = source + 1
    if event.kind == plan.correlation.known.unclassified {
      unclassifiedTags[Int(event.event.tag)] = true
    }
    if event.event.form == .json { seenAsJSON[Int(event.kind.rawValue)] = true }
    if event.event.tag != Catalogue.noTag { seenTags[Int(event.event.tag)] = true }
    if !isRecord, event.event.tag > Catalogue.unknownTag { hasTaggedText = true }
    if !isRecord, event.event.tag == Catalogue.noTag, event.event.form == .text,
      !event.event.isOfHost
    {
      hasClassText = true
    }
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
