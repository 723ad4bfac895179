internal import MetricsExport
internal import RunReport

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension Settings {
  /// The reports that a call of `validate` asks for which cannot be understood otherwise.
  init(exportsIn words: [String]) {
    self.init()
    guard words.first == "validate" else { return }
    for (number, word) in words.enumerated() {
      let name = word.prefix { $0 != "=" }
      let next = number + 1 < words.count ? words[number + 1] : ""
      let value = word == name ? next : String(word.dropFirst(name.count + 1))
      if name == "--export", let export = try? OptionValues.export(value) { exports.append(export) }
      if name == "--label", let label = try? OptionValues.label(value) { labels.append(label) }
    }
  }
}

/// Writes the files of `--export`.
struct Exporter {
  let settings: Settings

  /// Writes every export and returns what went wrong; one that fails does not stop the others.
  func write(_ summaries: [RunSummary]) -> [Problem] {
    let inputs = settings.exports.isEmpty ? [] : Self.files(of: summaries)
    return settings.exports.flatMap { export in
      summaries.compactMap { summary in
        if let file = FileIdentity(export.path), inputs.contains(file) {
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
  private static func files(of summaries: [RunSummary]) -> Set<FileIdentity> {
    Set(summaries.flatMap(\.inputs).compactMap { FileIdentity($0.name) })
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

/// A file, whatever it is called; nil for what is none, such as `/dev/null`.
private struct FileIdentity: Hashable {
  var device: UInt64
  var number: UInt64

  init?(_ path: String) {
    var status = stat()
    // stat(2) reads the path and fills the struct on the stack during the call.
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
