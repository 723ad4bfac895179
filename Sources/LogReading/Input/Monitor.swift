#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A value that threads share: one at a time changes it, and others wait for what it becomes.
///
/// A lock alone cannot be waited at for a change, and Swift has no condition of its own.
///
/// Unchecked: every access to the value is made under the lock.
@safe
package final class Monitor<Value: Sendable>: @unchecked Sendable {
  // Lock and condition must not move, so they are allocated.
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: Value) {
    self.value = value
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

  /// Changes the value and wakes those who wait.
  package func update<Result>(_ body: (inout Value) -> Result) -> Result {
    wait { body(&$0) }
  }

  /// Waits until the body has something to return, and wakes those who wait for its change.
  package func wait<Result>(_ body: (inout Value) -> Result?) -> Result {
    // SAFETY: initialised in init; held while the body runs, and given up only to wait.
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while true {
      if let result = body(&value) {
        unsafe pthread_cond_broadcast(change)
        return result
      }
      unsafe pthread_cond_wait(change, lock)
    }
  }
}
