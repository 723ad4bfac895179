internal import LogReading
internal import MetricsExport
internal import RunReport

/// Writes the files of `--export`.
struct Exporter {
  let settings: Settings

  /// Writes every export and returns what went wrong; one that fails does not stop the others.
  func write(_ summaries: [RunSummary]) -> [Problem] {
    let inputs = settings.exports.isEmpty ? [] : Self.files(of: summaries)
    return settings.exports.flatMap { export in
      summaries.compactMap { summary in
        if let file = FileStatus.identity(ofFile: export.path), inputs.contains(file) {
          return Problem(
            "this is one of the inputs, and is left alone", at: export.path,
            advice: "name another file for the report")
        }
        let bytes = Rendering.bytes(of: summary, as: export.format, look: Look(file: settings))
        return replace(export.path, with: bytes)
      }
    }
  }

  /// Says in the metrics that the run could not be judged, and returns what went wrong.
  func writeFailure() -> [Problem] {
    settings.exports.filter { $0.format == .prometheus }.compactMap { export in
      replace(export.path, with: Rendering.failureMetrics(look: Look(file: settings)))
    }
  }

  /// What was read, so that no report takes its place.
  private static func files(of summaries: [RunSummary]) -> Set<FileStatus.Identity> {
    Set(summaries.flatMap(\.inputs).compactMap { FileStatus.identity(ofFile: $0.name) })
  }

  private func replace(_ path: String, with bytes: [UInt8]) -> Problem? {
    do throws(ExportError) {
      try FileWriter.replace(path: path, bytes: bytes)
      return nil
    } catch {
      return Problem(error.message, at: error.path)
    }
  }
}
