/// A named course of events, such as `happy` or `jwt-expired`.
package struct Scenario: Sendable {
  package enum Platform: String, Sendable { case ios, android }

  /// A heading of the list of scenarios.
  package enum Group: String, Sendable, CaseIterable {
    case healthy = "Everything works"
    case failures = "Failures that the plugin handles"
    case environments = "Environments and limits of the system"
    case faults = "Faults of the plugin"
    case recovery = "Recovery"
    case state = "What is stored and set (--state-out)"
    case sync = "Wallet sync"
    case pull = "Pull notifications"
    case api = "Requests to the server"
  }

  package let name: String
  /// A sentence, without its full stop.
  package let title: String
  /// The place in the seeds.
  package let source: String
  package let group: Group
  package let platform: Platform
  /// The profile by which its logs are judged.
  package let profile: String
  /// The options that `validate` needs beside the log, such as `--env lowPower=true`.
  package let arguments: [String]
  /// The zone of the device where it matters.
  package let zone: String
  /// The instant of the first notification where it matters, in microseconds since 1970.
  package let firstNotification: Int64?
  /// The fewest days that can show it.
  package let fewestDays: Int
  /// All that may be put into its logs.
  package let injects: [Injected]
  /// Whether it is about notifications with a prefetch before them.
  package var prefetches: Bool { profile == "prefetch-mvp" }
  /// Whether its devices keep their state when their logs end.
  package var keepsState: Bool { [.recovery, .state, .pull].contains(group) }
  /// Lets a device live through it.
  let play: @Sendable (inout Device) -> Void

  package init(
    _ name: String, _ title: String, source: String, in group: Group, on platform: Platform = .ios,
    profile: String = "prefetch-mvp", arguments: [String] = [], zone: String = "UTC",
    firstNotification: Int64? = nil, fewestDays: Int = 1, injects: [Injected] = [],
    play: @escaping @Sendable (inout Device) -> Void
  ) {
    self.name = name
    self.title = title
    self.source = source
    self.group = group
    self.platform = platform
    self.profile = profile
    self.arguments = arguments
    self.zone = zone
    self.firstNotification = firstNotification
    self.fewestDays = fewestDays
    self.injects = injects
    self.play = play
  }
}
