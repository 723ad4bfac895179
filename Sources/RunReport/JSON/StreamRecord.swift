internal import TextWriting

/// The records around the reports of several inputs, one a line: the begin, what could not be read, and
/// the end. A stream that has only one of its two ends is cut.
package enum StreamRecord {
  case begin
  /// An input of which something could not be read.
  case error(input: String, message: String, advice: String)
  /// An input that is neither read nor wrong.
  case note(input: String, message: String)
  case end(StreamCounts)

  /// Returns the record and a newline.
  package func line(toolVersion: String) -> [UInt8] {
    var writer = JSONWriter(isPretty: false)
    writer.object { writer in
      switch self {
      case .begin:
        writer.member("schema", "dnplog.begin/1")
        writer.object("tool") {
          $0.member("name", "dnplog")
          $0.member("version", toolVersion)
        }
      case .error(let input, let message, let advice):
        writer.member("schema", "dnplog.error/1")
        writer.member("input", input)
        writer.member("message", message)
        writer.member("advice", advice)
      case .note(let input, let message):
        writer.member("schema", "dnplog.note/1")
        writer.member("input", input)
        writer.member("message", message)
      case .end(let counts):
        writer.member("schema", "dnplog.end/1")
        writer.object("tool") {
          $0.member("name", "dnplog")
          $0.member("version", toolVersion)
        }
        writer.member("exitStatus", Int64(counts.exitStatus))
        writer.member("sources", counts.sources)
        writer.member("summaries", counts.summaries)
        writer.member("errors", counts.errors)
        writer.member("notes", counts.notes)
        writer.member("interrupted", counts.isInterrupted)
      }
    }
    writer.newline()
    return writer.bytes
  }
}

/// What a stream of reports held.
package struct StreamCounts: Sendable, Equatable {
  package var exitStatus: Int32 = 0
  /// The paths that were taken.
  package var sources = 0
  package var summaries = 0
  package var errors = 0
  package var notes = 0
  package var isInterrupted = false

  package init() {}
}
