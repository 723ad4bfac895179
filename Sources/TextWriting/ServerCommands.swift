/// What servers for CI obey where it stands in the output of a job.
enum ServerCommands {
  /// Whether such a command begins at an index of a text.
  static func isCommand(_ text: Span<UInt8>, at index: Int) -> Bool {
    guard index + 1 < text.count, text[index] == text[index + 1] else { return false }
    if text[index] == UInt8(ascii: "#") {
      // Azure, TeamCity, and runners of GitHub by an older form: anywhere in a line.
      return marks.contains { begins($0, text, at: index + 2) }
    }
    // GitHub: at the beginning of a line, which a text may come to by being wrapped.
    return workflow.contains { word in
      guard begins(word, text, at: index + 2) else { return false }
      let end = index + 2 + word.utf8.count
      guard end < text.count else { return false }
      return text[end] == UInt8(ascii: " ") || text[end] == UInt8(ascii: ":")
    }
  }

  private static let marks = ["[", "vso[", "teamcity["]

  private static let workflow = [
    "add-mask", "add-matcher", "add-path", "debug", "echo", "endgroup", "error", "group", "notice",
    "remove-matcher", "save-state", "set-env", "set-output", "stop-commands", "warning",
  ]

  /// Whether a word of small letters stands at an index, in small or capital letters.
  private static func begins(_ word: String, _ text: Span<UInt8>, at index: Int) -> Bool {
    guard text.count - index >= word.utf8.count else { return false }
    var place = index
    for byte in word.utf8 {
      let found = text[place]
      let isCapital = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= found
      guard byte == (isCapital ? found | 0x20 : found) else { return false }
      place += 1
    }
    return true
  }
}
