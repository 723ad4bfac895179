/// A file to put into an archive.
package struct ArchivedText: Sendable {
  package var name: String
  package var bytes: [UInt8]

  package init(_ name: String, _ text: String) {
    self.init(name, bytes: Array(text.utf8))
  }

  package init(_ name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// Makes a tar archive in the form of POSIX, with the two blocks of zeros at its end.
package func tar(_ files: [ArchivedText], ends: Bool = true) -> [UInt8] {
  var archive = files.flatMap { tarEntry($0.name, $0.bytes) }
  if ends { archive += [UInt8](repeating: 0, count: 1024) }
  return archive
}

/// Makes a header and the data behind it.
///
/// - Parameters:
///   - type: The letter of the kind: `0` a file, `x` attributes of the next one, `L` its name.
///   - size: The size that is stated, where it is not the right one.
package func tarEntry(
  _ name: String, _ bytes: [UInt8], type: Character = "0", size: Int? = nil
) -> [UInt8] {
  var block = [UInt8](repeating: 0, count: 512)
  func put(_ text: String, at index: Int) {
    for (offset, byte) in text.utf8.enumerated() { block[index + offset] = byte }
  }
  func octal(_ number: Int, _ width: Int) -> String {
    let digits = String(number, radix: 8)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
  put(String(name.prefix(100)), at: 0)
  put(octal(0o644, 7), at: 100)
  put(octal(size ?? bytes.count, 11), at: 124)
  put(octal(0, 11), at: 136)
  put(String(type), at: 156)
  put("ustar", at: 257)
  put("00", at: 263)
  put("        ", at: 148)
  put(octal(block.reduce(0) { $0 + Int($1) }, 6), at: 148)
  block[154] = 0
  return block + bytes + [UInt8](repeating: 0, count: (512 - bytes.count % 512) % 512)
}

/// The form of a zip archive.
package struct ZipForm: Sendable {
  package var isDeflated = true
  /// Whether the sizes stand behind the data, as where an archive is written to a pipe.
  package var sizesFollow = false
  package var isEncrypted = false
  /// Whether sizes and places stand in the extra field of large archives.
  package var isLarge = false
  /// Whether the directory at the end is left away.
  package var lacksDirectory = false
  /// A number to add to the length of each file that the directory states.
  package var lie = 0
  package var method: UInt16?
  package init() {}
}

/// Returns a zip archive.
package func zip(_ files: [ArchivedText], _ form: ZipForm = ZipForm()) -> [UInt8] {
  var archive: [UInt8] = []
  var directory: [UInt8] = []
  for file in files {
    // Gzip is deflate between ten bytes and eight, of which the first four are the sum.
    let packed = gzip(file.bytes)
    let sum = Array(packed[(packed.count - 8)..<(packed.count - 4)])
    let data = form.isDeflated ? Array(packed[10..<(packed.count - 8)]) : file.bytes
    let method = form.method ?? (form.isDeflated ? 8 : 0)
    let flags: UInt16 = (form.isEncrypted ? 1 : 0) | (form.sizesFollow ? 8 : 0)
    let offset = archive.count
    let sizes = number32(data.count) + number32(file.bytes.count)
    let head = number16(20) + number16(Int(flags)) + number16(Int(method)) + number32(0)
    archive += [0x50, 0x4B, 3, 4] + head
    archive += form.sizesFollow ? [UInt8](repeating: 0, count: 12) : sum + sizes
    archive += number16(file.name.utf8.count) + number16(0) + file.name.utf8 + data
    if form.sizesFollow { archive += [0x50, 0x4B, 7, 8] + sum + sizes }
    let stated = file.bytes.count + form.lie
    let none: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    let extra =
      number16(1) + number16(24) + number64(stated) + number64(data.count) + number64(offset)
    directory += [0x50, 0x4B, 1, 2] + number16(20) + head + sum
    directory += form.isLarge ? none + none : number32(data.count) + number32(stated)
    directory += number16(file.name.utf8.count) + number16(form.isLarge ? extra.count : 0)
    directory += [UInt8](repeating: 0, count: 10)
    directory += form.isLarge ? none : number32(offset)
    directory += file.name.utf8 + (form.isLarge ? extra : [])
  }
  if form.lacksDirectory { return archive }
  let start = archive.count
  archive += directory
  var count = number16(files.count)
  var place = number32(directory.count) + number32(start)
  if form.isLarge {
    let record = archive.count
    archive += [0x50, 0x4B, 6, 6] + number64(44) + [UInt8](repeating: 0, count: 12)
    archive += number64(files.count) + number64(files.count)
    archive += number64(directory.count) + number64(start)
    archive += [0x50, 0x4B, 6, 7] + number32(0) + number64(record) + number32(1)
    count = [0xFF, 0xFF]
    place = [UInt8](repeating: 0xFF, count: 8)
  }
  return archive + [0x50, 0x4B, 5, 6] + number32(0) + count + count + place + number16(0)
}

private func number16(_ value: Int) -> [UInt8] {
  (0..<2).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

private func number32(_ value: Int) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

private func number64(_ value: Int) -> [UInt8] {
  (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
