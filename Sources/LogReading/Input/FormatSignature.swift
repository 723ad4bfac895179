internal import TextWriting

/// Recognises by their first bytes the formats that are not text, and says how to convert them.
enum FormatSignature {
  /// How many bytes of content a decision takes.
  static let length = 512

  /// The refusal of content that begins with these bytes; nil where it may be text.
  static func refusal(
    of head: Span<UInt8>, path: String, compression: ReadReport.Compression
  ) -> InputError? {
    guard let format = format(of: head) else {
      return OwnOutput.what(head).map {
        InputError(
          path: path, message: "is \($0) that dnplog printed, not a log",
          advice: "name the log that it was made from", content: .otherForm)
      }
    }
    let file = path == InputSet.standardInputName ? "FILE" : TextEscaping.shellWord(path)
    let advice =
      switch format.remedy {
      case .decode(let command):
        compression == .gzip
          ? "decode it: gzip -dc \(file) | \(command) | dnplog validate -"
          : "decode it: \(command) \(file) | dnplog validate -"
      case .repair: "fetch the file again"
      case .archive: "an archive is read from a file or from standard input: dnplog validate -"
      case .extract(let command): "unpack it with \(command) \(file) and name the log files"
      case .export(let command): "export it as text: \(command) > device.log"
      case .store: "it holds the state of a device: judge it by dnplog reconcile --state \(file)"
      case .history: "see its runs: dnplog history list \(file)"
      case .other: "name a log file"
      }
    return InputError(
      path: path, message: format.message, advice: advice, content: format.remedy.content)
  }

  /// The refusal of a file in an archive, which need not be a log.
  static func refusal(ofMember head: Span<UInt8>, path: String) -> InputError? {
    guard let format = format(of: head) else {
      if let what = OwnOutput.what(head) {
        return InputError(
          path: path, message: "is \(what) that dnplog printed, not a log",
          advice: "leave it out", content: .otherForm)
      }
      guard isBinary(head) else { return nil }
      return InputError(
        path: path, message: "is not text", advice: "leave it out", content: .noText)
    }
    let advice =
      switch format.remedy {
      case .decode(let command): "unpack the archive, and decode the file: \(command)"
      case .repair: "fetch the archive again"
      case .archive, .extract:
        "an archive inside an archive is not opened: unpack it and name the logs"
      case .export(let command): "unpack the archive, and export the log: \(command) > device.log"
      case .store: "it holds the state of a device"
      case .history, .other: "leave it out"
      }
    return InputError(
      path: path, message: format.message, advice: advice, content: format.remedy.content)
  }

  /// Whether the bytes begin gzip data except that one of its three fixed bytes differs.
  private static func isNearlyGzip(_ head: Span<UInt8>) -> Bool {
    guard head.count > GzipHeader.magic.count, head[GzipHeader.magic.count] & 0xE0 == 0 else {
      return false
    }
    return GzipHeader.magic.indices.count { head[$0] == GzipHeader.magic[$0] } == 2
  }

  /// Whether the bytes begin a zip archive except that one of its four fixed bytes differs.
  private static func isNearlyZip(_ head: Span<UInt8>) -> Bool {
    let magic: [UInt8] = [0x50, 0x4B, 3, 4]
    guard head.count > 30, head[5] == 0 else { return false }
    return magic.indices.count { head[$0] == magic[$0] } == 3
  }

  /// Whether the bytes hold NUL and, besides, more unprinted bytes than a log may have.
  ///
  /// NUL alone makes no file binary: a log has some where a disk or buffer was not written to its
  /// end.
  private static func isBinary(_ head: Span<UInt8>) -> Bool {
    guard head.firstIndex(of: 0, in: head.indices) != nil else { return false }
    var others = 0
    var controls = 0
    for index in head.indices where head[index] != 0 {
      others += 1
      if head[index].isUnprinted { controls += 1 }
    }
    return controls * 32 > others
  }

