internal import LogReading

/// The words that name the inputs of a call, in order; `-` is standard input.
struct InputSources: Sendable {
  /// Those that are known.
  let names: [String]
  /// A list through a pipe, whose paths follow and are read as they come.
  private(set) var list: PathList?
  private var taken = 0

  init(_ names: [String], list: PathList? = nil) {
    self.names = names
    self.list = list
  }

  /// Waits for the next word; nil at the end, or after a stop.
  mutating func next(stop: StopFlag) throws(Failure) -> String? {
    if taken < names.count {
      defer { taken += 1 }
      return names[taken]
    }
    guard let path = try list?.next(stop: stop) else {
      if let list, taken == 0, !stop.isRequested { throw list.isEmpty }
      return nil
    }
    taken += 1
    return path
  }
}
