internal import Database
package import LogReading

/// A recorded input that may be, or begin, one that was just read.
struct Candidate: Equatable {
  var run: Int64
  var place: Int64
  var length: Int64
  var digest: [UInt8]
}

extension History {
  /// Returns what looks up the lengths of recorded inputs that begin like a head; each time it opens the
  /// history anew, since the threads that read ask it.
  package static func lookUp(in path: String) -> InputContent.LookUp {
    { head in
      do throws(HistoryError) {
        let history = try History(path, for: .reading)
        return try history.attempt { () throws(DatabaseError) in
          try history.candidates(head: head).map(\.length)
        }
      } catch {
        return nil
      }
    }
  }

  /// Returns the recorded inputs whose head is that of these bytes, or a beginning of it.
  func candidates(head: [UInt8]) throws(DatabaseError) -> [Candidate] {
    var heads: [Int64] = []
    try database.each(
      "SELECT DISTINCT head_length FROM inputs WHERE head_length BETWEEN 1 AND ?",
      [.int(Int64(head.count))]
    ) { (row) throws(DatabaseError) in heads.append(row.int(0)) }
    var found: [Candidate] = []
    for length in heads {
      let digest = ContentDigest.of(head.span.extracting(0..<Int(length)))
      try database.each(
        "SELECT run, place, length, digest FROM inputs WHERE head_length = ? AND head = ?",
        [.int(length), .blob(digest)]
      ) { (row) throws(DatabaseError) in
        guard case .blob(let digest) = row.value(3) else { return }
        found.append(
          Candidate(run: row.int(0), place: row.int(1), length: row.int(2), digest: digest))
      }
    }
    return found
  }
}