  private struct Format {
    var message: String
    var remedy: Remedy
  }

  private enum Remedy {
    /// An archive that can be read, but not in this place.
    case archive
    case decode(String)
    case extract(String)
    case export(String)
    /// A damaged file that cannot be read.
    case repair
    /// Data of the device from which no log can be made, and which is read as its state.
    case store
    /// Runs that dnplog recorded.
    case history
    /// Nothing that a log can be made from.
    case other

    /// The kind of content that needs this remedy.
    var content: InputError.Content {
      if case .repair = self { .unknown } else { .otherForm }
    }
  }

  private static func format(of head: Span<UInt8>) -> Format? {
    if TarHeader(head) != nil {
      return Format(message: "is a tar archive", remedy: .archive)
    }
    if TarHeader.isNearly(head) {
      return Format(message: "begins as a tar archive does but for a byte", remedy: .repair)
    }
    if isNearlyZip(head) {
      return Format(message: "begins as a zip archive does but for a byte", remedy: .repair)
    }
    // Of the databases one says in its header that it is dnplog's own.
    if head.matches("SQLite format 3\0".utf8.span, at: 0), head.matches("dnpH".utf8.span, at: 68) {
      return Format(message: "is a history of recorded runs, not a log", remedy: .history)
    }
    for format in formats where head.matches(format.magic.span, at: 0) {
      return Format(message: format.message, remedy: format.remedy)
    }
    if let order = wideOrder(of: head) {
      return Format(
        message: "is UTF-16 text, not UTF-8", remedy: .decode("iconv -f UTF-16\(order) -t UTF-8"))
    }
    if isNearlyGzip(head) {
      return Format(message: "begins as gzip data do but for a byte", remedy: .repair)
    }
    if isBzip2(head) {
      return Format(message: "is compressed with bzip2", remedy: .decode("bzip2 -dc"))
    }
    if isCpio(head) { return Format(message: "is a cpio archive", remedy: .extract("cpio -id <")) }
    if holdsZip(head) {
      return Format(
        message: "is a zip archive with other bytes before it", remedy: .extract("unzip"))
    }
    if isBinaryLogcat(head) {
      return Format(
        message: "is binary output of logcat, not text",
        remedy: .export("adb logcat -d -v threadtime -v year"))
    }
    return nil
  }

