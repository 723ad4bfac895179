/// The known name that was probably meant: near enough, and the first of the nearest.
package func nearestName(to name: String, among names: [String]) -> String? {
  let wanted = Array(name.unicodeScalars)
  let limit = min(max(2, wanted.count / 3), wanted.count - 1)
  var best: (name: String, distance: Int)?
  for candidate in names {
    let distance = editDistance(wanted, Array(candidate.unicodeScalars))
    if distance <= limit, distance < best?.distance ?? Int.max { best = (candidate, distance) }
  }
  return best?.name
}

/// Advice for an unknown name: the nearest known one, or all of them where they are few.
package func suggestion(for name: String, among names: [String]) -> String {
  if let nearest = nearestName(to: name, among: names) { return "did you mean '\(nearest)'?" }
  return names.count <= 12 && !names.isEmpty ? "known: \(names.joined(separator: ", "))" : ""
}

/// How many characters must be inserted, removed or replaced to make one word of the other.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
  var row = Array(0...right.count)
  for (index, scalar) in left.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for column in right.indices {
      let replaced = diagonal + (scalar == right[column] ? 0 : 1)
      diagonal = row[column + 1]
      row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
    }
  }
  return row[right.count]
}
