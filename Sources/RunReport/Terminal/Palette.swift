/// Colours of the text report; the plain palette writes none.
package struct Palette: Sendable {
  package static let plain = Palette(isColoured: false)
  package static let ansi = Palette(isColoured: true)

  /// The meaning of a piece of text, which decides its colour.
  enum Role {
    case good, bad, doubtful, heading, quiet
  }

  private let isColoured: Bool

  /// Returns a text in the colour of its meaning.
  func paint(_ role: Role, _ text: String) -> String {
    guard isColoured, !text.isEmpty else { return text }
    let code =
      switch role {
      case .good: "32"
      case .bad: "1;31"
      case .doubtful: "33"
      case .heading: "1"
      case .quiet: "2"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
