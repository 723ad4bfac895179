internal import CProcessors

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A thread that does one piece of work; the end of this value waits for it.
///
/// A plain thread and no task: the pool of Swift's tasks costs every start a millisecond.
@safe
package struct WorkerThread: ~Copyable {
  private let thread: pthread_t

  private final class Work: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Nil where the system has no thread to give; the work is not begun then.
  package init?(_ run: @escaping @Sendable () -> Void) {
    // The stack that reading lines may use is as large as on the first thread.
    let stackSize = 8 << 20
    var attributes = pthread_attr_t()
    // SAFETY: initialised before it is used, and destroyed once.
    guard unsafe pthread_attr_init(&attributes) == 0 else { return nil }
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, stackSize)
    // SAFETY: the thread takes over the reference, or this does if there is no thread.
    let work = unsafe Unmanaged.passRetained(Work(run))
    #if canImport(Glibc)
      var started = pthread_t()
    #else
      var started: pthread_t?
    #endif
    let status = unsafe pthread_create(
      &started, &attributes,
      { context in
        unsafe WorkerThread.begin(context)
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      unsafe work.release()
      return nil
    }
    #if canImport(Glibc)
      thread = started
    #else
      guard let started = unsafe started else { return nil }
      unsafe thread = unsafe started
    #endif
  }

  deinit {
    #if canImport(Glibc)
      pthread_join(thread, nil)
    #else
      unsafe pthread_join(thread, nil)
    #endif
  }

  @unsafe
  private static func begin(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    // SAFETY: it is the reference that the initialiser passed on.
    unsafe Unmanaged<Work>.fromOpaque(context).takeRetainedValue().run()
  }

  /// How many processors this program may run on.
  package static var processors: Int { Int(dnp_processors()) }
}

/// A value that nobody else holds, on its way to a thread.
///
/// Unchecked: it is filled before the thread begins and emptied by that thread, or by its creator
/// if there is none; its value can be reached in no other way, since it cannot be copied.
final class Parcel<Value: ~Copyable>: @unchecked Sendable {
  private var value: Value?

  init(_ value: consuming Value) { self.value = consume value }

  /// Takes the value out; nil once it was taken.
  func take() -> Value? { value.take() }
}
