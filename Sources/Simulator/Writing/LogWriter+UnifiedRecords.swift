internal import TextWriting

// The unified log as JSON: `--style json` and `--style ndjson`.
extension LogWriter {
  /// Writes one record: over several lines between brackets, or compact on a line of its own.
  mutating func writeUnifiedRecord(_ entry: LogLine, isPretty: Bool) {
    if isPretty {
      // The comma comes with the record behind it, so that an interrupted log ends in `}`.
      bytes.append(utf8: messages == 0 ? "[{" : ",{")
    } else {
      startLine()
      bytes.append(utf8: "{")
    }
    var members = UnifiedMembers(isPretty: isPretty)
    members.number("traceID", 4_295_229_444 + entry.time % 1_000_000_007, to: &self)
    members.key("eventMessage", to: &self)
    bytes.append(UInt8(ascii: "\""))
    appendJSON(entry, escapingSlashes: true)
    bytes.append(UInt8(ascii: "\""))
    members.text("eventType", "logEvent", to: &self)
    members.literal("source", "null", to: &self)
    members.text("formatString", "%{public}s", to: &self)
    members.number("userID", 501, to: &self)
    members.number("activityIdentifier", 0, to: &self)
    members.text("subsystem", entry.subsystem, to: &self)
    members.text("category", entry.library, to: &self)
    members.number("threadID", Int64(entry.process.tid), to: &self)
    members.uuid("senderImageUUID", of: 0x5E4D, to: &self)
    members.backtrace(to: &self)
    members.uuid("bootUUID", of: UInt64(entry.process.boot.magnitude), to: &self)
    members.text("processImagePath", imagePath(of: entry), to: &self)
    members.text("senderImagePath", imagePath(of: entry), to: &self)
    members.key("timestamp", to: &self)
    bytes.append(UInt8(ascii: "\""))
    bytes.appendUnifiedTime(entry)
    bytes.append(UInt8(ascii: "\""))
    members.number("machTimestamp", entry.time % 1_000_000_000_000, to: &self)
    members.text("messageType", entry.level.unifiedType, to: &self)
    members.uuid("processImageUUID", of: 0x9A3F, to: &self)
    members.number("processID", Int64(entry.process.pid), to: &self)
    members.number("senderProgramCounter", 48_204, to: &self)
    members.number("parentActivityIdentifier", 0, to: &self)
    members.text("timezoneName", "", to: &self)
    if isPretty { newline() }
    bytes.append(UInt8(ascii: "}"))
    if !isPretty { newline() }
  }

  private func imagePath(of entry: LogLine) -> String {
    entry.subsystem.hasPrefix("com.apple.")
      ? "/usr/libexec/\(entry.program)"
      : "/private/var/containers/Bundle/Application/\(entry.program).app/\(entry.program)"
  }
}

/// A writer of members one by one, in either layout.
private struct UnifiedMembers {
  let isPretty: Bool
  private var isFirst = true

  init(isPretty: Bool) { self.isPretty = isPretty }

  mutating func key(_ name: String, to writer: inout LogWriter) {
    if !isFirst { writer.bytes.append(UInt8(ascii: ",")) }
    isFirst = false
    if isPretty {
      writer.newline()
      writer.bytes.append(utf8: "  ")
    }
    writer.bytes.append(UInt8(ascii: "\""))
    writer.bytes.append(utf8: name)
    writer.bytes.append(utf8: isPretty ? "\" : " : "\":")
  }

  mutating func literal(_ name: String, _ text: String, to writer: inout LogWriter) {
    key(name, to: &writer)
    writer.bytes.append(utf8: text)
  }

  mutating func number(_ name: String, _ value: Int64, to writer: inout LogWriter) {
    key(name, to: &writer)
    writer.bytes.append(number: value)
  }

  mutating func text(_ name: String, _ text: String, to writer: inout LogWriter) {
    key(name, to: &writer)
    writer.bytes.append(UInt8(ascii: "\""))
    writer.bytes.append(json: text.utf8, escapingSlashes: true)
    writer.bytes.append(UInt8(ascii: "\""))
  }

  /// Writes an identifier that a number alone decides.
  mutating func uuid(_ name: String, of number: UInt64, to writer: inout LogWriter) {
    var random = Random(seed: number)
    let high = random.next()
    let low = random.next()
    key(name, to: &writer)
    writer.bytes.append(UInt8(ascii: "\""))
    writer.bytes.append(hex: high >> 32, width: 8, upper: true)
    for part in [high >> 16, high, low >> 48] {
      writer.bytes.append(UInt8(ascii: "-"))
      writer.bytes.append(hex: part & 0xFFFF, width: 4, upper: true)
    }
    writer.bytes.append(UInt8(ascii: "-"))
    writer.bytes.append(hex: low & 0xFFFF_FFFF_FFFF, width: 12, upper: true)
    writer.bytes.append(UInt8(ascii: "\""))
  }

  /// Writes an object in a list in an object: readers must count brackets.
  mutating func backtrace(to writer: inout LogWriter) {
    key("backtrace", to: &writer)
    guard isPretty else {
      return writer.bytes.append(utf8: #"{"frames":[{"imageOffset":48204}]}"#)
    }
    let lines = ["{", "    \"frames\" : [", "      {", "        \"imageOffset\" : 48204"]
    for text in lines + ["      }", "    ]"] {
      writer.bytes.append(utf8: text)
      writer.newline()
    }
    writer.bytes.append(utf8: "  }")
  }
}
