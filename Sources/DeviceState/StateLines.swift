internal import TextWriting

/// Rows as lines of JSON, which are read like those of any log: so the catalogue names their fields,
/// gives them types and finds what is none.
package enum StateLines {
  /// Past this no line number is kept, so that a number in a hostile file costs no memory.
  private static let paddingLimit = 4 << 20

  /// The lines of a table; each row stands on the line of its number in the source.
  package static func bytes(of table: StateTable) -> [UInt8] {
    var bytes: [UInt8] = []
    var line = 1
    for row in table.rows {
      if row.line > line, row.line <= paddingLimit {
        bytes.append(UInt8(ascii: "\n"), count: row.line - line)
        line = row.line
      }
      bytes += record(of: row)
      bytes.append(UInt8(ascii: "\n"))
      line += 1
    }
    return bytes
  }

  /// One row as one record, without the end of its line.
  package static func record(of row: StateRow) -> [UInt8] {
    var writer = JSONWriter(isPretty: false)
    writer.object { object in
      object.member("event", row.event)
      for member in row.members { write(member, to: &object) }
    }
    return writer.bytes
  }

  private static func write(_ member: StateRow.Member, to object: inout JSONWriter) {
    switch member.value {
    case .null: object.member(member.name, nil as String?)
    case .bool(let flag): object.member(member.name, flag)
    // Ids are texts to events, and numbers in many a store.
    case .int(let number) where member.name == "id" || member.name.hasSuffix("Id"):
      object.member(member.name, "\(number)")
    case .int(let number): object.member(member.name, number)
    case .double(let number):
      // Events have instants in whole seconds or milliseconds alone.
      if let micros = InstantUnit(number)?.micros(number) {
        object.member(member.name, time: micros)
      } else {
        object.member(member.name, seconds: number)
      }
    case .text(let text): object.member(member.name, text)
    case .instant(let time): object.member(member.name, time: time)
    case .blob(let count): object.member(member.name, "\(count) bytes that are no text")
    }
  }
}
