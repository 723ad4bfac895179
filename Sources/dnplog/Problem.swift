internal import CommandSyntax
internal import LogReading
internal import YAMLReading

/// Something that went wrong, in the words that go to standard error.
struct Problem: Error, Sendable, Equatable {
  let text: String
  /// The file, the option or the stream that it is about; empty for none.
  let place: String
  let what: String
  let advice: String

  /// Makes `dnplog: place: what: advice`.
  init(_ what: String, at place: String = "", advice: String = "") {
    self.place = place
    self.what = what
    self.advice = advice
    text = ["dnplog", place, what, advice].filter { !$0.isEmpty }.map(\.onOneLine)
      .joined(separator: ": ")
  }

  init(_ error: UsageError) {
    self.init(error.message, advice: error.advice)
  }

  init(_ error: InputError) {
    let place = error.path.isEmpty ? "''" : error.path
    self.init(error.message, at: place, advice: error.advice)
  }

  /// Makes a mistake in a rule file, in the form that editors read: `path:line:column: error: …`.
  init(_ error: SourceError) {
    var error = error
    error.location.path = error.location.path.onOneLine
    error.message = error.message.onOneLine
    error.advice = error.advice.onOneLine
    text = error.rendered
    place = error.location.path
    what = error.message
    advice = error.advice
  }
}

extension String {
  /// The text with the ends of its lines spelled out: a name may hold one, and what stands behind it
  /// would pass for a message of its own, or for a command of the server that keeps the output.
  fileprivate var onOneLine: String {
    // As bytes: a carriage return and a newline are one character.
    guard utf8.contains(0x0A) || utf8.contains(0x0D) else { return self }
    var bytes: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case 0x0A: bytes += Array("\\n".utf8)
      case 0x0D: bytes += Array("\\r".utf8)
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The problems that stop a command, and the exit status that follows.
struct Failure: Error, Sendable, Equatable {
  var problems: [Problem]
  var status: ExitStatus

  init(_ problems: [Problem], status: ExitStatus = .usage) {
    self.problems = problems
    self.status = status
  }

  init(_ problem: Problem, status: ExitStatus = .usage) {
    self.init([problem], status: status)
  }

  /// Runs a command's work, reports what stopped it, and returns the exit status.
  static func reporting(_ work: () throws(Failure) -> ExitStatus) -> Int32 {
    do throws(Failure) {
      return try work().rawValue
    } catch {
      for problem in error.problems { StandardError.print(problem) }
      return error.status.rawValue
    }
  }
}
