import RuleLanguage
import RunReport
import SimulatedFaults
import Simulator

/// Which rules some mutant of a healthy log kills.
struct MutationScore {
  /// One rule and the mutants which it tells apart.
  struct Line {
    let rule: String
    let severity: Severity
    var killedBy: [String] = []
  }

  private(set) var lines: [Line]
  private(set) var mutants = 0
  /// Mutants that fail, those of them with one headline, and those whose headline names what was changed.
  private(set) var failing = 0
  private(set) var withOneHeadline = 0
  private(set) var named = 0
  /// The rules that head reports of more, and how often they do together.
  private(set) var sharedHeadlines: [String: Int] = [:]
  /// Violated rows of the table for which there is no rule yet, by mutant.
  private(set) var withoutRule: [String: [String]] = [:]

  /// What no mutant of the simulator's logs can show, but samples and the rules' own tests do: Android's
  /// own lines, a delivery that no summary of its cycle tells as well, one of which no line is left,
  /// a registration behind the scheduling, which is no part of its cycle, a task that a reboot has
  /// lost, since that of a mutant runs all the same, what the system says of a force stop, and what takes more
  /// than one line: an alarm that a reboot loses, one that is set twice, one that is stored as daily and not set again, stored ids,
  /// a request with an id for each attempt, content of an earlier day, counters in lines of their own or
  /// in the record of a success, a delivery or an alarm after all was cancelled, a boot before the app was seen, a
  /// recovery without its first and its last line, a miss of what was shown or of a task that ran, schedules that are
  /// stored and not set, content that is removed or that a 304 calls unmodified, records whose content is not used,
  /// the source that a cache hit names, which no mutant gives to a fetch on demand, what breakers and retries do between two
  /// requests, a receipt of a message that another one came before, and
  /// a handler that resolves a later notification than the next.
  private static let unwritten: Set = [
    "android-cycle", "prefetch-cycle/built-notification-is-delivered",
    "failure-paths/failed-prefetch-is-followed-up", "hints/registration-precedes-submission",
    "environments/reboot-is-made-up-for", "recovery-android/alarm-lost-to-a-reboot-is-reported",
    "recovery-android/missed-daily-alarm-is-set-again", "hints/confirmed-content-is-found",
    "recovery-android/next-run-is-that-of-the-schedule",
    "recovery-android/only-stored-schedules-are-set",
    "recovery-android/replaced-alarm-does-not-go-off",
    "recovery-android/missed-alarm-did-not-fire",
    "recovery-android/boot-sets-the-stored-schedule", "alarms/cancelled-alarm-does-not-go-off",
    "recovery-ios/missed-task-did-not-run", "recovery-ios/lost-notification-is-scheduled-again",
    "recovery-ios/as-many-are-pending-as-are-stored", "json-records/fetched-content-is-used",
    "integrity/unmodified-content-is-unchanged", "integrity/unmodified-answers-a-known-state",
    "prefetch-cycle/cancelled-notification-is-not-begun",
    "timing/living-content-is-not-removed-for-its-age",
    "recovery-android/shown-notification-is-not-stored-as-missed",
    "recovery-android/stopped-app-runs-nothing",
    "recovery-android/alarm-lost-to-a-force-stop-is-reported",
    "recovery-common/return-to-the-app-starts-a-recovery", "timing/summary-is-not-early",
    "json-records/summary-follows-a-success",
    "recovery-android/boot-is-recovered-from-unseen", "recovery-common/recovery-is-observed",
    "recovery-android/boot-recovery-comes-first",
    "hints/present-content-is-found", "integrity/reused-content-is-unchanged",
    "telemetry/executed-counter-does-not-fall", "telemetry/success-counter-does-not-fall",
    "telemetry/use-counter-does-not-fall", "json-records/success-counts-itself",
    "prefetch-cycle/cancelled-notification-is-not-delivered",
    "resilience/resent-requests-back-off", "json-records/summary-is-of-the-fetched-notification",
    "prefetch-cycle/late-suppression-is-explained", "integrity/shown-id-is-that-of-its-schedule",
    "recovery-ios/missed-notification-was-not-shown",
    "recovery-ios/overdue-notification-is-recovered",
    "recovery-android/interrupted-display-is-reported",
    "recovery-android/overdue-notification-is-reported",
    "failure-paths/on-demand-content-is-no-prefetch",
    "bgtask-lifecycle/scheduler-accepts", "hints/scheduler-accepts",
    "environments/zone-change-keeps-the-next-occurrence", "hints/fetch-of-the-app-has-outcome",
    "hints/fetch-of-the-app-is-in-time", "json-records/failure-counts-itself",
    "json-records/use-counts-itself", "prefetch-cycle/prepared-notification-has-its-line",
    "recovery-ios/missed-task-is-accepted",
    "recovery-common/daily-run-comes-within-a-day",
    "recovery-common/run-that-lies-ahead-keeps-its-time", "resilience/retry-waits-as-announced",
    "api/offers-stay-at-the-last-known", "api/plans-stay-at-the-last-known",
    "auth/refusal-empties-the-cache", "failure-paths/later-run-has-its-handler",
    "pull-notifications/message-of-an-unchanged-feed-is-still-eligible",
    "recovery-android/notification-lost-to-a-force-stop-is-reported",
    "recovery-ios/overdue-task-is-missed", "timing/reused-content-is-valid-by-its-hash",
    "resilience/failed-probe-keeps-the-breaker-open",
    "pull-notifications/receipt-is-of-the-shown-message",
    "prefetch-cycle/next-notification-is-resolved",
    // Of states, which no change of a log makes: a table of their own has these.
    StateScore.pack,
    // Judged by a feed, and by documents.
    "feed", "documents",
  ]

