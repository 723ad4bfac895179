package import RuleLanguage

/// What correlating needs of a catalogue: made once, and shared by the correlators of all runs.
package struct CorrelationPlan: Sendable {
  package let known: KnownEvents
  let catalogue: Catalogue
  /// What events of each kind do.
  package let roles: [EventRole]
  /// Which events have a text form: JSON alone says nothing of what text would have shown of others.
  let hasText: [Bool]
  /// What records of each kind are held to.
  let records: [RecordForm]

  package init(_ catalogue: Catalogue) {
    let count = catalogue.events.count
    known = KnownEvents(catalogue)
    self.catalogue = catalogue
    roles = catalogue.events.map(\.role)
    var hasText = [Bool](repeating: false, count: count)
    for shape in catalogue.shapes { hasText[Int(shape.kind.rawValue)] = true }
    self.hasText = hasText
    records = catalogue.events.map(RecordForm.init)
  }
}
