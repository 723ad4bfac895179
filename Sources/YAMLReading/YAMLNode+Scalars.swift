/// Places inside a scalar: an expression or a shape has mistakes of its own.
extension YAMLNode {
  /// A mistake at that many UTF-8 bytes into the scalar's text.
  package func error(
    _ message: String, advice: String = "", atOffset offset: Int
  ) -> SourceError {
    source.error(message, advice: advice, at: location(ofOffset: offset))
  }

  /// The place in the file of a byte of the scalar's text.
  ///
  /// Quotes, escapes and the indentation of a block are counted. Text that YAML folded over lines
  /// has no exact place any more, so it gets that of its beginning.
  package func location(ofOffset offset: Int) -> SourceLocation {
    guard case .scalar(let text, _) = content, offset >= 0 else { return location }
    let before = String(decoding: text.utf8.prefix(offset), as: UTF8.self).unicodeScalars
    let line = source.line(location.line).unicodeScalars
    let rest = Array(line.dropFirst(max(0, location.column - 1)))
    switch rest.first {
    case "|": return locationInBlock(after: before)
    case ">": return location
    case "\"", "'":
      guard let step = Self.sourceLength(of: before.count, in: rest) else { return location }
      return moved(by: step)
    default:
      return before.count <= rest.count ? moved(by: before.count) : location
    }
  }

  private func moved(by count: Int) -> SourceLocation {
    var moved = location
    moved.column += count
    return moved
  }

  /// Finds a place in a literal block, whose lines are those of the file behind an indentation.
  private func locationInBlock(after before: String.UnicodeScalarView) -> SourceLocation {
    var place = location
    place.line += 1
    var column = 0
    for scalar in before {
      if scalar == "\n" {
        place.line += 1
        column = 0
      } else {
        column += 1
      }
    }
    place.column = blockIndentation + column + 1
    return place
  }

  private var blockIndentation: Int {
    for line in source.lines.dropFirst(location.line) {
      let indentation = line.unicodeScalars.prefix { $0 == " " }.count
      if indentation < line.unicodeScalars.count { return indentation }
    }
    return 0
  }

  /// The length in the file, from the opening quote, of the first characters of a quoted text.
  private static func sourceLength(of count: Int, in quoted: [Unicode.Scalar]) -> Int? {
    guard let quote = quoted.first else { return nil }
    var index = 1
    for _ in 0..<count {
      guard index < quoted.count else { return nil }
      let hasNext = index + 1 < quoted.count
      if quote == "'", quoted[index] == "'" {
        index += 2
      } else if quote == "\"", quoted[index] == "\\", hasNext {
        switch quoted[index + 1] {
        case "x": index += 4
        case "u": index += 6
        case "U": index += 10
        default: index += 2
        }
      } else {
        index += 1
      }
    }
    return index <= quoted.count ? index : nil
  }
}
