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
  /// The run was judged, and its reports are written.
  private(set) var isDone = false

  init(settings: Settings) {
    self.settings = settings
    sources = settings.operands.isEmpty ? [InputChoice.fallback] : settings.operands
  }

  /// Writes every export and returns what went wrong; one that fails does not stop the others.
  mutating func write(_ summary: RunSummary) -> [Problem] {
    let look = Look(file: settings)
    isDone = true
    return replaceAll(settings.exports) { Rendering.bytes(of: summary, as: $0, look: look) }
  }

  /// Says in the reports that programs read that the run could not be judged, and returns what went
  /// wrong: what an older run left would be taken for this one's.
  mutating func writeFailure(_ failure: Failure) -> [Problem] {
    let look = Look(file: settings)
    return replaceAll(settings.exports.filter { $0.format.tellsFailure }) {
      Rendering.bytes(of: failure, as: $0, look: look)
    }
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
      }
      if let file = FileStatus.identity(ofFile: export.path) { written.insert(file) }
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
