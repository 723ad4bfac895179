package import RuleLanguage

extension Correlator {
  /// Finds the event's process segment, opening one where a process begins.
  mutating func assignSegment(_ event: inout ScopedEvent) {
    let pid = event.event.pid
    let part = event.part
    if hasOvertaken { closeOvertaken(at: event) }
    if isAtStart {
      isAtStart = false
      isBeforeHead = isOfDevice(event)
      hasHead = isBeforeHead || isProcessStart(event.kind)
      openSegment(pid: pid, hasHead: hasHead, event)
    } else if currentSegment < 0 {
      openSegment(pid: pid, hasHead: beginsAfterKill(event), event)
    } else if isBeforeHead, !isOfDevice(event), !isProcessStart(event.kind) {
      // What a tester notes of the device may stand before any line of a process that runs already.
      isBeforeHead = false
      hasHead = false
      closeSegment(currentSegment, end: .complete)
      openSegment(pid: pid, hasHead: false, event)
    } else if part == .reboot {
      cutExecutions(by: event)
      for segment in segments { note(killed: segment.number, by: event) }
      closeAllSegments()
      openSegment(pid: pid, hasHead: true, event)
    } else if pid >= 0, pid != segments[Int(currentSegment)].pid, !adoptPid(pid) {
      leaveWork()
      if let other = segments.firstIndex(where: { $0.pid == pid }) {
        currentSegment = Int32(other)
        segments[other].isOvertaken = false
        takeUpWork()
      } else {
        openSegment(pid: pid, hasHead: beginsAfterKill(event), event)
      }
    } else if part == .appLaunch, hasLaunched(segments[Int(currentSegment)]) {
      closeSegment(currentSegment, end: .complete)
      openSegment(pid: pid, hasHead: true, event)
    } else if part == .register, startsAgain(event) {
      closeSegment(currentSegment, end: .complete)
      openSegment(pid: pid, hasHead: true, event)
    }
    if !isOfDevice(event) {
      isBeforeHead = false
      headSequence = min(headSequence, event.sequence)
    }
    if part == .register, let task = store.string(known.taskId, event) {
      register(task, at: event)
    }
    if part == .startup, event.event.fieldCount > 0 {
      for field in store.fields(of: event) where field.type == .bool && field.state == .value {
        if field.value == 0 { startedEmpty = true }
        if field.value != 0, segments[Int(currentSegment)].number == 1 { inheritsWork = true }
      }
    }
    note(&event)
  }

  /// Notes a task of the current process; an earlier process that registered it is over.
  private mutating func register(_ task: String, at event: ScopedEvent) {
    let current = segments[Int(currentSegment)].number
    while let earlier = segments.firstIndex(where: {
      $0.number != current && $0.taskIds.contains(task) && !$0.isOvertaken
    }) {
      if mayLive(segments[earlier], beside: event) {
        segments[earlier].isOvertaken = true
        hasOvertaken = true
      } else {
        closeBeside(earlier)
      }
    }
    // An app has a handful: what names ever new ones would have all of them held against each line.
    if segments[Int(currentSegment)].taskIds.count < 16,
      !segments[Int(currentSegment)].taskIds.contains(task)
    {
      segments[Int(currentSegment)].taskIds.append(task)
    }
  }

  private mutating func note(_ event: inout ScopedEvent) {
    let index = Int(currentSegment)
    forgetEnd(of: segments[index].number, at: event)
    segments[index].lastSequence = event.sequence
    if event.part == .startup { segments[index].hasStarted = true }
    if let time = event.knownTime, event.stage != .launch || event.part == .startup {
      segments[index].lastTime = time
    }
    if event.stage == .launch {
      if segments[index].launchSteps.count < 8 {
        segments[index].launchSteps.append(
          SeenStep(
            kind: event.kind, part: event.part, time: event.knownTime, line: event.event.line,
            file: event.file))
      }
    } else if event.kind != known.unclassified, event.kind != known.environment,
      event.part != .appState
    {
      segments[index].onlyLaunchEvents = false
    }
    event.segment = segments[index].number
  }

