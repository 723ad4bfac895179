import Foundation
import FuzzTargets

/// The inputs below `Cases`: a folder for each target, with what it once read wrongly and a sound one.
enum FuzzCases {
  private static func folder(of target: FuzzTarget) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(components: "Cases", target.rawValue)
  }

  static func names(of target: FuzzTarget) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder(of: target).path).sorted()
  }

  static func bytes(named name: String, of target: FuzzTarget) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: folder(of: target).appending(component: name)))
  }
}

/// A generator of the same numbers each time.
struct CaseNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state >> 32) | (state << 32)
  }
}
