/// What the times in files say of them that were put together as a rotation by their names.
package enum RotationTimes {
  /// The files one after the other in another order than their numbers have by custom.
  case upwards(InputSet)
  /// Logs of one time, each of something else; and two of them of which that was told.
  case separate([InputSet], String, String)

  /// Files of a rotation may share so much time, by lines that were written out of order.
  private static let straggling: Int64 = 60_000_000

  /// - Parameter spans: The first and the last time in the files that have some, by their names.
  /// - Returns: nil where the times fit what the names say, or say nothing.
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

  /// Two files that share most of the time of one of them: nothing is rotated while it is written to.
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

  /// Whether files that follow each other in time have rising numbers, but for the one that has none,
  /// which is the first or the last. A single number that is out of place may be a clock's doing.
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
