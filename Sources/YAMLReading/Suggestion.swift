internal import TextWriting

/// Advice for an unknown name: the nearest known one, or all of them where they are few.
package func suggestion(for name: String, among names: [String]) -> String {
  if let nearest = Spelling.slip(of: name, among: names) { return "did you mean '\(nearest)'?" }
  return names.count <= 12 && !names.isEmpty ? "known: \(names.joined(separator: ", "))" : ""
}
