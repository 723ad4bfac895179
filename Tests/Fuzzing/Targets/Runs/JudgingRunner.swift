internal import BuiltinRules
internal import FuzzBasics
internal import LogReading
internal import RuleEngine
internal import RunAnalysis
internal import RunReport

/// The rules that the program carries, made ready once.
let preparedBook: PreparedBook? = (try? BuiltinRules.book()).map { PreparedBook($0) }

extension RunOptions {
  /// Those of a run that remembers little: a short log needs no more.
  static var small: RunOptions {
    var options = RunOptions()
    options.memory.shapes = 64
    options.memory.moves = 256
    // What comes first is held back no longer than the format shows.
    options.reading.readSize = 512
    return options
  }
}

/// Judges a text as a whole, and in two pieces of whole lines.
struct JudgingRunner: FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String? {
    guard let whole = report(of: [bytes]) else { return "the run has no summary" }
    // The head decides how a text is read, so no cut lies in it.
    let least = LogShape.headLength + Int(bytes.first ?? 0)
    guard bytes.count > least, let newline = bytes[least...].firstIndex(of: 0x0A) else {
      return nil
    }
    let pieces = report(of: [Array(bytes[...newline]), Array(bytes[(newline + 1)...])])
    return pieces == whole ? nil : "cut behind byte \(newline) it is judged otherwise"
  }

  private func report(of pieces: [[UInt8]]) -> [UInt8]? {
    guard let preparedBook, let analyser = try? LogAnalyser(preparedBook, options: .small)
    else { return nil }
    analyser.read(chunks: pieces, named: "device.log")
    var json: [UInt8] = []
    JSONRenderer.render(analyser.finish(), ReportStyle(), into: &json)
    return json
  }
}
