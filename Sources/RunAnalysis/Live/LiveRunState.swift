internal import LogReading
internal import RuleEngine
internal import RuleLanguage

/// The form of the bytes that a `LiveRun` is written down in: a head, the state, and a digest of all before.
///
/// The head is a magic, the version of the format, and digests of the build and its rules, and of the
/// options. A state is meant for the same user's next process, so its file is to be readable by nobody else
/// (mode 0600). The digest at the end tells bytes that were cut, altered or mixed up. Behind it every length,
/// every word of a choice and every number that is a place in a table is looked at all the same, so that a
/// state with a right digest over wrong content is refused too; what it makes a run say is its writer's.
enum LiveRunState {
  private static let magic = Array("DNPLIVE".utf8) + [0]
  private static let format: UInt8 = 1
  private static let digestLength = 32

  /// What the state of a run begins with: only one of the same build, rules and options begins so.
  static func head(of run: LogAnalyser) -> [UInt8] {
    let build = RunStateWriter()
    build.put(run.options.build)
    build.put(run.prepared.rulesDigest)
    let options = RunStateWriter()
    run.options.write(to: options)
    return magic + [format] + ContentDigest.of(build.finish().span)
      + ContentDigest.of(options.finish().span)
  }

  static func sealed(_ content: [UInt8], _ head: [UInt8]) -> [UInt8] {
    let bytes = head + content
    return bytes + ContentDigest.of(bytes.span)
  }

  /// What stands between the head and the digest.
  static func content(of bytes: [UInt8], _ head: [UInt8]) throws(LiveRunError) -> [UInt8] {
    guard bytes.count > magic.count, bytes.starts(with: magic), bytes[magic.count] == format
    else { throw .noState }
    guard bytes.count >= head.count + digestLength else { throw .damaged }
    let end = bytes.count - digestLength
    guard ContentDigest.of(bytes.span.extracting(0..<end)) == Array(bytes[end...]) else {
      throw .damaged
    }
    let options = head.count - digestLength
    guard bytes[..<options].elementsEqual(head[..<options]) else { throw .otherBuild }
    guard bytes[options..<head.count].elementsEqual(head[options...]) else { throw .otherOptions }
    return Array(bytes[head.count..<end])
  }
}

extension RunOptions {
  /// Writes what bends what a run finds; what only says how it is read or shown stays out.
  fileprivate func write(to state: borrowing RunStateWriter) {
    state.put(profile)
    state.put(packs)
    state.put(skippedRules)
    for (key, value) in environment { state.put([key, value]) }
    state.put(zone)
    state.put(year)
    state.put(container)
    state.put(apps)
    state.put([statesLead, isStrict, allowsInconclusive, allowsEmpty, judgesStates])
    state.put(span)
    state.put(now)
    state.put([maxDetails, memory.findings, memory.keys, memory.shapes, memory.moves])
    state.put([reading.readSize, reading.lineLength])
    state.put([explainedRule, onlyRule])
  }
}
