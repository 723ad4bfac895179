import RuleLanguage
import YAMLReading

/// Small rule files for the tests of loading.
enum LoadingSamples {
  static let catalogue = """
    catalog: sample
    group: C
    events:
      - event: fetch_start
        summary: A fetch begins.
        tags: [DNP-FETCH]
        level: info
        origin: seed
        role: {stage: execution, part: fetch_start}
        fields: {phase: {type: string, optional: true}, requestId: id?}
        text: ["Starting fetch ({*})"]
      - event: fetch_success
        summary: A fetch ends well.
        tags: [DNP-FETCH]
        level: info
        origin: seed
        role: {stage: execution, part: fetch_success}
        fields: {ttl: duration?, hash: hex?, requestId: id?}
        text: ["Fetch success ({*})"]
      - event: fetch_failure
        summary: A fetch ends badly.
        tags: [DNP-FETCH]
        level: error
        origin: seed
        role: {stage: execution, part: fetch_failure}
        fields: {status: int?}
        text: ["Fetch failure ({*})"]
      - event: cache_hit
        summary: The cache has it.
        tags: [DNP-STORAGE, DNP-FETCH]
        level: info
        origin: proposed
        role: {stage: delivery, part: cache_hit}
        fields: {hash: hex?}
        text: ["Cache hit ({*})"]
      - event: cache_miss
        summary: The cache lacks it.
        tags: [DNP-STORAGE]
        level: info
        origin: proposed
        role: {stage: delivery, part: cache_miss}
        text: ["Cache miss ({*})"]
    """

  static let pack = """
    pack: sample
    title: A sample
    params:
      fetch_limit: {default: 30s, doc: longest request, source: "S0:388"}
      phases: {default: [prefetch, api]}
      retries: {default: 3}
    excuses:
      low-power: {if: "env.lowPower == true", class: os, note: Low Power Mode delays work}
    rules:
      - id: fetch-has-outcome
        covers: [SEQ-09, HNT-28]
        title: A started fetch ends in success or failure
        severity: warning
        bucket: B
        scope: execution
        when: {event: fetch_start, as: start, where: "phase in $phases"}
        expect:
          - one_of: [{event: fetch_success, as: end}, {event: fetch_failure, as: end}]
            within: $fetch_limit
            of: start
            before: {event: cache_hit}
            check: ["!has(end.ttl) || end.ttl > 0s"]
        check: "end.time >= start.time"
        cancel: [{event: cache_miss}]
        excuse: [low-power]
        hints: [Check the network]
        tests:
          - {name: success, outcome: satisfied, log: "a\\nb", env: {lowPower: true, phase: 2}}
          - {name: silence, outcome: violated, step: fetch_success, reason: not_seen, log: ""}
      - id: same-hash
        title: What was fetched is what is used
        bucket: A
        scope: {key: [hash]}
        equal: {left: {event: fetch_success, field: hash}, right: {event: cache_hit, field: hash}}
      - id: asked-first
        title: The cache is asked before a fetch
        bucket: A
        class: environment
        when: {event: fetch_start}
        require: [{one_of: [{event: cache_hit}, {event: cache_miss}]}]
        unmet: inconclusive
      - id: few-failures
        title: Failures are few
        bucket: C
        severity: info
        count: {event: fetch_failure, where: "status == 500", at_most: 3}
      - id: no-failure-after-success
        title: A success stands
        bucket: A
        scope: cycle
        never: {event: fetch_failure, after: {event: fetch_success}, until: {event: fetch_start}}
      - id: counters-agree
        title: The counters agree
        bucket: A
        balance: {relation: "derived.success <= derived.executed"}
      - id: has-ttl
        title: A success has a time to live
        bucket: A
        message: The success carries no ttl
        when: {event: fetch_success}
        check: ["has(fetch_success.ttl)", "fetch_success.ttl > 0s"]
      - id: both-seen
        title: Both are seen
        bucket: A
        scope: process
        on_retrigger: ignore
        when: {event: fetch_start}
        expect_any_order: [{event: cache_hit, optional: true}, {event: cache_miss}]
    """

  static let profile = """
    profile: plain
    title: The plain way
    packs: [sample]
    required: [sample/fetch-has-outcome]
    steps:
      - {stage: execution, event: fetch_start, need: required}
      - {stage: delivery, event: [cache_hit, cache_miss], need: optional}
    arms: [C]
    params: {fetch_limit: 5m}
    """

  static func file(_ path: String, _ text: String) -> RuleFile {
    RuleFile(path: path, bytes: Array(text.utf8))
  }

  static func loaded() throws(LoadFailure) -> LoadedRules {
    try RuleLoader.load([
      file("c.yaml", catalogue), file("p.yaml", pack), file("f.yaml", profile),
    ])
  }

  /// A pack of one rule, which is these lines behind its title.
  static func rule(_ lines: String) -> String {
    """
    pack: one
    title: One
    params: {limit: {default: 30s}, count: {default: 3}}
    rules:
      - id: r
        title: R
        bucket: A

    """ + indented(lines)
  }

  private static func indented(_ lines: String) -> String {
    lines.split(separator: "\n").map { "    \($0)\n" }.joined()
  }

  /// The mistakes of files beside the sample catalogue, as they are printed.
  static func mistakes(_ files: RuleFile...) -> [String] {
    do throws(LoadFailure) {
      _ = try RuleLoader.load([file("c.yaml", catalogue)] + files)
      return []
    } catch {
      return error.errors.map(\.rendered)
    }
  }
}
