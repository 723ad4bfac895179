internal import TextWriting

/// Writes the members of a value as JSON, or reads them from it.
///
/// A type tells its members once, in `Coded.code`, so that what is written is what is read.
protocol MemberCoder {
  associatedtype Failure: Error
  /// Whether values are read: then what is handed over is only replaced.
  static var isReading: Bool { get }

  mutating func member(_ key: String, _ value: inout String) throws(Failure)
  mutating func member(_ key: String, _ value: inout String?) throws(Failure)
  mutating func member(_ key: String, _ value: inout Bool) throws(Failure)
  mutating func member(_ key: String, _ value: inout Bool?) throws(Failure)
  mutating func member(_ key: String, _ value: inout Int64) throws(Failure)
  mutating func member(_ key: String, _ value: inout Int64?) throws(Failure)
  /// Codes seconds, which have no more than six decimals.
  mutating func member(_ key: String, seconds value: inout Double?) throws(Failure)
  /// Codes seconds without a loss.
  mutating func member(_ key: String, microseconds value: inout Int128?) throws(Failure)
  /// Codes an instant; one whose year nothing tells is null, beside a member `…WithoutYear`.
  mutating func member(_ key: String, time value: inout Int64?) throws(Failure)
  mutating func member(_ key: String, numbers: inout [Double]) throws(Failure)
  mutating func member(_ key: String, counts: inout [Int64]) throws(Failure)
  mutating func member(_ key: String, strings: inout [String], inline: Bool) throws(Failure)
  /// Codes an object whose keys are names.
  mutating func member(_ key: String, named: inout [InputSummary.Count]) throws(Failure)
  /// Codes an object whose keys are conditions.
  mutating func member(_ key: String, entries: inout [RunSummary.EnvironmentEntry]) throws(Failure)

  /// Begins an object, which `end` ends; false where it is null, which has no end.
  mutating func begin(_ key: String, isNull: Bool, inline: Bool) throws(Failure) -> Bool
  mutating func end()
  /// Codes a list of objects, each on a line of its own if `inline`.
  mutating func member<Element: Coded>(
    _ key: String, _ elements: inout [Element], inline: Bool
  ) throws(Failure)

  /// Whether a member that not all values have is coded: where it is read, if it is there.
  func has(_ key: String, _ isWritten: Bool) -> Bool
  /// Writes what other members tell already, and what a reader passes over.
  mutating func derived(_ write: (inout JSONWriter) -> Void)
  /// Throws that a member which was read has no place in a summary.
  func refuse(_ key: String, _ message: String) throws(Failure)
}

/// A value whose members are coded as JSON.
protocol Coded {
  /// A value to read into.
  static var blank: Self { get }
  mutating func code<Coder: MemberCoder>(_ coder: inout Coder) throws(Coder.Failure)
}

extension MemberCoder {
  mutating func member(_ key: String, _ value: inout Int) throws(Failure) {
    var number = Int64(value)
    try member(key, &number)
    value = Int(clamping: number)
  }

  mutating func member(_ key: String, _ value: inout Int?) throws(Failure) {
    var number = value.map { Int64($0) }
    try member(key, &number)
    value = number.map { Int(clamping: $0) }
  }

  mutating func member(_ key: String, strings: inout [String]) throws(Failure) {
    try member(key, strings: &strings, inline: false)
  }

  mutating func member<Element: Coded>(
    _ key: String, _ elements: inout [Element]
  ) throws(Failure) {
    try member(key, &elements, inline: false)
  }

  /// Begins an object that every value has.
  mutating func begin(_ key: String, inline: Bool = false) throws(Failure) {
    if try !begin(key, isNull: false, inline: inline) { try refuse(key, "is null") }
  }

  /// Codes a value as an object.
  mutating func member(
    _ key: String, object: inout some Coded, inline: Bool = false
  ) throws(Failure) {
    try begin(key, inline: inline)
    try object.code(&self)
    end()
  }

  /// Codes the word that stands for a value.
  mutating func member<Word: RawRepresentable<String>>(
    _ key: String, word: inout Word
  ) throws(Failure) {
    var text = word.rawValue
    try member(key, &text)
    if Self.isReading { try read(&word, key, Word(rawValue: text), text) }
  }

  /// Codes the word that stands for a value, or null.
  mutating func member<Word: RawRepresentable<String>>(
    _ key: String, word: inout Word?
  ) throws(Failure) {
    var text = word?.rawValue
    try member(key, &text)
    guard Self.isReading else { return }
    word = text.flatMap { Word(rawValue: $0) }
    if word == nil, let text { try refuse(key, "is '\(text)', which is unknown") }
  }

  /// Codes the name of a value.
  mutating func member<Value: CaseIterable>(
    _ key: String, _ value: inout Value, named name: (Value) -> String
  ) throws(Failure) {
    var text = name(value)
    try member(key, &text)
    if Self.isReading { try read(&value, key, Value.allCases.first { name($0) == text }, text) }
  }

  private func read<Value>(
    _ value: inout Value, _ key: String, _ read: Value?, _ text: String
  ) throws(Failure) {
    if let read { value = read } else { try refuse(key, "is '\(text)', which is unknown") }
  }
}
