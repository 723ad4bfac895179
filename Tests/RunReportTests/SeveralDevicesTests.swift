import Foundation
import RunAnalysis
import RuleLanguage
import RunReport
import Testing

/// Lines of several devices are never judged as one device's.
@Suite struct SeveralDevicesTests {
  /// A form in which a message names its device.
  struct Form: CustomTestStringConvertible {
    var name: String
    var line: @Sendable (_ time: String, _ message: String, _ device: String, _ pid: Int) -> String
    var testDescription: String { name }
  }

  static let forms = [
    Form(name: "rsyslog") { time, message, device, pid in
      "\(time)000+00:00 \(device) App[\(pid)]: \(message)"
    },
    Form(name: "syslog") { time, message, device, pid in
      "<14>1 \(time)Z \(device) App \(pid) - - \(message)"
    },
    Form(name: "CloudWatch") { time, message, device, _ in
      #"{"timestamp":"\#(time)Z","message":"\#(message)","logStreamName":"\#(device)"}"#
    },
    Form(name: "Datadog") { time, message, device, _ in
      #"{"timestamp":"\#(time)Z","message":"\#(message)","host":"\#(device)"}"#
    },
  ]

  private static let messages: [(time: String, message: String)] = {
    let lines = (try? WhoseLineTests.lines("acceptance/second-cycle-never-completes.log")) ?? []
    return lines.compactMap { line in
      guard let start = line.range(of: "[DNP-") else { return nil }
      let time = line.prefix(23).replacing(" ", with: "T")
      return (String(time), String(line[start.lowerBound...]))
    }
  }()

  private static func log(_ form: Form, _ devices: [(name: String, pid: Int)]) -> [String] {
    messages.flatMap { line in
      devices.map { form.line(line.time, line.message, $0.name, $0.pid) }
    }
  }

  @Test(arguments: forms)
  func `lines of two devices pass nothing and blame nobody`(form: Form) throws {
    #expect(Self.messages.count > 20)
    let alone = try WhoseLineTests.judge(Self.log(form, [("phone-a", 201)]))
    #expect(alone.verdict == .fail)
    let summary = try WhoseLineTests.judge(
      Self.log(form, [("phone-a", 201), ("phone-b", 305)]))
    #expect(summary.verdict == .inconclusive)
    #expect(summary.reasons.contains { $0.contains("phone-a and phone-b") })
    #expect(!summary.findings.contains { $0.outcome == .violated })
    #expect(summary.findings.contains { $0.reason == "devices_mixed" })
  }

  @Test(arguments: forms)
  func `a device that gets another name is one device`(form: Form) throws {
    let lines = Self.log(form, [("phone-a", 201)])
    let half = lines.count / 2
    let renamed = lines[..<half] + lines[half...].map { $0.replacing("phone-a", with: "phone-b") }
    let (one, two) = (
      try WhoseLineTests.judge(lines), try WhoseLineTests.judge(Array(renamed))
    )
    #expect(one.verdict == two.verdict)
    #expect(one.findings.map(\.rule) == two.findings.map(\.rule))
  }
}