  init() throws {
    let book = try SimulatedRun.book
    let packs = Set(book.profiles.flatMap(\.packs))
    lines = book.rules.compactMap { rule in
      let pack = book.packs[Int(rule.pack)].name
      let name = pack + "/" + rule.id
      guard packs.contains(pack), Self.unwritten.isDisjoint(with: [pack, name]) else { return nil }
      return Line(rule: name, severity: rule.severity)
    }
  }

  /// Rules that at most excuse or leave open, because nothing in a log proves the plugin's fault.
  static var neverViolated: Set<String> { get throws { try unprovable.get() } }

  private static let unprovable = Result {
    let book = try SimulatedRun.book
    let rules = book.rules.filter { $0.unmet == .inconclusive || $0.fault != .plugin }
    return Set(rules.map { book.packs[Int($0.pack)].name + "/" + $0.id })
  }

  mutating func add(_ mutant: Mutant) {
    mutants += 1
    addHeadlines(of: mutant)
    for rule in mutant.killers {
      guard let index = lines.firstIndex(where: { $0.rule == rule }) else { continue }
      if !lines[index].killedBy.contains(mutant.row.name) {
        lines[index].killedBy.append(mutant.row.name)
        lines[index].killedBy.sort()
      }
    }
    if !mutant.judgement.withoutRule.isEmpty {
      withoutRule[mutant.row.name] = mutant.row.rows
    }
  }

  private mutating func addHeadlines(of mutant: Mutant) {
    let heads = mutant.run.summary.headlines
    guard !heads.isEmpty else { return }
    failing += 1
    if heads.count == 1 { withOneHeadline += 1 }
    if heads.contains(where: { mutant.isNamed(by: $0) }) { named += 1 }
    if heads.count > 1 {
      sharedHeadlines[heads.map(\.rule).sorted().joined(separator: ", "), default: 0] += 1
    }
  }

  /// Rules of severity error that no mutant kills, though a log could show what they forbid.
  var unkilled: [String] {
    lines.filter { $0.severity == .error && $0.killedBy.isEmpty }.map(\.rule)
  }

  /// The table, in Markdown: each rule with one of the mutants that kill it.
  var table: String {
    var text = "| rule | severity | mutants | such as |\n|---|---|---:|---|\n"
    for line in lines where line.severity == .error || !line.killedBy.isEmpty {
      text += "| \(line.rule) | \(line.severity) | \(line.killedBy.count) |"
      text += " \(line.killedBy.first ?? "not killed") |\n"
    }
    return text
  }
}
