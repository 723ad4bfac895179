/// One header block of a tar archive (POSIX ustar and pax, GNU, and the old form without a mark).
struct TarHeader {
  static let blockSize = 512

  enum Kind {
    case file
    /// The name of the next file follows (GNU).
    case longName
    /// Attributes of the next file follow (pax).
    case attributes
    /// A file with holes, whose bytes are not contiguous.
    case sparse
    /// A directory, a link, a device, or a newer type.
    case other
  }

  let kind: Kind
  /// The path; empty where another block gives it.
  let name: [UInt8]
  /// How many bytes of data follow.
  let size: Int64
  /// Whether more header blocks follow, with the map of a sparse file.
  let hasMap: Bool

  /// Nil for a block whose checksum or size is wrong, and so for any text.
  init?(_ block: Span<UInt8>) {
    guard block.count >= Self.blockSize, Self.isSumRight(block),
      let size = Self.number(block, in: 124..<136), size >= 0, size <= Self.sizeLimit
    else { return nil }
    let type = block[156]
    kind =
      switch type {
      case 0, UInt8(ascii: "0"), UInt8(ascii: "7"): .file
      case UInt8(ascii: "L"): .longName
      case UInt8(ascii: "x"): .attributes
      case UInt8(ascii: "S"): .sparse
      default: .other
      }
    // Links, devices and directories may state the size of their target.
    let hasNoData = UInt8(ascii: "1")...UInt8(ascii: "6") ~= type
    self.size = hasNoData ? 0 : size
    hasMap = kind == .sparse && block[482] != 0
    var name = Self.text(block, in: 0..<100)
    if block.matches("ustar\u{0}".utf8.span, at: 257) {
      let prefix = Self.text(block, in: 345..<500)
      if !prefix.isEmpty { name = prefix + [UInt8(ascii: "/")] + name }
    }
    self.name = name
  }

  /// The largest size believed, more than any disk holds; sums with it cannot overflow.
  private static let sizeLimit: Int64 = 1 << 60

  /// Whether a block is a header except for some wrong bytes: nearly all its numbers stand in their
  /// columns, where a text has words. Its checksum is not compared.
  static func isNearly(_ block: Span<UInt8>) -> Bool {
    guard block.count >= blockSize, !isSumRight(block) else { return false }
    let columns = [100..<108, 108..<116, 116..<124, 124..<136, 136..<148, 148..<156]
    return columns.count { holdsNumber(block, in: $0) } >= columns.count - 1
  }

  private static func holdsNumber(_ block: Span<UInt8>, in column: Range<Int>) -> Bool {
    var digits = 0
    for index in column {
      switch block[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "7"): digits += 1
      case 0, UInt8(ascii: " "): break
      default: return false
      }
    }
    return digits >= 6
  }

  /// Whether a block marks the end of an archive.
  static func isEnd(_ block: Span<UInt8>) -> Bool {
    for index in block.indices where block[index] != 0 { return false }
    return true
  }

  /// Whether the checksum fits, its field read as blanks; some programs added signed bytes.
  private static func isSumRight(_ block: Span<UInt8>) -> Bool {
    let field = 148..<156
    guard let stated = number(block, in: field) else { return false }
    var sum: Int64 = 0
    var signed: Int64 = 0
    for index in 0..<blockSize {
      let byte = field.contains(index) ? UInt8(ascii: " ") : block[index]
      sum += Int64(byte)
      signed += Int64(Int8(bitPattern: byte))
    }
    return stated == sum || stated == signed
  }

  /// Reads octal digits between blanks, or a binary number with the highest bit set.
  private static func number(_ block: Span<UInt8>, in field: Range<Int>) -> Int64? {
    if block[field.lowerBound] == 0x80 {
      var value: Int64 = 0
      for index in (field.lowerBound + 1)..<field.upperBound {
        guard value < 1 << 55 else { return nil }
        value = value << 8 | Int64(block[index])
      }
      return value
    }
    var value: Int64 = 0
    var hasDigit = false
    for index in field {
      switch block[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "7"):
        value = value << 3 | Int64(block[index] - 0x30)
        hasDigit = true
      case UInt8(ascii: " ") where !hasDigit: continue
      case UInt8(ascii: " "), 0: return hasDigit ? value : nil
      default: return nil
      }
    }
    return hasDigit ? value : nil
  }

  private static func text(_ block: Span<UInt8>, in field: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    for index in field {
      if block[index] == 0 { break }
      text.append(block[index])
    }
    return text
  }
}

/// The attributes of a file that a pax header states: `LENGTH KEY=VALUE` and a newline, each.
struct TarAttributes {
  private(set) var path: [UInt8]?
  private(set) var size: Int64?
  private(set) var isSparse = false

  init(_ bytes: [UInt8]) {
    var start = 0
    while start < bytes.count {
      var place = start
      var length = 0
      while place < bytes.count, bytes[place].isDigit, length < 1 << 30 {
        length = length * 10 + Int(bytes[place] - 0x30)
        place += 1
      }
      let end = start + length
      guard place < bytes.count, bytes[place] == UInt8(ascii: " "), end > place + 1,
        end <= bytes.count, bytes[end - 1] == UInt8(ascii: "\n")
      else { return }
      let record = bytes[(place + 1)..<(end - 1)]
      if let equals = record.firstIndex(of: UInt8(ascii: "=")) {
        take(record[..<equals], record[(equals + 1)...])
      }
      start = end
    }
  }

  private mutating func take(_ key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
    switch String(decoding: key, as: UTF8.self) {
    case "path": path = Array(value)
    case "size":
      guard let number = Int64(String(decoding: value, as: UTF8.self)), number >= 0,
        number < 1 << 60
      else { return }
      size = number
    case let name where name.hasPrefix("GNU.sparse."): isSparse = true
    default: break
    }
  }
}
