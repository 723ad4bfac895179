internal import FuzzBasics
internal import LogReading
internal import RunAnalysis
internal import RunReport

/// Goes on with a run from what was written down of it, and ends it.
///
/// The first byte of an input says what the others are: 0, the state as it is; 1, what stands between its
/// head and its digest, which is made right; 2, a log whose own state must be read again; else changes of
/// the state of a log at hand, each an address of three bytes, what to do there, and a byte.
struct CheckpointRunner: FuzzRunner {
  private static let headLength = 8 + 1 + 2 * 32
  private let head: [UInt8]
  /// What the states of some beginnings of the log hold.
  private let contents: [[UInt8]]

  init() {
    let states = [700, 4000, 8000].map { Self.state(of: Array(checkpointLog.utf8.prefix($0))) }
    head = Array(states.first?.prefix(Self.headLength) ?? [])
    contents = states.map { Array($0.dropFirst(Self.headLength).dropLast(32)) }
  }

  mutating func run(_ bytes: [UInt8]) -> String? {
    guard let choice = bytes.first, !head.isEmpty else { return nil }
    let rest = bytes.dropFirst()
    switch choice {
    case 0: return goOn(Array(rest), isWatched: false)
    case 1: return goOn(sealed(Array(rest)), isWatched: false)
    case 2: return goOnFromLog(Array(rest))
    default:
      return goOn(
        sealed(changed(Int(choice), Array(rest))), isWatched: choice % 4 == 0)
    }
  }

  private func sealed(_ content: [UInt8]) -> [UInt8] {
    let bytes = head + content
    return bytes + ContentDigest.of(bytes.span)
  }

  private func changed(_ choice: Int, _ changes: [UInt8]) -> [UInt8] {
    var content = contents[choice % contents.count]
    var place = 0
    while place + 5 <= changes.count, !content.isEmpty {
      let address = changes[place..<(place + 3)].reduce(0) { $0 << 8 | Int($1) }
      let target = address % content.count
      let value = changes[place + 4]
      switch changes[place + 3] % 4 {
      case 0: content[target] = value
      case 1: content[target] ^= 1 << (value & 7)
      case 2: content.insert(value, at: target)
      default: content.remove(at: target)
      }
      place += 5
    }
    return content
  }

  /// A state is refused, or the run goes on to its end.
  private func goOn(_ state: [UInt8], isWatched: Bool) -> String? {
    guard let preparedBook,
      let run = try? LiveRun(preparedBook, options: .small, state: state)
    else { return nil }
    let rest = Array(checkpointLog.utf8.dropFirst(Int(clamping: min(run.bytesRead, 1 << 20))))
    run.add(rest.span)
    if isWatched {
      _ = run.snapshot(silence: 60)
      _ = run.state()
    }
    _ = JSONText.of(run.finish())
    return nil
  }

  /// What a run wrote down is read again, and comes to the same.
  private func goOnFromLog(_ log: [UInt8]) -> String? {
    guard let preparedBook,
      let run = try? LiveRun(preparedBook, options: .small, named: "device.log")
    else { return "no run begins" }
    run.add(log.span)
    guard run.problem == nil else { return nil }
    guard let other = try? LiveRun(preparedBook, options: .small, state: run.state()) else {
      return "the state of a run is refused"
    }
    return JSONText.of(run.finish()) == JSONText.of(other.finish())
      ? nil : "a run that goes on from its state comes to something else"
  }

  private static func state(of log: [UInt8]) -> [UInt8] {
    guard let preparedBook,
      let run = try? LiveRun(preparedBook, options: .small, named: "device.log")
    else { return [] }
    run.add(log.span)
    return run.state()
  }
}

/// A summary as the program writes it.
enum JSONText {
  static func of(_ summary: RunSummary) -> [UInt8] {
    var json: [UInt8] = []
    JSONRenderer.render(summary, ReportStyle(), into: &json)
    return json
  }
}