  /// Whether the event tells of the device, and of no process.
  private func isOfDevice(_ event: ScopedEvent) -> Bool {
    event.kind == known.environment || event.kind == known.unclassified
  }

  /// Whether a process that follows another is seen from its start: not what a killed one had still to
  /// say, nor one without a number that says nothing of a start.
  private func beginsAfterKill(_ event: ScopedEvent) -> Bool {
    let pid = event.event.pid
    return isProcessStart(event.kind) || pid >= 0 && !kills.contains { $0.pid == pid }
  }

  /// A segment whose process no line has named takes the first process that one names.
  private mutating func adoptPid(_ pid: Int32) -> Bool {
    guard segments[Int(currentSegment)].pid < 0 else { return false }
    segments[Int(currentSegment)].pid = pid
    return true
  }

  private func hasLaunched(_ segment: Segment) -> Bool {
    !segment.onlyLaunchEvents || segment.hasStarted
      || segment.launchSteps.contains {
        $0.part == .appLaunch || $0.part == .appLaunchFinished
      }
  }

  private func startsAgain(_ event: ScopedEvent) -> Bool {
    guard let task = store.string(known.taskId, event) else { return false }
    let current = segments[Int(currentSegment)]
    // The start of a process that was at work as the log began was before that, unless no other can
    // have taken its place so soon.
    if mayHaveRegistered(current), !current.onlyLaunchEvents || current.hasStarted,
      event.event.pid < 0 || current.pid < 0
    {
      let gap = Cycle.span(from: current.lastTime, to: event.knownTime)
      return gap.map { $0 > Self.burstDistance } ?? true
    }
    guard segments[Int(currentSegment)].taskIds.contains(task) else { return false }
    // The JSON twin of the registration line is no second start.
    guard let last = duplicates.last(like: event) else { return true }
    return last.event.form == event.event.form || event.sequence - last.sequence > 2
  }

  /// Whether a process may have registered its tasks before the log began: it does so as it is
  /// launched, and a plugin may be loaded behind that.
  private func mayHaveRegistered(_ segment: Segment) -> Bool {
    !segment.hasHead || segment.isFirst && segment.launchSteps.first?.part == .pluginLoad
  }

  /// Whether an event of one of the kinds may have come in a process before the log began, although
  /// the log shows the start of it.
  package func mayPrecedeHead(_ kinds: [EventKind], ofSegment number: Int32) -> Bool {
    kinds.contains { role(of: $0).part == .register }
      && segments.contains { $0.number == number && mayHaveRegistered($0) }
  }

  private mutating func openSegment(pid: Int32, hasHead: Bool, _ event: ScopedEvent) {
    closeEnded()
    segmentCount += 1
    var segment = Segment()
    segment.number = segmentCount
    segment.pid = pid
    segment.hasHead = hasHead
    if !hasHead { headlessSegment = segmentCount }
    segment.firstSequence = event.sequence
    segment.isFirst = event.sequence == 0
    // A handful of processes log at a time; the oldest makes room.
    if segments.count == 8 { closeSegment(0, end: .complete) }
    segments.append(segment)
    currentSegment = Int32(segments.count - 1)
    executionWindows.resume(-1)
    deliveryWindows.resume(-1)
    burst = -1
    output.append(.opened(.process, slot: segment.number))
  }

  mutating func closeSegment(_ index: Int32, end: ScopeEnd) {
    let segment = segments[Int(index)]
    executionWindows.closeAll(end: end, &output) { $0.segment == segment.number }
    output.append(.closed(.process, slot: segment.number, end: end))
    segments.remove(at: Int(index))
    currentSegment = segments.isEmpty ? -1 : Int32(segments.count - 1)
  }

  /// What was at work when the device went down had no time to end.
  private mutating func cutExecutions(by reboot: ScopedEvent) {
    executionWindows.closeAll(end: .cut, &output) { window in
      !window.isCompleted
        && (Cycle.span(from: window.lastTime, to: reboot.knownTime) ?? 0) < Self.silence
    }
  }

  private mutating func closeAllSegments() {
    while !segments.isEmpty { closeSegment(0, end: .complete) }
  }
}
