internal import LogFollowing
internal import LogReading
internal import RunAnalysis
internal import RunReport

// What a call begins with: the start of the log, or what a call before left.
extension WatchLoop {
  struct Beginning {
    var source: any LogSource
    var run: LiveRun
    var content: InputContent?
    /// Behind how many bytes it goes on; nil where it begins anew.
    var resumedAt: Int64?
    /// What the report is to say of it.
    var asides: [Assumption] = []
  }

  static func open(
    _ input: WatchedInput, _ settings: Settings, _ plan: AnalysisPlan, _ recorder: RunRecorder?
  ) throws(Failure) -> Beginning {
    let isPolling = settings.watch.isPolling
    let ledger = recorder?.ledger()
    var asides: [Assumption] = []
    if let path = settings.watch.checkpoint {
      do throws(Refusal) {
        if let checkpoint = try read(path, input) {
          return try goOn(from: checkpoint, input, isPolling, plan, ledger)
        }
      } catch {
        let what = "the checkpoint \(path) \(error.reason)"
        StandardError.print(
          Problem(what, at: input.name, advice: "the log is read again from its start"))
        if error.isGap { asides.append(gap) }
      }
    }
    let run = try plan.liveRun(named: input.name, contents: ledger)
    do throws(InputError) {
      try input.check(settings.analysis.container?.shape)
      let source = try input.open(isPolling: isPolling)
      return Beginning(
        source: source, run: run, content: ledger?.begin(input.member), asides: asides)
    } catch {
      throw Failure(Problem(error))
    }
  }

  /// Why a checkpoint is of no use.
  private struct Refusal: Error {
    let reason: String
    /// Whether the log is another one by now, so that parts of it may have come and gone.
    var isGap = false
  }

  private static let gap = Assumption(
    what: "checkpoint", value: "does not fit",
    why:
      "no file of this name holds what an earlier call read: what was written since then, and before"
      + " the first line of this report, is not known")

  /// Reads a checkpoint; nil where there is none yet.
  private static func read(_ path: String, _ input: WatchedInput) throws(Refusal) -> Checkpoint? {
    guard FileStatus.identity(ofFile: path) != nil else { return nil }
    guard let bytes = try? SmallFile.read(path), var checkpoint = Checkpoint(decoding: bytes) else {
      throw Refusal(reason: "is damaged, or of another program")
    }
    checkpoint.written = FilePosition.written(to: path)
    guard checkpoint.name == input.name else {
      throw Refusal(reason: "is of \(checkpoint.name)")
    }
    return checkpoint
  }

  private static func goOn(
    from checkpoint: Checkpoint, _ input: WatchedInput, _ isPolling: Bool, _ plan: AnalysisPlan,
    _ ledger: ContentLedger?
  ) throws(Refusal) -> Beginning {
    var content: InputContent?
    if let ledger {
      content = ledger.resume(input.member, state: checkpoint.content)
      if content?.length != checkpoint.bytes {
        throw Refusal(reason: "was written without --history")
      }
    }
    let run: LiveRun
    do throws(LiveRunError) {
      run = try plan.liveRun(from: checkpoint.run, contents: ledger)
    } catch {
      switch error {
      case .noState, .damaged: throw Refusal(reason: "is damaged, or of another program")
      case .otherBuild:
        throw Refusal(reason: "is of other rules, other values of --set or another build of dnplog")
      case .otherOptions: throw Refusal(reason: "is of other options")
      case .options(let error): throw Refusal(reason: "cannot be gone on from: \(error.message)")
      }
    }
    do throws(InputError) {
      var place = checkpoint.place
      place.since = checkpoint.written
      let source = try input.open(isPolling: isPolling, from: place)
      return Beginning(source: source, run: run, content: content, resumedAt: run.bytesRead)
    } catch {
      throw Refusal(reason: "does not fit: \(error.message)", isGap: true)
    }
  }
}
