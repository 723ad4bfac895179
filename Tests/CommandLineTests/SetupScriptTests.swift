import Foundation
import TestSupport
import Testing

/// The script that `make` runs before it builds.
struct SetupScriptTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL.path

  @Test(
    arguments: [
      ("toolchain/swift", "", 0),
      ("toolchain/none", "setup: no toolchain/none found: install Swift 6.3 from ", 1),
      ("", "setup: no swift found: install Swift 6.3 from ", 1),
    ] as [(String, String, Int32)])
  func `the swift that is named need not be on the path`(
    swift: String, message: String, status: Int32
  ) throws {
    let directory = try TemporaryDirectory()
    // A compiler that finds every header, so that nothing is missing and nothing is installed.
    let script = """
      mkdir toolchain tools
      printf '#!/bin/sh\\nexit 0\\n' > toolchain/swift
      printf '#!/bin/sh\\nwhile read -r line; do :; done\\n' > tools/cc
      chmod +x toolchain/swift tools/cc
      ln -s "$(command -v dirname)" tools/dirname
      SWIFT=$2 PATH="$PWD/tools" exec "$(command -v bash)" "$1/scripts/setup"
      """
    let result = try Dnplog.shell(script, [Self.root, swift], in: directory)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix(message) && result.errors.isEmpty == message.isEmpty)
    #expect(result.exitCode == status)
  }

  @Test(.enabled(if: findProgram("make") != nil))
  func `make tells it which swift is meant`() throws {
    let directory = try TemporaryDirectory()
    let goals = ["setup", "test", "instructions", "bench"]
    for goal in goals {
      let result = try Dnplog.shell(
        "unset MAKEFLAGS; make -n -C \"$1\" \"$2\" SWIFT=/opt/swift/bin/swift",
        [Self.root, goal], in: directory)
      let calls = result.output.split(separator: "\n").filter { $0.contains("scripts/setup") }
      #expect(!calls.isEmpty, "\(goal)")
      #expect(
        calls.allSatisfy { $0.hasPrefix("SWIFT=/opt/swift/bin/swift scripts/setup") }, "\(goal)")
    }
  }
}
