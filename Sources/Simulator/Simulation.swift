/// A simulation that runs a scenario and writes its logs.
package struct Simulation: Sendable {
  package let plan: SimulationPlan
  let text: MessageText

  /// - Parameter text: The words of the events; the same for all simulations of one catalogue.
  package init(_ plan: SimulationPlan, text: MessageText) {
    self.plan = plan
    self.text = text
  }

  /// Lets a device live through the scenario.
  package func trace(ofDevice number: Int) -> Trace { play(number, drain: nil) }

  /// Writes the lines of a trace, each marked by the index of its record.
  package func write(_ trace: Trace, to writer: inout LogWriter) {
    var lines = TraceLines(simulation: self, device: 1, writer: writer)
    for (index, record) in trace.records.enumerated() { lines.write(record, mark: index) }
    lines.end()
    writer = lines.writer
  }

  /// Lets a device live through the scenario while its log goes to a sink, part by part.
  ///
  /// The sink returns whether it wants more; where not, the truth is of no use. A log that is
  /// mutated or damaged is held as a whole before it goes there.
  package func run(
    device number: Int, to sink: @escaping ([UInt8]) -> Bool
  ) throws(SimulationError) -> DeviceTruth {
    let lines = TraceLines(
      simulation: self, device: number, writer: LogWriter(style: plan.style))
    guard let stream = LogStream(lines, plan: plan, sink) else { throw .damage(.outOfMemory) }
    var trace: Trace
    if let mutation = plan.mutation {
      // A mutation needs the whole trace.
      var random = Random(seed: plan.seed, part: 0x4D07_0000 + UInt64(number))
      do throws(MutationProblem) {
        trace = try mutation.mutate(
          play(number, drain: nil), of: plan.scenario.profile, random: &random)
      } catch {
        throw .mutation(error)
      }
    } else {
      trace = play(number) { stream.write(&$0) }
    }
    _ = stream.write(&trace)
    do throws(DamageError) { try stream.end() } catch { throw .damage(error) }
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

/// The reason why a plan cannot be carried out.
package enum SimulationError: Error, Sendable, Equatable {
  case mutation(MutationProblem)
  case damage(DamageError)
}
