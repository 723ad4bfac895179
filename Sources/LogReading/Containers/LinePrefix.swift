// What build servers put before the lines of others.
extension Span where Element == UInt8 {
  /// Longer names of services are not believed.
  private static var serviceLimit: Int { 64 }

  /// The index after commas, or after the name of a service and a bar, `web-1  | `.
  func prefixEnd(at index: Int) -> Int? {
    let first = peek(index)
    if first == UInt8(ascii: ",") {
      var place = index
      while peek(place) == UInt8(ascii: ",") { place += 1 }
      return skipBlanks(at: place)
    }
    guard first.isLetter || first &- 0x30 < 10 else { return nil }
    var place = index
    while place - index < Self.serviceLimit, peek(place).isServiceByte { place += 1 }
    place = skipBlanks(at: place)
    guard peek(place) == UInt8(ascii: "|"),
      place + 1 == count || peek(place + 1) == UInt8(ascii: " ")
    else { return nil }
    return skipBlanks(at: place + 1)
  }
}

extension UInt8 {
  fileprivate var isServiceByte: Bool {
    isLetter || self &- 0x30 < 10 || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
      || self == UInt8(ascii: ".")
  }
}
