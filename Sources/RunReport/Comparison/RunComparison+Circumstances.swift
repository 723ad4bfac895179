internal import LogReading
internal import TextWriting

// What a reader has to know before believing a difference: that the phone, the build or what was taken for
// granted is another.
extension RunComparison {
  static func circumstances(_ golden: RunSummary, _ candidate: RunSummary) -> [Difference] {
    var list: [Difference] = []
    func add(_ name: String, _ mine: String?, _ theirs: String?) {
      if mine != theirs {
        list.append(Difference(.circumstance, .told, name, golden: mine, candidate: theirs))
      }
    }
    let keys = (golden.environment + candidate.environment).map(\.key)
    for key in keys.indices.filter({ !keys[..<$0].contains(keys[$0]) }).map({ keys[$0] }) {
      add(key, golden.stated(key), candidate.stated(key))
    }
    add("profile", golden.profile, candidate.profile)
    add("log format", golden.formats, candidate.formats)
    add("compression", golden.compressions, candidate.compressions)
    add("dnplog", golden.toolVersion, candidate.toolVersion)
    let names = (golden.assumptions + candidate.assumptions).map(\.what)
    for name in Set(names).subtracting(keys).subtracting(["profile"]).sorted() {
      add("assumed \(name)", golden.assumed(name), candidate.assumed(name))
    }
    return list
  }

  /// The counters that the events give, where they differ. They follow from cycles, so nothing follows from
  /// them, but that more fails is worse.
  static func counters(_ golden: SeedCounters, _ candidate: SeedCounters) -> [Difference] {
    let counters: [(String, Int64, Int64)] = [
      ("scheduled", golden.scheduled.derived, candidate.scheduled.derived),
      ("executed", golden.executed.derived, candidate.executed.derived),
      ("success", golden.success.derived, candidate.success.derived),
      ("failed NETWORK", golden.failureNetwork.derived, candidate.failureNetwork.derived),
      ("failed AUTH", golden.failureAuth.derived, candidate.failureAuth.derived),
      ("failed SYSTEM", golden.failureSystem.derived, candidate.failureSystem.derived),
      ("used", golden.used.derived, candidate.used.derived),
    ]
    return counters.filter { $0.1 != $0.2 }.map { name, mine, theirs in
      let effect: Difference.Effect =
        !name.hasPrefix("failed") ? .told : theirs > mine ? .fails : .better
      return Difference(
        .counter, effect, name, golden: "\(mine)", candidate: "\(theirs)",
        account: "\(name) \(mine) → \(theirs)")
    }
  }
}

extension RunSummary {
  fileprivate func stated(_ key: String) -> String? {
    environment.first { $0.key == key }?.value.words
  }

  fileprivate var formats: String {
    let names = inputs.flatMap(\.containers).filter { $0.count > 0 }.map(\.name)
    return Set(names).sorted().joined(separator: "+")
  }

  fileprivate var compressions: String {
    Set(inputs.map(\.compression.rawValue)).sorted().joined(separator: "+")
  }

  /// The values that were taken for granted under a name; nil for none.
  fileprivate func assumed(_ name: String) -> String? {
    let values = assumptions.filter { $0.what == name }.map(\.value)
    return values.isEmpty ? nil : Set(values).sorted().joined(separator: ", ")
  }
}
