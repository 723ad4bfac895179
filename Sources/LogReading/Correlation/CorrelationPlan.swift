package import RuleLanguage

/// What correlating needs of a catalogue: made once, and shared by the correlators of all runs.
package struct CorrelationPlan: Sendable {
  package let known: KnownEvents
  let catalogue: Catalogue
  let stages: [Correlator.Stage]
  /// Which events have a text form: JSON alone says nothing of what text would have shown of others.
  let hasText: [Bool]
  /// What events of each kind change of their cycle.
  let updates: [CycleUpdates]
  /// What records of each kind are held to.
  let records: [RecordForm]

  /// Events of no stage of their own that rules ask for in a cycle or a window are those of the window
  /// at work.
  package init(_ catalogue: Catalogue, ofWindows: Set<EventKind> = []) {
    let count = catalogue.events.count
    known = KnownEvents(catalogue)
    self.catalogue = catalogue
    var stages = Correlator.stages(of: known, count: count)
    for kind in ofWindows where stages[Int(kind.rawValue)] == .other {
      stages[Int(kind.rawValue)] = .window
    }
    self.stages = stages
    updates = Correlator.updates(by: known, count: count)
    var hasText = [Bool](repeating: false, count: count)
    for shape in catalogue.shapes { hasText[Int(shape.kind.rawValue)] = true }
    self.hasText = hasText
    records = catalogue.events.map(RecordForm.init)
  }
}
