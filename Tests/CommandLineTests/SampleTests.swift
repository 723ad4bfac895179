import TestSupport
import Testing

/// Every sample log comes to what stands beside it.
struct SampleTests {
  @Test func `there are samples of every area`() {
    let areas = Set(Samples.expectations.compactMap { $0.split(separator: "/").first })
    #expect(
      areas.isSuperset(of: [
        "acceptance", "artifacts", "env", "hints", "inject", "prefetch", "robust", "scenarios",
        "telemetry", "timing",
      ]))
  }

  @Test func `every sample log has an expectation`() {
    let judged = Set(Samples.expectations.compactMap(Samples.log))
    #expect(Samples.logs.filter { !judged.contains($0) } == [])
    #expect(Samples.expectations.filter { Samples.log(of: $0) == nil } == [])
  }

  @Test func `every record is held against a log`() {
    let named = Samples.expectations.flatMap { expectation in
      ((try? JSONText(Samples.text(expectation)))?["options"].elements ?? []).compactMap(\.string)
    }
    #expect(Samples.records.filter { !named.contains("samples/" + $0) } == [])
    #expect(Samples.records.count >= 3)
  }

  @Test(arguments: Samples.expectations)
  func `a sample comes to what is expected`(expectation: String) throws {
    let expected = try JSONText(Samples.text(expectation))
    let known = [
      "log", "options", "verdict", "exitStatus", "profile", "counters", "cycles", "findings",
      "scenarios", "errors",
    ]
    #expect(expected.keys.filter { !known.contains($0) } == [], "members that nobody checks")

    let directory = try TemporaryDirectory()
    // Files are named as from the root of the repository.
    let options = expected["options"].elements.compactMap(\.string)
      .map { $0.hasPrefix("samples/") ? "\(Samples.root)/\($0)" : $0 }
    let log = try #require(Samples.log(of: expectation))
    let judged = try Dnplog.judge(options + [Samples.path(log)], in: directory)
    let summary = try #require(judged.summary, "\(judged.result.errors)")

    // The words of a damaged sample on standard error, behind its name.
    let error = expected["errors"].string.map { "dnplog: \(Samples.path(log)): \($0)\n" }
    #expect(judged.result.errors == error ?? "")
    #expect(judged.status == expected["exitStatus"].int.map { Int32($0) })
    #expect(summary["exitStatus"] == expected["exitStatus"])
    #expect(summary["verdict"] == expected["verdict"])
    #expect(summary["profile"] == expected["profile"])
    for counter in expected["counters"].members {
      let derived =
        counter.value.keys.contains("derived") ? counter.value["derived"] : counter.value
      #expect(summary["counters"][counter.key]["derived"] == derived, "\(counter.key)")
    }
    if expected.keys.contains("cycles") {
      Self.compare(summary["cycles"].elements, expected["cycles"].elements)
    }
    Self.compare(summary["scenarios"].elements, expected["scenarios"].elements)
    let findings = expected["findings"].elements.map {
      "\($0["rule"].string ?? "?") \($0["outcome"].string ?? "?") \($0["class"].string ?? "?")"
    }
    #expect(judged.findings == findings.sorted())
  }

  /// Compares only the members of each cycle, or of each scenario, that are written down.
  private static func compare(_ found: [JSONText], _ expected: [JSONText]) {
    #expect(found.count == expected.count)
    for (object, wanted) in zip(found, expected) {
      for member in wanted.members { #expect(object[member.key] == member.value, "\(member.key)") }
    }
  }

  @Test(arguments: Samples.logs.filter { $0.hasPrefix("acceptance/") })
  func `the same log gives the same bytes`(log: String) throws {
    let directory = try TemporaryDirectory()
    let first = try Dnplog.judge(["--year", "2025", Samples.path(log)], in: directory)
    let second = try Dnplog.judge(["--year", "2025", Samples.path(log)], in: directory)
    #expect(first.result.stdout == second.result.stdout)
  }
}
