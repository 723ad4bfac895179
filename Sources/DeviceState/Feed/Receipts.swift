/// The receipts of messages that were shown, as the app stored them.
package struct Receipts: Sendable, Equatable {
  package struct Receipt: Sendable, Equatable {
    /// The id of the message, or a key that ends with it.
    package var key: String
    /// When it was stored, in microseconds since 1970, where it tells.
    package var storedAt: Int64?
  }

  /// The file in reports; `none` where there is no receipt yet.
  package let path: String
  private var byKey: [String: Receipt] = [:]
  /// Receipts under keys such as `@receipts/m1`, by each end of the key that may be an id.
  private var byEnd: [String: Receipt] = [:]
  private static let separators: Set<Character> = [":", "/", ".", "-", "_", "@", "#"]
  /// No app makes longer keys, and each end of one is kept.
  private static let longestKey = 256

  package init(path: String) { self.path = path }

  package var count: Int { byKey.count }

  /// Adds the receipt of a message of which no time is known.
  package mutating func add(id: String) { add(Receipt(key: id, storedAt: nil)) }

  mutating func add(_ receipt: Receipt) {
    if let known = byKey.updateValue(receipt, forKey: receipt.key), receipt.storedAt == nil {
      byKey[receipt.key] = known
    }
    guard receipt.key.utf8.count <= Self.longestKey,
      let word = receipt.key.lowercased().firstRange(of: "receipt")
    else { return }
    // The small letters of a key may be more or fewer, so the place is counted in characters.
    let lowered = receipt.key.lowercased()
    let before = lowered.distance(from: lowered.startIndex, to: word.lowerBound)
    for (place, sign) in receipt.key.enumerated()
    where place > before && Self.separators.contains(sign) {
      let end = String(receipt.key.dropFirst(place + 1))
      if !end.isEmpty, byEnd[end] == nil { byEnd[end] = receipt }
    }
  }

  /// The receipt of a message.
  package func receipt(of id: String) -> Receipt? { byKey[id] ?? byEnd[id] }
}
