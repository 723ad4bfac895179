internal import LogReading
internal import MetricsExport
internal import RuleLanguage
internal import RunReport

/// Writes the files of `--export`: none in the place of what the call reads, or of another report.
struct Exporter {
  let settings: Settings
  /// The logs that were chosen; until then, those that the command line names.
  var sources: [String]
  private var written: Set<FileStatus.Identity> = []
  /// The reports that are files, and not a pipe or a device, and stand there now.
  private var replaced: [Settings.Export] = []
  /// The run was judged, and its reports are written.
  private(set) var isDone = false

  init(settings: Settings) {
    self.settings = settings
    sources = settings.operands.isEmpty ? [InputChoice.fallback] : settings.operands
  }

  /// Writes every export and returns what went wrong; one that fails does not stop the others, which
  /// then tell the status that follows from it.
  mutating func write(_ summary: inout RunSummary) -> [Problem] {
    let look = Look(file: settings)
    isDone = true
    let first = summary
    let problems = replaceAll(settings.exports) { Rendering.bytes(of: first, as: $0, look: look) }
    var status = ExitStatus(rawValue: summary.exitStatus) ?? .fail
    if !problems.isEmpty { status.worsen(to: .usage) }
    guard status.rawValue != summary.exitStatus else { return problems }
    summary.exitStatus = status.rawValue
    for export in replaced {
      let bytes = Rendering.bytes(of: summary, as: export.format, look: look)
      // What could be written a moment ago can be written again, and if not, it was said.
      try? FileWriter.replace(path: export.path, bytes: bytes)
    }
    return problems
  }

  /// Says in all reports that the run could not be judged, and returns what went wrong: what an older
  /// run left would be taken for this one's.
  mutating func writeFailure(_ failure: Failure) -> [Problem] {
    let look = Look(file: settings)
    // Two reports for one file may be what is wrong.
    var exports: [Settings.Export] = []
    for export in settings.exports where !exports.contains(where: { $0.path == export.path }) {
      exports.append(export)
    }
    return replaceAll(exports) { Rendering.bytes(of: failure, as: $0, look: look) }
  }

  private mutating func replaceAll(
    _ exports: [Settings.Export], with render: (ReportFormat) -> [UInt8]
  ) -> [Problem] {
    if exports.isEmpty { return [] }
    let inputs = filesRead
    var problems: [Problem] = []
    for export in exports {
      let file = FileStatus.identity(ofFile: export.path)
      if let file, inputs.contains(file) || written.contains(file) {
        let isInput = inputs.contains(file)
        problems.append(
          Problem(
            isInput
              ? "this is one of the inputs, and is left alone" : "another report is in this file",
            at: export.path, advice: "name another file for the report"))
        continue
      }
      do throws(ExportError) {
        try FileWriter.replace(path: export.path, bytes: render(export.format))
      } catch {
        problems.append(Problem(error.message, at: error.path))
        continue
      }
      guard let file = FileStatus.identity(ofFile: export.path) else { continue }
      written.insert(file)
      replaced.append(export)
    }
    return problems
  }

  /// All files that the call reads, whatever for.
  private var filesRead: Set<FileStatus.Identity> {
    let plan = InputDiscovery.plan(arguments: sources, joins: false)
    var names = sources + plan.sets.flatMap { $0.members.map(\.name) } + settings.analysis.records
    if let list = settings.pathsFrom { names.append(list) }
    for case .file(let path) in settings.environment { names.append(path) }
    for path in settings.rulePaths { names += RuleLoader.files(at: path) }
    var files = Set(names.compactMap { FileStatus.identity(ofFile: $0) })
    if let input = FileStatus.identityOfStandardInput { files.insert(input) }
    return files
  }
}
