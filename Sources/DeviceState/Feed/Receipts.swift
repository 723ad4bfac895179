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
  /// Keys such as `@receipts/m1`, of an app that puts something before the id.
  private var prefixed: [Receipt] = []
  private static let separators: Set<Character> = [":", "/", ".", "-", "_", "@", "#"]

  package init(path: String) { self.path = path }

  package var count: Int { byKey.count }

  /// Adds the receipt of a message of which no time is known.
  package mutating func add(id: String) { add(Receipt(key: id, storedAt: nil)) }

  mutating func add(_ receipt: Receipt) {
    if let known = byKey.updateValue(receipt, forKey: receipt.key), receipt.storedAt == nil {
      byKey[receipt.key] = known
    }
    if receipt.key.lowercased().contains("receipt") { prefixed.append(receipt) }
  }

  /// The receipt of a message.
  package func receipt(of id: String) -> Receipt? {
    if let receipt = byKey[id] { return receipt }
    return prefixed.first { receipt in
      guard receipt.key.hasSuffix(id) else { return false }
      let before = receipt.key.dropLast(id.count)
      guard let last = before.last, Self.separators.contains(last) else { return false }
      return before.lowercased().contains("receipt")
    }
  }
}
