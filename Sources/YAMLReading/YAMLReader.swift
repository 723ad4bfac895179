/// A reader of the part of YAML that rule files use: one document of text, lists and mappings.
package enum YAMLReader {
  /// The limits on a hostile file; no rule file comes near them.
  private static let maximumBytes = 4 << 20
  private static let maximumDepth = 64

  /// Reads the document of a file, or throws the first mistake in it.
  package static func read(_ bytes: [UInt8], path: String) throws(SourceError) -> YAMLNode {
    guard bytes.count <= maximumBytes else {
      throw SourceError(
        "larger than 4 MiB", advice: "split the file",
        at: SourceLocation(path: path, line: 1, column: 1))
    }
    let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let source = try sourceText(content, path: path)
    let events = try yamlEvents(content, in: source, maximumDepth: maximumDepth)
    var composer = YAMLComposer(events: events, source: source)
    return try composer.document()
  }

  /// Decodes the text of a file, and throws if it is no text.
  private static func sourceText(
    _ bytes: ArraySlice<UInt8>, path: String
  ) throws(SourceError) -> SourceText {
    if let text = String(validating: bytes, as: UTF8.self) {
      let source = SourceText(path: path, text: text)
      try refuseControlCharacters(in: source)
      return source
    }
    // The first line that does not decode is looked for only after an error.
    var number = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      number += 1
      if String(validating: line, as: UTF8.self) != nil { continue }
      let repaired = String(decoding: line, as: UTF8.self)
      let column = repaired.unicodeScalars.prefix { $0 != "\u{FFFD}" }.count + 1
      throw SourceError(
        "not valid UTF-8", advice: "save the file as UTF-8",
        at: SourceLocation(path: path, line: number, column: column))
    }
    return SourceText(path: path)
  }

  private static func refuseControlCharacters(in source: SourceText) throws(SourceError) {
    for (index, line) in source.lines.enumerated() {
      for (offset, scalar) in line.unicodeScalars.enumerated() {
        switch scalar.value {
        case 0x00..<0x09, 0x0A..<0x20, 0x7F..<0xA0, 0xFFFE...0xFFFF: break
        default: continue
        }
        let code = String(scalar.value, radix: 16, uppercase: true)
        // The line itself is not shown: it could drive the terminal.
        throw SourceError(
          "control character U+\(String(repeating: "0", count: 4 - code.count))\(code)",
          advice: "remove it",
          at: SourceLocation(path: source.path, line: index + 1, column: offset + 1))
      }
    }
  }
}
