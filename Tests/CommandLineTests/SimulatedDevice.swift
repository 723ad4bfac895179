import Foundation
import TestSupport
import Testing

/// A device that `simulate` made, with its log, its truth and its state.
struct SimulatedDevice: ~Copyable {
  /// An item in the words of both sides.
  struct Item: Hashable {
    var kind, id, due, verdict: String
  }

  struct Judged {
    var items: [Item: Int]
    var rules: Set<String>
    var verdict: String
    var status: Int
    var isOfSnapshot: Bool
  }

  let directory: TemporaryDirectory
  let truth: JSONText

  init(_ scenario: String, _ words: String) throws {
    let made = try TemporaryDirectory()
    let result = try Dnplog.run(
      ["simulate", scenario] + words.split(separator: " ").map(String.init)
        + ["-o", "device.log", "--truth", "truth.json", "--state-out", "state"], in: made)
    #expect(result.exitCode == 0, "\(result.errors)")
    truth = try JSONText(String(contentsOfFile: made.path + "/truth.json", encoding: .utf8))
    directory = made
  }

  var isAndroid: Bool { truth["platform"].string == "android" }
  private var state: JSONText { truth["devices"][0]["state"] }
  var verdict: String? { state["expect"]["verdict"].string }
  var status: Int? { state["expect"]["exitStatus"].int }

  /// The items of the truth, as the given sources can show them.
  func items(of judged: Judged) -> [Item: Int] {
    let items = state["items"].elements.map { element in
      var item = Item(
        kind: element["item"].string ?? "", id: element["id"].string ?? "",
        due: element["due"].string ?? "", verdict: element["verdict"].string ?? "")
      // An alarm of a dump has no id, and a snapshot does not tell who stopped the app.
      if !judged.isOfSnapshot, item.kind == "alarm" { item.id = "" }
      if judged.isOfSnapshot, item.verdict == "stopped" { item.verdict = "cancelled" }
      return item
    }
    return Dictionary(items.map { ($0, 1) }, uniquingKeysWith: +)
  }

  func reconcile(_ files: [String]) throws -> Judged {
    let states = files.flatMap { ["--state", "state/" + $0] }
    // Of a dump the log has its year and its zone.
    let isOfSnapshot = !files.contains("alarms.txt")
    let words = isOfSnapshot ? yearAndZone : []
    let result = try Dnplog.run(
      ["reconcile", "--format", "json"] + states + words + ["device.log"], in: directory)
    #expect(result.errors == "")
    let summary = try JSONText(result.output)
    let items = summary["items"].elements.map { element in
      Item(
        kind: element["item"].string ?? "", id: element["id"].string ?? "",
        due: element["due"].string ?? "", verdict: element["verdict"].string ?? "")
    }
    let rules = summary["findings"].elements.compactMap { finding -> String? in
      let rule = finding["rule"].string?.replacing("stored-state/", with: "")
      switch finding["outcome"].string {
      case "violated": return rule
      case "inconclusive": return rule.map { $0 + "?" }
      default: return nil
      }
    }
    return Judged(
      items: Dictionary(items.map { ($0, 1) }, uniquingKeysWith: +), rules: Set(rules),
      verdict: summary["verdict"].string ?? "none", status: Int(result.exitCode),
      isOfSnapshot: isOfSnapshot)
  }

  /// What the truth gives `validate` for the times of the log.
  private var yearAndZone: [String] {
    let words = truth["validate"].elements.compactMap(\.string)
    return words.indices.filter { ["--year", "--tz"].contains(words[$0]) }.flatMap {
      [words[$0], words[$0 + 1]]
    }
  }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: directory.path + "/state/" + name))
  }

  /// The files of the state, with all that was made beside them.
  func files() throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path + "/state")
    var files: [String: Data] = [:]
    for name in names { files[name] = try bytes(name) }
    return files
  }
}
