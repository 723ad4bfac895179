internal import CommandSyntax
internal import RunReport
internal import TextWriting

extension Program {
  static let config = Command<Settings>(
    "config", "Show the configuration file in use, and what it sets.",
    details: [
      "A file \(ConfigurationSearch.fileName) sets options by their long names, so that they need not be"
        + " repeated. The nearest one is used: that of the working directory, or of a folder above it up"
        + " to the root of the repository (the folder with .git) or to the home directory. Below neither,"
        + " only that of the working directory is used.",
      "It may set \(Spelling.list(ConfigurationKey.allCases.map(\.rawValue), "and")). Options of the"
        + " command line go before it; those that may be repeated are added to it. It is read by"
        + " validate, compare, reconcile, feed, events and explain, each for the options that it has.",
      "It may come with files that somebody else wrote: so it cannot set --export, which writes files, nor"
        + " --exit-zero, which hides the verdict, and the paths in it lead to nothing outside its"
        + " folder. Every report with a verdict names it. --no-config leaves it out.",
    ],
    examples: [
      Example("See what holds here.", "dnplog config"),
      Example(
        "Get its schema, for an editor.",
        "dnplog rules schema configuration > configuration.schema.json"),
    ]
  ) { _ in
    Failure.reporting { () throws(Failure) in
      guard let path = ConfigurationSearch.nearest() else {
        let files = ConfigurationSearch.folders.map { $0 + ConfigurationSearch.fileName }
        return StandardOutput.print(
          lines: "There is no configuration file. Looked for \(Spelling.list(files, "and")).\n")
      }
      let file = try Configuration(reading: path, options: validate.options)
      return StandardOutput.print(lines: file.text)
    }
  }
}

extension Configuration {
  /// The options with their values and places, one on a line.
  fileprivate var text: String {
    if values.isEmpty { return "\(path) sets no option.\n" }
    let width = values.map(\.option.count).max() ?? 0
    let rows = values.map { value in
      let option = TextLayout.padded(value.option, to: width)
      return "  \(option)  \(value.value.isEmpty ? "true" : value.value)"
        + "  (\(value.place))\n"
    }
    return "\(path) sets:\n" + rows.joined()
  }
}
