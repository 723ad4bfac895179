internal import CommandSyntax
internal import LogReading
internal import RuleLanguage
internal import Simulator

/// The shells that `completions` writes for.
enum Shell: String, Sendable, CaseIterable {
  case bash, zsh, fish

  /// A script that asks the program itself what may come next: so it fits whatever it is asked of.
  var script: String {
    switch self {
    case .bash:
      // Bash makes three words of `--name=value`, and replaces the last one only.
      """
      _dnplog() {
        local IFS=$'\\n' i
        local -a line=()
        for ((i = 1; i <= COMP_CWORD; i++)); do
          if [[ "${COMP_WORDS[i]}" == "=" || ("${COMP_WORDS[i - 1]}" == "=" && i -gt 1) ]]; then
            line[-1]+="${COMP_WORDS[i]}"
          else
            line+=("${COMP_WORDS[i]}")
          fi
        done
        COMPREPLY=($(dnplog completions --words bash -- "${line[@]}" 2>/dev/null))
        if [[ "${line[-1]}" == *=* ]]; then COMPREPLY=("${COMPREPLY[@]#"${line[-1]%%=*}="}"); fi
        if [[ "${COMPREPLY[0]}" == *= ]]; then compopt -o nospace; fi
      }
      complete -o default -F _dnplog dnplog

      """
    case .zsh:
      """
      #compdef dnplog
      _dnplog() {
        local -a words_found
        words_found=("${(@f)$(dnplog completions --words zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
        if [[ -z "$words_found" ]]; then _files; return; fi
        if [[ "$words_found[1]" == *=:* ]]; then _describe dnplog words_found -S ''; return; fi
        _describe dnplog words_found
      }
      if [[ $funcstack[1] == _dnplog ]]; then _dnplog "$@"; else compdef _dnplog dnplog; fi

      """
    case .fish:
      // Files are offered only where the program knows of no word.
      """
      function __dnplog_words
        dnplog completions --words fish -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null
      end
      complete -c dnplog -f -a '(__dnplog_words)'
      complete -c dnplog -F -n 'test -z "$(__dnplog_words)"'

      """
    }
  }

  /// Returns a candidate as the shell takes it.
  func line(_ candidate: Completion<Settings>.Candidate) -> String {
    switch self {
    case .bash: candidate.word
    // A colon ends the word, unless it is escaped.
    case .zsh: candidate.word.replacing(":", with: "\\:") + ":" + candidate.summary
    case .fish: candidate.word + "\t" + candidate.summary
    }
  }
}

extension Program {
  static let completions: Command<Settings> = Command(
    "completions", "Print a script that completes command lines in a shell.",
    details: [
      "SHELL is bash, zsh or fish. The script asks dnplog itself for the words that may come next:"
        + " commands, options and their values, and the names of rules, packs, profiles, parameters and"
        + " scenarios."
    ],
    operands: [
      Operand(
        "SHELL", .one, "bash, zsh or fish.", words: { _ in Shell.allCases.map(\.rawValue) }
      ) { $0.completion.shell = $1 },
      Operand("WORD", .any, "With --words, the words of the command line so far.") {
        $0.completion.line.append($1)
      },
    ],
    options: [
      .flag("words", in: "Options", "Print what may come next, as the script asks for it.") {
        $0.completion.isAsked = true
      }
    ],
    examples: [
      Example(
        "Install them for bash.",
        "dnplog completions bash > ~/.local/share/bash-completion/completions/dnplog"),
      Example("Install them for zsh.", "dnplog completions zsh > ~/.zfunc/_dnplog"),
      Example(
        "Install them for fish.",
        "dnplog completions fish > ~/.config/fish/completions/dnplog.fish"),
    ]
  ) { settings in
    Failure.reporting { () throws(Failure) in
      let asked = settings.completion
      guard let shell = Shell(rawValue: asked.shell) else {
        throw Failure(
          Problem(
            "'\(asked.shell)' is no shell that completions are written for",
            advice: "choose bash, zsh or fish"))
      }
      guard asked.isAsked else { return StandardOutput.print(shell.script) }
      let completion = Completion(root: root, settings: Settings())
      let lines = completion.candidates(for: asked.line).map { shell.line($0) + "\n" }
      return StandardOutput.print(lines.joined())
    }
  }
}

/// The names that rules, packs, profiles and parameters have, those of `--rules` on the line too.
enum RuleWords {
  static let profiles: Words<Settings> = { book($0)?.profiles.map(\.name) ?? [] }
  static let packs: Words<Settings> = { book($0)?.packs.map(\.name) ?? [] }
  static let parameters: Words<Settings> = { book($0)?.parameters.map { "\($0.name)=" } ?? [] }
  static let events: Words<Settings> = { settings in
    let book = try? Pipeline.readingBook(for: settings)
    return book?.catalogue.events.map(\.name) ?? []
  }
  static let rules: Words<Settings> = { settings in
    guard let book = book(settings) else { return [] }
    return book.rules.map { "\(book.packName($0.pack))/\($0.id)" }
  }

  private static func book(_ settings: Settings) -> RuleBook? {
    try? Pipeline.book(rulePaths: settings.rulePaths)
  }
}
