internal import TextWriting

/// A reader of the options and operands of one command into its settings.
struct OptionReader<Settings> {
  /// The end of the words: to run, or a wish for the short or the whole help.
  enum End { case run, shortHelp, help }

  let path: CommandPath<Settings>
  let operands: [Operand<Settings>]
  let options: [Option<Settings>]
  /// The root of the commands that an option may belong to instead.
  let root: Command<Settings>
  var settings: Settings
  private var rest: ArraySlice<String> = []
  /// The option that the words end with, where its value is still to come.
  private(set) var unfinished: Option<Settings>?
  /// How many words are operands, and whether all that follow are.
  private(set) var operandCount = 0
  private(set) var isPastOptions = false
  /// The value of each option that takes one and no more.
  private var given: [String: String] = [:]

  init(
    path: CommandPath<Settings>, operands: [Operand<Settings>], options: [Option<Settings>],
    root: Command<Settings>, settings: Settings
  ) {
    self.path = path
    self.operands = operands
    self.options = options
    self.root = root
    self.settings = settings
  }

  /// Reads the words up to the end, or up to the one that asks for help; throws the first mistake
  /// when all are read.
  mutating func read(_ words: ArraySlice<String>) throws(UsageError) -> End {
    rest = words
    var plain: [String] = []
    var mistake: UsageError?
    while let word = rest.popFirst() {
      do throws(UsageError) {
        let end = try read(word, plain: &plain)
        if end != .run, mistake == nil { return end }
      } catch {
        mistake = mistake ?? error
      }
    }
    operandCount = plain.count
    if let mistake { throw mistake }
    try assign(plain)
    return .run
  }

  /// Reads a word, and the value behind it if it wants one.
  private mutating func read(_ word: String, plain: inout [String]) throws(UsageError) -> End {
    if word == "--" {
      plain += rest
      rest = []
      isPastOptions = true
    } else if word == "--help" {
      return .help
    } else if word.hasPrefix("--") {
      try readLong(word)
    } else if word.hasPrefix("-"), word != "-" {
      return try readShorts(word)
    } else {
      plain.append(word)
    }
    return .run
  }

  /// Reads `--name`, `--name value` or `--name=value`.
  private mutating func readLong(_ word: String) throws(UsageError) {
    let name: String
    let attached: String?
    if let equals = word.firstIndex(of: "=") {
      name = String(word[word.startIndex..<equals])
      attached = String(word[word.index(after: equals)...])
    } else {
      name = word
      attached = nil
    }
    guard let option = options.first(where: { "--" + $0.long == name }) else {
      throw unknownLong(name)
    }
    switch (option.value, attached) {
    case (.none, nil): try apply(option, "", as: name)
    case (.none, _): throw UsageError("option '\(name)' takes no value", advice: "write '\(name)'")
    case (_, let attached?): try apply(option, attached, as: name)
    case (_, nil): try apply(option, nextValue(of: option, as: name), as: name)
    }
  }

  /// Reads `-q`, `-qv`, or a value behind the letter: `-fjson`, `-f json`.
  private mutating func readShorts(_ word: String) throws(UsageError) -> End {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      if letter == "h" { return .shortHelp }
      let name = "-\(letter)"
      guard let option = options.first(where: { $0.short == letter }) else {
        throw unknownShort(name, in: word)
      }
      guard option.value != .none else {
        try apply(option, "", as: name)
        continue
      }
      let value = letters.isEmpty ? try nextValue(of: option, as: name) : String(letters)
      try apply(option, value, as: name)
      break
    }
    return .run
  }

  /// Takes the next word as a value, unless it looks like an option.
  private mutating func nextValue(
    of option: Option<Settings>, as name: String
  ) throws(UsageError) -> String {
    guard let next = rest.first, !Self.looksLikeOption(next) else {
      if rest.isEmpty { unfinished = option }
      let placeholder = option.placeholder ?? ""
      let advice =
        if rest.isEmpty {
          "write '\(name) \(placeholder)'"
        } else {
          "write '--\(option.long)=\(placeholder)' if it begins with '-'"
        }
      throw UsageError("option '\(name)' needs a value", advice: advice)
    }
    rest.removeFirst()
    return next
  }

  /// Tells `--name` and `-q` from `-`, which is an operand, and from `-5`, which is a number.
  private static func looksLikeOption(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let second = word.dropFirst().first else { return false }
    return !("0"..."9").contains(second)
  }

  private mutating func apply(
    _ option: Option<Settings>, _ value: String, as name: String
  ) throws(UsageError) {
    if !option.isRepeatable, let other = given.updateValue(value, forKey: option.long),
      other != value
    {
      throw UsageError(
        "option '\(name)' is given as '\(other)' and as '\(value)'", advice: "leave one of them out"
      )
    }
    do throws(UsageError) {
      try option.apply(&settings, value)
    } catch {
      throw UsageError("option '\(name)': \(error.message)", advice: error.advice)
    }
  }

  private mutating func assign(_ words: [String]) throws(UsageError) {
    var words = words[...]
    for operand in operands {
      switch operand.count {
      case .one:
        guard let word = words.popFirst() else {
          throw UsageError("'\(path.text)' needs \(operand.placeholder)", advice: path.helpAdvice)
        }
        operand.apply(&settings, word)
      case .atMostOne:
        if let word = words.popFirst() { operand.apply(&settings, word) }
      case .any:
        while let word = words.popFirst() { operand.apply(&settings, word) }
      }
    }
    if let extra = words.first {
      throw UsageError("'\(path.text)' has no use for '\(extra)'", advice: path.helpAdvice)
    }
  }

  private func unknownLong(_ name: String) -> UsageError {
    let owners = CommandPath(root).actions.filter { path in
      path.command.options.contains { "--" + $0.long == name }
    }
    if !owners.isEmpty {
      return UsageError(
        "'\(path.text)' has no option '\(name)'",
        advice: "it belongs to \(Spelling.list(owners.map { "'\($0.text)'" }, "and"))")
    }
    return unknown(name, nearest: nearestLong(to: String(name.dropFirst(2))))
  }

  private func unknownShort(_ name: String, in word: String) -> UsageError {
    // `-strict` is a long option with one dash too few, not six short ones.
    unknown(word.count > 2 ? word : name, nearest: nearestLong(to: String(word.dropFirst())))
  }

  private func nearestLong(to name: String) -> String? {
    Spelling.nearest(to: name, among: options.map(\.long) + ["help"])
  }

  private func unknown(_ name: String, nearest: String?) -> UsageError {
    UsageError(
      "'\(path.text)' has no option '\(name)'",
      advice: nearest.map { "did you mean '--\($0)'?" } ?? path.helpAdvice)
  }
}
