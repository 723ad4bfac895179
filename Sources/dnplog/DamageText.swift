internal import LogReading

extension ReadReport.Damage {
  /// Returns the damage in words, for standard error.
  func what(in compression: ReadReport.Compression) -> String {
    let archive =
      switch compression {
      case .none, .gzip: "gzip"
      case .tar, .tarGzip: "tar"
      case .zip, .zipGzip: "zip"
      }
    return switch kind {
    case .truncated where compression == .none:
      "the content ends in the middle, at byte \(offset)"
    case .truncated: "the \(archive) data end in the middle, at byte \(offset)"
    case .corrupt: "the \(archive) data are broken at byte \(offset)"
    case .checksum: "the checksum at byte \(offset) is wrong, so any line before it may be altered"
    case .trailingGarbage:
      "what follows the \(archive) data at byte \(offset) is no \(archive) data"
    }
  }

  /// The meaning of the damage, and what to do about it.
  var advice: String {
    switch kind {
    case .truncated: "fetch the whole file, what follows is unknown"
    case .corrupt: "fetch the file again, some lines are lost, and some may be wrong"
    case .checksum: "fetch the file again"
    case .trailingGarbage: "it was passed over"
    }
  }
}
