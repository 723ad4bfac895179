/// A look at a property list in XML before a library reads it: each element must end where it began, so
/// that none is deeper than it seems.
enum XMLListCheck {
  struct Mistake: Equatable {
    var line: Int
    var message: String
  }

  /// The first mistake; nil where the list is whole and within bounds.
  static func mistake(in bytes: [UInt8]) -> Mistake? {
    var open: [ArraySlice<UInt8>] = []
    var elements = 0
    var place = 0
    func mistake(_ message: String) -> Mistake {
      let line = bytes[..<min(place, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
      return Mistake(line: line, message: message)
    }
    if bytes.contains(0) { return Mistake(line: 1, message: "it holds bytes that are no text") }
    while let start = bytes[place...].firstIndex(of: UInt8(ascii: "<")) {
      place = start
      let rest = bytes[start...]
      if let (opening, closing) = skipped.first(where: { rest.starts(with: $0.opening.utf8) }) {
        guard let end = end(of: closing, in: bytes, from: start + opening.utf8.count) else {
          return mistake("a part that begins with \(opening) does not end")
        }
        if opening == "<!DOCTYPE", bytes[start..<end].contains(UInt8(ascii: "[")) {
          return mistake("it declares entities of its own")
        }
        place = end
        continue
      }
      guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else {
        return mistake("it ends within an element")
      }
      let isClosing = rest.dropFirst().first == UInt8(ascii: "/")
      let name = bytes[(start + (isClosing ? 2 : 1))..<end].prefix { $0 > 0x20 && $0 != 0x2F }
      if isClosing {
        guard open.popLast() == name else {
          return mistake("an element ends that is not open: \(shown(name))")
        }
      } else {
        elements += 1
        if elements > PropertyListReader.Bounds.values { return mistake("it has too many values") }
        if bytes[end - 1] != UInt8(ascii: "/") { open.append(name) }
        if open.count > PropertyListReader.Bounds.depth {
          return mistake("its values are nested deeper than 64 levels")
        }
      }
      place = end + 1
    }
    if let last = open.last {
      place = bytes.count
      return mistake("it ends before the element \(shown(last)) does")
    }
    return elements == 0 ? mistake("it holds no element") : nil
  }

  /// What is no element: how it begins and ends.
  private static let skipped = [
    (opening: "<!--", closing: "-->"), (opening: "<![CDATA[", closing: "]]>"),
    (opening: "<?", closing: "?>"), (opening: "<!DOCTYPE", closing: ">"),
  ]

  private static func end(of mark: String, in bytes: [UInt8], from start: Int) -> Int? {
    let mark = Array(mark.utf8)
    var place = start
    while let found = bytes[min(place, bytes.count)...].firstIndex(of: mark[0]) {
      if bytes[found...].starts(with: mark) { return found + mark.count }
      place = found + 1
    }
    return nil
  }

  private static func shown(_ name: ArraySlice<UInt8>) -> String {
    String(decoding: name.prefix(40).filter { $0 > 0x20 && $0 < 0x7F }, as: UTF8.self)
  }
}
