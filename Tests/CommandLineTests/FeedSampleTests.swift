import TestSupport
import Testing

/// Every sample of a feed comes to what stands beside it.
struct FeedSampleTests {
  @Test func `there are samples of every verdict`() {
    let rows = Samples.feeds.flatMap { expectation in
      ((try? JSONText(Samples.text(expectation)))?["messages"].elements ?? []).compactMap(\.string)
    }
    for verdict in [
      "shown", "waits", "already_shown", "expired", "not_yet", "other_region", "other_version",
      "faulty", "unknown",
    ] {
      #expect(rows.contains { $0.split(separator: " ").contains(verdict[...]) }, "\(verdict)")
    }
  }

  @Test(arguments: Samples.feeds)
  func `a feed comes to what is expected`(expectation: String) throws {
    let expected = try JSONText(Samples.text(expectation))
    let known = ["options", "verdict", "exitStatus", "messages", "findings"]
    #expect(expected.keys.filter { !known.contains($0) } == [], "members that nobody checks")
    let directory = try TemporaryDirectory()
    let options = expected["options"].elements.compactMap(\.string)
      .map { $0.hasPrefix("samples/") ? "\(Samples.root)/\($0)" : $0 }
    let result = try Dnplog.run(["feed", "--format", "json"] + options, in: directory)
    #expect(result.errors == "")
    #expect(result.exitCode == expected["exitStatus"].int.map { Int32($0) })
    let summary = try JSONText(result.output)
    #expect(summary["verdict"] == expected["verdict"])
    #expect(summary["exitStatus"] == expected["exitStatus"])
    let messages = summary["feed"]["messages"].elements.map { message in
      ([message["id"].string ?? "-", message["verdict"].string ?? ""]
        + message["shown"].elements.map { "line \($0["line"].int ?? 0)" })
        .joined(separator: " ")
    }
    #expect(messages == expected["messages"].elements.compactMap(\.string))
    let findings = summary["findings"].elements.map {
      "\($0["rule"].string ?? "") \($0["outcome"].string ?? "")"
    }
    #expect(findings.sorted() == expected["findings"].elements.compactMap(\.string))
  }
}
