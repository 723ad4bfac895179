import BuiltinRules
import RuleLanguage
import Testing

@testable import LogReading

/// The kernel and the search in plain Swift, held against a search byte by byte.
@Suite struct NeedleSearchTests {
  /// Needles of the shipped catalogue, and such as get in one another's way.
  private static let sets: [[[UInt8]]] =
    [
      ["DNP-"], ["abc", "bcd", "cde", "abcdef"], ["aaa", "aaaa", "aab", "baa"],
      ["FETCHER|REGISTER_START ", "FETCHER|REGISTERED ", "FETCHER|", "HER|"],
      (0..<40).map { "needle \($0)" }, ["\u{10}\u{10}\u{10}", "\u{7F}\u{7F}\u{7F}"],
      // The kernel cannot look for these; what is found is the same.
      ["ab", "DNP-"], ["\u{1}\u{2}\u{3}"], ["größe", "size"], [],
    ].map { $0.map { Array($0.utf8) } } + [catalogueNeedles]

  private static let catalogueNeedles: [[UInt8]] =
    (try? BuiltinRules.book()).map { EventScanner.needles(of: $0.catalogue) } ?? []

  /// The line that the first needle stands in, and the newlines before it.
  private struct Line: Equatable {
    var number: Int
    var start: Int

    init?(of needles: [[UInt8]], in text: [UInt8], from start: Int) {
      (number, self.start) = (0, start)
      for place in start..<text.count {
        let found = needles.contains {
          $0.count >= 2 && $0[0] == text[place] && text[place...].starts(with: $0)
        }
        if found { return }
        if text[place] == 0x0A { (number, self.start) = (number + 1, place + 1) }
      }
      return nil
    }
  }

  /// Finds what a search byte by byte finds, line after line.
  private func check(
    _ search: NeedleSearch, _ needles: [[UInt8]], _ text: [UInt8],
    _ location: SourceLocation = #_sourceLocation
  ) {
    var start = 0
    while true {
      var newlines = 0
      let hit = search.next(in: text.span, from: start, newlines: &newlines)
      let line = Line(of: needles, in: text, from: start)
      guard let hit, let line else {
        #expect((hit == nil) == (line == nil), sourceLocation: location)
        #expect(newlines == text[start...].count { $0 == 0x0A }, sourceLocation: location)
        return
      }
      #expect(newlines == line.number, sourceLocation: location)
      #expect(hit.place >= line.start, sourceLocation: location)
      #expect(!text[line.start..<hit.place].contains(0x0A), sourceLocation: location)
      let stands = search.stands(hit.needle, in: text.span, at: hit.place)
      #expect(stands, sourceLocation: location)
      let bytes = search.tables[search.needles[hit.needle].range]
      #expect(text[hit.place...].starts(with: bytes), sourceLocation: location)
      guard let end = text[hit.place...].firstIndex(of: 0x0A) else { return }
      start = end + 1
    }
  }

  @Test(arguments: sets.indices, [true, false])
  func `every line with a needle is found in random bytes`(set: Int, usesKernel: Bool) {
    let needles = Self.sets[set]
    let search = NeedleSearch(needles, usesKernel: usesKernel)
    var random = SplitMix(seed: UInt64(set))
    // Bytes of the needles, bytes that share a half with them, newlines, and any byte.
    var alphabet = needles.joined() + [0x0A, 0x0A, 0x00, 0xFF]
    alphabet += alphabet.map { $0 ^ 0x10 } + alphabet.map { $0 ^ 0x80 }
    for _ in 0..<50 {
      var text: [UInt8] = []
      let length = random.next(below: 400)
      while text.count < length {
        let needle = needles.isEmpty ? [] : needles[random.next(below: needles.count)]
        switch random.next(below: 8) {
        case 0: text += needle
        case 1: text += needle.dropLast(random.next(below: needle.count + 1))
        case 2: text.append(UInt8(random.next(below: 256)))
        default: text.append(alphabet[random.next(below: alphabet.count)])
        }
      }
      check(search, needles, text)
    }
  }

  @Test(arguments: [true, false])
  func `a needle is found at every place of a block, and not where the text cuts it`(
    usesKernel: Bool
  ) {
    let needles = Self.catalogueNeedles
    #expect(needles.count > 20)
    let search = NeedleSearch(needles, usesKernel: usesKernel)
    for needle in needles {
      for place in 0..<140 {
        var text = [UInt8](repeating: 0x20, count: place) + needle
        if place > 70 { text[place - 70] = 0x0A }
        var newlines = 0
        let hit = search.next(in: text.span, from: 0, newlines: &newlines)
        #expect(hit?.place == place)
        #expect(newlines == (place > 70 ? 1 : 0))
        if place % 64 < 4 { check(search, needles, Array(text.dropLast())) }
      }
    }
  }

  @Test(arguments: [true, false])
  func `newlines are counted over many blocks`(usesKernel: Bool) {
    let search = NeedleSearch(Self.catalogueNeedles, usesKernel: usesKernel)
    for length in [64 * 127, 64 * 127 + 66, 64 * 255 + 1, 64 * 600 + 13] {
      var text = [UInt8](repeating: 0x0A, count: length)
      var newlines = 0
      let none = search.next(in: text.span, from: 0, newlines: &newlines)
      #expect(none == nil)
      #expect(newlines == length)
      text += Array("DNP-".utf8) + [0x0A]
      newlines = 7
      let hit = search.next(in: text.span, from: 1, newlines: &newlines)
      #expect(hit?.place == length)
      #expect(newlines == length + 6)
    }
  }

  @Test(arguments: [true, false])
  func `no byte outside of the text is read`(usesKernel: Bool) throws {
    let search = NeedleSearch(Self.catalogueNeedles, usesKernel: usesKernel)
    try LockedPages.withPage(of: 0x44) { page in
      for length in [0, 1, 2, 3, 31, 63, 64, 65, 66, 67, 127, 130, 200, page.count] {
        for start in [0, page.count - length] {
          let text = page.extracting(start..<(start + length))
          var newlines = 0
          let hit = search.next(in: text, from: 0, newlines: &newlines)
          #expect(hit == nil)
          #expect(newlines == 0)
        }
      }
    }
  }

  @Test func `the kernel takes the needles of the catalogue where the processor can`() {
    #expect(NeedleSearch(Self.catalogueNeedles, usesKernel: true).pairs == nil)
    #expect(NeedleSearch(Self.catalogueNeedles, usesKernel: false).pairs != nil)
    #expect(NeedleSearch([Array("ab".utf8)], usesKernel: true).pairs != nil)
  }

  @Test func `the last place of a byte is found wherever it stands`() {
    for length in 0..<70 {
      var text = [UInt8](repeating: 0x20, count: length)
      let none = text.span.lastIndex(of: 0x0A, in: 0..<length)
      #expect(none == nil)
      for place in 0..<length {
        text[place] = 0x0A
        // Those before stand there already.
        let last = text.span.lastIndex(of: 0x0A, in: 0..<length)
        let before = text.span.lastIndex(of: 0x0A, in: 0..<place)
        let from = text.span.lastIndex(of: 0x0A, in: place..<length)
        #expect(last == place)
        #expect(before == (place > 0 ? place - 1 : nil))
        #expect(from == place)
      }
    }
  }
}
