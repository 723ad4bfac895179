internal import LogReading
internal import RuleEngine
internal import RunAnalysis
internal import RunReport

/// What is known of a run once it is read, and before it is judged.
struct ReadFacts {
  var problems: [InputError]
  var hasEvents: Bool
  /// Something could not be decoded, or may be wrong.
  var mayLackLines: Bool

  init(_ analyser: LogAnalyser) {
    problems = analyser.problems
    hasEvents = analyser.engine.eventCount > 0
    mayLackLines = analyser.losesContent || analyser.doubtsContent
  }

  /// Whether nothing of it could be read: such an input has no verdict of its own.
  var isUnreadable: Bool { !problems.isEmpty && !hasEvents }
}

/// An account of the files in archives, which nobody named: those that hold no line of the plugin
/// are not judged, unless all are like that.
struct ArchiveTally: Sendable {
  /// The account of one archive.
  private struct Account: Sendable {
    var contents: ArchiveContents
    var judged = 0
    /// Files without a line of the plugin.
    var silent = 0
    /// Files left out because another tells the same.
    var reserves = 0
    /// Files that are no text logs, by what is wrong with them.
    var foreign: [(error: InputError, count: Int)] = []
    /// The run of the first silent file, for an archive in which all are.
    var firstSilent: JudgedRun?
    var hasProblem = false
  }

  private var accounts: [Account] = []

  init(_ archives: [ArchiveContents] = []) {
    accounts = archives.map { Account(contents: $0) }
  }

  /// Adds the accounts of other archives.
  mutating func add(_ other: ArchiveTally) { accounts += other.accounts }

  /// Returns the index of the archive whose file is the run; nil for what was named or merged.
  private func index(of unit: [InputSet]) -> Int? {
    guard unit.count == 1, let archive = unit[0].archive else { return nil }
    return accounts.firstIndex { $0.contents.name == archive }
  }

  /// Whether a run is to be made at all.
  mutating func wants(_ unit: [InputSet]) -> Bool {
    guard let index = index(of: unit), unit[0].isReserve, accounts[index].judged > 0 else {
      return true
    }
    accounts[index].reserves += unit[0].members.count
    return false
  }

  /// Returns the problems that matter to the user, who did not ask for each file of an archive.
  mutating func problems(of facts: ReadFacts) -> [Problem] {
    facts.problems.filter { !takes($0) }.map { Problem($0) }
  }

  /// Takes a problem that does not concern the user; others of an archive are noted.
  mutating func takes(_ error: InputError) -> Bool {
    guard let index = accounts.firstIndex(where: { error.path.hasPrefix($0.contents.name + "!") })
    else { return false }
    guard error.content != .unknown else {
      accounts[index].hasProblem = true
      return false
    }
    let known = accounts[index].foreign.firstIndex { $0.error.message == error.message }
    if let known {
      accounts[index].foreign[known].count += 1
    } else {
      accounts[index].foreign.append((error, 1))
    }
    return true
  }

  /// Whether a run counts: it holds a line of the plugin, or may have lost one.
  mutating func isJudged(_ facts: ReadFacts, in unit: [InputSet]) -> Bool {
    guard let index = index(of: unit) else {
      // Merged and joined files are judged as one.
      for member in unit.flatMap(\.members) {
        guard case .archived(let file) = member else { continue }
        for index in accounts.indices where accounts[index].contents.name == file.archiveName {
          accounts[index].judged += 1
        }
      }
      return true
    }
    let count = unit[0].members.count
    if facts.hasEvents || facts.mayLackLines {
      accounts[index].judged += count
      return true
    }
    accounts[index].silent += count - facts.problems.count
    return false
  }

  /// Keeps the run of a set that is not judged, in case no other of its archive is.
  mutating func keep(_ run: JudgedRun, of unit: [InputSet]) {
    guard let index = index(of: unit), accounts[index].firstSilent == nil else { return }
    accounts[index].firstSilent = run
  }

  /// Returns the runs, or else the problems, of archives of which nothing was judged.
  func withoutLogs() -> (runs: [JudgedRun], problems: [Problem]) {
    let empty = accounts.filter { $0.judged == 0 && !$0.hasProblem }
    let problems = empty.filter { $0.firstSilent == nil }.map { account in
      let first = account.foreign.first?.error
      return Problem(
        "holds no text log" + (first.map { ": \($0.path) \($0.message)" } ?? ""),
        at: account.contents.name, advice: first?.advice ?? "")
    }
    return (empty.compactMap(\.firstSilent), problems)
  }

  /// The assumptions that say what was left out.
  var assumptions: [Assumption] {
    accounts.flatMap { account in
      var reasons: [String] = []
      let files = account.contents.files
      if account.contents.isBugReport {
        reasons.append("a bug report: only its text and the logs kept on disk were read")
      }
      if account.reserves > 0 {
        let count = account.reserves
        reasons.append(
          "\(count) log\(count == 1 ? "" : "s") kept on disk tell\(count == 1 ? "s" : "") the same"
            + " as its text, and count\(count == 1 ? "s" : "") only where that has no DNP line")
      }
      if account.silent > 0 {
        let isOne = account.silent == 1
        reasons.append(
          "\(account.silent) of its \(files) files hold\(isOne ? "s" : "") no DNP line and"
            + " \(isOne ? "is" : "are") not judged")
      }
      // An unread picture is no news.
      for (error, count) in account.foreign where error.content != .noText {
        let others = count > 1 ? " and \(count - 1) more" : ""
        reasons.append("not read: \(error.path)\(others) \(error.message): \(error.advice)")
      }
      return reasons.map { Assumption(what: "archive", value: account.contents.name, why: $0) }
    }
  }
}
