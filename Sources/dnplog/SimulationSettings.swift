internal import Simulator

/// What the command line of `simulate` says beside the scenario.
struct SimulationSettings: Sendable, Equatable {
  /// Name the scenarios instead of playing one.
  var isList = false
  var days: Int?
  var devices = 1
  var seed: UInt64?
  /// The first notification, in microseconds since 1970.
  var start: Int64?
  /// Microseconds.
  var lead: Int64?
  /// Of the device's wall clock.
  var zone: DeviceZone?
  var form: SimulationPlan.Form?
  var container: String?
  var noise: Double = 0
  var isGzip = false
  /// As often as it was asked for.
  var damages: [Damage] = []
  var mutation: Mutation?
  /// The event to mutate.
  var event: String?
  /// Where the log goes; nothing for standard output.
  var output: String?
  var truth: String?
}
