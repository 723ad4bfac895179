/// The log whose states are changed: days of which some are as they should be, one fails, one is killed in
/// its fetch, and one is never delivered; then counters, a record, and a line in no known words.
let checkpointLog =
  (14...20).map { day(November: $0) }.joined() + """
    2025-11-21 06:00:00.000000+0000 App[203:9] [DNP-PLUGIN] Something that no catalogue knows (x=1)
    2025-11-21 06:00:01.000000+0000 App[203:9] {"event":"fetch_success","status":200,"ttl":86400}
    2025-11-21 06:00:02.000000+0000 App[203:9] [DNP-METRICS] dnp_prefetch_scheduled_total 7

    """

private func day(November day: Int) -> String {
  let pid = day < 18 ? 201 : 202
  let id = "notif-2025-11-\(day)"
  var lines = [
    (
      "05:00:00.100000",
      "[DNP-FETCH] Scheduling prefetch for notification at 2025-11-\(day)T05:53:00Z"
    ),
    (
      "05:00:00.180000",
      "[DNP-FETCH] BGAppRefreshTask scheduled (earliestBeginDate=2025-11-\(day)T05:48:00Z)"
    ),
    ("05:00:00.240000", "[DNP-SCHEDULER] Scheduling notification for 2025-11-\(day)T05:53:00Z"),
    ("05:00:00.310000", "[DNP-STORAGE] Persisted schedule to DB (id=\(id), type=DAILY)"),
    (
      "05:50:00.000000",
      "[DNP-FETCH] BGTask handler invoked (id=com.timesafari.dailynotification.fetch)"
    ),
    (
      "05:50:00.050000",
      "[DNP-FETCH] Resolved next notification needing content (time=2025-11-\(day)T05:53:00Z, scheduleId=\(id))"
    ),
    (
      "05:50:00.100000",
      "[DNP-FETCH] Starting fetch from https://api.example.com/api (notificationTime=2025-11-\(day)T05:53:00Z, jwtPresent=true)"
    ),
  ]
  if day == 14 || day == 18 {
    lines.insert(
      (
        "04:59:58.200000",
        "[DNP-FETCH] Registering BGTaskScheduler task (id=com.timesafari.dailynotification.fetch)"
      ),
      at: 0)
    lines.insert(
      ("04:59:58.900000", "[DNP-PLUGIN] Startup complete (hasPendingSchedules=false)"), at: 1)
  }
  if day == 17 { return text(lines, day, pid) }
  if day == 16 {
    lines.append(("05:50:31.300000", "[DNP-FETCH] Fetch failed (error=timeout, code=-1001)"))
    lines.append(("05:50:31.400000", "[DNP-FETCH] Task completed (success=false)"))
  } else {
    lines += [
      ("05:50:01.300000", "[DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)"),
      ("05:50:01.350000", "[DNP-FETCH] Cached content for scheduleId=\(id)"),
      ("05:50:01.360000", "[DNP-FETCH] Cached content MD5: 9e107d9d372bb6826bd81d3542a419d6"),
      ("05:50:01.400000", "[DNP-FETCH] Task completed (success=true)"),
    ]
  }
  if day == 19 { return text(lines, day, pid) }
  lines += [
    ("05:53:00.100000", "[DNP-FETCH] Found cached content (age=179s, source=prefetch)"),
    ("05:53:00.150000", "[DNP-FETCH] Using cached content MD5: 9e107d9d372bb6826bd81d3542a419d6"),
    (
      "05:53:04.000000",
      "[DNP-SCHEDULER] Notification delivered (id=\(id), title=Your daily update)"
    ),
    (
      "05:53:04.050000",
      "[DNP-PLUGIN] Prefetch cycle complete (id=\(id), fetched=true, usedCached=true)"
    ),
  ]
  return text(lines, day, pid)
}

private func text(_ lines: [(time: String, message: String)], _ day: Int, _ pid: Int) -> String {
  lines.map { "2025-11-\(day) \($0.time)+0000 App[\(pid):4211] \($0.message)\n" }.joined()
}
