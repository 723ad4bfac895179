internal import DeviceState
internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport

/// The events that tell of the messages of a feed, and of what ends a look at it; nil for those that the
/// catalogue does not have.
struct MessageKinds {
  let look, shown, receipt, end: EventKind?
  /// After these nobody can say that a message should have been shown.
  private let breaks: [EventKind]
  let all: [EventKind]

  init(_ catalogue: Catalogue) {
    look = catalogue.kind(named: "feed_check")
    shown = catalogue.kind(named: "message_displayed")
    receipt = catalogue.kind(named: "receipt_stored")
    end = catalogue.kind(named: "bgtask_completed")
    breaks = [
      "process_crash", "bgtask_expired", "permission_denied", "notification_suppressed",
      "app_launch",
    ].compactMap { catalogue.kind(named: $0) }
    all = [look, shown, receipt, end].compactMap { $0 } + breaks
  }

  func breaks(_ kind: EventKind) -> Bool { breaks.contains(kind) }
}

extension RunNotes {
  /// What an event tells of the messages of a feed; nil for one that tells nothing.
  func messageKind(
    of event: ScopedEvent, _ engine: borrowing Engine
  ) -> MessageNotes.Kind? {
    let kinds = prepared.messageKinds
    switch event.kind {
    case kinds.look: return .look(look(in: event, engine))
    case kinds.shown: return text(of: "messageId", in: event, engine).map { .shown($0) }
    case kinds.receipt: return text(of: "messageId", in: event, engine).map { .receipt($0) }
    case kinds.end: return .end
    default: return kinds.breaks(event.kind) ? .broken : nil
    }
  }

  private func look(in event: ScopedEvent, _ engine: borrowing Engine) -> MessageNotes.Look {
    MessageNotes.Look(
      status: number(of: "status", in: event, engine),
      isUnchanged: number(of: "notModified", in: event, engine) == 1,
      region: text(of: "selectedRegion", in: event, engine),
      appVersion: text(of: "installedVersion", in: event, engine),
      today: text(of: "today", in: event, engine))
  }
}
