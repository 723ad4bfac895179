internal import LogReading
internal import RuleLanguage

/// The messages of which a receipt was stored: the latest ones, so that memory does not grow.
struct Receipts: Sendable, Codable {
  private static let limit = 4096
  private var ids: Set<String> = []
  /// The same in the order in which they were stored.
  private var order: [String] = []

  func contains(_ id: String) -> Bool { ids.contains(id) }

  mutating func add(_ id: String) {
    guard ids.insert(id).inserted else { return }
    order.append(id)
    if order.count > Self.limit {
      for old in order.prefix(Self.limit / 2) { ids.remove(old) }
      order.removeFirst(Self.limit / 2)
    }
  }
}

extension Engine {
  /// Takes a receipt, or looks whether there is one of the message that was evaluated or displayed.
  mutating func noteReceipt(_ event: ScopedEvent) {
    let known = facts.correlator.known
    guard let field = facts.correlator.store.field(known.messageId, of: event),
      field.state == .value
    else { return }
    let id = facts.correlator.store.text(of: field, in: event)
    if event.kind == known.receiptStored {
      device.receipts.add(id)
    } else {
      facts.environment[.hasReceipt] = .bool(device.receipts.contains(id))
    }
  }
}
