/// The findings of reading one input member to its end.
package struct ReadReport: Sendable, Equatable {
  /// The form in which the input is stored, in the words of the JSON summary.
  package enum Compression: String, Sendable {
    case none, gzip, tar, zip
    /// A compressed archive, or a compressed file in an archive.
    case tarGzip = "tar+gzip"
    case zipGzip = "zip+gzip"

    /// The form of a gzip stream stored in this one.
    var withGzip: Compression {
      switch self {
      case .none, .gzip: .gzip
      case .tar, .tarGzip: .tarGzip
      case .zip, .zipGzip: .zipGzip
      }
    }
  }

  /// A place in the stored file where its archive format is broken.
  package struct Damage: Sendable, Equatable {
    /// The kinds in order of weight: those from `corrupt` on mean that content is missing.
    package enum Kind: String, Sendable {
      case trailingGarbage = "trailing_garbage"
      case checksum, corrupt, truncated
    }
    package var kind: Kind
    /// The offset in the stored bytes: of the garbage, the trailer, the bad code, or the end.
    package var offset: Int64

    package init(kind: Kind, offset: Int64) {
      self.kind = kind
      self.offset = offset
    }

    /// Whether bytes of content are wrong, so that any line of their part may say what nobody wrote.
    package var doubtsContent: Bool { kind == .checksum || kind == .corrupt }

    /// Whether some content could not be decoded, so that its absence proves nothing.
    package var losesContent: Bool { kind == .corrupt || kind == .truncated }
  }

  /// The number of bytes as stored: compressed where the file is.
  package var storedBytes: Int64 = 0
  package var compression = Compression.none
  /// The damage that matters most: the first that lost content, else the first bad checksum.
  package var damage: Damage?
  /// Whether nothing speaks against the content as a whole: a file of an archive has a checksum there.
  package var isSound = true
  /// Whether nothing speaks against what comes behind the last end of a part that was lent.
  package var isLastPartSound = true
  /// The number of lines longer than the line limit, lent up to it.
  package var cutLines = 0
  /// Whether the last line lacks its newline: its writer may have been stopped in the middle.
  package var endsWithoutNewline = false
  /// Whether there was any byte beside a byte-order mark.
  package var hasContent = false

  package init() {}
}
