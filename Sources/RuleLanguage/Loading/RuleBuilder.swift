internal import TextWriting
internal import YAMLReading

/// The names that a rule may use beside its own roles.
struct RuleSurroundings {
  var catalogue: Catalogue
  var pack: UInt16
  var platform = Platform.unknown
  /// All parameters of the book; a rule sees those of its pack.
  var parameters: [Parameter]
  /// The node `params` of the rule's pack.
  var declaredParameters: YAMLNode?
  /// The names of the excuses, in the order of the book.
  var excuses: [String]
  /// The ids that `covers` may name; any id, if empty.
  var requirements: Set<String>
}

/// A compiler of one rule of a pack.
struct RuleBuilder {
  let surroundings: RuleSurroundings
  var mistakes = Mistakes()
  /// Roles by number, each with the events that may take it.
  var roles: [RuleNames.Role] = []
  var patterns: [Pattern] = []
  /// The most patterns, which have numbers of 16 bits.
  private static let patternLimit = 1 << 16

  init(in surroundings: RuleSurroundings) { self.surroundings = surroundings }

  /// Reads a rule; nil, with mistakes, if it is wrong.
  mutating func rule(_ node: YAMLNode) -> Rule? {
    guard mistakes.checkKeys(of: node, allowed: RuleKeys.rule) else { return nil }
    let id = mistakes.requiredName("id", of: node)
    let title = mistakes.requiredText("title", of: node)
    let obligation = obligation(of: node)
    let cancel = group(node["cancel"], seeing: Array(roles.indices))
    let scope = scope(node["scope"])
    checkReach(of: scope, at: node["scope"])
    var rule = Rule(
      pack: surroundings.pack, id: id ?? "", title: title ?? "",
      covers: covers(node["covers"]),
      severity: mistakes.choice(node["severity"], of: Severity.words, default: .error),
      bucket: bucket(of: node),
      fault: mistakes.choice(node["class"], of: FaultClass.words, default: .plugin),
      platform: surroundings.platform, scope: scope, roles: [], patterns: patterns,
      obligation: obligation ?? .nothing,
      cancel: cancel,
      unmet: mistakes.choice(
        node["unmet"], of: [("violated", .violated), ("inconclusive", .inconclusive)],
        default: .violated),
      onRetrigger: mistakes.choice(
        node["on_retrigger"],
        of: [
          ("restart", .restart), ("violate", .violate), ("ignore", .ignore),
          ("parallel", .parallel),
        ],
        default: .restart),
      excuses: excuses(node["excuse"]), hints: mistakes.texts(node["hints"]),
      message: mistakes.text(node["message"]))
    if patterns.count > Self.patternLimit {
      mistakes.add(
        node.error(
          "the rule names events more than \(Self.patternLimit) times",
          advice: "make two rules of it"))
    }
    guard id != nil, obligation != nil, mistakes.isEmpty else { return nil }
    rule.roles = roles.map { Role(name: $0.name) }
    rule.noteFieldsRead()
    rule.arming = rule.derivedArming(in: surroundings.catalogue)
    return rule
  }

  private mutating func bucket(of node: YAMLNode) -> Bucket {
    let bucket = mistakes.attempt { () throws(SourceError) in
      try node.required("bucket", advice: "add 'bucket: A' (or B by logic alone, C heuristic)")
    }
    return mistakes.choice(bucket, of: Bucket.allCases.map { ($0.name, $0) }, default: .a)
  }

  /// Refuses events that can never be in the cycle, or the part of one, that the rule judges.
  private mutating func checkReach(of scope: RuleScope, at node: YAMLNode?) {
    guard let node, [.cycle, .execution, .delivery].contains(scope) else { return }
    let catalogue = surroundings.catalogue
    for kind in Set(patterns.map(\.kind)).sorted() where !catalogue.role(of: kind).reachesCycles {
      mistakes.add(
        node.error(
          "'\(catalogue.name(of: kind))' belongs to no cycle",
          advice: "judge it with scope process or log, or give the event a 'role' with a 'stage'"))
    }
  }

