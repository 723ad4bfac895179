#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Passes items between two threads in order: filled ones to the reader, used ones back to be
/// filled anew.
///
/// No item is created on the way, so memory is bounded by the items put in at first.
///
/// Unchecked: every access to the two lists is made under the lock.
@safe
final class HandOver<Item: Sendable>: @unchecked Sendable {
  // Lock and condition must not move, so they are allocated.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var blank: [Item]
  private var filled: [Item] = []
  private var isCancelled = false

  init(blank: [Item]) {
    self.blank = blank
    // SAFETY: both are initialised here and destroyed in deinit, when no thread holds this any more.
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(change, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(change)
    unsafe pthread_mutex_destroy(lock)
    unsafe change.deallocate()
    unsafe lock.deallocate()
  }

  // MARK: The thread that fills

  /// Waits for an item to fill; nil when no more are wanted.
  func takeBlank() -> Item? {
    locked {
      while blank.isEmpty, !isCancelled { wait() }
      return isCancelled ? nil : blank.removeLast()
    }
  }

  /// Passes a filled item on.
  func put(_ item: consuming Item) {
    // Not kept here behind the lock: the other thread would copy what it writes to.
    var item: Item? = consume item
    locked {
      if let passed = item.take() { filled.append(passed) }
      // Only one of the two can be waiting: there would be no item between them otherwise.
      unsafe pthread_cond_signal(change)
    }
  }

  // MARK: The thread that reads

  /// Waits for the next filled item.
  func takeFilled() -> Item {
    locked {
      while filled.isEmpty { wait() }
      return filled.removeFirst()
    }
  }

  /// Gives an item back to be filled anew.
  func giveBack(_ item: consuming Item) {
    var item: Item? = consume item
    locked {
      if let passed = item.take() { blank.append(passed) }
      unsafe pthread_cond_signal(change)
    }
  }

  /// Says that no more items are wanted.
  func cancel() {
    locked {
      isCancelled = true
      unsafe pthread_cond_signal(change)
    }
  }

  // MARK: The lock

  private func locked<Result>(_ body: () -> Result) -> Result {
    // SAFETY: initialised in init; held for the body only.
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return body()
  }

  /// Lets the other thread in until it has changed something.
  private func wait() {
    // SAFETY: only called with the lock held.
    unsafe pthread_cond_wait(change, lock)
  }
}