  private static let formats: [(magic: [UInt8], message: String, remedy: Remedy)] = [
    ([0xFF, 0xFE, 0, 0], "is UTF-32 text, not UTF-8", .decode("iconv -f UTF-32 -t UTF-8")),
    ([0, 0, 0xFE, 0xFF], "is UTF-32 text, not UTF-8", .decode("iconv -f UTF-32 -t UTF-8")),
    ([0xFF, 0xFE], "is UTF-16 text, not UTF-8", .decode("iconv -f UTF-16 -t UTF-8")),
    ([0xFE, 0xFF], "is UTF-16 text, not UTF-8", .decode("iconv -f UTF-16 -t UTF-8")),
    (
      [0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00], "is a binary tracev3 file, not text",
      .export("log show --info --debug --archive NAME.logarchive")
    ),
    // Plain gzip is unpacked before its content is looked at.
    (GzipHeader.magic, "is compressed twice", .decode("gzip -dc")),
    (ZipHeader.localMark, "is a zip archive", .archive),
    (ZipHeader.endMark, "is an empty zip archive", .archive),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "is a 7z archive", .extract("7z x")),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "is compressed with xz", .decode("xz -dc")),
    ([0x28, 0xB5, 0x2F, 0xFD], "is compressed with zstd", .decode("zstd -dc")),
    ([0x04, 0x22, 0x4D, 0x18], "is compressed with lz4", .decode("lz4 -dc")),
    ([0x02, 0x21, 0x4C, 0x18], "is compressed with lz4", .decode("lz4 -dc")),
    ([0x1F, 0x9D], "is compressed with compress", .decode("gzip -dc")),
    ([0x4C, 0x5A, 0x49, 0x50, 0x01], "is compressed with lzip", .decode("lzip -dc")),
    ([0x5D, 0x00, 0x00], "is compressed with lzma", .decode("xz --format=lzma -dc")),
    (Array("Rar!\u{1A}\u{07}".utf8), "is a rar archive", .extract("unrar x")),
    ([0xC7, 0x71], "is a cpio archive", .extract("cpio -id <")),
    ([0x7F, 0x45, 0x4C, 0x46], "is a program, not a log", .other),
    ([0x4D, 0x5A, 0x90, 0x00], "is a program, not a log", .other),
    (Array("SQLite format 3\u{0}".utf8), "is an SQLite database, not a log", .store),
    (Array("bplist00".utf8), "is a binary property list, not a log", .store),
  ]

  /// Returns the order of the bytes, `LE` or `BE`, of UTF-16 text without its mark: nearly every second byte
  /// is zero, and of the others none.
  private static func wideOrder(of head: Span<UInt8>) -> String? {
    guard head.count >= 64 else { return nil }
    var zeros = [0, 0]
    for index in head.indices where head[index] == 0 { zeros[index & 1] += 1 }
    let most = head.count / 2 * 7 / 8
    if zeros[0] == 0, zeros[1] >= most { return "LE" }
    if zeros[1] == 0, zeros[0] >= most { return "BE" }
    return nil
  }

  /// Whether the bytes begin bzip2 data, whose levels differ in one byte.
  private static func isBzip2(_ head: Span<UInt8>) -> Bool {
    let blocks: [[UInt8]] = [
      [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], [0x17, 0x72, 0x45, 0x38, 0x50, 0x90],
    ]
    return head.matches("BZh".utf8.span, at: 0) && 0x31...0x39 ~= head.peek(3)
      && blocks.contains { head.matches($0.span, at: 4) }
  }

  /// Whether the bytes are a cpio header in text: a mark and more digits than a log has.
  private static func isCpio(_ head: Span<UInt8>) -> Bool {
    let isOld = head.matches("070707".utf8.span, at: 0)
    guard
      isOld || head.matches("070701".utf8.span, at: 0) || head.matches("070702".utf8.span, at: 0)
    else { return false }
    let length = isOld ? 76 : 110
    guard head.count >= length else { return false }
    for index in 0..<length {
      let byte = head.peek(index)
      guard isOld ? byte &- 0x30 < 8 : byte.isHexDigit else { return false }
    }
    return true
  }

  /// Whether the header of a zip archive's file stands behind other bytes.
  private static func holdsZip(_ head: Span<UInt8>) -> Bool {
    let text: StaticString = "PK\u{3}\u{4}"
    guard let mark = head.firstRange(of: text, in: head.indices) else { return false }
    // The version needed to unpack it, and no flags but those defined.
    let version = head.peek(mark.upperBound)
    return 10...63 ~= version && head.peek(mark.upperBound + 1) == 0
      && head.peek(mark.upperBound + 5) == 0
  }

  /// Whether the bytes are a record of the log daemon: lengths, process, thread, seconds and
  /// nanoseconds, then the level, the tag and the message.
  private static func isBinaryLogcat(_ head: Span<UInt8>) -> Bool {
    guard head.count >= 32 else { return false }
    let length = Int(head.number16(at: 0))
    let header = Int(head.number16(at: 2))
    // The second number was padding in old versions.
    guard [0, 20, 24, 28].contains(header), 3..<5120 ~= length else { return false }
    let start = header == 0 ? 20 : header
    return head.number32(at: 4) < 1 << 22 && head.number32(at: 8) < 1 << 22
      && 1 << 30..<1 << 32 ~= UInt64(head.number32(at: 12))
      && head.number32(at: 16) < 1_000_000_000 && 2...7 ~= head[start] && head[start + 1] >= 0x20
  }
}
