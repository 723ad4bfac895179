/// A keyed hash, SipHash-2-4: nobody can foretell its number for some bytes without the key.
struct KeyedHash {
  private let key: (UInt64, UInt64)

  /// Makes a key of a text of any length.
  init(key text: String) {
    let seed = KeyedHash(key: (0x646E_706C_6F67_3031, 0x7265_6461_6374_3031))
    let bytes = Array(text.utf8)
    key = (seed.value(of: bytes, salt: 1), seed.value(of: bytes, salt: 2))
  }

  private init(key: (UInt64, UInt64)) {
    self.key = key
  }

  /// Returns the number for some bytes; another salt gives another.
  func value(of bytes: [UInt8], salt: UInt64) -> UInt64 {
    var state = State(key.0, key.1)
    state.take(salt)
    var word: UInt64 = 0
    for (index, byte) in bytes.enumerated() {
      word |= UInt64(byte) << (8 * UInt64(index & 7))
      if index & 7 == 7 {
        state.take(word)
        word = 0
      }
    }
    state.take(word | UInt64(truncatingIfNeeded: bytes.count) << 56)
    return state.end()
  }

  private struct State {
    private var a, b, c, d: UInt64

    init(_ first: UInt64, _ second: UInt64) {
      a = first ^ 0x736F_6D65_7073_6575
      b = second ^ 0x646F_7261_6E64_6F6D
      c = first ^ 0x6C79_6765_6E65_7261
      d = second ^ 0x7465_6462_7974_6573
    }

    mutating func take(_ word: UInt64) {
      d ^= word
      mix()
      mix()
      a ^= word
    }

    mutating func end() -> UInt64 {
      c ^= 0xFF
      for _ in 0..<4 { mix() }
      return a ^ b ^ c ^ d
    }

    private mutating func mix() {
      a = a &+ b
      b = Self.turn(b, 13) ^ a
      a = Self.turn(a, 32)
      c = c &+ d
      d = Self.turn(d, 16) ^ c
      a = a &+ d
      d = Self.turn(d, 21) ^ a
      c = c &+ b
      b = Self.turn(b, 17) ^ c
      c = Self.turn(c, 32)
    }

    private static func turn(_ word: UInt64, _ bits: UInt64) -> UInt64 {
      word << bits | word >> (64 - bits)
    }
  }
}
