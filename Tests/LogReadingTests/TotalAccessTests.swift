import Foundation
import LogReading
import Testing

/// Parts of bytes can be taken anywhere; in this file too, since it imports the module.
struct TotalAccessTests {
  private static let bytes = Array("0123456789".utf8)
  private static let places = [Int.min, -9, -1, 0, 1, 8, 9, 10, 11, 99, .max]

  @Test(arguments: places) func `a byte outside is NUL`(index: Int) {
    let expected: UInt8 = 0..<10 ~= index ? 0x30 + UInt8(index) : 0
    #expect(Self.bytes.span[index] == expected)
    #expect(Self.bytes[3...][index] == (index < 3 ? 0 : expected))
  }

  @Test(arguments: places, places) func `a part is cut at the ends`(start: Int, end: Int) {
    let range = start..<end
    #expect(range.isEmpty == (end <= start))
    let inside = range.clamped(to: 0..<10)
    let expected = Self.bytes.enumerated().filter { inside.contains($0.offset) }.map(\.element)
    #expect(Array(Self.bytes[range]) == expected)
    var copy: [UInt8] = []
    copy.append(Self.bytes.span.extracting(range))
    #expect(copy == expected)
    #expect(Array(Self.bytes[2...][range]) == expected.filter { $0 >= 0x32 })
    #expect(Array(Self.bytes[start...]) == Array(Self.bytes[start..<10]))
    #expect(Array(Self.bytes[..<end]) == Array(Self.bytes[0..<end]))
  }

  @Test(arguments: places, places) func `a search passes no end`(start: Int, end: Int) {
    let text = Self.bytes.span
    let found = (start..<end).contains(5)
    #expect(text.firstIndex(of: 0x35, in: start..<end) == (found ? 5 : nil))
    #expect(text.lastIndex(of: 0x35, in: start..<end) == (found ? 5 : nil))
    #expect(text.count(of: 0x35, in: start..<end) == (found ? 1 : 0))
  }

  @Test(arguments: places) func `a word of eight bytes has NUL outside`(index: Int) {
    var expected: UInt64 = 0
    for place in 0..<8 where 0..<10 ~= index &+ place {
      expected |= UInt64(0x30 + UInt8(index &+ place)) << UInt64(place * 8)
    }
    #expect(Self.bytes.span.load(at: index) == expected)
  }

  // MARK: Sources

  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// The sources of these folders, by their paths below `Sources`.
  private static func files(in folders: [String]) throws -> [(path: String, text: String)] {
    try folders.flatMap { folder in
      let root = sources.appending(path: folder)
      let names = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String }
      return try (names ?? []).filter { $0.hasSuffix(".swift") }.sorted().map {
        ("\(folder)/\($0)", try String(contentsOf: root.appending(path: $0), encoding: .utf8))
      }
    }
  }

  /// Modules behind the reading of logs: what stands before it sees no log, and `TextWriting` goes
  /// through its texts from the first byte to the last.
  private static let readers = [
    "Redaction", "RuleEngine", "RunAnalysis", "RunReport", "MetricsExport", "dnplog",
  ]

  @Test func `whoever takes parts of a log imports what cannot fail`() throws {
    let files = try Self.files(in: Self.readers)
    #expect(files.count > 100)
    for (path, text) in files {
      guard text.contains("Span<UInt8>") || text.contains("ArraySlice<UInt8>") else { continue }
      #expect(text.contains("import LogReading\n"), "\(path)")
    }
  }

  /// What goes around it, or fails as the standard library does: each with the files that may have it.
  @Test(arguments: [
    (#"unchecked[:B]|fromUnchecked"#, ["LogReading/Bytes/TotalAccess.swift"]),
    // A closed range cannot be empty: of the least to the greatest, and of what the catalogue has.
    (
      #"[\w)\]]\.\.\.[a-z(]"#,
      [
        "LogReading/Events/LokiDocument.swift", "LogReading/Events/NeedleSearch+Windows.swift",
        "LogReading/Events/RecordDocument.swift", "LogReading/Events/ScannerNeedles.swift",
      ]
    ),
    (#"precondition|fatalError"#, []),
    // Kernels over blocks of the text, and constants of the program that are compared with it.
    (
      #"\bunsafe\b"#,
      [
        "LogReading/Bytes/TotalAccess.swift", "LogReading/Containers/LinePrefix.swift",
        "LogReading/Events/LineText.swift", "LogReading/Events/NeedleSearch+Pairs.swift",
        "LogReading/Events/NeedleSearch+Windows.swift", "LogReading/Events/NeedleSearch.swift",
        "LogReading/Bytes/NumberReading.swift",
      ]
    ),
  ])
  func `nothing else takes parts of a line`(pattern: String, allowed: [String]) throws {
    let folders = [
      "LogReading/Bytes", "LogReading/Containers", "LogReading/Events", "Redaction",
    ]
    let form = try Regex(pattern)
    var found: Set<String> = []
    for (path, text) in try Self.files(in: folders) {
      let code = text.split(separator: "\n").filter { !$0.trimmed.hasPrefix("//") }
      if code.contains(where: { $0.contains(form) }) { found.insert(path) }
    }
    #expect(found.sorted() == allowed.sorted())
  }
}

extension Substring {
  fileprivate var trimmed: Substring { drop { $0 == " " } }
}
