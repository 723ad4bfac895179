internal import RuleLanguage

// What ends tasks and notifications before their turn.
extension Correlator {
  /// With the app end its tasks: by the system that which is at work, by the user those that the
  /// system keeps for it (S1:65).
  mutating func loseTasks(_ event: ScopedEvent) {
    if isWord("terminated", known.state, event), isWord("system", known.actor, event) {
      for window in executions where window.isOpen && !window.isCompleted && window.cycle >= 0 {
        cycles[Int(window.cycle)].isTaskKilled = true
      }
    }
    guard
      isWord("swiped", known.state, event)
        || isWord("terminated", known.state, event) && isWord("user", known.actor, event)
    else { return }
    for index in cycles.indices
    where cycles[index].isOpen && !cycles[index].isExecuted
      && (cycles[index].isSubmitted || cycles[index].isAccepted)
    {
      cycles[index].isTaskLost = true
    }
  }

  /// A call that takes all notifications back, with their tasks.
  mutating func cancelAll(_ call: ScopedEvent) {
    guard isWord("cancelAllNotifications", known.method, call), isWord("ok", known.outcome, call)
    else { return }
    cancelTasks(withNotifications: true)
  }

  mutating func cancelTasks(withNotifications: Bool) {
    for index in cycles.indices where cycles[index].isOpen && !cycles[index].isFinished {
      if !cycles[index].isExecuted { cycles[index].isTaskCancelled = true }
      if withNotifications { cycles[index].isCancelled = true }
    }
  }

  /// Whether a task is taken back for good, and not to submit another in its place.
  func isWithdrawal(_ event: ScopedEvent) -> Bool {
    isWord("cancel_all", known.cause, event) || isWord("user", known.cause, event)
  }
}
