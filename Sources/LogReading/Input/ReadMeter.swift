internal import Synchronization

/// A count of the stored bytes that all readers of a call have read so far, for those who wait.
///
/// Readers add to it once for each block that they read, which costs nothing beside the reading.
package final class ReadMeter: Sendable {
  private let bytes = Atomic<Int64>(0)

  package init() {}

  package var count: Int64 { bytes.load(ordering: .relaxed) }

  func add(_ count: Int64) { bytes.add(count, ordering: .relaxed) }
}

extension InputPlan {
  /// The stored bytes of all inputs; nil where one does not say how many it has, such as a pipe.
  package var storedBytes: Int64? {
    var sum: Int64 = 0
    for member in sets.flatMap(\.members) {
      let size: Int64? =
        switch member {
        case .file(let path): Self.regularSize(try? FileStatus(path: path))
        case .standardInput: Self.regularSize(try? FileStatus(descriptor: 0, path: ""))
        case .archived(let file): file.entry.stored
        case .missing: 0
        }
      guard let size else { return nil }
      sum = sum.addingReportingOverflow(size).partialValue
    }
    return sum
  }

  private static func regularSize(_ status: FileStatus?) -> Int64? {
    status?.kind == .regular ? status?.size : nil
  }
}
