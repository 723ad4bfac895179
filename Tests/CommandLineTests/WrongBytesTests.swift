import TestSupport
import Testing

/// Archives with a wrong bit, or with bytes lost or doubled: a fault is never passed, and none is
/// made.
struct WrongBytesTests {
  /// The way in which a log is stored.
  enum Packing: String, CaseIterable, Sendable {
    case gzip, members, tgz, zip

    var suffix: String {
      switch self {
      case .gzip, .members: ".log.gz"
      case .tgz: ".tgz"
      case .zip: ".zip"
      }
    }

    func pack(_ log: String) -> [UInt8] {
      switch self {
      case .gzip: TestSupport.gzip(Array(log.utf8))
      case .members:
        log.split(separator: "\n", omittingEmptySubsequences: false).halves.flatMap {
          TestSupport.gzip(Array($0.utf8))
        }
      case .tgz: TestSupport.gzip(tar([ArchivedText("device.log", log)]))
      case .zip: TestSupport.zip([ArchivedText("device.log", log)])
      }
    }
  }

  /// Damage to stored bytes; each kind gives another variant for each seed.
  enum Accident: String, CaseIterable, Sendable {
    case flippedBit, lostBytes, doubledBytes

    func happen(to bytes: [UInt8], seed: Int) -> [UInt8] {
      var bytes = bytes
      // Steps that share no factor with the lengths reach every part of the archive.
      let place = seed &* 7919 % bytes.count
      let count = min(1 + seed &* 13 % 64, bytes.count - place)
      switch self {
      case .flippedBit: bytes[place] ^= 1 << (seed % 8)
      case .lostBytes: bytes.removeSubrange(place..<(place + count))
      case .doubledBytes:
        bytes.insert(contentsOf: Array(bytes[place..<(place + count)]), at: place)
      }
      return bytes
    }
  }

  private static let healthy = Samples.happyCycle
  private static let faulty = Samples.text("acceptance/content-hash-mismatch.log")
  private static let variants = 60

  /// Whether nothing can be decoded: with bytes too many a zip's directory points elsewhere.
  private static func isRefused(_ packing: Packing, _ accident: Accident) -> Bool {
    packing == .zip && accident == .doubledBytes
  }

  /// Returns the verdict on each variant; none where it is refused.
  private func verdicts(
    _ log: String, _ packing: Packing, _ accident: Accident
  ) throws -> [String] {
    let bytes = packing.pack(log)
    return try verdicts(
      on: (0..<Self.variants).map { accident.happen(to: bytes, seed: $0) }, packing)
  }

  private func verdicts(on variants: [[UInt8]], _ packing: Packing) throws -> [String] {
    let directory = try TemporaryDirectory()
    let names = variants.indices.map { "v\($0)" + packing.suffix }
    for (name, bytes) in zip(names, variants) { try directory.add(name, bytes: bytes) }
    let result = try Dnplog.run(["validate", "--each", "--format", "json"] + names, in: directory)
    return try result.output.split(separator: "\n").compactMap {
      try JSONText(String($0))["verdict"].string
    }
  }

  @Test(arguments: Packing.allCases, Accident.allCases)
  func `no damage hides a fault`(packing: Packing, accident: Accident) throws {
    let verdicts = try verdicts(Self.faulty, packing, accident)
    #expect(verdicts.contains("inconclusive") != Self.isRefused(packing, accident))
    #expect(!verdicts.contains("pass"))
  }

  @Test(arguments: Packing.allCases, Accident.allCases)
  func `no damage makes a fault`(packing: Packing, accident: Accident) throws {
    let verdicts = try verdicts(Self.healthy, packing, accident)
    #expect(verdicts.contains("inconclusive") != Self.isRefused(packing, accident))
    #expect(!verdicts.contains("fail"))
  }

  /// Each bit around the data, which strides meet but seldom.
  @Test(arguments: [Packing.gzip, .zip], [true, false])
  func `no bit around the data misleads`(packing: Packing, isFaulty: Bool) throws {
    let bytes = packing.pack(isFaulty ? Self.faulty : Self.healthy)
    // The head and the sum; the head with the name, the directory and its end.
    let (head, tail) = packing == .gzip ? (10, 8) : (40, 78)
    let places = Array(bytes.indices.prefix(head)) + bytes.indices.suffix(tail)
    let variants = places.flatMap { place in
      (0..<8).map { bit in
        var variant = bytes
        variant[place] ^= 1 << bit
        return variant
      }
    }
    let verdicts = try verdicts(on: variants, packing)
    #expect(verdicts.contains("inconclusive"))
    #expect(!verdicts.contains(isFaulty ? "pass" : "fail"))
    // A bit of no account to the data changes nothing.
    #expect(verdicts.contains(isFaulty ? "fail" : "pass"))
  }

  @Test(arguments: Packing.allCases)
  func `what is sound is judged as ever`(packing: Packing) throws {
    let directory = try TemporaryDirectory()
    for (log, verdict) in [(Self.healthy, "pass"), (Self.faulty, "fail")] {
      try directory.add("whole" + packing.suffix, bytes: packing.pack(log))
      #expect(try Dnplog.judge(["whole" + packing.suffix], in: directory).verdict == verdict)
    }
  }
}

extension [Substring] {
  /// The lines of the first and of the second half.
  fileprivate var halves: [String] {
    let first = prefix(count / 2).map { $0 + "\n" }.joined()
    return [first, dropFirst(count / 2).joined(separator: "\n")]
  }
}
