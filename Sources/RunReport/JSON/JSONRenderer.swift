internal import TextWriting

/// The run summary as JSON: keys fixed and in a fixed order, the same bytes for the same run.
package enum JSONRenderer: ReportRenderer {
  /// Appends the summary and a newline.
  package static func render(
    _ summary: RunSummary, _ style: ReportStyle, into bytes: inout [UInt8]
  ) {
    var writer = JSONWriter(isPretty: !style.isOneLine)
    writer.object { $0.members(of: summary) }
    writer.newline()
    writer.bytes.move(behind: &bytes)
  }

  /// Returns a value with all its members on one line.
  static func line(of value: some Coded) -> String {
    var writer = JSONWriter(isPretty: false)
    writer.object { $0.members(of: value) }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
