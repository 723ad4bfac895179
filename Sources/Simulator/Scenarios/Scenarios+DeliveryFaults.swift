// Faults around the content, the notification, and the counters.
extension Scenario {
  static let contentFaults: [Scenario] = [
    fault(.contentNotStored),
    fault(.contentStoredAfterCompletion),
    fault(.contentStoredForOther, with: [\.namesSchedule]),
    fault(.malformedContentStored, without: [\.reportsCounters]) { device, day in
      device.liveThroughDay(day) { device in
        device.inject("bad_json")
        device.world.answer = .malformed
      }
      device.world.answer = .content
    },
    fault(.storageFailureUnannounced) { device, day in
      device.liveThroughDay(day) { device in
        device.inject("storage_write")
        device.world.canWriteStorage = false
      }
      device.world.canWriteStorage = true
    },
    fault(.loggedTTLDiffers, with: [\.logsPayload]),
    fault(.payloadForOtherTime, with: [\.logsPayload]),
    fault(.hashMissingAtFetch, with: [\.hashesContent]),
    fault(.hashMissingAtDelivery, with: [\.hashesContent]),
    fault(.contentHashMismatch, with: [\.hashesContent]),
    fault(.tamperedContentUsed, with: [\.hashesContent]) { device, day in
      device.liveThroughDay(day, beforeTask: { _ in }) { $0.corruptCache() }
    },
    fault(.expiredContentUsed) { $0.liveWithShortTTL($1) },
    fault(.expiredContentKept, with: [\.logsCacheState]) { $0.liveWithShortTTL($1) },
    fault(.inventedContentUsed, without: [\.reportsCounters], lines: .found) {
      $0.liveOffline($1)
    },
    fault(.storedContentNotFound),
    fault(.ageWrong, lines: .found),
  ]

  static let deliveryFaults: [Scenario] = [
    fault(.deliveredBeforeHandler, without: [\.hashesContent, \.reportsCounters]) {
      $0.liveThroughEarlyUse($1)
    },
    fault(.preparedThenSilent),
    fault(.foundContentNotBuilt),
    fault(.fallbackMissing) { $0.liveOffline($1) },
    fault(.fallbackBesideCache, lines: .both),
    fault(.usedOutOfNothing),
    fault(.decidedAfterDelivery, lines: .found),
    fault(.deliveredTwice),
    .of(
      .firedAgainAnHourLater, in: .faults, zone: "America/New_York",
      firstNotification: .repeatedHour - .hour
    ) {
      $0.faults = [.firedAgainAnHourLater]
      $0.tell(["timezone": .text("America/New_York"), "dstTransition": .bool(true)])
      for day in 0..<$0.days {
        $0.liveThroughDay(day)
        $0.faults = []
      }
    },
    fault(.otherTitleShown, with: [\.logsPayload]),
    fault(.otherBodyShown, with: [\.logsPayload]),
    fault(.crashAtDelivery) { device, day in
      device.liveThroughDay(day, beforeTask: { _ in }) { $0.corruptCache() }
    },
    fault(.crashAfterRevocation) { $0.liveThroughRevocation($1) },
    // A build that has logged one loss is known to log them.
    .of(.lossNotTold, in: .faults, fewestDays: 2) { device in
      device.liveThroughRevocation(0)
      device.live(from: 1, erring: .lossNotTold) { $0.liveThroughRevocation($1) }
    },
    fault(.summaryClaimsCache) { $0.liveOffline($1) },
    fault(.summaryDeniesCache, lines: .used),
    fault(.summaryClaimsFetch) { $0.liveOffline($1) },
    fault(.summaryDeniesFetch),
    fault(.summaryTwice),
  ]

  static let counterFaults: [Scenario] = [
    fault(.counterFalls, with: [\.reportsCounters]),
    fault(.successCountedTwice, with: [\.reportsCounters]),
    fault(.successBeforeExecution, with: [\.reportsCounters]),
    fault(.onDemandCountedAsPrefetch, with: [\.reportsCounters]) { $0.liveOffline($1) },
    fault(.failureNotCounted, with: [\.reportsCounters]) { $0.liveOffline($1) },
    fault(.useNotCounted, with: [\.reportsCounters]),
  ]
}
