/// A line of a dump, without the blanks at its ends.
struct DumpLine {
  /// From one, in the file.
  let number: Int
  /// The number of blanks before the text.
  let indent: Int
  let text: DumpText
}

/// The lines of a part of a text, which LF or CR LF ends.
struct DumpLines: Sequence, IteratorProtocol {
  private let bytes: DumpText
  private(set) var position: Int
  private var number: Int

  /// - Parameter number: The number of its first line.
  init(_ bytes: DumpText, number: Int = 1) {
    self.bytes = bytes
    position = bytes.startIndex
    self.number = number
  }

  mutating func next() -> DumpLine? {
    guard position < bytes.endIndex else { return nil }
    let rest = bytes[position...]
    let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let line = rest[..<end]
    let text = line.trimmed
    let indent = text.isEmpty ? line.count : text.startIndex - line.startIndex
    position = end < bytes.endIndex ? end + 1 : end
    defer { number += 1 }
    return DumpLine(number: number, indent: indent, text: text)
  }
}
