import Foundation
import TestSupport
import Testing

/// The documentation shows what the program does.
///
/// A block that begins with three backquotes and `console` holds commands after `$`, each with its
/// exit status behind `# exit status` where that is not 0, and what it prints. A line `…` stands for
/// lines left out. Commands run side by side: each stands alone.
struct DocumentationTests {
  /// A command of a page and the lines that the page shows of its output.
  struct Shown: Sendable, CustomTestStringConvertible {
    var page: String
    var line: Int
    var command: String
    var exitCode: Int32
    var output: [String] = []
    var testDescription: String { "\(page):\(line): \(command)" }
  }

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let pages: [String] = {
    let folder = root.appending(path: "docs").path
    let integrations = root.appending(path: "integrations").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let docs = names.filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
    let kits = (try? FileManager.default.contentsOfDirectory(atPath: integrations)) ?? []
    let guides = kits.map { "integrations/\($0)/README.md" }.filter {
      FileManager.default.fileExists(atPath: root.appending(path: $0).path)
    }
    return ["README.md", "samples/README.md"] + docs.sorted() + guides.sorted()
  }()

  private static let shown = pages.flatMap { commands(of: $0) }

  private static func lines(of page: String) -> [String] {
    let text = try? String(contentsOf: root.appending(path: page), encoding: .utf8)
    return (text ?? "").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static func commands(of page: String) -> [Shown] {
    var found: [Shown] = []
    // The indent of the block at hand, which a list may have; nil outside of one.
    var indent: Int?
    for (index, text) in lines(of: page).enumerated() {
      let margin = text.prefix { $0 == " " }.count
      let line = String(text.dropFirst(min(margin, indent ?? margin)))
      if line.hasPrefix("```") {
        indent = line == "```console" ? margin : nil
      } else if indent != nil, line.hasPrefix("$ ") {
        let parts = line.dropFirst(2).components(separatedBy: "  # exit status ")
        found.append(
          Shown(
            page: page, line: index + 1, command: parts[0],
            exitCode: parts.count > 1 ? Int32(parts[1]) ?? -1 : 0))
      } else if indent != nil, !found.isEmpty {
        found[found.count - 1].output.append(line)
      }
    }
    return found
  }

  @Test func `the pages show commands`() {
    #expect(Self.shown.contains { $0.page == "README.md" })
    #expect(Self.shown.count > 10)
  }

  @Test(arguments: Self.shown)
  func `a command does what the page shows`(shown: Shown) throws {
    let folder = URL(filePath: Dnplog.path).deletingLastPathComponent().path
    // Without standard input, and with the built program as `dnplog`.
    let script = "PATH=\"$0:$PATH\"; exec < /dev/null 2>&1; \(shown.command)"
    let result = try run("/bin/sh", ["-c", script, folder], directory: Self.root.path)
    #expect(result.exitCode == shown.exitCode, "\(result.output)")
    if let difference = Self.difference(shown.output, result.output) {
      Issue.record("\(difference)\nthe whole output is\n\(result.output)")
    }
  }

  /// Returns the first run of shown lines that the output lacks where it should have it, or nil.
  private static func difference(_ shown: [String], _ output: String) -> String? {
    func trimmed(_ line: some StringProtocol) -> String {
      String(line.reversed().drop { $0 == " " }.reversed())
    }
    var rest = output.split(separator: "\n", omittingEmptySubsequences: false).map(trimmed)[...]
    while rest.last == "" { rest.removeLast() }
    var expected = shown.map(trimmed)
    while expected.last == "" { expected.removeLast() }
    let runs = expected.split(separator: "…", omittingEmptySubsequences: false).map(Array.init)
    for (number, run) in runs.enumerated() where !run.isEmpty {
      let isLast = number == runs.count - 1
      let starts =
        number == 0
        ? 0..<1 : isLast ? (rest.count - run.count)..<(rest.count - run.count + 1) : 0..<rest.count
      let place = starts.first { start in
        start >= 0 && rest.dropFirst(start).prefix(run.count).elementsEqual(run)
      }
      guard let place else { return "not there:\n" + run.joined(separator: "\n") }
      rest = rest.dropFirst(place + run.count)
    }
    if expected.last != "…", !rest.isEmpty { return "more: " + rest.joined(separator: "\n") }
    return nil
  }

  @Test func `links between pages lead somewhere`() throws {
    let pages = Self.pages + ["CONTRIBUTING.md", "CHANGELOG.md"]
    for page in pages {
      let folder = Self.root.appending(path: page).deletingLastPathComponent()
      for link in Self.lines(of: page).joined(separator: "\n").matches(of: /\]\(([^)#\s]+)/) {
        let target = String(link.output.1)
        if target.hasPrefix("http") { continue }
        let path = folder.appending(path: target).path
        #expect(FileManager.default.fileExists(atPath: path), "\(page) links to \(target)")
      }
    }
  }

  @Test(arguments: ["fetch-speed.yaml", "kinds.yaml", "wallet"])
  func `an example loads and passes its tests`(name: String) throws {
    let example = "docs/examples/" + name
    for command in ["check", "test"] {
      let result = try run(Dnplog.path, ["rules", command, example], directory: Self.root.path)
      #expect(result.exitCode == 0, "\(result.output)\(result.errors)")
    }
  }
}
