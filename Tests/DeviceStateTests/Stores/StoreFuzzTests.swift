import Foundation
import TestSupport
import Testing

@testable import DeviceState

@Suite struct StoreFuzzTests {
  private static func change(_ bytes: inout [UInt8], _ numbers: inout RepeatedNumbers) {
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &numbers))
    case 1:
      // One page in the place of another: trees that lead in a circle, or to a page of other kind.
      let pages = bytes.count / 512
      let from = Int.random(in: 0..<pages, using: &numbers) * 512
      let to = Int.random(in: 0..<pages, using: &numbers) * 512
      bytes.replaceSubrange(to..<(to + 512), with: Array(bytes[from..<(from + 512)]))
    case 2:
      // The numbers at the beginning of a page lead to others.
      let page = Int.random(in: 0..<(bytes.count / 512), using: &numbers) * 512
      for index in page..<(page + 24) where Bool.random(using: &numbers) {
        bytes[index] = UInt8.random(in: 0...40, using: &numbers)
      }
    default:
      for _ in 0..<Int.random(in: 1...8, using: &numbers) {
        bytes[Int.random(in: bytes.indices, using: &numbers)] = .random(
          in: 0...255, using: &numbers)
      }
    }
  }

  @Test(
    .timeLimit(.minutes(Patience.minutes)),
    arguments: [("DELETE", 1_000), ("WAL", 700), ("unfinished", 300)])
  func `no damage makes a reading crash, hang or change a file`(mode: String, times: Int) throws {
    let folder = try TemporaryDirectory()
    let sound = try StoreSamples.makeSmall(in: folder.path, mode: mode)
    var numbers = RepeatedNumbers(state: 7)
    var refused = 0
    for _ in 0..<times {
      var files = sound
      let suffix = files.keys.sorted().randomElement(using: &numbers) ?? ""
      Self.change(&files[suffix, default: []], &numbers)
      for (suffix, bytes) in files { try folder.add("a.db" + suffix, bytes: bytes) }
      let error = refusal(of: folder.path + "/a.db")
      refused += error == nil ? 0 : 1
      for (suffix, bytes) in files {
        let now = FileManager.default.contents(atPath: folder.path + "/a.db" + suffix)
        #expect(now.map { [UInt8]($0) } == bytes)
      }
      if let error { #expect(!error.message.isEmpty && !error.advice.isEmpty) }
    }
    // Some are unharmed, and some are not.
    #expect((times / 20..<times - times / 20).contains(refused))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == (sound.keys.map { "a.db" + $0 } + ["made.db"]).sorted())
  }
}
