internal import TextWriting

/// An event of the Trace Event Format: a slice of a track, a mark on it, or the name of a track.
struct TraceEvent {
  /// What it is, by the letter of the format.
  enum Phase: String {
    /// A slice with its length.
    case complete = "X"
    /// A mark without a length.
    case instant = "i"
    /// The name of a process or a thread, or its place among others.
    case metadata = "M"
  }

  /// The value of an argument.
  enum Value {
    case text(String)
    case number(Int64)
    case seconds(Double)
  }

  var phase: Phase
  var name: String
  /// The group of tracks, and the track in it; viewers call them process and thread.
  var process: Int
  var thread: Int
  /// Microseconds since 1970, and how many of them it lasts.
  var start: Int64 = 0
  var duration: Int64 = 0
  var arguments: [(key: String, value: Value)] = []

  /// Writes it as an element of `traceEvents`.
  func write(to writer: inout JSONWriter) {
    writer.object(inline: true) { writer in
      writer.member("ph", phase.rawValue)
      writer.member("name", name)
      writer.member("pid", process)
      // Some viewers take threads of equal numbers for one, even of two processes.
      writer.member("tid", process * 16 + thread)
      if phase != .metadata {
        writer.member("cat", "dnplog")
        writer.member("ts", start)
      }
      if phase == .complete { writer.member("dur", duration) }
      // A mark is as high as its track.
      if phase == .instant { writer.member("s", "t") }
      writer.object("args") { writer in
        for (key, value) in arguments {
          switch value {
          case .text(let text): writer.member(key, text)
          case .number(let number): writer.member(key, number)
          case .seconds(let seconds): writer.member(key, seconds: seconds)
          }
        }
      }
    }
  }
}
