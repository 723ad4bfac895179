import Foundation
import TestSupport
import Testing

/// The truth that `simulate --truth` writes, beside the log of which it is.
struct TruthTests {
  /// Simulates, and returns the truth with the lines of the log.
  private static func simulate(_ words: String) throws -> (truth: JSONText, lines: [Substring]) {
    let directory = try TemporaryDirectory()
    let result = try Dnplog.run(
      ["simulate"] + words.split(separator: " ").map(String.init)
        + ["-o", "device.log", "--truth", "-"], in: directory)
    #expect(result.errors == "")
    let log = try String(contentsOfFile: "\(directory.path)/device.log", encoding: .utf8)
    var lines = log.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.popLast() == "")
    return (try JSONText(result.output), lines)
  }

  @Test func `its keys are those of the guide in their order`() throws {
    let truth = try Self.simulate("happy --mutate drop --at fetch_success").truth
    #expect(
      truth.keys == [
        "schema", "tool", "scenario", "source", "platform", "seed", "days", "form", "container",
        "noise", "compression", "mutation", "damage", "validate", "expect", "devices",
      ])
    #expect(truth["tool"].keys == ["name", "version"])
    #expect(truth["mutation"].keys == ["kind", "at"])
    #expect(truth["expect"].keys == ["verdict", "exitStatus"])
    let device = truth["devices"][0]
    #expect(
      device.keys == [
        "device", "log", "lines", "events", "cycles", "counters", "injected", "state",
      ])
    #expect(device["state"] == .null)
    #expect(device["cycles"][0].keys == ["scheduleId", "notificationTime", "outcome"])
    #expect(
      device["injected"][0].keys == [
        "name", "what", "source", "outcome", "class", "severity", "rows", "cycle", "line", "time",
        "shown",
      ])
  }

  @Test func `of a state it tells each item`() throws {
    let state = try Self.simulate("state-missed").truth["devices"][0]["state"]
    #expect(state.keys == ["takenAt", "expect", "items"])
    #expect(state["items"][0].keys == ["item", "id", "due", "verdict"])
    #expect(state["expect"]["verdict"].string == "inconclusive")
  }

  @Test func `it tells the same each time`() throws {
    let one = try Self.simulate("happy --days 3 --mutate alter").truth
    #expect(try Self.simulate("happy --days 3 --mutate alter").truth == one)
  }

  @Test(arguments: ["text", "json", "both"])
  func `lines and counters are those of the log`(form: String) throws {
    let (truth, lines) = try Self.simulate("happy --days 3 --form \(form)")
    let device = truth["devices"][0]
    #expect(device["lines"].int == lines.count)
    #expect(device["log"].string == "device.log")
    let outcomes = device["cycles"].elements.compactMap { $0["outcome"].string }
    #expect(outcomes.prefix(3) == ["used_prefetch", "used_prefetch", "used_prefetch"])
    #expect(device["counters"]["dnp_prefetch_executed_total"].int == 3)
    #expect(truth["expect"]["verdict"].string == "pass")
  }

  @Test(arguments: [
    "threadtime", "bare", "bugreport", "log-json", "long", "idevicesyslog --noise 0.95",
    "loki-jsonl",
  ])
  func `the line holds what was put there`(container: String) throws {
    let (truth, lines) = try Self.simulate(
      "happy --days 5 --mutate duplicate --at notification_delivered --container \(container)")
    let entry = truth["devices"][0]["injected"][0]
    let number = try #require(entry["line"].int)
    // A message may stand below its head.
    #expect(lines[(number - 1)...].prefix(14).contains { $0.contains("Notification delivered") })
    #expect(lines.count { $0.contains("Notification delivered") } == 6)
    let cycle = try #require(entry["cycle"].int)
    let day = try #require(truth["devices"][0]["cycles"][cycle]["notificationTime"].string)
    #expect(entry["time"].string?.prefix(10) == day.prefix(10))
  }
}
