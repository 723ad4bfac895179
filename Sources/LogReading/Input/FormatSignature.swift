/// Recognises by their first bytes the formats that are not text, and says how to convert them.
enum FormatSignature {
  /// How many bytes of content a decision takes.
  static let length = 512

  /// The refusal of content that begins with these bytes; nil where it may be text.
  static func refusal(
    of head: Span<UInt8>, path: String, compression: ReadReport.Compression
  ) -> InputError? {
    let file = path == "-" ? "FILE" : shellQuoted(path)
    if tarMark.span.count + tarMarkOffset <= head.count,
      head.matches(tarMark.span, at: tarMarkOffset)
    {
      let flags = compression == .gzip ? "-xzf" : "-xf"
      return InputError(
        path: path, message: "is a tar archive",
        advice: "unpack it with tar \(flags) \(file) and name the log files")
    }
    for format in formats where head.matches(format.magic.span, at: 0) {
      let advice =
        switch format.remedy {
        case .decode(let command):
          compression == .gzip
            ? "decode it: gzip -dc \(file) | \(command) | dnplog validate -"
            : "decode it: \(command) \(file) | dnplog validate -"
        case .extract(let command): "unpack it with \(command) \(file) and name the log files"
        case .export(let command): "export it as text: \(command) > device.log"
        }
      return InputError(path: path, message: format.message, advice: advice)
    }
    return nil
  }

  private enum Remedy {
    case decode(String)
    case extract(String)
    case export(String)
  }

  private static let tarMark: [UInt8] = Array("ustar".utf8)
  private static let tarMarkOffset = 257

  private static let formats: [(magic: [UInt8], message: String, remedy: Remedy)] = [
    ([0xFF, 0xFE], "is UTF-16 text, not UTF-8", .decode("iconv -f UTF-16 -t UTF-8")),
    ([0xFE, 0xFF], "is UTF-16 text, not UTF-8", .decode("iconv -f UTF-16 -t UTF-8")),
    (
      [0x00, 0x10, 0x00, 0x00, 0x11, 0x00, 0x00, 0x00], "is a binary tracev3 file, not text",
      .export("log show --info --debug --archive NAME.logarchive")
    ),
    // Plain gzip is unpacked before its content is looked at.
    (GzipHeader.magic, "is compressed twice", .decode("gzip -dc")),
    ([0x50, 0x4B, 0x03, 0x04], "is a zip archive", .extract("unzip")),
    ([0x50, 0x4B, 0x05, 0x06], "is an empty zip archive", .extract("unzip")),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "is a 7z archive", .extract("7z x")),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "is compressed with xz", .decode("xz -dc")),
    ([0x28, 0xB5, 0x2F, 0xFD], "is compressed with zstd", .decode("zstd -dc")),
    ([0x42, 0x5A, 0x68, 0x39, 0x31, 0x41, 0x59], "is compressed with bzip2", .decode("bzip2 -dc")),
  ]

  /// The path as a shell takes it.
  private static func shellQuoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-+@%:,=".utf8.contains(byte)
      }
    }
    if isPlain { return path }
    let inner = path.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + inner.joined(separator: "'\\''") + "'"
  }
}
