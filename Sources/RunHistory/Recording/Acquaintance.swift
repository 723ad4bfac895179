internal import Database
internal import LogReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What the history knows of a run's inputs already.
struct Acquaintance {
  /// Recorded runs all of whose inputs are inputs of this run, or began them.
  var replaced: [Int64] = []
  /// A recorded run that holds all that was read, and more.
  var container: Int64?
  /// A recorded run that shares only some inputs with this one, and the name of one that both have.
  var overlap: (run: Int64, name: String)?
  /// An input that another process has recorded meanwhile, and that cannot be read again.
  var unclear: String?

  /// Compares inputs with those that are recorded.
  init(of inputs: [InputContent], in history: History) throws(DatabaseError) {
    /// The inputs of each recorded run that this one has, by their place, with whose they are.
    var shared: [Int64: [Int64: Int]] = [:]
    /// How many of this run's inputs are whole in a recorded run.
    var held: [Int64: Set<Int>] = [:]
    for (number, input) in inputs.enumerated() {
      let candidates = try history.candidates(head: input.head)
      var known = input
      let missing = candidates.map(\.length).filter {
        $0 < input.length && input.digest(ofFirst: $0) == nil
      }
      if !missing.isEmpty {
        guard let again = input.readAgain(for: missing) else {
          unclear = input.member.name
          return
        }
        known = again
      }
      for candidate in candidates where candidate.length <= input.length {
        guard Self.digest(of: input, known, candidate.length) == candidate.digest else { continue }
        shared[candidate.run, default: [:]][candidate.place] = number
        if candidate.length == input.length { held[candidate.run, default: []].insert(number) }
      }
      // Another process may have recorded more of a log that is still being written.
      guard Self.hasGrown(input) else { continue }
      let lengths = try Self.lengths(beyond: input, in: history)
      // To read all of a log that is being watched, each time that it is recorded, would take long.
      if lengths.isEmpty { continue }
      guard let grown = input.readAgain(for: lengths) else { continue }
      for candidate in try history.candidates(head: grown.head)
      where candidate.length > input.length
        && grown.digest(ofFirst: candidate.length) == candidate.digest
      {
        held[candidate.run, default: []].insert(number)
      }
    }
    for (run, places) in shared.sorted(by: { $0.key < $1.key }) {
      let count = try history.database.number(
        "SELECT count(*) FROM inputs WHERE run = ? AND length > 0", .int(run))
      if Int64(places.count) == count {
        replaced.append(run)
      } else if held[run]?.count != inputs.count, let number = places.values.min() {
        overlap = overlap ?? (run, inputs[number].member.name)
      }
    }
    container = held.filter { $0.value.count == inputs.count && !replaced.contains($0.key) }
      .keys.min()
  }

  private static func digest(
    of input: InputContent, _ again: InputContent, _ length: Int64
  ) -> [UInt8]? {
    length == input.length
      ? input.digest : input.digest(ofFirst: length) ?? again.digest(ofFirst: length)
  }

  /// Whether a log has become longer since it was read.
  private static func hasGrown(_ input: InputContent) -> Bool {
    guard case .file(let path) = input.member else { return false }
    var status = stat()
    // stat(2) reads the path and fills the status during the call.
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && status.st_size > input.length
  }

  /// The lengths of recorded inputs that are longer; nearly always there are few.
  private static func lengths(
    beyond input: InputContent, in history: History
  ) throws(DatabaseError) -> [Int64] {
    var lengths: [Int64] = []
    try history.database.each(
      "SELECT DISTINCT length FROM inputs WHERE length > ? AND name = ?",
      [.int(input.length), .text(input.member.name)]
    ) { (row) throws(DatabaseError) in lengths.append(row.int(0)) }
    return lengths
  }
}
