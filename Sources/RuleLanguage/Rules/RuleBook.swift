/// The content of `rules/`, compiled: the catalogue, the packs and the profiles.
package struct RuleBook: Sendable, Equatable {
  package var catalogue: Catalogue
  package var packs: [Pack]
  package var rules: [Rule]
  package var excuses: [Excuse]
  package var parameters: [Parameter]
  package var profiles: [Profile]

  package init(
    catalogue: Catalogue = Catalogue(), packs: [Pack] = [], rules: [Rule] = [],
    excuses: [Excuse] = [], parameters: [Parameter] = [], profiles: [Profile] = []
  ) {
    self.catalogue = catalogue
    self.packs = packs
    self.rules = rules
    self.excuses = excuses
    self.parameters = parameters
    self.profiles = profiles
  }
}

/// A file of rules about one matter.
package struct Pack: Sendable, Equatable {
  package var name: String
  package var title: String
  package init(name: String, title: String) {
    self.name = name
    self.title = title
  }
}

/// The platform of a device, as far as it is known, or that rules are for.
package enum Platform: UInt8, Sendable, CaseIterable, Codable {
  /// Nothing tells the device's; a rule is for all.
  case unknown
  case ios, android
  /// The device's is one that no pack is for.
  case other

  /// Whether what is for this platform may be for a device.
  @inlinable package func mayBe(_ device: Platform) -> Bool {
    self == .unknown || device == .unknown || self == device
  }

  package init(_ value: Value) {
    switch value {
    case .missing: self = .unknown
    case .string("ios"): self = .ios
    case .string("android"): self = .android
    default: self = .other
    }
  }
}

/// A value from the seeds that a user may set (`--set name=value`).
package struct Parameter: Sendable, Equatable {
  package var pack: UInt16
  package var name: String
  package var type: ValueType
  package var value: Value
  /// The allowed values; nil for any of its type.
  package var range: ParameterRange?
  package var doc: String
  package var source: String
  package init(
    pack: UInt16, name: String, type: ValueType, value: Value, range: ParameterRange? = nil,
    doc: String, source: String
  ) {
    self.pack = pack
    self.name = name
    self.type = type
    self.value = value
    self.range = range
    self.doc = doc
    self.source = source
  }
}

/// Evidence that moves an unmet obligation from the plugin to the OS or the environment.
package struct Excuse: Sendable, Equatable {
  package var name: String
  /// A bool, over the environment, the cycle and the derived counters.
  package var condition: Expression
  package var fault: FaultClass
  package var note: String
  package init(name: String, condition: Expression, fault: FaultClass, note: String) {
    self.name = name
    self.condition = condition
    self.fault = fault
    self.note = note
  }
}

/// The party responsible for a finding. The names are those of the JSON summary (`class`).
public enum FaultClass: UInt8, Sendable, CaseIterable, Codable {
  case plugin, os, environment, none

  package var name: String {
    switch self {
    case .plugin: "plugin"
    case .os: "os"
    case .environment: "environment"
    case .none: "none"
    }
  }
}

/// The weight of a violation.
package enum Severity: UInt8, Sendable, CaseIterable, Codable {
  case error, warning, info

  package var name: String {
    switch self {
    case .error: "error"
    case .warning: "warning"
    case .info: "info"
    }
  }
}

/// The certainty of a rule: A deterministic, B except for its timing, C heuristic (S4:457-493).
package enum Bucket: UInt8, Sendable, CaseIterable {
  case a, b, c

  package var name: String {
    switch self {
    case .a: "A"
    case .b: "B"
    case .c: "C"
    }
  }
}

/// The span of one instance of a rule.
package enum RuleScope: Sendable, Equatable {
  case log, process, cycle, execution, delivery
  /// One instance for each combination of these fields' values; where an event is named, a new one
  /// behind each such event of the process.
  case key([FieldName], since: EventKind?)
}

/// The outcome of a rule, for one instance.
public enum Outcome: UInt8, Sendable, CaseIterable, Codable {
  case satisfied, violated, excused, inconclusive, notApplicable

  package var name: String {
    switch self {
    case .satisfied: "satisfied"
    case .violated: "violated"
    case .excused: "excused"
    case .inconclusive: "inconclusive"
    case .notApplicable: "not_applicable"
    }
  }
}

