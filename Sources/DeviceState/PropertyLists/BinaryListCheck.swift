/// A look at a binary property list before a library reads it, which copies a value as often as it is
/// used: a file of a kilobyte may come to any size, or never end.
struct BinaryListCheck {
  enum Mistake { case damaged, tooDeep, tooLarge }

  private let bytes: [UInt8]
  private var offsetSize = 0
  private var referenceSize = 0
  private var count = 0
  private var table = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// What is wrong with the list; nil where its values are all there and within bounds.
  mutating func mistake() -> Mistake? {
    guard bytes.count >= 8 + 1 + 32 else { return .damaged }
    let trailer = bytes.count - 32
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = number(at: trailer + 8, size: 8), let top = number(at: trailer + 16, size: 8),
      let table = number(at: trailer + 24, size: 8), count > 0, top < count,
      count <= PropertyListReader.Bounds.bytes, table >= 8, table < trailer,
      count * offsetSize <= trailer - table
    else { return .damaged }
    (self.count, self.table) = (count, table)
    return walk(from: top)
  }

  /// Looks at each value as often as it is used.
  private func walk(from top: Int) -> Mistake? {
    var waiting = [Use(reference: top, depth: 1, isKey: false)]
    var values = 0
    var content = 0
    while let use = waiting.popLast() {
      values += 1
      if values > PropertyListReader.Bounds.values { return .tooLarge }
      if use.depth > PropertyListReader.Bounds.depth { return .tooDeep }
      guard let place = number(at: table + use.reference * offsetSize, size: offsetSize),
        place >= 8, place < table, let object = object(at: place)
      else { return .damaged }
      if use.isKey, !object.isKey { return .damaged }
      content += object.length
      if content > PropertyListReader.Bounds.contentBytes { return .tooLarge }
      for index in 0..<object.references {
        guard
          let next = number(
            at: object.start + index * referenceSize, size: referenceSize), next < count
        else { return .damaged }
        // The first half of a dictionary's references are its keys.
        waiting.append(
          Use(reference: next, depth: use.depth + 1, isKey: index < object.keys))
        if waiting.count > PropertyListReader.Bounds.values { return .tooLarge }
      }
    }
    return nil
  }

  /// A value at one of the places that refer to it.
  private struct Use {
    var reference: Int
    var depth: Int
    var isKey: Bool
  }

  private struct Object {
    /// Where its content begins, and the bytes of that.
    var start: Int
    var length: Int
    /// How many other values it refers to, and how many of them are keys.
    var references = 0
    var keys = 0
    /// It is a text without a NUL: for any other key the library ends the whole program.
    var isKey = false
  }

  private func object(at place: Int) -> Object? {
    let low = Int(bytes[place] & 0x0F)
    var start = place + 1
    var size = low
    let kind = bytes[place] >> 4
    let isCounted: Set<UInt8> = [0x4, 0x5, 0x6, 0xA, 0xC, 0xD]
    if isCounted.contains(kind), low == 0x0F {
      guard start < table, bytes[start] >> 4 == 0x1 else { return nil }
      let width = 1 << Int(bytes[start] & 0x0F)
      guard width <= 8, let counted = number(at: start + 1, size: width) else { return nil }
      size = counted
      start += 1 + width
    }
    guard size <= bytes.count else { return nil }
    let length: Int
    var object = Object(start: start, length: 0)
    switch kind {
    case 0x0: length = 0
    case 0x1:
      guard low <= 4 else { return nil }
      length = 1 << low
    case 0x2, 0x3:
      guard low == 2 || low == 3 else { return nil }
      length = 1 << low
    case 0x4, 0x5: length = size
    case 0x6: length = 2 * size
    case 0x8: length = low + 1
    case 0xA, 0xC:
      object.references = size
      length = size * referenceSize
    case 0xD:
      object.references = 2 * size
      object.keys = size
      length = 2 * size * referenceSize
    default: return nil
    }
    guard length <= table - start else { return nil }
    object.length = length
    object.isKey = isKey(kind, bytes[start..<(start + length)])
    return object
  }

  private func isKey(_ kind: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
    switch kind {
    case 0x5: return !content.contains(0)
    case 0x6:
      return stride(from: content.startIndex, to: content.endIndex, by: 2).allSatisfy {
        content[$0] != 0 || content[$0 + 1] != 0
      }
    default: return false
    }
  }

  /// A number of the file, its highest byte first; nil where it is not there, or no offset can be so large.
  private func number(at place: Int, size: Int) -> Int? {
    guard place >= 0, size <= 8, place <= bytes.count - size else { return nil }
    var number: UInt64 = 0
    for byte in bytes[place..<(place + size)] { number = number << 8 | UInt64(byte) }
    return number <= 1 << 40 ? Int(number) : nil
  }
}
