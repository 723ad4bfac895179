import TestSupport
import Testing

/// Every sample state comes to what stands beside it.
struct StateSampleTests {
  @Test func `there are samples of each kind of source`() {
    #expect(Samples.states.count >= 7)
  }

  @Test(arguments: Samples.states)
  func `a state comes to what is expected`(expectation: String) throws {
    let expected = try JSONText(Samples.text(expectation))
    let known = ["options", "verdict", "exitStatus", "items", "findings"]
    #expect(expected.keys.filter { !known.contains($0) } == [], "members that nobody checks")
    let directory = try TemporaryDirectory()
    let options = expected["options"].elements.compactMap(\.string)
      .map { $0.hasPrefix("samples/") ? "\(Samples.root)/\($0)" : $0 }
    let result = try Dnplog.run(["reconcile", "--format", "json"] + options, in: directory)
    #expect(result.errors == "")
    #expect(result.exitCode == expected["exitStatus"].int.map { Int32($0) })
    let summary = try JSONText(result.output)
    #expect(summary["verdict"] == expected["verdict"])
    let items = summary["items"].elements.map {
      [$0["item"].string ?? "", $0["id"].string ?? "-", $0["verdict"].string ?? ""]
        .joined(separator: " ")
    }
    #expect(items == expected["items"].elements.compactMap(\.string))
    let findings = summary["findings"].elements.map {
      "\($0["rule"].string ?? "") \($0["outcome"].string ?? "")"
    }
    #expect(findings.sorted() == expected["findings"].elements.compactMap(\.string))
  }

  @Test func `judging a state changes no file of it`() throws {
    let directory = try TemporaryDirectory()
    let copy =
      "cp '\(Samples.path("state/app.db"))' app.db; sha256sum app.db; ls -la --full-time app.db"
    let before = try Dnplog.shell(copy, in: directory).output
    _ = try Dnplog.run(["reconcile", "--state", "app.db"], in: directory)
    let look = "sha256sum app.db; ls -la --full-time app.db"
    #expect(try Dnplog.shell(look, in: directory).output == before)
    #expect(try Dnplog.shell("ls", in: directory).output == "app.db\n")
  }
}
