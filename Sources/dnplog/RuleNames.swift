internal import CommandSyntax
internal import RuleLanguage
internal import TextWriting

/// The search for rules by the names that users type.
enum RuleNames {
  /// Returns the index of the rule named `pack/rule`, or `rule` where only one pack has it.
  static func find(_ name: String, in book: RuleBook, saying place: String) throws(Failure) -> Int {
    let full = book.rules.map { "\(book.packName($0.pack))/\($0.id)" }
    if let index = full.firstIndex(of: name) { return index }
    let matches = book.rules.indices.filter { book.rules[$0].id == name }
    if let index = matches.first, matches.count == 1 { return index }
    if !matches.isEmpty {
      let choices = Spelling.list(matches.map { "'\(full[$0])'" }, "or")
      throw Failure(
        Problem("several packs have a rule '\(name)'", at: place, advice: "name \(choices)"))
    }
    if book.packs.contains(where: { $0.name == name }) {
      throw Failure(
        Problem(
          "'\(name)' is a pack of rules, not a rule", at: place,
          advice: "'dnplog rules list --pack \(name)' lists its rules"))
    }
    if let profile = book.profiles.first(where: { name.hasPrefix("\($0.name)/") }) {
      throw Failure(
        Problem(
          "'\(name)' is asked for by the profile '\(profile.name)', and no rule", at: place,
          advice:
            "'dnplog validate -v' shows the steps of each cycle, and docs/rules.md tells of profiles"
        ))
    }
    // A slip in a bare id is to find `pack/id`, which is many letters away.
    let question =
      Spelling.question(for: name, among: full)
      ?? Spelling.question(for: name, among: book.rules.map(\.id))
    throw Failure(
      Problem(
        "there is no rule '\(name)'", at: place,
        advice: question ?? "a report names them in [brackets], and 'dnplog rules list' shows all"))
  }
}

extension RuleBook {
  func packName(_ index: UInt16) -> String {
    packs.indices.contains(Int(index)) ? packs[Int(index)].name : ""
  }
}
