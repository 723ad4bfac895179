internal import RunReport

/// What a log tells of that documents beside it may hold: hashes of stored content, and background tasks.
struct DocumentNotes: Codable {
  /// A hash that was told when content was stored.
  struct ContentHash: Codable {
    var scheduleId: String?
    var text: String
    var evidence: Finding.Evidence
  }

  /// A background task that was registered or submitted, the first time.
  struct Task: Codable {
    var id: String?
    /// `refresh` or `processing`; nil where no line tells.
    var kind: String?
    var evidence: Finding.Evidence
  }

  private(set) var hashes: [ContentHash] = []
  private(set) var tasks: [Task] = []
  /// A payload is held against the last hash of its schedule, and an app has few tasks.
  private static let hashLimit = 4_096
  private static let taskLimit = 256

  mutating func note(_ hash: ContentHash) {
    if hashes.count >= Self.hashLimit { hashes.removeFirst(Self.hashLimit / 2) }
    hashes.append(hash)
  }

  mutating func note(_ task: Task) {
    guard tasks.count < Self.taskLimit,
      !tasks.contains(where: { $0.id == task.id && $0.kind == task.kind })
    else { return }
    tasks.append(task)
  }

  /// The last hash of a schedule, where the log tells it; a hash or a payload of which nothing tells the
  /// schedule may be of any.
  func hash(of scheduleId: String?, before moment: Int64?) -> ContentHash? {
    let earlier = hashes.filter { hash in
      guard let moment, let time = hash.evidence.time else { return true }
      return time <= moment
    }
    if let scheduleId, let own = earlier.last(where: { $0.scheduleId == scheduleId }) { return own }
    return earlier.last { scheduleId == nil || $0.scheduleId == nil }
  }
}
