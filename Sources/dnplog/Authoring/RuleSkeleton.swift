internal import TextWriting

/// A rule file to begin with: one rule that loads, with tests that pass.
struct RuleSkeleton {
  private let pack: String
  private let rule: String

  /// - Parameter name: `PACK/RULE`, or the empty text for names to be changed.
  init(named name: String) throws(Failure) {
    let parts = (name.isEmpty ? "my-pack/my-rule" : name)
      .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, parts.allSatisfy(Self.isName) else {
      throw Failure(
        Problem(
          "'\(name)' is no name of a rule", at: "rules new",
          advice: "write PACK/RULE, in small letters, digits and dashes"))
    }
    (pack, rule) = (parts[0], parts[1])
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, (0x61...0x7A).contains(first) else { return false }
    return text.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
    }
  }

  var text: String {
    """
    # A pack of rules for dnplog. Try it:
    #   dnplog rules check FILE       is it written well?
    #   dnplog rules test FILE        do its tests pass?
    #   dnplog validate --rules FILE device.log
    pack: \(pack)
    title: What these rules are about

    # Numbers that a user may change: --set my_limit=20s. A duration has a unit: ms, s, m, h.
    params:
      my_limit: {default: 10s, doc: longest fetch that is fast}

    rules:
      - id: \(rule)
        # What holds if the rule is met, as one sentence.
        title: A fetch that starts succeeds in time
        # error fails the run; warning fails it with --strict; info never does.
        severity: warning
        # A always the same, B its timing may vary, C the system decides.
        bucket: B
        # Where the rule applies once: log, process, cycle, execution or delivery.
        scope: execution
        # The event that begins it. 'dnplog rules events' lists the events and their fields.
        when: {event: fetch_start, as: start}
        # What must come then.
        expect:
          - {event: fetch_success, as: success, within: $my_limit}
        # What must be true of the events above.
        check: ["success.status == 200"]
        # What ends it without a verdict: another rule looks after a failure.
        cancel: [{event: fetch_failure}]
        # What to look at where it is violated, the likeliest first.
        hints: [Compare the log of the server at this time]
        # One log that meets the rule, one that violates it, and one to which it does not apply.
        tests:
          - name: a fetch of two seconds
            outcome: satisfied
            log: |
              2025-11-14 05:50:00.000000+0000 App[201:1] [DNP-FETCH] BGTask handler invoked (id=com.example.fetch)
              2025-11-14 05:50:00.100000+0000 App[201:1] [DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=s1)
              2025-11-14 05:50:02.100000+0000 App[201:1] [DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)
          - name: a fetch of twenty seconds
            outcome: violated
            step: fetch_success
            reason: seen_late
            log: |
              2025-11-14 05:50:00.000000+0000 App[201:1] [DNP-FETCH] BGTask handler invoked (id=com.example.fetch)
              2025-11-14 05:50:00.100000+0000 App[201:1] [DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=s1)
              2025-11-14 05:50:20.100000+0000 App[201:1] [DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)
          - name: another status
            outcome: violated
            reason: check_failed
            log: |
              2025-11-14 05:50:00.000000+0000 App[201:1] [DNP-FETCH] BGTask handler invoked (id=com.example.fetch)
              2025-11-14 05:50:00.100000+0000 App[201:1] [DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=s1)
              2025-11-14 05:50:02.100000+0000 App[201:1] [DNP-FETCH] Fetch success (status=203, bytes=1234, ttl=86400)
          - name: a failure is the matter of another rule
            outcome: not_applicable
            log: |
              2025-11-14 05:50:00.000000+0000 App[201:1] [DNP-FETCH] BGTask handler invoked (id=com.example.fetch)
              2025-11-14 05:50:00.100000+0000 App[201:1] [DNP-FETCH] Starting fetch (notificationTime=2025-11-14T05:53:00Z, scheduleId=s1)
              2025-11-14 05:50:01.100000+0000 App[201:1] [DNP-FETCH] Fetch failed: error=NetworkError, willRetry=false
              2025-11-14 05:50:01.200000+0000 App[201:1] [DNP-FETCH] Task completed (success=false, reason=NETWORK)

    """
  }
}
