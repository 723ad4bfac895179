/// A correction of a rotation, put together by file names, that the times in the files ask for.
package enum RotationTimes {
  /// The files in the order of time, where their numbers rise with it, against custom.
  case upwards(InputSet)
  /// Logs of the same time that are no rotation, and two names that show it.
  case separate([InputSet], String, String)

  /// The most microseconds that files of a rotation may overlap, by lines written out of order.
  private static let straggling: Int64 = 60_000_000

  /// - Parameter spans: The first and the last time in the files that have some, by their names.
  /// - Returns: nil where the times agree with the names, or decide nothing.
  package init?(of set: InputSet, spans: [String: ClosedRange<Int64>]) {
    let parts = set.members.compactMap { member in
      spans[member.name].map { span in
        Part(member: member, name: RotationName(path: member.name), span: span)
      }
    }
    // The sort is stable, so those that begin at one time stay in their order.
    let byTime = parts.sorted { $0.span.lowerBound < $1.span.lowerBound }
    if let (first, second) = Self.twins(in: byTime) {
      let sets = set.members.filter(\.isReadable).map {
        InputSet(name: $0.name, members: [$0], archive: set.archive, isReserve: set.isReserve)
      }
      self = .separate(sets, first, second)
      return
    }
    guard parts.count == set.members.count, Self.countUpwards(byTime) else { return nil }
    var turned = set
    turned.members = byTime.map(\.member)
    guard turned.members != set.members else { return nil }
    self = .upwards(turned)
  }

  private struct Part {
    var member: InputMember
    var name: RotationName
    var span: ClosedRange<Int64>
  }

  /// Two files that share most of the time of one of them: a rotated file is no longer written to.
  private static func twins(in parts: [Part]) -> (String, String)? {
    guard var longest = parts.first else { return nil }
    for part in parts.dropFirst() {
      let shared = min(longest.span.upperBound, part.span.upperBound) &- part.span.lowerBound
      let shorter = min(longest.span.length, part.span.length)
      if shared > straggling, shared >= shorter / 2 {
        return (longest.member.name, part.member.name)
      }
      if part.span.upperBound > longest.span.upperBound { longest = part }
    }
    return nil
  }

  /// Whether files that follow each other in time have rising numbers, except the one without a
  /// number, first or last. A single number out of place may be due to a clock.
  private static func countUpwards(_ parts: [Part]) -> Bool {
    let followsEach = zip(parts, parts.dropFirst()).allSatisfy {
      $0.span.upperBound &- $1.span.lowerBound <= straggling
    }
    let numbers = parts.compactMap(\.name.number)
    let areRising = zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    let others = parts.count - numbers.count
    let isAtAnEnd = parts.first?.name.number == nil || parts.last?.name.number == nil
    let hasPlace = others == 0 || others == 1 && isAtAnEnd
    return followsEach && areRising && numbers.count > 1 && hasPlace
  }
}

extension ClosedRange<Int64> {
  fileprivate var length: Int64 { upperBound &- lowerBound }
}
