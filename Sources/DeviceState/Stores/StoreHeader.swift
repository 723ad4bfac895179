/// The first bytes of a file, as far as they tell what SQLite keeps in it.
struct StoreHeader {
  enum Content { case database, writeAheadLog, sharedMemory, journal, unknown }

  static let length = 100
  static let databaseMark: [UInt8] = Array("SQLite format 3\0".utf8)
  static let journalMark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

  let content: Content
  /// The size of a page in bytes; nil in a header that makes no sense.
  let pageSize: Int64?
  /// The size that the file has where nothing is cut off; nil where the header does not tell.
  let fullSize: Int64?

  init(_ bytes: [UInt8]) {
    func starts(with mark: [UInt8]) -> Bool { bytes.starts(with: mark) }
    content =
      if starts(with: Self.databaseMark) {
        .database
      } else if starts(with: [0x37, 0x7F, 0x06, 0x82]) || starts(with: [0x37, 0x7F, 0x06, 0x83]) {
        .writeAheadLog
      } else if starts(with: [0x18, 0xE2, 0x2D, 0x00]) || starts(with: [0x00, 0x2D, 0xE2, 0x18]) {
        .sharedMemory
      } else if starts(with: Self.journalMark) {
        .journal
      } else {
        .unknown
      }
    guard bytes.count == Self.length else {
      pageSize = nil
      fullSize = nil
      return
    }
    let stored = Int64(bytes[16]) << 8 | Int64(bytes[17])
    let size: Int64 = stored == 1 ? 65_536 : stored
    pageSize = size >= 512 && size.nonzeroBitCount == 1 ? size : nil
    let count = bytes[28..<32].reduce(Int64(0)) { $0 << 8 | Int64($1) }
    // An old SQLite leaves the count as it is, and the number of the change beside it too.
    let isCountCurrent = bytes[24..<28].elementsEqual(bytes[92..<96])
    fullSize = isCountCurrent && pageSize != nil ? count * size : nil
  }
}
