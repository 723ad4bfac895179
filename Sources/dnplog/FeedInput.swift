internal import DeviceState
internal import LogReading
internal import RunAnalysis

/// The feed that a call names, and the receipts beside it.
enum FeedInput {
  /// The word for an app that has no receipt yet.
  private static let none = "none"

  static func question(
    _ options: FeedOptions, sources: [String]
  ) throws(Failure) -> FeedQuestion? {
    guard let path = options.path else { return nil }
    let isPiped = path == InputSet.standardInputWord
    if isPiped, sources.contains(path) || options.receipts == path {
      throw Failure(
        Problem("standard input cannot be the feed and something else", advice: "name a file"))
    }
    let bytes = isPiped ? try SmallFile.standardInput() : try SmallFile.read(path)
    var circumstances = FeedCircumstances()
    circumstances.region = options.region
    circumstances.appVersion = options.appVersion
    circumstances.today = options.today
    if let receipts = options.receipts { circumstances.receipts = try self.receipts(receipts) }
    return try told { () throws(StateError) in
      let feed = try FeedReader.feed(in: bytes, path: isPiped ? "standard input" : path)
      return FeedQuestion(feed: feed, circumstances: circumstances)
    }
  }

  private static func receipts(_ path: String) throws(Failure) -> Receipts {
    if path == none { return Receipts(path: none) }
    let isPiped = path == InputSet.standardInputWord
    let head = isPiped ? nil : try SmallFile.head(of: path, count: StateSource.headLength)
    if let head, StateSource.isStore(head) {
      return try told { () throws(StateError) in try ReceiptReader.receipts(ofStore: path) }
    }
    let bytes = isPiped ? try SmallFile.standardInput() : try SmallFile.read(path)
    return try told { () throws(StateError) in
      try ReceiptReader.receipts(in: bytes, path: isPiped ? "standard input" : path)
    }
  }

  /// Does what may fail by a mistake in a file, and tells where it is.
  private static func told<Value>(
    _ work: () throws(StateError) -> Value
  ) throws(Failure) -> Value {
    do throws(StateError) {
      return try work()
    } catch {
      let place = error.line > 0 ? "\(error.path):\(error.line)" : error.path
      throw Failure(Problem(error.message, at: place, advice: error.advice))
    }
  }
}
