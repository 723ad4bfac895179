internal import LogReading
internal import RuleEngine
internal import RuleLanguage
internal import RunReport
internal import TextWriting

extension LogAnalyser {
  /// Hands every event, with its place in the run, to a writer as one line of JSON.
  ///
  /// docs/events.md lists the keys; what is not known is left out.
  package func onEventLine(_ write: @escaping ([UInt8]) -> Void) {
    onEvent(EventLines(write), withText: false)
  }

  /// Hands every event, with its place in the run, to a sink.
  ///
  /// - Parameter withText: The sink wants the lines too.
  package func onEvent(_ sink: any EventSink, withText: Bool) {
    intake.engine.tell(
      EventTeller(names, sink, unclassified: prepared.unclassified, withText: withText))
  }
}

/// Writes events one by one as JSON.
private final class EventLines: EventSink {
  private let write: ([UInt8]) -> Void
  private var writer = JSONWriter(isPretty: false)

  init(_ write: @escaping ([UInt8]) -> Void) { self.write = write }

  func hear(_ source: EventSource, _ tell: () -> Void) {
    var line = JSONWriter(isPretty: false)
    line.object { object in
      // The members come one by one, and all go into this object.
      swap(&object, &writer)
      tell()
      swap(&object, &writer)
    }
    line.newline()
    write(line.bytes)
  }

  func text(_ member: EventMember, _ value: String) { writer.member(member.key, value) }
  func number(_ member: EventMember, _ value: Int64) { writer.member(member.key, value) }
  func time(_ member: EventMember, _ instant: Int64) { writer.member(member.key, time: instant) }
  func mark(_ member: EventMember) { writer.member(member.key, true) }
  func texts(_ member: EventMember, _ values: [String]) { writer.strings(member.key, values) }

  func object(_ member: EventMember, _ write: (inout JSONWriter) -> Void) {
    writer.object(member.key, write)
  }
}
