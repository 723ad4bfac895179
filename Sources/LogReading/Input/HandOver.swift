/// Passes items between two threads in order: filled ones to the reader, used ones back to be
/// filled anew.
///
/// No item is created on the way, so memory is bounded by the items put in at first.
final class HandOver<Item: Sendable>: Sendable {
  private struct Items: Sendable {
    var blank: [Item]
    var filled: [Item] = []
    var isCancelled = false
  }

  private let items: Monitor<Items>

  init(blank: [Item]) { items = Monitor(Items(blank: blank)) }

  // MARK: The thread that fills

  /// Waits for an item to fill; nil when no more are wanted.
  func takeBlank() -> Item? {
    items.wait { items -> Item?? in
      if items.isCancelled { return .some(nil) }
      return items.blank.isEmpty ? nil : .some(items.blank.removeLast())
    }
  }

  /// Passes a filled item on.
  func put(_ item: consuming Item) {
    // Not kept here behind the lock: the other thread would copy what it writes to.
    var item: Item? = consume item
    items.update { items in
      if let passed = item.take() { items.filled.append(passed) }
    }
  }

  // MARK: The thread that reads

  /// Waits for the next filled item.
  func takeFilled() -> Item {
    items.wait { items in items.filled.isEmpty ? nil : items.filled.removeFirst() }
  }

  /// Gives an item back to be filled anew.
  func giveBack(_ item: consuming Item) {
    var item: Item? = consume item
    items.update { items in
      if let passed = item.take() { items.blank.append(passed) }
    }
  }

  /// Says that no more items are wanted.
  func cancel() { items.update { $0.isCancelled = true } }
}
