import Foundation

/// The same numbers in each run, by the generator of Steele, Lea and Flood.
struct RepeatedNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ word >> 27) &* 0x94D0_49BB_1331_11EB
    return word ^ word >> 31
  }
}

extension StoreSamples {
  /// A small database with several pages of notifications, as bytes by the ends of its files' names;
  /// the mode `unfinished` leaves a journal of what is not done.
  static func makeSmall(
    in folder: String, mode: String = "DELETE"
  ) throws -> [String: [UInt8]] {
    let path = folder + "/made.db"
    let isUnfinished = mode == "unfinished"
    let store = try MadeStore.open(
      path,
      "PRAGMA page_size = 512; PRAGMA journal_mode = \(isUnfinished ? "DELETE" : mode);"
        + StoreSamples.room
        + StoreSamples.schedules + StoreSamples.notifications + StoreSamples.content
        + StoreSamples.history)
    try store.run(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
      INSERT INTO notification_content (id, title, body, scheduled_time)
        SELECT 'n-' || i, 'Title', 'A text that takes some room, ' || hex(zeroblob(i * 10)), i FROM n;
      """)
    if isUnfinished {
      try store.run("PRAGMA cache_size = 2; BEGIN; UPDATE notification_content SET priority = 1;")
    }
    var files: [String: [UInt8]] = [:]
    for suffix in ["", "-wal", "-journal"]
    where FileManager.default.fileExists(atPath: path + suffix) {
      files[suffix] = [UInt8](try Data(contentsOf: URL(filePath: path + suffix)))
    }
    return files
  }
}
