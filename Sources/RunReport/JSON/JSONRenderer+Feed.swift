internal import TextWriting

extension JSONRenderer {
  /// Writes what became of the messages of a feed; nothing where none was given.
  static func writeFeed(of summary: RunSummary, to writer: inout JSONWriter) {
    guard let feed = summary.feed else { return }
    writer.object("feed") { writer in
      writer.member("name", feed.name)
      writer.member("region", feed.region)
      writer.member("appVersion", feed.appVersion)
      writer.member("today", feed.today)
      writer.member("receipts", feed.receipts)
      writer.array("messages", of: feed.rows) { writer, row in
        writer.object {
          $0.member("place", row.place)
          $0.member("line", row.line)
          $0.member("id", row.id)
          $0.member("verdict", row.verdict.rawValue)
          $0.member("reason", row.reason)
          // Null where no log was given, or the log tells of no message.
          $0.member("shownTimes", feed.isTold == true ? Int64(row.displayCount) : nil)
          $0.array("shown", of: row.displays) { writer, display in
            writer.object(inline: true) {
              $0.member("time", time: display.time)
              $0.member("file", display.file)
              $0.member("line", display.line)
            }
          }
        }
      }
      writer.member("omittedMessages", feed.omittedRows)
    }
  }
}