/// One obligation.
package struct Rule: Sendable, Equatable {
  package var pack: UInt16
  package var id: String
  var heldWords: HeldWords
  package var severity: Severity
  package var bucket: Bucket
  /// The party responsible for a violation.
  package var fault: FaultClass
  /// The platform of whose devices it judges logs: that of its pack.
  package var platform: Platform
  package var scope: RuleScope
  /// The roles by number; a role is the name in `as:`, or the event's own name.
  package var roles: [Role]
  package var patterns: [Pattern]
  package var obligation: Obligation
  /// Patterns that end an open instance as not applicable.
  package var cancel: [UInt16]
  /// The outcome of an unmet obligation: a violation, or only missing evidence.
  package var unmet: Outcome
  package var onRetrigger: Retrigger
  /// Indices in the book's excuses.
  package var excuses: [UInt16]
  /// The groups and tags of which one proposed event must be in the log before an absence counts;
  /// empty where the seeds themselves promise the event.
  package var arming: [Arming]

  /// The effect of a second trigger while an instance waits.
  package enum Retrigger: UInt8, Sendable { case restart, violate, ignore, parallel }

  /// A group, and the tags of which one suffices; any tag if empty.
  package struct Arming: Sendable, Equatable {
    package var group: String
    package var tags: [UInt8]
    package init(group: String, tags: [UInt8]) {
      self.group = group
      self.tags = tags
    }
  }

  package init(
    pack: UInt16, id: String, title: String, covers: [String], severity: Severity, bucket: Bucket,
    fault: FaultClass, platform: Platform = .unknown, scope: RuleScope, roles: [Role],
    patterns: [Pattern], obligation: Obligation, cancel: [UInt16] = [], unmet: Outcome = .violated,
    onRetrigger: Retrigger = .restart, excuses: [UInt16] = [], hints: [String] = [],
    message: String = "", arming: [Arming] = []
  ) {
    self.pack = pack
    self.id = id
    heldWords = .atHand(
      RuleWords(title: title, covers: covers, hints: hints, message: message))
    self.severity = severity
    self.bucket = bucket
    self.fault = fault
    self.platform = platform
    self.scope = scope
    self.roles = roles
    self.patterns = patterns
    self.obligation = obligation
    self.cancel = cancel
    self.unmet = unmet
    self.onRetrigger = onRetrigger
    self.excuses = excuses
    self.arming = arming
  }

  /// Title, covers, hints and message, decoded at each call: take them once.
  package var words: RuleWords {
    get { heldWords.words }
    set { heldWords = .atHand(newValue) }
  }

  package var title: String { words.title }
  package var covers: [String] { words.covers }
  package var hints: [String] { words.hints }
  package var message: String { words.message }
}

/// A named place for an event of a rule, and the facts kept of the event that takes it.
package struct Role: Sendable, Equatable {
  package var name: String
  /// The fields that some expression of the rule reads from it.
  package var fields: [FieldName]
  /// Whether some expression of the rule asks how many events took it.
  package var isCounted: Bool
  /// The number of values that an instance keeps of it: its time, its fields, and its count.
  package var valueCount: Int { 1 + fields.count + (isCounted ? 1 : 0) }
  package init(name: String, fields: [FieldName] = [], isCounted: Bool = false) {
    self.name = name
    self.fields = fields
    self.isCounted = isCounted
  }
}

/// A pattern for the events of a rule.
package struct Pattern: Sendable, Equatable {
  package var kind: EventKind
  /// A bool over the candidate event; nil for any.
  package var condition: Expression?
  /// The role that a matching event takes.
  package var role: UInt8
  package init(kind: EventKind, condition: Expression? = nil, role: UInt8) {
    self.kind = kind
    self.condition = condition
    self.role = role
  }
}

/// A choice of packs for one way of using the plugin.
package struct Profile: Sendable, Equatable {
  package var name: String
  package var title: String
  /// The names of the packs.
  package var packs: [String]
  /// The `pack/rule` ids whose inconclusive outcome makes the run inconclusive.
  package var required: [String]
  /// The steps of a cycle's block in the report, in the canonical order.
  package var steps: [ProfileStep]
  /// The catalogue groups that the profile declares as logged.
  package var armedGroups: [String]
  /// The events of which one shows that the profile applies to a log, and the `pack/rule` ids whose
  /// outcome shows it. A profile with neither judges only where it is named.
  package var toldBy: [EventKind]
  package var toldByRules: [String]
  /// The events that bring the profile in beside others which a log tells of: it need not hold a cycle
  /// for them.
  package var toldBeside: [EventKind]
  /// The platform whose logs it judges; empty for both.
  package var platform: String
  /// The parameters that it sets, `pack.name` or `name` to the text of the value.
  package var parameters: [String: String]
  /// The lines that stand for the whole text report, for readers of nothing else; empty for none.
  package var passMessage: String
  package var failMessage: String

  package init(
    name: String, title: String, packs: [String], required: [String], steps: [ProfileStep],
    armedGroups: [String] = [], toldBy: [EventKind] = [], toldByRules: [String] = [],
    toldBeside: [EventKind] = [], platform: String = "", parameters: [String: String] = [:],
    passMessage: String = "", failMessage: String = ""
  ) {
    self.name = name
    self.title = title
    self.packs = packs
    self.required = required
    self.steps = steps
    self.armedGroups = armedGroups
    self.toldBy = toldBy
    self.toldByRules = toldByRules
    self.toldBeside = toldBeside
    self.platform = platform
    self.parameters = parameters
    self.passMessage = passMessage
    self.failMessage = failMessage
  }
}

/// A line of a cycle's block: an event, or one of several.
package struct ProfileStep: Sendable, Equatable {
  /// The need for the step in a cycle.
  package enum Need: UInt8, Sendable {
    /// A closed cycle without its line does not pass, whatever later lines imply.
    case required
    /// A later line of the cycle implies it where its own line is missing, with a warning.
    case expected
    case optional
  }
  /// The part of a cycle that the step belongs to.
  package enum Stage: UInt8, Sendable, CaseIterable, Codable {
    case launch, schedule, execution, delivery, summary
  }
  package var stage: Stage
  package var events: [EventKind]
  package var need: Need
  /// `ios` or `android` where only cycles of that platform have the step; empty for both.
  package var platform: String
  /// The events of a cycle that took another way, without this step.
  package var unless: [EventKind]
  /// The statements that demand it.
  package var covers: [String]
  /// The advice on what to check where it is required and missing.
  package var hints: [String]
  package init(
    stage: Stage, events: [EventKind], need: Need, platform: String = "",
    unless: [EventKind] = [], covers: [String] = [], hints: [String] = []
  ) {
    self.stage = stage
    self.events = events
    self.need = need
    self.platform = platform
    self.unless = unless
    self.covers = covers
    self.hints = hints
  }
}
