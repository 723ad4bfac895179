internal import LogReading
package import RunReport

/// A stand-in: judges all bytes anew at each snapshot.
package final class LiveRun {
  private let prepared: PreparedBook
  private let options: RunOptions
  private let name: String
  private var bytes: [UInt8] = []
  private var lost = false

  package init(_ prepared: PreparedBook, options: RunOptions, named name: String)
    throws(RunOptionError)
  {
    self.prepared = prepared
    self.options = options
    self.name = name
    _ = try LogAnalyser(prepared, options: options)
  }

  package func add(_ bytes: Span<UInt8>) { self.bytes.append(bytes) }
  package func noteLoss() { lost = true }
  package var bytesRead: Int64 { Int64(bytes.count) }

  package func snapshot(silence: Double?) -> RunSummary {
    guard let analyser = try? LogAnalyser(prepared, options: options) else { return RunSummary() }
    analyser.read(text: bytes, named: name)
    if lost { analyser.noteLoss(of: name) }
    return analyser.finish()
  }

  package func finish() -> RunSummary { snapshot(silence: nil) }
  package func state() -> [UInt8] { bytes }

  package init(_ prepared: PreparedBook, options: RunOptions, state: [UInt8])
    throws(LiveRunError)
  {
    self.prepared = prepared
    self.options = options
    name = "device.log"
    bytes = state
  }
}

package struct LiveRunError: Error, Sendable, Equatable {
  package var message = ""
}
