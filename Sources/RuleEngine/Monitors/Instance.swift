/// One rule at work in one scope instance: of fixed size, its lists lie in the table of instances.
struct Instance: Sendable {
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
  /// The events that took part, in order: the first and the last in the table; -1 for none.
  var firstWitness: Int32 = -1
  var lastWitness: Int32 = -1
  var witnessCount: Int32 = 0

  var rule: Int32 { form.rule }
}
