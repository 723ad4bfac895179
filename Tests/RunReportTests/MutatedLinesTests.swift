import Foundation
import LogReading
import Redaction
import RuleLanguage
import RunAnalysis
import RunReport
import Testing

/// No line ends the program, whatever stands in it.
struct MutatedLinesTests {
  /// So many lines take some seconds, and all of them are read in one process, which a fault ends.
  ///
  /// By hand: `DNPLOG_MUTATED_LINES=5000000 DNPLOG_MUTATED_SEED=7 DNPLOG_MUTATED_FILE=/tmp/last.log`
  /// reads other ones, and more of them, and leaves the log that it stopped at in the file.
  @Test func `no line ends the program`() async {
    await #expect(processExitsWith: .success) {
      let settings = ProcessInfo.processInfo.environment
      let wanted = settings["DNPLOG_MUTATED_LINES"].flatMap { Int($0) } ?? 50_000
      let seed = settings["DNPLOG_MUTATED_SEED"].flatMap { UInt64($0) } ?? 1
      let catalogue = try Judge.book.get().catalogue
      var lines = try MutatedLines(seed: seed, catalogue: catalogue)
      var redactor = Redactor(catalogue: catalogue, key: "k")
      var read = 0
      var events = 0
      while read < wanted {
        let log = lines.log(of: 250)
        // Nor does one keep it for ever: the process ends by a signal.
        alarm(30)
        if let path = settings["DNPLOG_MUTATED_FILE"] {
          try Data(log.joined(separator: [0x0A])).write(to: URL(filePath: path))
        }
        let analyser = try Judge.analyser()
        analyser.read(text: Array(log.joined(separator: [0x0A])), named: "device.log")
        let summary = analyser.finish()
        events += summary.inputs.reduce(0) { $0 + Int($1.events) }
        var bytes: [UInt8] = []
        JSONRenderer.render(summary, ReportStyle(), into: &bytes)
        for line in log { redactor.redact(line, into: &bytes) }
        read += log.count
      }
      // Most lines are still the plugin's.
      if events * 4 < read { exit(1) }
    }
  }
}
