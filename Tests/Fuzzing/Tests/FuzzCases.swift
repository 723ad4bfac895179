import Foundation
import FuzzBasics
import FuzzDocuments
import FuzzLogs
import FuzzRules
import FuzzRuns
import Testing

/// The inputs below `Cases`: a folder for each target, with what it once read wrongly and a sound one.
enum FuzzCases {
  static let targets =
    named(DocumentTarget.self) + named(RuleTarget.self) + named(LogTarget.self)
    + named(RunTarget.self) + named(ProgramTarget.self)

  private static func named<Target: FuzzTarget>(_ group: Target.Type) -> [NamedTarget] {
    group.allCases.map { target in NamedTarget(name: target.rawValue) { target.runner() } }
  }

  private static func folder(of target: NamedTarget) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(components: "Cases", target.name)
  }

  static func names(of target: NamedTarget) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder(of: target).path).sorted()
  }

  static func bytes(named name: String, of target: NamedTarget) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: folder(of: target).appending(component: name)))
  }
}

/// A target of any group.
struct NamedTarget: Sendable, CustomTestStringConvertible {
  let name: String
  let runner: @Sendable () -> any FuzzRunner
  var testDescription: String { name }
}

/// A generator of the same numbers each time.
struct CaseNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 32) | (state << 32)
  }
}
