/// One rule at work in one scope instance: of fixed size, its lists lie in the table of instances.
struct Instance: Sendable, Codable {
  var form = InstanceForm()
  var scope = ScopeReference(kind: .log, slot: 0)
  /// Tells the instance from earlier ones in its place.
  var generation: Int64 = 0
  /// The next place that is free; -1 for none.
  var next: Int32 = -1
  /// The event that began it, among those that instances remember; -1 for none.
  var trigger: Int32 = -1
  var epoch: UInt32 = 0
  var count: Int64 = 0
  /// How many of those counted are of the share that is asked for.
  var partCount: Int64 = 0
  /// What was reported, for what comes after it, and the finding that tells of it; -1 if its details
  /// were let go.
  var reported: TallyKey?
  var finding = -1
  /// Where what its roles keep, and its steps, begin in the table.
  var firstValue = 0
  var firstStep = 0
  var stepCount = 0
  /// The events that took part: how many, the first, and where the others begin and end in the table.
  /// Most instances have one.
  var witnessCount: Int32 = 0
  var firstWitness = Witness(event: -1, step: -1)
  var secondWitness: Int32 = -1
  var lastWitness: Int32 = -1

  var rule: Int32 { form.rule }

  /// An event that took part, and the step that it met; -1 for the trigger.
  struct Witness: Sendable, Codable {
    /// Among those that instances remember.
    var event: Int32
    var step: Int8
    /// The next place in the table; -1 for none.
    var next: Int32 = -1
  }

  /// Begins anew in its place.
  mutating func begin(in scope: ScopeReference, epoch: UInt32, generation: Int64) {
    self.scope = scope
    self.epoch = epoch
    self.generation = generation
    trigger = -1
    count = 0
    partCount = 0
    reported = nil
    finding = -1
    witnessCount = 0
  }

  /// Takes the event that began it, the first that takes part.
  mutating func begin(with event: Int32) {
    trigger = event
    firstWitness = Witness(event: event, step: -1)
    witnessCount = 1
  }
}
