internal import RuleLanguage
package import TextWriting

// The members of `cycles` and `findings`.
extension JSONRenderer {
  /// Writes a cycle as an object.
  package static func write(_ cycle: CycleSummary, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("scheduleId", cycle.scheduleId)
      writer.member("notificationTime", time: cycle.notificationTime)
      writer.member("outcome", cycle.outcome.rawValue)
      writer.member("leadSeconds", seconds: cycle.leadSeconds)
      writer.member("executionDelaySeconds", seconds: cycle.executionDelaySeconds)
      writer.member("deliveryDriftSeconds", seconds: cycle.deliveryDriftSeconds)
      writer.member("contentHashMatch", cycle.contentHashMatch)
      writer.member("scheduleHashMatch", cycle.scheduleHashMatch)
      writer.member("cachePersistence", cycle.cachePersistence.rawValue)
      writer.array("steps", of: cycle.steps) { writer, step in
        writer.object(inline: true) {
          $0.member("event", step.event)
          $0.member("time", time: step.time)
          $0.member("line", step.line)
          $0.member("status", step.status.rawValue)
        }
      }
      writer.array("lines", of: cycle.lines) { writer, range in
        writer.object(inline: true) {
          $0.member("file", range.file)
          $0.member("first", range.first)
          $0.member("last", range.last)
        }
      }
      writer.object("derived") {
        $0.member("leadCapped", cycle.leadCapped)
        $0.member("leadAtExecutionSeconds", seconds: cycle.leadAtExecutionSeconds)
        $0.member("fetchDurationSeconds", seconds: cycle.fetchDurationSeconds)
        $0.member("cacheAgeAtDeliverySeconds", seconds: cycle.cacheAgeAtDeliverySeconds)
        $0.member("ttlValid", cycle.ttlValid)
        $0.member("fetched", cycle.fetched)
        $0.member("usedCached", cycle.usedCached)
        $0.member("fallbackCause", cycle.fallbackCause?.rawValue)
        $0.member("failureReason", cycle.failureReason)
        $0.member("scheduledAheadSeconds", seconds: cycle.scheduledAheadSeconds)
        $0.member("baseline", cycle.isBaseline)
        $0.strings("assumed", inline: true, cycle.assumed)
      }
    }
  }

  /// Writes a finding as an object.
  package static func write(_ finding: Finding, to writer: inout JSONWriter) {
    writer.object { writeMembers(of: finding, to: &$0) }
  }

  /// Writes the members of a finding into an object that is begun.
  static func writeMembers(of finding: Finding, to writer: inout JSONWriter) {
    writer.member("rule", finding.rule)
    writer.strings("covers", inline: true, finding.covers)
    writer.member("outcome", finding.outcome.name)
    writer.member("class", finding.fault.name)
    writer.member("severity", finding.severity.name)
    writer.member("bucket", finding.bucket.name)
    writer.member("message", finding.message)
    writer.member("cause", finding.cause)
    writer.object("scope", inline: true) {
      $0.member("process", finding.scope.process.map { Int64($0) })
      $0.member("cycle", finding.scope.cycle)
    }
    writer.strings("missing", inline: true, finding.missing)
    writer.member("reason", finding.reason)
    writer.member("deadline", time: finding.deadline)
    writeSteps(of: finding, as: "steps", to: &writer)
    writeNearMisses(of: finding, as: "nearMisses", to: &writer)
    writeEvidence(of: finding, as: "evidence", to: &writer)
    writer.strings("hints", finding.hints)
    writer.member("fingerprint", finding.fingerprint)
    writer.member("known", finding.isKnown)
  }

  /// Writes the events that took part, or are missing; without a key as a document.
  package static func writeSteps(
    of finding: Finding, as key: String? = nil, to writer: inout JSONWriter
  ) {
    writer.array(key, of: finding.steps) { writer, step in
      writer.object(inline: true) {
        $0.member("event", step.event)
        $0.member("line", step.line)
        $0.member("status", step.status)
      }
    }
  }

  /// Writes the events that almost were the missing one; without a key as a document.
  package static func writeNearMisses(
    of finding: Finding, as key: String? = nil, to writer: inout JSONWriter
  ) {
    writer.array(key, of: finding.nearMisses) { writer, miss in
      writer.object(inline: true) {
        $0.member("reason", miss.reason)
        $0.member("offsetSeconds", seconds: miss.offsetSeconds)
        $0.member("line", miss.line)
      }
    }
  }

  /// Writes the lines that prove it; without a key as a document.
  package static func writeEvidence(
    of finding: Finding, as key: String? = nil, to writer: inout JSONWriter
  ) {
    writer.array(key, of: finding.evidence) { writer, evidence in
      writer.object(inline: true) {
        $0.member("file", evidence.file)
        $0.member("line", evidence.line)
        $0.member("time", time: evidence.time)
        $0.member("event", evidence.event)
        $0.member("text", evidence.text)
        $0.member("role", evidence.role.rawValue)
      }
    }
  }
}
