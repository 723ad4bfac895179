package import LogReading

/// Damage to a log on its way, each kind with what a reader must report.
package enum Damage: String, Sendable, CaseIterable {
  case headCut = "head-cut"
  case tailCut = "tail-cut"
  case crlf
  case binaryNoise = "binary-noise"
  case longLine = "long-line"
  case gzipTruncated = "gzip-truncated"
  case gzipChecksum = "gzip-checksum"
  case gzipGarbage = "gzip-garbage"
  case gzipCorrupt = "gzip-corrupt"

  package var name: String { rawValue }

  /// A sentence on the damage.
  package var what: String {
    switch self {
    case .headCut: "The log begins in the middle: its first lines are gone."
    case .tailCut: "The last line ends in the middle, and with it the log."
    case .crlf: "All lines end with a carriage return and a newline."
    case .binaryNoise: "Lines of bytes that are no text stand between the others."
    case .longLine: "A line of more than a mebibyte stands between the others."
    case .gzipTruncated: "The archive ends before its content does."
    case .gzipChecksum: "The archive's checksum does not fit its content."
    case .gzipGarbage: "Bytes follow the archive that are no part of it."
    case .gzipCorrupt: "Bytes in the middle of the archive are wrong."
    }
  }

  /// Whether it can only happen to an archive.
  package var needsGzip: Bool { kind != nil }

  /// The damage that a reader must report of the archive; nil for damage to lines.
  package var kind: ReadReport.Damage.Kind? {
    switch self {
    case .headCut, .tailCut, .crlf, .binaryNoise, .longLine: nil
    case .gzipTruncated: .truncated
    case .gzipChecksum: .checksum
    case .gzipGarbage: .trailingGarbage
    case .gzipCorrupt: .corrupt
    }
  }

  /// Whether a reader may decode wrong bytes, of which a checksum warns.
  var doubtsContent: Bool { kind == .checksum || kind == .corrupt }

  /// Whether lines are missing, so that what they told cannot be known.
  package var losesContent: Bool {
    switch self {
    case .headCut, .tailCut, .gzipTruncated, .gzipCorrupt: true
    case .crlf, .binaryNoise, .longLine, .gzipChecksum, .gzipGarbage: false
    }
  }

  /// Whether it can be done to a log in a container without changing what its other lines mean.
  package func applies(to style: LogStyle) -> Bool {
    switch self {
    case .headCut, .binaryNoise, .longLine: style.isLinewise
    default: true
    }
  }
}

/// The reason why damage cannot be done.
package enum DamageError: Error, Sendable, Equatable {
  case needsGzip(Damage)
  /// Only one of those that break the archive has a truth.
  case contradictory(Damage, Damage)
  case outOfMemory

  package var message: String {
    switch self {
    case .needsGzip(let damage): "'\(damage.name)' needs an archive"
    case .contradictory(let first, let second):
      "'\(first.name)' and '\(second.name)' exclude each other"
    case .outOfMemory: "no memory to compress the log"
    }
  }
}
