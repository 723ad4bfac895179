internal import LogReading

/// Pseudonyms for words: the same for the same, and of the same look.
///
/// A letter stays a letter and a digit a digit, in the same case; all else stays as it is. So a
/// value ends where it ended, and is what it was to a reader: a hexadecimal number, a token.
struct Pseudonyms {
  private let hash: KeyedHash
  /// Parts of ids and their pseudonyms, in small letters.
  private var known: [[UInt8]: [UInt8]] = [:]
  private var used: Set<[UInt8]> = []

  /// The most parts of ids that surely get distinct pseudonyms, and the most bytes of each: longer
  /// ones do not collide by chance.
  private static let limit = 1 << 16
  private static let lengthLimit = 64

  init(key: String) {
    hash = KeyedHash(key: key)
  }

  // MARK: Texts

  /// Appends other words of the same lengths; any other text gives others.
  func appendText(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let text = Array(bytes)
    var copy = shuffled(text, salt: 0, keepsHex: false)
    var attempt: UInt64 = 1
    // A text of two letters may meet itself; a longer one never should.
    while attempt < 16, copy == text, text.contains(where: \.isWordByte) {
      copy = shuffled(text, salt: attempt, keepsHex: false)
      attempt += 1
    }
    output += copy
  }

  // MARK: Ids

  /// Appends an id with its parts replaced one by one, so that ids made of others stay so.
  ///
  /// - Parameter keepsTimes: Whether parts stay that are times, or that tell what an id is.
  mutating func appendId(
    _ bytes: ArraySlice<UInt8>, keepsTimes: Bool = true, to output: inout [UInt8]
  ) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      guard bytes[index].isWordByte else {
        output.append(bytes[index])
        index += 1
        continue
      }
      var end = index
      while end < bytes.endIndex, bytes[end].isWordByte { end += 1 }
      if keepsTimes, Self.isKept(bytes[index..<end]) {
        output += bytes[index..<end]
      } else {
        appendPart(bytes[index..<end], to: &output)
      }
      index = end
    }
  }

  private static func isKept(_ part: ArraySlice<UInt8>) -> Bool {
    guard part.count <= 13 else { return false }
    // The beginning of a token tells what it is.
    return isInstant(part) || part.elementsEqual("eyJ".utf8)
      || keptWords.contains(part.map(\.lowercased))
  }

  private mutating func appendPart(_ part: ArraySlice<UInt8>, to output: inout [UInt8]) {
    let small = part.map(\.lowercased)
    for (letter, byte) in zip(pseudonym(of: small), part) {
      output.append(byte.isCapital ? letter & ~0x20 : letter)
    }
  }

  /// Whether it is ten or thirteen digits: seconds or milliseconds of our days, which date a log.
  private static func isInstant(_ part: ArraySlice<UInt8>) -> Bool {
    (part.count == 10 || part.count == 13) && part.allSatisfy(\.isDigit)
      && (part.first == UInt8(ascii: "1") || part.first == UInt8(ascii: "2"))
  }

  /// The words that mark a DID and its method, but not whose it is.
  private static let keptWords: Set<[UInt8]> = Set(
    ["did", "ethr", "key", "peer", "web", "pkh", "plc", "jwk", "0x"].map { Array($0.utf8) })

  private mutating func pseudonym(of part: [UInt8]) -> [UInt8] {
    guard part.count <= Self.lengthLimit else { return shuffled(part, salt: 0, keepsHex: true) }
    if let found = known[part] { return found }
    var found = shuffled(part, salt: 0, keepsHex: true)
    guard known.count < Self.limit else { return found }
    // Short parts may collide: another try, and at last the next that is free.
    var attempt: UInt64 = 1
    while attempt < 64, used.contains(found) || found == part {
      found = shuffled(part, salt: attempt, keepsHex: true)
      attempt += 1
    }
    var steps = 0
    while used.contains(found), steps < 1 << 16, Self.advance(&found) { steps += 1 }
    known[part] = found
    used.insert(found)
    return found
  }

  /// Advances to the next part of the same look; false where nothing in it can change.
  private static func advance(_ part: inout [UInt8]) -> Bool {
    for index in part.indices.reversed() {
      switch part[index] {
      case UInt8(ascii: "9"): part[index] = UInt8(ascii: "0")
      case UInt8(ascii: "z"): part[index] = UInt8(ascii: "a")
      case let byte where byte.isWordByte:
        part[index] = byte + 1
        return true
      default: continue
      }
    }
    return part.contains(where: \.isWordByte)
  }

  // MARK: Bytes

  /// Replaces letters and digits by others of their kind.
  private func shuffled(_ bytes: [UInt8], salt: UInt64, keepsHex: Bool) -> [UInt8] {
    let start = keepsHex && bytes.starts(with: "0x".utf8) ? 2 : 0
    let isHex = keepsHex && bytes.count - start >= 4 && bytes[start...].allSatisfy(\.isHexDigit)
    // The bytes are read once, however many are drawn in their place.
    var state = hash.value(of: bytes, salt: salt)
    var random: UInt64 = 0
    return bytes.enumerated().map { index, byte in
      guard index >= start, byte.isWordByte else { return byte }
      if random < 1 << 20 { random = Self.next(&state) }
      // A multiple of 6, 9, 10 and 26, which are drawn from.
      let draw = random % 1170
      random /= 1170
      if byte.isDigit {
        // A number does not get a leading zero that it did not have.
        let isFirst = index == start && byte != UInt8(ascii: "0")
        return isFirst ? UInt8(ascii: "1") + UInt8(draw % 9) : UInt8(ascii: "0") + UInt8(draw % 10)
      }
      let letters: UInt64 = isHex ? 6 : 26
      let letter = UInt8(ascii: "a") + UInt8(draw % letters)
      return byte.isCapital ? letter & ~0x20 : letter
    }
  }

  /// Returns the next number of a generator: SplitMix64.
  private static func next(_ state: inout UInt64) -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
