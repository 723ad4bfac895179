package import FuzzBasics
internal import LogReading

/// Readers of logs, up to their events.
package enum LogTarget: String, FuzzTarget {
  /// Line heads and the times in them.
  case heads
  /// Text logs: line heads, wordings of events, records in JSON.
  case lines
  /// Answers of Loki, and other documents that are collected before they are read.
  case loki
  /// A wording of the catalogue, and lines that may be in it.
  case shapes
  /// Masking of secrets, and pseudonyms.
  case redaction
  /// Gzip, by each library that is linked.
  case gzip
  /// Archives.
  case tar, zip

  package func runner() -> any FuzzRunner {
    switch self {
    case .heads: HeadRunner()
    case .lines: LineRunner(shape: nil)
    case .loki: LineRunner(shape: .lokiDocument)
    case .shapes: ShapeRunner()
    case .redaction: RedactionRunner()
    case .gzip: GzipRunner()
    case .tar, .zip: ArchiveRunner()
    }
  }
}
