internal import LogReading
internal import RuleLanguage

extension Value {
  /// Whether two values are the same; nil if they are not to be compared.
  ///
  /// Not the equality of the type: strings are compared by their bytes, because ids and hashes
  /// that merely look alike are different.
  func equals(_ other: Value) -> Bool? {
    switch (self, other) {
    case (.bool(let a), .bool(let b)): return a == b
    case (.int(let a), .int(let b)), (.instant(let a), .instant(let b)),
      (.duration(let a), .duration(let b)):
      return a == b
    case (.double(let a), .double(let b)): return a == b
    case (.string(let a), .string(let b)):
      let bytes = a.utf8.span
      return bytes.equals(b.utf8.span, in: bytes.indices)
    case (.list(let a), .list(let b)):
      guard a.count == b.count else { return false }
      for (left, right) in zip(a, b) {
        guard let equal = left.equals(right) else { return nil }
        if !equal { return false }
      }
      return true
    default: return nil
    }
  }
}

extension String {
  /// Negative, zero or positive, as the bytes come before, are equal to, or come after the other's.
  func byteOrder(_ other: String) -> Int64 {
    let left = utf8.span
    let right = other.utf8.span
    var index = 0
    while index < left.count, index < right.count {
      if left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
      index += 1
    }
    return Int64(left.count) - Int64(right.count)
  }

  /// Whether the bytes of a part stand somewhere in the text.
  ///
  /// Knuth, Morris and Pratt's search: both texts may come from a log, and the time stays linear.
  func containsBytes(of part: String) -> Bool {
    let wanted = part.utf8.span
    if wanted.isEmpty { return true }
    let text = utf8.span
    if text.count < wanted.count { return false }
    // How long a start of the part ends at each of its places.
    var border = [Int](repeating: 0, count: wanted.count)
    var length = 0
    for index in 1..<wanted.count {
      while length > 0, wanted[index] != wanted[length] { length = border[length - 1] }
      if wanted[index] == wanted[length] { length += 1 }
      border[index] = length
    }
    length = 0
    for index in text.indices {
      while length > 0, text[index] != wanted[length] { length = border[length - 1] }
      if text[index] == wanted[length] { length += 1 }
      if length == wanted.count { return true }
    }
    return false
  }
}