  private mutating func covers(_ node: YAMLNode?) -> [String] {
    let known = surroundings.requirements
    return mistakes.list(node).compactMap { element in
      guard let id = mistakes.attempt({ () throws(SourceError) in try element.string() }) else {
        return nil
      }
      if !known.isEmpty, !known.contains(id), !Requirement.isRelease(id) {
        mistakes.add(
          element.error(
            "unknown requirement '\(id)'",
            advice: Spelling.suggestion(for: id, among: known.sorted())))
      }
      return id
    }
  }

  private mutating func excuses(_ node: YAMLNode?) -> [UInt16] {
    var indices: [UInt16] = []
    for element in mistakes.list(node) {
      guard let name = mistakes.attempt({ () throws(SourceError) in try element.string() }) else {
        continue
      }
      if let index = surroundings.excuses.firstIndex(of: name) {
        indices.append(UInt16(truncatingIfNeeded: index))
      } else {
        let advice = Spelling.suggestion(for: name, among: surroundings.excuses)
        mistakes.add(element.error("unknown excuse '\(name)'", advice: advice))
      }
    }
    return indices
  }

  private mutating func scope(_ node: YAMLNode?) -> RuleScope {
    guard let node, case .mapping = node.content else {
      if node == nil { return .log }
      return mistakes.choice(node, of: RuleScope.words, default: .log)
    }
    guard mistakes.checkKeys(of: node, allowed: RuleKeys.scope) else { return .log }
    let key = mistakes.attempt { () throws(SourceError) in try node.required("key") }
    var fields: [FieldName] = []
    for element in mistakes.list(key) {
      if let field = field(element, ofAny: patterns.map(\.kind)) { fields.append(field) }
    }
    if let key, fields.isEmpty, mistakes.isEmpty {
      mistakes.add(key.error("a key needs a field", advice: "such as [requestId]"))
    }
    return .key(fields, since: node["since"].flatMap { kind($0) })
  }

  /// The number of a field that at least one of the events has.
  mutating func field(_ node: YAMLNode, ofAny kinds: [EventKind]) -> FieldName? {
    guard let name = mistakes.attempt({ () throws(SourceError) in try node.string() }) else {
      return nil
    }
    let catalogue = surroundings.catalogue
    let known = catalogue.fields(ofAny: kinds)
    if let field = catalogue.field(named: name), known.contains(field) { return field }
    // Without events there was a mistake already, which says more.
    if !kinds.isEmpty {
      let owner = kinds.count == 1 ? " of \(catalogue[kinds[0]].name)" : ""
      mistakes.add(
        node.error(
          "unknown field '\(name)'\(owner)",
          advice: Spelling.suggestion(for: name, among: known.map { catalogue.name(of: $0) })))
    }
    return nil
  }
}

extension Obligation {
  /// The placeholder for an obligation with a mistake; no rule keeps it.
  fileprivate static let nothing = Obligation.check(trigger: [], checks: [])
}

extension Severity {
  fileprivate static let words = allCases.map { (name: $0.name, value: $0) }
}

extension FaultClass {
  /// The words allowed in a file; `none` is for outcomes alone.
  static let words = allCases.filter { $0 != .none }.map { (name: $0.name, value: $0) }
}

extension RuleScope {
  fileprivate static let words: [(name: String, value: RuleScope)] = [
    ("log", .log), ("process", .process), ("cycle", .cycle), ("execution", .execution),
    ("delivery", .delivery),
  ]
}

extension Catalogue {
  /// The fields that at least one of the events has, each once.
  func fields(ofAny kinds: [EventKind]) -> [FieldName] {
    var seen: Set<FieldName> = []
    return kinds.flatMap { self[$0].fields }.map(\.name).filter { seen.insert($0).inserted }
  }
}
