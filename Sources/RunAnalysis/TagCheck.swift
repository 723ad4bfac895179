internal import LogReading
internal import RuleLanguage

/// Tells whether an event stands under a tag that is not its own (S4:635-637).
///
/// Only tags that a seed gives are judged. Words that a seed quotes without any tag may stand under
/// each, and so may events of no tag in particular.
struct TagCheck {
  /// The event that stands behind one under another's tag; nil where the catalogue has none.
  let foreignTag: EventKind?
  private let unclassified: EventKind?
  /// By kind, the tags that an event may carry; empty for any.
  private let own: [[UInt8]]
  /// By kind, the first of them, under which nearly all stand.
  private let first: [UInt8]

  init(_ catalogue: Catalogue) {
    foreignTag = catalogue.kind(named: "foreign_tag")
    unclassified = catalogue.kind(named: "unclassified")
    // A code such as `DN|DISPLAY_START` stands in the place of a tag.
    var isUntagged = [Bool](repeating: false, count: catalogue.events.count)
    for shape in catalogue.shapes where shape.isUntagged && !shape.isCode {
      isUntagged[Int(shape.kind.rawValue)] = true
    }
    own = catalogue.events.indices.map { index in
      let event = catalogue.events[index]
      return event.origin == .seed && !isUntagged[index] ? event.tags : []
    }
    first = own.map { $0.first ?? Catalogue.noTag }
  }

  func isForeign(_ event: Event) -> Bool {
    guard event.form == .text, event.tag != Catalogue.noTag,
      event.tag != first[Int(event.kind.rawValue)]
    else { return false }
    // A tag that nobody knows may be one misspelt.
    if event.kind == unclassified { return event.tag == Catalogue.unknownTag }
    let tags = own[Int(event.kind.rawValue)]
    return !tags.isEmpty && !tags.contains(event.tag)
  }
}
