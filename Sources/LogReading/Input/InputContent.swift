internal import Synchronization

/// The identity of what one input holds: the digest of its content, unpacked, and of some of its
/// beginnings, so that a log that grew is known for what it was.
///
/// The thread that reads the input adds to it once for each block; others ask when it is read.
package final class InputContent: Sendable {
  /// How much of a content tells which recorded ones it may be the continuation of.
  package static let headLength = 4096

  /// Returns the lengths of recorded contents that begin like this head; nil where they cannot be
  /// looked up.
  package typealias LookUp = @Sendable (_ head: [UInt8]) -> [Int64]?

  /// The input that it is of.
  package let member: InputMember
  private let lookUp: LookUp
  private let state = Mutex(State())

  fileprivate struct State: Sendable {
    var digest = ContentDigest()
    var length: Int64 = 0
    var head: [UInt8] = []
    /// The lengths at which the digest is still to be taken, the nearest last.
    var wanted: [Int64] = []
    /// The digests of beginnings, by their length.
    var beginnings: [Int64: [UInt8]] = [:]
    /// The length by which it was recorded last.
    var marked: Int64?
    var wasLookedUp = false
    var canBeLookedUp = true
  }

  package init(_ member: InputMember, lookUp: @escaping LookUp) {
    self.member = member
    self.lookUp = lookUp
  }

  /// Goes on behind bytes that a call before added; nil where its state is none.
  package convenience init?(_ member: InputMember, state bytes: [UInt8], lookUp: @escaping LookUp) {
    self.init(member, lookUp: lookUp)
    func number(at start: Int) -> Int64 {
      bytes[start..<(start + 8)].reversed().reduce(0) { $0 << 8 | Int64($1) }
    }
    // Two lengths, and the one by which it was recorded last with its digest.
    let fixed = 24 + ContentDigest.length
    guard bytes.count >= fixed else { return nil }
    let (length, headCount, marked) = (number(at: 0), number(at: 8), number(at: 16))
    guard length >= 0, headCount == min(length, Int64(Self.headLength)), marked <= length,
      Int64(bytes.count) > Int64(fixed) + headCount,
      let digest = ContentDigest(state: Array(bytes[(fixed + Int(headCount))...]))
    else { return nil }
    state.withLock { state in
      state.length = length
      state.head = Array(bytes[fixed..<(fixed + Int(headCount))])
      state.digest = digest
      // What was recorded of it by then is known for what it was.
      state.beginnings[length] = digest.value
      if marked >= 0 {
        state.marked = marked
        state.beginnings[marked] = Array(bytes[24..<fixed])
      }
      if headCount == Int64(Self.headLength) { find(&state) }
    }
  }

  /// Remembers what it is now, which is about to be recorded, and may go on.
  package func mark() {
    state.withLock { state in
      if let last = state.marked { state.beginnings[last] = nil }
      state.marked = state.length
      state.beginnings[state.length] = state.digest.value
    }
  }

  /// What a later call goes on from.
  package var savedState: [UInt8] {
    state.withLock { state in
      var bytes: [UInt8] = []
      let mark = state.marked.flatMap { length in
        state.beginnings[length].map { (length: length, digest: $0) }
      }
      for number in [state.length, Int64(state.head.count), mark?.length ?? -1] {
        bytes += (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      }
      bytes += mark?.digest ?? [UInt8](repeating: 0, count: ContentDigest.length)
      return bytes + state.head + state.digest.state
    }
  }

  /// Adds bytes behind those that were read before.
  package func add(_ bytes: Span<UInt8>) {
    state.withLock { state in
      var next = 0
      if state.head.count < Self.headLength {
        next = min(Self.headLength - state.head.count, bytes.count)
        for index in 0..<next { state.head.append(bytes[index]) }
        state.add(bytes.extracting(0..<next))
        if state.head.count == Self.headLength { find(&state) }
      }
      state.add(bytes.extracting(next..<bytes.count))
    }
  }

  /// Looks up the recorded contents that begin like this one, once its head is known.
  private func find(_ state: inout State) {
    if state.wasLookedUp { return }
    // A head that is still to grow is looked up again.
    state.wasLookedUp = state.head.count == Self.headLength
    guard let lengths = lookUp(state.head) else {
      state.canBeLookedUp = false
      return
    }
    state.want(lengths)
  }

  // MARK: What is known once it is read

  /// How many bytes it holds.
  package var length: Int64 { state.withLock { $0.length } }
  package var digest: [UInt8] { state.withLock { $0.digest.value } }
  package var head: [UInt8] { state.withLock { $0.head } }
  /// Whether the recorded contents could be asked for.
  package var wasLookedUp: Bool {
    state.withLock { state in
      find(&state)
      return state.canBeLookedUp
    }
  }

  /// Returns the digest of its first bytes, where it was taken.
  package func digest(ofFirst length: Int64) -> [UInt8]? {
    state.withLock { state in
      find(&state)
      return length == state.length ? state.digest.value : state.beginnings[length]
    }
  }

  /// Reads the input once more, for the digests of other beginnings, of a log that goes on being written
  /// too; nil where it is not there any more, cannot be read twice, or is another by now.
  package func readAgain(for lengths: [Int64]) -> InputContent? {
    if case .standardInput = member { return nil }
    let own = length
    let again = InputContent(member) { _ in lengths + [own] }
    var limits = ChunkReader.Limits()
    limits.content = again
    do throws(InputError) {
      var reader = try ChunkReader(member, limits: limits)
      while try reader.next() != nil {}
    } catch {
      return nil
    }
    return again.digest(ofFirst: own) == digest ? again : nil
  }
}

extension InputContent.State {
  /// Adds bytes, and takes the digests that are wanted on the way.
  mutating func add(_ bytes: Span<UInt8>) {
    var next = 0
    while let mark = wanted.last, mark <= length + Int64(bytes.count - next) {
      let end = next + Int(mark - length)
      digest.add(bytes.extracting(next..<end))
      length = mark
      next = end
      beginnings[mark] = digest.value
      wanted.removeLast()
    }
    digest.add(bytes.extracting(next..<bytes.count))
    length += Int64(bytes.count - next)
  }

  /// Takes the digests of beginnings inside the head at once, and of longer ones when they are read.
  mutating func want(_ lengths: [Int64]) {
    for length in Set(lengths) where length > 0 {
      if length <= Int64(head.count) {
        beginnings[length] = ContentDigest.of(head.span.extracting(0..<Int(length)))
      } else if length > self.length, !wanted.contains(length) {
        wanted.append(length)
      }
    }
    wanted.sort(by: >)
  }
}

/// The contents of a run's inputs, in the order in which they were opened.
package final class ContentLedger: Sendable {
  private let lookUp: InputContent.LookUp
  private let contents = Mutex<[InputContent]>([])

  package init(lookUp: @escaping InputContent.LookUp) { self.lookUp = lookUp }

  package var inputs: [InputContent] { contents.withLock { $0 } }

  /// Goes on with an input that a call before began; nil where its state is none.
  package func resume(_ member: InputMember, state: [UInt8]) -> InputContent? {
    guard let content = InputContent(member, state: state, lookUp: lookUp) else { return nil }
    contents.withLock { $0.append(content) }
    return content
  }

  /// Begins an input.
  package func begin(_ member: InputMember) -> InputContent {
    let content = InputContent(member, lookUp: lookUp)
    contents.withLock { $0.append(content) }
    return content
  }
}
