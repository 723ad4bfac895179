/// Names of a file in sentences.
enum StoreText {
  private static let longest = 60

  /// A name, cut where it is longer than any that a person chose.
  static func shown(_ name: String) -> String {
    let scalars = name.unicodeScalars
    if scalars.count <= longest { return name }
    return String(String.UnicodeScalarView(scalars.prefix(longest))) + "…"
  }
}
