/// A list of the files of a tar archive, made in one pass.
struct TarListing {
  private let cursor: TarCursor
  private let archive: String
  private(set) var entries: [Archive.Entry] = []
  /// The damage behind the last file, or before the first.
  private(set) var damage: ReadReport.Damage?
  private var nameBytes = 0
  private var longName: [UInt8]?
  private var attributes: TarAttributes?
  private var isBehindEnd = false
  private var isLost = false
  /// Whether the damage of the gzip data around the archive was attached to a file.
  private var hasGzipDamage = false

  /// The longest attributes read, in bytes; longer ones are skipped.
  private static let attributeLimit: Int64 = 1 << 20

  init(_ cursor: TarCursor, name: String) throws(InputError) {
    self.cursor = cursor
    archive = name
    while try step() {}
    // The gzip checksum stands at the very end, behind whatever follows the archive.
    try cursor.finish()
    if let damage = damage ?? (hasGzipDamage ? nil : cursor.damage) { attach(damage) }
    doubtEntries()
  }

  /// Marks files whose header or some of whose bytes stand where the gzip data are wrong.
  private mutating func doubtEntries() {
    // Files and unsound ranges are both in the order of the archive.
    var next = 0
    for index in entries.indices {
      let start = entries[index].offset - Int64(TarHeader.blockSize)
      let end = entries[index].offset + entries[index].stored
      while next < cursor.unsound.count, cursor.unsound[next].upperBound <= start { next += 1 }
      if next < cursor.unsound.count, cursor.unsound[next].lowerBound < end {
        entries[index].isUnsound = true
        entries[index].damage = entries[index].damage ?? cursor.damage
      }
    }
  }

  /// Reads a header and skips its data; false at the end.
  private mutating func step() throws(InputError) -> Bool {
    let block = try cursor.read(TarHeader.blockSize)
    if cursor.isStopped { return false }
    guard block.count == TarHeader.blockSize else {
      // Two blocks of zeros end an archive; without them something may be missing.
      if !isBehindEnd || !block.allSatisfy({ $0 == 0 }) { note(.truncated) }
      return false
    }
    if TarHeader.isEnd(block.span) {
      isBehindEnd = true
      isLost = false
      return true
    }
    guard let header = TarHeader(block.span) else {
      // Anything may follow the end; before it, the next header is looked for.
      if isBehindEnd { return noteGarbage() }
      if !isLost { note(.corrupt) }
      if let damage { attach(damage) }
      isLost = true
      return true
    }
    isBehindEnd = false
    isLost = false
    return try take(header)
  }

  private mutating func take(_ header: TarHeader) throws(InputError) -> Bool {
    switch header.kind {
    case .longName:
      if let bytes = try data(of: header) { longName = Array(bytes.prefix { $0 != 0 }) }
    case .attributes:
      if let bytes = try data(of: header) { attributes = TarAttributes(bytes) }
    case .file, .sparse: return try takeFile(header)
    case .other:
      // A name or attributes given for a directory or a link do not apply to the next file.
      longName = nil
      attributes = nil
      return try pass(header.size)
    }
    return damage?.kind != .truncated
  }

  private mutating func takeFile(_ header: TarHeader) throws(InputError) -> Bool {
    let name = attributes?.path ?? longName ?? header.name
    let size = attributes?.size ?? header.size
    var entry = Archive.Entry(name: name, offset: cursor.position, stored: size)
    if header.kind == .sparse || attributes?.isSparse == true { entry.refusal = .sparse }
    longName = nil
    attributes = nil
    if header.hasMap, try !skipMap() { return false }
    entry.offset = cursor.position
    nameBytes += entry.name.utf8.count
    if name.last != UInt8(ascii: "/") {
      try Archive.checkCount(entries.count, nameBytes: nameBytes, of: archive)
      entries.append(entry)
    }
    let isWhole = try pass(size)
    if let damage = damage ?? (hasGzipDamage ? nil : cursor.damage) { attach(damage) }
    damage = nil
    return isWhole
  }

  /// Skips the blocks that map the parts of a sparse file.
  private mutating func skipMap() throws(InputError) -> Bool {
    while true {
      let block = try cursor.read(TarHeader.blockSize)
      guard block.count == TarHeader.blockSize else {
        note(.truncated)
        return false
      }
      if block[504] == 0 { return true }
    }
  }

  /// The data of a header that describes the next one; nil where they are too long.
  private mutating func data(of header: TarHeader) throws(InputError) -> [UInt8]? {
    guard header.size <= Self.attributeLimit else {
      _ = try pass(header.size)
      return nil
    }
    let bytes = try cursor.read(Int(header.size))
    if bytes.count < Int(header.size) { note(.truncated) }
    _ = try cursor.skip(Self.padding(header.size))
    return bytes
  }

  /// Skips data up to the next header; false where they end before.
  private mutating func pass(_ size: Int64) throws(InputError) -> Bool {
    let there = try cursor.skip(size)
    guard there == size else {
      if !cursor.isStopped { note(.truncated) }
      return false
    }
    _ = try cursor.skip(Self.padding(size))
    return true
  }

  private static func padding(_ size: Int64) -> Int64 {
    let block = Int64(TarHeader.blockSize)
    return (block - size % block) % block
  }

  // MARK: Damage

  private mutating func noteGarbage() -> Bool {
    note(.trailingGarbage)
    return false
  }

  private mutating func note(_ kind: ReadReport.Damage.Kind) {
    if let damage, damage.losesContent { return }
    damage = cursor.damage ?? ReadReport.Damage(kind: kind, offset: cursor.storedPosition)
  }

  /// Attaches damage to the file in which, or behind which, it was found.
  private mutating func attach(_ damage: ReadReport.Damage) {
    guard let last = entries.indices.last else {
      self.damage = damage
      return
    }
    self.damage = nil
    if cursor.damage != nil { hasGzipDamage = true }
    if let old = entries[last].damage, old.losesContent || !damage.losesContent { return }
    entries[last].damage = damage
  }
}
