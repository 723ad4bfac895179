import BuiltinRules
import LogReading
import RuleLanguage
import Testing

@testable import RuleEngine

/// The engine passes over events that cannot change what is known of the device; it must not pass
/// over one that can.
struct EnvironmentReachTests {
  @Test(arguments: [Container.nslog, .threadtime], ["", "ios", "android"])
  func `what is said to change nothing changes nothing`(container: Container, platform: String)
    throws
  {
    let catalogue = try BuiltinRules.book().catalogue
    let correlator = Correlator(CorrelationPlan(catalogue), clock: ClockResolver())
    let keys = EnvironmentFields(catalogue)
    var passed = 0
    for number in catalogue.events.indices {
      let kind = EventKind(rawValue: UInt16(number))
      let role = catalogue.role(of: kind)
      let event = ScopedEvent(
        event: Event(kind: kind, form: .text, container: container), sequence: 0, role: role)
      var state = EnvironmentState()
      if !platform.isEmpty { state[.platform] = .string(platform) }
      let reach = EnvironmentState.reach(of: kind, role, correlator.known)
      guard !state.canChange(reach, in: event.event.container) else { continue }
      let before = state
      state.update(event, correlator, keys)
      #expect(state == before, "\(catalogue[kind].name)")
      passed += 1
    }
    #expect(passed > 50 || container == .threadtime && platform.isEmpty)
  }
}
