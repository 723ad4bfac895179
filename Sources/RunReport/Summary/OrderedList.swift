// Lists in their canonical order: sorted once, or added to without being sorted again.

extension Array where Element: CanonicallyOrdered {
  /// Returns the elements in their canonical order.
  func canonicallySorted() -> [Element] {
    order(shortKey: \.shortKey, sortKey: \.sortKey).map { self[$0] }
  }

  /// Adds elements to a list that is in order.
  mutating func insertInOrder(_ elements: [Element]) {
    for element in elements { insert(element, at: place(of: element)) }
  }

  /// Adds elements to a list that is in order and no longer than a limit; returns how many of all
  /// fell behind it.
  mutating func insertInOrder(_ elements: [Element], keeping limit: Int) -> Int {
    var dropped = 0
    for element in elements {
      let place = place(of: element)
      if place < limit { insert(element, at: place) } else { dropped += 1 }
      if count > limit {
        removeLast()
        dropped += 1
      }
    }
    return dropped
  }

  /// Adds the elements that a list in order does not hold yet.
  mutating func formOrderedUnion(_ elements: [Element]) {
    // Runs are much alike, and so are these lists: the next one mostly stands behind the last.
    var next = 0
    for element in elements {
      if next < count, self[next] == element {
        next += 1
        continue
      }
      next = place(of: element)
      if next > 0, self[next - 1] == element { continue }
      insert(element, at: next)
      next += 1
    }
  }

  /// Returns the place behind all that belong before an element, and behind those equal to it.
  private func place(of element: Element) -> Int {
    let short = element.shortKey
    var whole: SortKey?
    return firstPlace { other in
      let otherShort = other.shortKey
      if short < otherShort { return true }
      if otherShort < short || element == other { return false }
      let key = whole ?? element.sortKey
      whole = key
      return key < other.sortKey
    }
  }
}

extension Array {
  /// Returns the places of the elements, in the order of their keys.
  ///
  /// Whole keys hold a rendering of the element, so they are made only where short ones tie. Places
  /// are sorted and not elements: those are large, and there would be three copies of each.
  func order(
    shortKey: (Element) -> SortKey, sortKey: (Element) -> SortKey
  ) -> [Int] {
    let short = map(shortKey)
    let places = indices.sorted { short[$0] < short[$1] }
    var result: [Int] = []
    result.reserveCapacity(count)
    var start = 0
    while start < places.count {
      var end = start + 1
      while end < places.count, !(short[places[start]] < short[places[end]]) { end += 1 }
      if end - start == 1 {
        result.append(places[start])
      } else {
        let tied = places[start..<end].map { (key: sortKey(self[$0]), place: $0) }
        result += tied.sorted { $0.key < $1.key }.map(\.place)
      }
      start = end
    }
    return result
  }
}

extension Array {
  /// Returns the first place of a list in order whose element satisfies the condition, or the end.
  func firstPlace(_ isBehind: (Element) -> Bool) -> Int {
    // Elements are mostly added in order.
    guard let last, isBehind(last) else { return count }
    var low = 0
    var high = count - 1
    while low < high {
      let middle = (low + high) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension [String] {
  /// Adds the texts that a sorted list does not hold yet from another sorted one.
  mutating func formSortedUnion(_ others: [String]) {
    if others.isEmpty || self == others { return }
    var union: [String] = []
    union.reserveCapacity(count + others.count)
    var (left, right) = (self[...], others[...])
    while let first = left.first, let second = right.first {
      union.append(first <= second ? first : second)
      if first <= second { left.removeFirst() }
      if second <= first { right.removeFirst() }
    }
    self = union + left + right
  }
}
