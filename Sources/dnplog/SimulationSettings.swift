internal import Simulator

/// The options of `simulate`, beside the scenario.
struct SimulationSettings: Sendable, Equatable {
  /// Whether to name the scenarios instead of playing one.
  var isList = false
  var days: Int?
  var devices = 1
  var seed: UInt64?
  /// The first notification, in microseconds since 1970.
  var start: Int64?
  /// The span before the notification, in microseconds.
  var lead: Int64?
  /// The zone of the device's wall clock.
  var zone: DeviceZone?
  var form: SimulationPlan.Form?
  var container: String?
  var noise: Double = 0
  var isGzip = false
  /// The damages, each as often as it was asked for.
  var damages: [Damage] = []
  var mutation: Mutation?
  /// The event to mutate.
  var event: String?
  /// The path of the log, or of a folder for several; nil for standard output.
  var output: String?
  var truth: String?
  /// The folder of the state of the device, or of a folder for each device.
  var state: String?
  var stores: StateFiles.Stores?
}
