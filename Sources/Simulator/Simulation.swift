package import LogReading

/// Runs scenarios and writes their logs.
package struct Simulation: Sendable {
  package let plan: SimulationPlan
  let text: MessageText

  package init(_ plan: SimulationPlan, catalogue: Catalogue) {
    self.plan = plan
    text = MessageText(catalogue: catalogue)
  }

  /// Lets a device live through the scenario.
  package func trace(ofDevice number: Int) -> Trace { play(number, drain: nil) }

  /// Writes the lines of a trace, each marked by the index of its record.
  package func write(_ trace: Trace, to writer: inout LogWriter) {
    var lines = TraceLines(simulation: self, writer: writer)
    for (index, record) in trace.records.enumerated() { lines.write(record, mark: index) }
    lines.writer.end()
    writer = lines.writer
  }

  /// Lets a device live through the scenario while its log goes to a sink, part by part.
  ///
  /// The sink returns whether it wants more; where not, the truth is that of what it got.
  package func run(
    device number: Int, to sink: @escaping ([UInt8]) -> Bool
  ) throws(MutationProblem) -> DeviceTruth {
    let lines = TraceLines(simulation: self, writer: LogWriter(style: plan.style))
    let stream = LogStream(lines, sink)
    var trace: Trace
    if let mutation = plan.mutation {
      // What can be mutated is known only of the whole.
      var random = Random(seed: plan.seed, part: 0x4D07_0000 + UInt64(number))
      trace = try mutation.mutate(play(number, drain: nil), random: &random)
    } else {
      trace = play(number) { stream.write(&$0) }
    }
    _ = stream.write(&trace)
    stream.end()
    return DeviceTruth(device: number, trace: trace, stream: stream, shows: plan.shows)
  }

  private func play(_ number: Int, drain: ((inout Trace) -> Bool)?) -> Trace {
    var device = Device(
      number: number, platform: plan.scenario.platform, days: plan.days, lead: plan.lead,
      firstNotification: plan.firstNotification, zone: plan.zone, seed: plan.seed)
    device.drain = drain
    plan.scenario.play(&device)
    device.trace.counters = device.plugin.total
    return device.trace
  }
}
