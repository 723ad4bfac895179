extension [UInt8] {
  /// Appends a text as UTF-8.
  package mutating func append(utf8 text: String) { append(contentsOf: text.utf8) }
}

/// Numbers as decimal text, without locale and without Foundation.
package enum NumberText {
  /// A number with at most the given decimals, no exponent and no trailing zeros.
  ///
  /// Numbers beyond 9e12, which no time in a log can give, take the shortest form of Swift.
  package static func decimal(_ value: Double, places: Int = 6) -> String {
    var scale: Int64 = 1
    let places = max(0, min(places, 6))
    for _ in 0..<places { scale *= 10 }
    let scaled = (value * Double(scale)).rounded()
    guard abs(scaled) < 9e18 else { return "\(value)" }
    let units = Int64(scaled)
    let whole = (units / scale).magnitude
    var fraction = places == 0 ? "" : padded(abs(units % scale), to: places)
    while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
    return (units < 0 ? "-" : "") + (fraction.isEmpty ? "\(whole)" : "\(whole).\(fraction)")
  }

  /// A number with leading zeros.
  package static func padded(_ value: Int64, to width: Int) -> String {
    let digits = String(value.magnitude)
    let zeros = String(repeating: "0", count: max(0, width - digits.utf8.count))
    return (value < 0 ? "-" : "") + zeros + digits
  }
}
