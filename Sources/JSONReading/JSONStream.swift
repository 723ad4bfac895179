/// Cuts a stream of JSON documents into single ones: one on a line, or each over many lines.
///
/// It only counts brackets; whether a document is JSON is seen when it is read.
package struct JSONStream {
  /// The bytes of the document that is begun.
  private var document: [UInt8] = []
  /// The line on which it begins, and the one at hand.
  private var first = 1
  private var line = 1
  private var depth = 0
  private var isText = false
  private var isEscaped = false

  package init() {}

  /// A document, and the line on which it begins.
  package typealias Document = (bytes: [UInt8], line: Int)

  /// How many bytes wait for the end of their document.
  package var waiting: Int { document.count }

  /// Takes the next bytes and hands on each document that ends in them.
  package mutating func add<Failure: Error>(
    _ bytes: [UInt8], _ take: (Document) throws(Failure) -> Void
  ) throws(Failure) {
    var start = 0
    for (index, byte) in bytes.enumerated() {
      if byte == 0x0A { line += 1 }
      if isText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isText = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isText = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        // What stands before is blank, or no document: the reader says so.
        if depth == 0, document.isEmpty, isBlank(bytes[start..<index]) {
          start = index
          first = line
        }
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        guard depth <= 0 else { continue }
        depth = 0
        document += bytes[start...index]
        start = index + 1
        let whole = (document, first)
        document = []
        first = line
        try take(whole)
      default: continue
      }
    }
    document += bytes[start...]
    if depth == 0, isBlank(document[...]) { document = [] }
  }

  /// Returns what is left behind the last document; nil for blanks.
  package func rest() -> Document? { document.isEmpty ? nil : (document, first) }

  private func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) }
  }
}
