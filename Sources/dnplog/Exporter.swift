internal import LogReading
internal import MetricsExport
internal import RuleLanguage
internal import RunReport
internal import TextWriting

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The writer of the `--export` files, none of which replaces an input or another report of the
/// call.
struct Exporter {
  let settings: Settings
  /// The logs that were chosen; until then, those that the command line names.
  private var sources: [String]
  /// All files that the call reads, once the logs are chosen.
  private var inputs: Set<FileStatus.Identity>?
  private var written: Set<FileStatus.Identity> = []
  /// The reports that are files, and not a pipe or a device, and stand there now.
  private var replaced: [Settings.Export] = []
  /// Whether the run was judged, so that its reports are written.
  private(set) var isDone = false

  init(settings: Settings) {
    self.settings = settings
    sources = settings.operands.isEmpty ? [InputChoice.fallback] : settings.operands
  }

  /// Looks up what is read before anything is written: no report becomes an input of its own call.
  mutating func choose(_ sources: [String]) {
    self.sources = sources
    if !settings.exports.isEmpty { inputs = filesRead }
  }

  /// The reports that say that the judging was begun.
  enum Begun {
    /// Those of an older run.
    case replaced
    /// Those that did not exist: made once the inputs are found, among which they are not to be.
    case made
  }

  /// Says in the reports that the judging was begun and did not end, which stays if the program
  /// ends before it writes the result: no report is left to tell of an older run.
  ///
  /// An error here recurs at the end, and is told then. Of pipes and devices nothing can be taken
  /// back, so they get the last report only.
  func writeBegun(_ which: Begun) {
    let style = ReportStyle(file: settings)
    // Paths in these folders name open files, which are not there any more once replaced.
    let open = ["/dev/", "/proc/"]
    for export in settings.exports where !open.contains(where: export.path.hasPrefix) {
      let file = FileStatus.identity(ofFile: export.path)
      if let file, inputs?.contains(file) ?? true { continue }
      // access(2) reads the path during the call.
      let isThere = unsafe file != nil || access(export.path, F_OK) == 0
      guard which == .replaced ? file != nil : !isThere else { continue }
      let bytes = export.format.report(of: Self.begun, style)
      try? FileWriter.replace(path: export.path, bytes: bytes, mode: export.mode)
    }
  }

  private static let begun = Failure(
    Problem(
      "the judging was begun and did not end",
      advice: "see how dnplog ended (a signal, memory, a full disk), and judge again"))

  /// Refuses reports that cannot be written, before anything is read: who watches for days is not to learn of
  /// it at the end.
  func checkPlaces() throws(Failure) {
    let sources = Set(sources.map { FilePlace.path(of: $0) })
    let inputs = filesRead
    var places: Set<String> = []
    for export in settings.exports {
      let place = FilePlace.path(of: export.path)
      let isInput =
        sources.contains(place)
        || FileStatus.identity(ofFile: export.path).map(inputs.contains) == true
      if isInput { throw Failure(Self.inputProblem(of: export)) }
      if !places.insert(place).inserted { throw Failure(Self.twiceProblem(of: export)) }
      do throws(ExportError) { try FileWriter.check(path: export.path) } catch {
        throw Failure(Problem(error.message, at: error.path))
      }
    }
  }

  private static func inputProblem(of export: Settings.Export) -> Problem {
    Problem(
      "this is one of the inputs, and is left alone", at: export.path,
      advice: "name another file for the report")
  }

  private static func twiceProblem(of export: Settings.Export) -> Problem {
    Problem(
      "another report is in this file", at: export.path,
      advice: "name another file for the report")
  }

  /// Writes every export and returns the problems; one that fails does not stop the others, which
  /// then tell the status that follows from it.
  mutating func write(_ summary: inout RunSummary, _ counts: RunCounts = .ofRun) -> [Problem] {
    let style = ReportStyle(file: settings)
    isDone = true
    let first = summary
    let problems = replaceAll(settings.exports) { $0.report(of: first, style, counts) }
    var status = ExitStatus(rawValue: summary.exitStatus) ?? .fail
    if !problems.isEmpty { status.worsen(to: .usage) }
    guard status.rawValue != summary.exitStatus else { return problems }
    summary.exitStatus = status.rawValue
    for export in replaced {
      let bytes = export.format.report(of: summary, style, counts)
      // A file that was written a moment ago can be written again.
      try? FileWriter.replace(path: export.path, bytes: bytes, mode: export.mode)
    }
    return problems
  }

  /// Writes every export once more, of a run that goes on, and returns the problems.
  mutating func rewrite(
    _ summary: RunSummary, _ counts: RunCounts, _ silence: LiveSilence
  ) -> [Problem] {
    var style = ReportStyle(file: settings)
    style.silence = silence
    defer {
      written = []
      replaced = []
    }
    // The log may be another file by now.
    inputs = settings.exports.isEmpty ? nil : filesRead
    return replaceAll(settings.exports) { $0.report(of: summary, style, counts) }
  }

  /// Says in all reports that the run could not be judged, and returns the problems: the report of
  /// an older run would be taken for this one's.
  mutating func writeFailure(_ failure: Failure) -> [Problem] {
    let style = ReportStyle(file: settings)
    // The failure may be two reports for one file.
    var exports: [Settings.Export] = []
    for export in settings.exports where !exports.contains(where: { $0.path == export.path }) {
      exports.append(export)
    }
    return replaceAll(exports) { $0.report(of: failure, style) }
  }

  private mutating func replaceAll(
    _ exports: [Settings.Export], with render: (ReportFormat) -> [UInt8]
  ) -> [Problem] {
    if exports.isEmpty { return [] }
    let inputs = inputs ?? filesRead
    var problems: [Problem] = []
    for export in exports {
      let file = FileStatus.identity(ofFile: export.path)
      if let file, inputs.contains(file) || written.contains(file) {
        problems.append(
          inputs.contains(file) ? Self.inputProblem(of: export) : Self.twiceProblem(of: export))
        continue
      }
      do throws(ExportError) {
        try FileWriter.replace(
          path: export.path, bytes: render(export.format), mode: export.mode)
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

  /// All files that the call reads, for any purpose.
  private var filesRead: Set<FileStatus.Identity> {
    let plan = InputDiscovery.plan(arguments: sources, joins: false)
    var names = sources + plan.sets.flatMap { $0.members.map(\.name) } + settings.analysis.records
    if let file = settings.configuration { names.append(file) }
    if let list = settings.pathsFrom { names.append(list) }
    // It is no input, but no report may take its place either.
    if let path = settings.history.database { names.append(path) }
    if let baseline = settings.analysis.baseline { names.append(baseline) }
    for case .file(let path) in settings.environment { names.append(path) }
    for path in settings.rulePaths { names += RuleLoader.files(at: path) }
    var files = Set(names.compactMap { FileStatus.identity(ofFile: $0) })
    if let input = FileStatus.identityOfStandardInput { files.insert(input) }
    return files
  }
}
