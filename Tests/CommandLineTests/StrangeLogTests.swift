import TestSupport
import Testing

/// Logs as strangers hand them in: newest first, damaged in front of another, cut without times.
@Suite struct StrangeLogTests {
  private func verdict(_ script: String) throws -> (line: String, output: String) {
    let result = try Dnplog.shell(script, in: try TemporaryDirectory())
    let line = result.output.split(separator: "\n").last.map(String.init) ?? ""
    return (line, result.output)
  }

  @Test func `a log whose newest line stands first is not judged`() throws {
    let script = #""$0" simulate happy --container bare-iso | tac | "$0" validate -"#
    let (line, output) = try verdict(script)
    #expect(line.hasPrefix("INCONCLUSIVE  the times of its lines run backward"))
    #expect(output.contains("Note      order newest first"))
    #expect(!output.contains("✗ plugin"))
  }

  @Test func `a clock that steps back now and then is judged`() throws {
    let script =
      #""$0" simulate happy > a; (tail -n +9 a; head -8 a; tail -n +9 a) | "$0" validate -"#
    #expect(try !verdict(script).output.contains("newest first"))
  }

  @Test(arguments: ["", "--join "])
  func `what damage took is not blamed because another file follows`(option: String) throws {
    let script = #"""
      mkdir r; "$0" simulate happy --container bare-iso | gzip -n | head -c 900 > r/device.log.1.gz
      echo '2025-11-14T06:30:00Z other line' > r/device.log
      "$0" validate -q \#(option)r
      """#
    #expect(try verdict(script).line.hasPrefix("INCONCLUSIVE  the input is damaged"))
  }

  @Test(arguments: ["reboot", "happy"])
  func `what the last line of a log without times waits for is open`(scenario: String) throws {
    let script = #""$0" simulate \#(scenario) --container bare | head -2 | "$0" validate -q -"#
    #expect(try verdict(script).line.hasPrefix("INCONCLUSIVE"))
  }

  @Test func `what stands around a missing step is told as a line tells it`() throws {
    let script = #"""
      "$0" simulate happy --container docker | grep -v 'Scheduling notification' | "$0" validate -
      """#
    let output = try verdict(script).output
    #expect(output.contains(" 7 │ 05:09:04.420Z [DNP-FETCH] BGAppRefreshTask scheduled"))
  }

  @Test func `a quote that a table doubles is one`() throws {
    let script = #"""
      cat > t.csv <<'END'
      2025-11-14T05:48:00Z,"{""event"":""prefetch_success"",""id"":""n1""}"
      2025-11-14T05:48:01Z,host,"[DNP-FETCH] Fetch failed: error=""x, y"", willRetry=false",b
      END
      "$0" events t.csv
      """#
    let lines = try Dnplog.shell(script, in: try TemporaryDirectory()).output.split(separator: "\n")
      .filter { !$0.contains("record_mistake") }
    #expect(lines.count == 2)
    #expect(lines.first?.contains(#""notificationId":"n1""#) == true)
    #expect(lines.last?.contains(#""error":"x, y","willRetry":false"#) == true)
  }

  @Test(arguments: ["tar cf z a b", "tar czf z a b"])
  func `a log with a NUL byte in an archive is judged`(pack: String) throws {
    let script = #"""
      "$0" simulate happy > a; "$0" simulate fetch-without-outcome > b; printf '\0\n' >> b
      \#(pack); "$0" validate -q z
      """#
    #expect(try verdict(script).line.hasPrefix("FAIL"))
  }

  @Test func `a rotation named by its date is found in a folder`() throws {
    let script = #"""
      mkdir d; "$0" simulate happy | head -20 > d/device.log-20251113
      "$0" simulate happy | tail -n +21 > d/device.log; "$0" validate d
      """#
    let (line, output) = try verdict(script)
    #expect(line.hasPrefix("PASS"))
    #expect(output.contains("d/device.log-20251113"))
  }

  @Test func `a compression that is not read is told in a folder too`() throws {
    let script = #"""
      mkdir d; "$0" simulate happy > d/a.log; printf '\3757zXZ\0....' > d/b.log.xz
      "$0" validate -q d 2>&1; echo $?
      """#
    let output = try verdict(script).output
    #expect(output.contains("d/b.log.xz: is compressed with xz"))
    #expect(output.hasSuffix("2\n"))
  }

  @Test(arguments: [("CST", true), ("CET", false), ("[Europe/Berlin]", true)])
  func `a zone that lines name is not said to be missing`(zone: String, isUnread: Bool) throws {
    let script = #""$0" simulate happy --container bare-iso | sed 's,^\([^ ]*\)Z ,\1 \#(zone) ,'"#
    let output = try verdict(script + #" | "$0" validate -v -"#).output
    #expect(!output.contains("lines name no zone"))
    #expect(output.contains("the zone that lines name") == isUnread)
  }
}
