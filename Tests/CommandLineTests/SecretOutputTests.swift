import TestSupport
import Testing

/// Every form of a secret, through every output.
struct SecretOutputTests {
  /// A healthy cycle, and an error for each form with the secret in its message.
  private static let log =
    Samples.happyCycle
    + SecretSamples.forms.map {
      "[DNP-API] Error (component=http, message=\($0.message) end)\n"
    }.joined()
    // The same in a record.
    + SecretSamples.forms.map {
      var text = ""
      for scalar in $0.message.unicodeScalars {
        switch scalar {
        case "\"", "\\": text += "\\\(scalar)"
        case "\u{0}"..<" ":
          text += "\\u00\(scalar.value < 16 ? "0" : "")" + String(scalar.value, radix: 16)
        default: text.unicodeScalars.append(scalar)
        }
      }
      return #"{"event":"prefetch_failure","error":"\#(text) end"}"# + "\n"
    }.joined()

  private static let commands: [String] =
    [
      "validate -v device.log", "validate --since 2000-01-01 --max-details 3000 device.log",
      "events device.log", "explain secrets/no-secret-in-the-log device.log",
      "query -e 'SELECT * FROM lines' device.log", "query -e 'SELECT * FROM events' device.log",
      "query -e 'SELECT * FROM findings' device.log", "redact device.log",
      "query --format json -e 'SELECT * FROM lines' device.log",
      "validate -q --history h.db --history-events device.log; cat h.db*",
      "history show h.db; \"$0\" history list --format json h.db",
    ]
    + [
      "text", "json", "ndjson", "junit", "sarif", "github", "markdown", "html", "trace",
      "prometheus",
      "influx",
    ].map { "validate -v --format \($0) --max-details 3000 device.log" }

  @Test func `no output shows a secret of any form`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("device.log", Self.log)
    for command in Self.commands {
      let result = try Dnplog.shell("\"$0\" \(command) < /dev/null", in: directory)
      #expect(result.exitCode < 3, "\(command): \(result.errors)")
      #expect(!result.stdout.isEmpty, "\(command)")
      let text = result.output + result.errors
      for form in SecretSamples.forms {
        for secret in form.secrets where text.contains(secret) {
          Issue.record("\(command): \(form.name)")
        }
      }
    }
  }

  @Test func `what is masked and no finding changes no verdict`() throws {
    for form in SecretSamples.forms {
      let directory = try TemporaryDirectory()
      let line = "[DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400, note=~)\n"
      try directory.add("plain.log", Samples.happyCycle + line)
      try directory.add("secret.log", Samples.happyCycle + line.replacing("~", with: form.message))
      let plain = try Dnplog.judge(["plain.log"], in: directory)
      let secret = try Dnplog.judge(["secret.log"], in: directory)
      let leaks = secret.findings.filter { $0.contains("no-secret-in-the-log") }
      #expect(leaks.isEmpty == !form.isFinding, "\(form.name)")
      #expect(secret.findings.filter { !leaks.contains($0) } == plain.findings, "\(form.name)")
      #expect(secret.cycles == plain.cycles, "\(form.name)")
      if !form.isFinding { #expect(secret.verdict == plain.verdict, "\(form.name)") }
    }
  }
}
