internal import TextWriting

// Scheduling a notification and its prefetch.
extension Device {
  /// The app asks for a notification; the plugin schedules it with its prefetch.
  mutating func scheduleNotification(at time: Int64) {
    let id = "notif-" + InstantText.date(time)
    plugin.currentCycle = trace.cycles.count
    trace.cycles.append(TruthCycle(scheduleId: id, notificationTime: time))
    plugin.pending.append(trace.cycles.count - 1)
    pass(40...200)
    log("prefetch_schedule_begin", ["notificationTime": .instant(time)])
    pass(20...120)
    submitTask(for: time)
    pass(20...90)
    log("notification_scheduling", ["notificationTime": .instant(time)])
    pass(20...90)
    if errs(.scheduleNotPersisted) { return }
    log("schedule_persisted", ["scheduleId": .text(id), "type": .text("DAILY")])
  }

  /// Submits the prefetch task; the one that is outstanding makes room for it.
  mutating func submitTask(for notificationTime: Int64) {
    var begin = notificationTime - lead
    if begin < now + .minute {
      log("lead_capped", ["minLeadSeconds": .duration(.minute)])
      pass(5...30)
      begin = now + .minute
    }
    begin -= begin % .second
    log("bgtask_submit", ["kind": .text("refresh"), "earliestBeginDate": .instant(begin)])
    pass(10...60)
    log("bgtask_scheduled", ["kind": .text("refresh"), "earliestBeginDate": .instant(begin)])
    plugin.outstandingTask = begin
    plugin.counters.scheduled += 1
  }
}
