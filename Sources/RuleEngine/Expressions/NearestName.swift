/// The name that someone most likely meant; nil if none is close.
func nearestName(to name: String, among candidates: [String]) -> String? {
  let wanted = Array(name.lowercased().utf8.prefix(64))
  var best: (name: String, distance: Int)?
  for candidate in candidates {
    let distance = editDistance(wanted, Array(candidate.lowercased().utf8.prefix(64)))
    if distance < best?.distance ?? .max { best = (candidate, distance) }
  }
  // A third of the letters may be wrong; more is another name.
  guard let best, best.distance <= max(1, wanted.count / 3) else { return nil }
  return best.name
}

/// How many letters are to be put in, left out, replaced or swapped with their neighbour.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  var older = [Int](repeating: 0, count: right.count + 1)
  var previous = Array(0...right.count)
  for row in 0..<left.count {
    var current = [row + 1]
    for column in 0..<right.count {
      var cost = min(current[column], previous[column + 1]) + 1
      cost = min(cost, previous[column] + (left[row] == right[column] ? 0 : 1))
      if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
        cost = min(cost, older[column - 1] + 1)
      }
      current.append(cost)
    }
    older = previous
    previous = current
  }
  return previous[right.count]
}
