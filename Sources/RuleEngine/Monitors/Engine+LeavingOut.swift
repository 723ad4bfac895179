internal import RuleLanguage

extension Engine {
  /// Takes back all outcomes of some rules, and of others that what they asked for came too late.
  package mutating func leaveOut(_ isLeftOut: (Int) -> Bool, late isLate: (Int) -> Bool) {
    for rule in book.rules.indices where isLeftOut(rule) { log.satisfied[rule] = 0 }
    for (tally, count) in log.tallies {
      let rule = Int(tally.rule)
      if isLeftOut(rule) {
        log.tallies[tally] = nil
      } else if tally.isLate, isLate(rule) {
        log.tallies[tally] = nil
        log.satisfied[rule] += count
      }
    }
    log.findings.removeAll { isLeftOut($0.rule) || $0.tally.isLate && isLate($0.rule) }
  }
}

extension Rule {
  /// Whether it judges when something happens, and not only whether: where the system decides on
  /// the moment, or where its conditions read times.
  package var judgesTiming: Bool {
    switch bucket {
    case .a: return false
    case .b: break
    case .c: return true
    }
    // How long a wait takes is left out where it passes, not the wait.
    return reads { reference in
      switch reference {
      case .candidateTime, .candidateTimeIsUTC, .roleTime: true
      case .cycle(let key): key == .handlerTime || key == .deliveredTime
      default: false
      }
    }
  }
}
