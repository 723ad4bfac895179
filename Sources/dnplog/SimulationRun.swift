internal import MetricsExport
internal import RuleLanguage
internal import Simulator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// One call of `simulate`: the logs, then their truth.
struct SimulationRun {
  let settings: SimulationSettings
  let plan: SimulationPlan
  let catalogue: Catalogue

  func run() throws(Failure) -> ExitStatus {
    let simulation = Simulation(plan, text: MessageText(catalogue: catalogue))
    if settings.devices > 1, let folder = settings.output {
      try make(folder, "name one, each device writes a log of its own")
    }
    if let folder = settings.state { try make(folder, Self.stateAdvice) }
    var devices: [DeviceTruth] = []
    for number in 1...settings.devices {
      let truth = try write(number, of: simulation)
      if Interruption.isRequested { return .interrupted }
      try writeState(truth.state, ofDevice: number)
      if settings.truth != nil { devices.append(truth) }
    }
    if let path = settings.truth {
      // A link that named no file before may name a log now.
      try settings.checkTruth(at: path)
      try write(Truth(plan, devices: devices), to: path)
    }
    return .pass
  }

  private func write(_ number: Int, of simulation: Simulation) throws(Failure) -> DeviceTruth {
    let path = settings.path(ofDevice: number)
    let output = try LogOutput(path: path)
    var truth: DeviceTruth
    do throws(SimulationError) {
      truth = try simulation.run(device: number) { output.write($0) }
    } catch {
      switch error {
      case .mutation(let problem):
        throw Failure(Problem(problem.message, at: "option '--mutate'", advice: problem.advice))
      case .damage(let problem): throw Failure(Problem(problem.message))
      }
    }
    try output.end()
    truth.log = path.map(Self.name)
    return truth
  }

  /// Returns the last part of a path, so that a truth beside its logs holds wherever they go.
  private static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Makes a folder where there is none.
  private func make(_ folder: String, _ advice: String) throws(Failure) {
    var status = stat()
    // stat(2) and mkdir(2) read the path during the call.
    if unsafe stat(folder, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFDIR else {
        throw Failure(
          Problem(
            "is no folder", at: folder, advice: advice))
      }
    } else if unsafe mkdir(folder, 0o777) != 0 {
      throw Failure(
        Problem(Descriptor.message(errno), at: folder, advice: "name a folder that can be made"))
    }
  }

  private static let stateAdvice = "name one, a state is of several files"

  /// Writes the files of a device's state, each when it is complete.
  private func writeState(
    _ state: StateSnapshot?, ofDevice number: Int
  ) throws(Failure) {
    guard let folder = settings.folder(ofDevice: number), let state else { return }
    guard let files = StateFiles.files(of: state, settings.stores ?? .one) else {
      throw Failure(Problem("there is no memory for its database", at: folder))
    }
    if folder != settings.state { try make(folder, Self.stateAdvice) }
    for file in files {
      let output = try LogOutput(path: folder + "/" + file.name)
      _ = output.write(file.bytes)
      try output.end()
    }
  }

  private func write(_ truth: Truth, to path: String) throws(Failure) {
    var truth = truth
    truth.toolVersion = Program.version
    let output = try LogOutput(path: path == "-" ? nil : path)
    _ = output.write(truth.json)
    try output.end()
  }
}

/// The output of a log: standard output, or a file that appears when it is complete.
final class LogOutput {
  private var standard = StandardOutput()
  /// The file; nil for standard output.
  private var file: FileReplacement?
  private var problem: Problem?

  init(path: String?) throws(Failure) {
    do throws(ExportError) {
      if let path { file = try FileReplacement(path: path) }
    } catch {
      throw Failure(Problem(error.message, at: error.path))
    }
  }

  /// Appends bytes, and returns whether to go on: not after an error or control-C.
  func write(_ bytes: [UInt8]) -> Bool {
    guard problem == nil, !Interruption.isRequested else { return false }
    if file == nil {
      do throws(Problem) { try standard.append(bytes) } catch { problem = error }
    } else {
      do throws(ExportError) {
        try file?.append(bytes)
      } catch {
        problem = Problem(error.message, at: error.path)
      }
    }
    return problem == nil
  }

  /// Completes the output; after control-C nothing is completed.
  func end() throws(Failure) {
    if Interruption.isRequested { return }
    if problem == nil {
      do throws(Problem) { try standard.flush() } catch { problem = error }
    }
    if let problem { throw Failure(problem) }
    do throws(ExportError) {
      if let file = file.take() { try file.commit() }
    } catch {
      throw Failure(Problem(error.message, at: error.path))
    }
  }
}

extension MutationProblem {
  fileprivate var advice: String {
    switch self {
    case .notHealthy: "take another scenario, as happy"
    case .noSuchEvent: "name another with --at"
    case .impossible: "name another with --at, or mutate otherwise"
    case .nothingToMutate: "mutate otherwise, or take another scenario"
    }
  }
}
