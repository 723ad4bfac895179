internal import LogReading

/// What is not there of a run: whether its log ends in the middle, or an unknown part is missing.
struct Losses: Codable, ToldNumbers {
  /// Something could not be decoded: what it held is not known.
  private(set) var losesContent = false
  /// Parts of the run that could not be read.
  private(set) var parts: [String] = []
  /// How many inputs were there when an unknown part was found missing first.
  private var inputsBefore = Int.max
  /// What followed the input that ended last is lost.
  private var isBehindLoss = false

  /// Whether the log ends in the middle, or an unknown part of it is missing.
  var endsCut: Bool { isBehindLoss || inputsBefore < Int.max }

  /// Whether something is missing that one of so many inputs follows.
  func losesMiddle(of inputs: Int) -> Bool { inputsBefore < inputs }

  /// Whether lines of the run stand on both sides of what is missing.
  func isInside(_ inputs: Int, isMerge: Bool) -> Bool {
    losesMiddle(of: inputs) && (inputsBefore > 0 || isMerge)
  }

  /// Notes that a part of the run is not there, behind so many inputs.
  mutating func note(part: String, behind inputs: Int) {
    parts.append(part)
    note(behind: inputs)
  }

  /// Notes that damage took lines of the input behind so many.
  mutating func noteDamage(behind inputs: Int, isMerge: Bool) {
    losesContent = true
    // Among lines of other inputs nobody knows where the gap is.
    if isMerge { note(behind: inputs + 1) } else { isBehindLoss = true }
  }

  /// Notes that lines in the midst of an input are not there; what follows begins anew.
  mutating func noteGap(in part: String) {
    if !parts.contains(part) { parts.append(part) }
    losesContent = true
  }

  private mutating func note(behind inputs: Int) {
    losesContent = true
    inputsBefore = min(inputsBefore, inputs)
  }

  /// Goes on with the next input, and returns whether what it follows is lost.
  mutating func goOn() -> Bool {
    defer { isBehindLoss = false }
    return isBehindLoss
  }
}
