import Testing

@testable import LogReading

/// The kernel and the search in plain Swift, held against a search byte by byte.
@Suite struct SecretSearchTests {
  private static func mark(in text: [UInt8], from start: Int) -> Int {
    let marks = ["yJ", "be", "bE", "Be", "BE", "ke", "kE", "Ke", "KE"].map { Array($0.utf8) }
    let places = text.indices.dropLast().dropFirst(start)
    return places.first { marks.contains(Array(text[$0...$0 + 1])) } ?? text.count
  }

  @Test func `each mark is found in random bytes, wherever the search begins`() {
    var random = SplitMix(seed: 7)
    // The letters of the marks, such as differ from them in a bit, and others.
    let letters = Array("yJbBkKeE".utf8)
    let alphabet = letters + letters.map { $0 ^ 0x80 } + letters.map { $0 ^ 0x20 } + [0x00, 0xFF]
    for length in 0..<150 {
      let isSparse = length % 2 == 0
      let text = (0..<length).map { _ in
        isSparse && random.next(below: 8) > 0
          ? 0x2D : alphabet[random.next(below: alphabet.count)]
      }
      for start in 0...length {
        let expected = Self.mark(in: text, from: start)
        let found = text.span.secretMark(from: start)
        let foundInBlocks = text.span.secretMarkInBlocks(from: start)
        #expect(found == expected)
        #expect(foundInBlocks == expected)
      }
    }
  }

  @Test func `no byte outside of the text is read`() throws {
    try LockedPages.withPage(of: 0x79) { page in
      for length in [0, 1, 2, 31, 32, 33, 34, 63, 64, 65, 66, 67, 127, 130, page.count] {
        for begin in [0, page.count - length] {
          let text = page.extracting(begin..<(begin + length))
          for start in 0...min(length, 70) {
            let found = text.secretMark(from: start)
            #expect(found == length)
          }
        }
      }
    }
  }
}
