/// A line that any program may write, and whom it is about.
struct HostLine: Sendable {
  var event: ScopedEvent
  /// The process that it is about, or that wrote it; -1 where it says neither.
  var pid: Int32
  var name: String?
  /// It says whom it is about: then who wrote it does not count.
  var isNamed = false
  var epoch: UInt32
  /// No line behind it says whose it is.
  var isSettled = false
  /// It bears no mark of the plugin, but for its form.
  var isUnmarked: Bool

  /// Neither it nor its head names a process.
  var isOfNobody: Bool { pid < 0 && name == nil }
}
