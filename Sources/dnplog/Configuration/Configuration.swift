internal import CommandSyntax
internal import RuleLanguage
internal import TextWriting
internal import YAMLReading

/// The options of a configuration file, each with its place.
struct Configuration {
  /// The path from the working directory.
  let path: String
  private(set) var values: [ConfiguredValue] = []
  private var entries: [(key: ConfigurationKey, text: String, node: YAMLNode)] = []

  /// A file of options is never as long.
  private static let sizeLimit = 64 << 10

  /// Reads a file; every value is one that its option takes.
  init(reading path: String, options: [Option<Settings>]) throws(Failure) {
    self.path = path
    guard FilePlace.isInside(path, folder: Self.folder(of: path)) else {
      throw Failure(
        Problem(
          "leads out of its folder", at: path, advice: "put the file itself there, not a link"))
    }
    guard let bytes = try SmallFile.head(of: path, count: Self.sizeLimit + 1),
      bytes.count <= Self.sizeLimit
    else {
      throw Failure(
        Problem(
          "is no file of at most 64 KiB", at: path,
          advice: "write a configuration file, or leave it out with --no-config"))
    }
    do throws(SourceError) {
      try read(bytes, options)
    } catch {
      throw Failure(Problem(error))
    }
  }

  private static func folder(of path: String) -> String {
    String(path.dropLast(ConfigurationSearch.fileName.count))
  }

  private mutating func read(
    _ bytes: [UInt8], _ options: [Option<Settings>]
  ) throws(SourceError) {
    // A file whose options are all commented out sets none, which is no mistake.
    let hasOption = bytes.split(separator: UInt8(ascii: "\n")).contains { line in
      line.first { $0 != UInt8(ascii: " ") && $0 != 0x0D }.map { $0 != UInt8(ascii: "#") } ?? false
    }
    guard hasOption else { return }
    for entry in try YAMLReader.read(bytes, path: path).mapping() {
      guard let key = ConfigurationKey(rawValue: entry.key) else {
        throw Self.unknown(entry, options)
      }
      try read(entry.value, of: key)
    }
    // Each is tried now, so that a mistake is told with its place.
    _ = try applied(options)
  }

  private static func unknown(
    _ entry: YAMLNode.Entry, _ options: [Option<Settings>]
  ) -> SourceError {
    if options.contains(where: { $0.long == entry.key }) {
      return entry.keyError(
        "'\(entry.key)' cannot stand in a configuration file",
        advice: ConfigurationKey.refusal(of: entry.key))
    }
    return entry.keyError(
      "there is no option '\(entry.key)'",
      advice: Spelling.question(
        for: entry.key, among: ConfigurationKey.allCases.map(\.rawValue))
        ?? "'dnplog config --help' lists them")
  }

  private mutating func read(_ node: YAMLNode, of key: ConfigurationKey) throws(SourceError) {
    switch key.form {
    case .flag:
      if try node.bool() { add(key, "", node) }
    case .word: add(key, try node.string(), node)
    case .words:
      for word in try Self.items(node) { add(key, try word.string(), word) }
    case .pairs:
      if case .mapping(let pairs) = node.content {
        for pair in pairs { add(key, "\(pair.key)=\(try pair.value.string())", pair.value) }
      } else {
        for word in try Self.items(node) { add(key, try pathOrPair(word, of: key), word) }
      }
    case .paths:
      for word in try Self.items(node) {
        let path = try inside(try word.string(), word)
        for file in RuleLoader.files(at: path)
        where !FilePlace.isInside(file, folder: Self.folder(of: self.path)) {
          throw word.error(
            "'\(file)' leads out of the folder of this file",
            advice: "put the file itself there, or give it with --rules")
        }
        add(key, path, word)
      }
    }
  }

  /// The values of a list, or the one value.
  private static func items(_ node: YAMLNode) throws(SourceError) -> [YAMLNode] {
    if case .scalar = node.content { [node] } else { try node.list() }
  }

  /// Returns `NAME=VALUE`, or of `env` the path of a file.
  private func pathOrPair(
    _ node: YAMLNode, of key: ConfigurationKey
  ) throws(SourceError) -> String {
    let text = try node.string()
    return key == .env && !text.contains("=") ? try inside(text, node) : text
  }

  /// Returns a path from the working directory for one from the folder of the file, out of which it may
  /// not lead.
  private func inside(_ text: String, _ node: YAMLNode) throws(SourceError) -> String {
    let folder = Self.folder(of: path)
    let joined = folder + text
    if text.hasPrefix("/") || !FilePlace.isInside(joined, folder: folder) {
      throw node.error(
        "'\(text)' is not in the folder of this file",
        advice: "give a path below it that is there, or name the file on the command line")
    }
    return joined
  }

  private mutating func add(_ key: ConfigurationKey, _ text: String, _ node: YAMLNode) {
    entries.append((key, text, node))
    values.append(
      ConfiguredValue(option: key.rawValue, value: text, place: "\(path):\(node.location.line)"))
  }

  /// Returns the settings that the file makes for a command of these options.
  func settings(for options: [Option<Settings>]) throws(Failure) -> Settings {
    do throws(SourceError) {
      return try applied(options)
    } catch {
      throw Failure(Problem(error))
    }
  }

  private func applied(_ options: [Option<Settings>]) throws(SourceError) -> Settings {
    var settings = Settings()
    for (key, text, node) in entries {
      guard let option = Self.option(key.rawValue, text, among: options) else { continue }
      do throws(UsageError) {
        try option.apply(&settings, text)
      } catch {
        throw node.error(error.message, advice: error.advice)
      }
    }
    settings.configuration = path
    settings.analysis.configured = values.filter { value in
      Self.option(value.option, value.value, among: options) != nil
    }
    settings.configuredEnvironment = settings.environment.count
    return settings
  }

  /// Returns the option of that name, unless its word is one that only `validate` has: not every command
  /// prints, e.g., in all formats.
  private static func option(
    _ name: String, _ word: String, among options: [Option<Settings>]
  ) -> Option<Settings>? {
    guard let option = options.first(where: { $0.long == name }) else { return nil }
    guard case .choice(_, let words) = option.value, !words.contains(word),
      case .choice(_, let all)? = Program.validate.options.first(where: { $0.long == name })?.value,
      all.contains(word)
    else { return option }
    return nil
  }
}
