extension Scenario {
  static let failures: [Scenario] = [
    .of(.networkOff, in: .failures) { device in
      device.live { device, day in
        device.liveThroughDay(day) { device in
          device.inject("network_off")
          device.note(.networkOff)
          device.world.network = .down
        } beforeDelivery: {
          if $0.random.isOne(in: 2) { $0.restoreNetwork() }
        }
        device.restoreNetwork()
      }
    },
    .of(.serverDown, in: .failures) { device in
      device.live { device, day in
        device.liveThroughDay(day) {
          $0.note(.serverDown)
          $0.world.answer = .unavailable
        }
        device.world.answer = .content
      }
    },
    .of(.contentReused, in: .failures, fewestDays: 2) { device in
      device.plugin.habits.reusesContent = true
      device.world.ttl = 2 * .day
      device.liveThroughDay(0)
      for day in 1..<device.days {
        device.liveThroughDay(day) { device in
          guard day == 1 else { return }
          device.inject("network_off")
          device.note(.contentReused)
          device.world.network = .down
        }
        device.restoreNetwork()
      }
    },
    .of(.permissionDenied, in: .failures) { device in
      device.live { $0.liveThroughRefusal($1, noting: .permissionDenied) }
    },
    .of(.storageFailure, in: .failures) { device in
      device.live { device, day in
        device.liveThroughDay(day) { device in
          device.inject("storage_write")
          device.note(.storageFailure)
          device.world.canWriteStorage = false
        } beforeDelivery: { device in
          if day > 0 { device.launchAgain() }
        }
        device.world.canWriteStorage = true
      }
    },
    .of(.jwtExpired, in: .failures) { device in
      device.live { device, day in
        device.liveThroughDay(day) { device in
          device.inject("jwt_expired")
          device.note(.jwtExpired)
          device.world.token = .expired
        } beforeDelivery: {
          $0.world.token = .valid
        }
      }
    },
    .of(.timezoneDrift, in: .failures) { device in
      device.live { device, day in
        device.liveThroughDay(day) { device in
          device.inject("timezone_change")
          device.note(.timezoneDrift)
          device.travel()
        }
      }
    },
    .of(.corruptCache, in: .failures) { device in
      device.live { device, day in
        device.liveThroughDay(day, beforeTask: { _ in }) { $0.corruptCache(noting: .corruptCache) }
      }
    },
    .of(.handlerException, in: .failures) { device in
      device.live { device, day in
        device.liveThroughDay(day) { device in
          device.inject("handler_exception")
          device.note(.handlerException)
          device.world.handlerThrows = true
        }
        device.world.handlerThrows = false
      }
    },
    .of(.repeatedCalls, in: .failures) { device in
      device.live { device, day in
        device.openApp(onDay: day)
        device.inject("repeat_calls")
        device.note(.repeatedCalls)
        device.callFiveTimes(onDay: day)
        device.runTask()
        device.fireNotification()
        device.closeDay()
      }
    },
    .of(.permissionRevoked, in: .failures) { device in
      device.live { device, day in
        device.liveThroughDay(day, beforeTask: { _ in }) { $0.revoke(noting: .permissionRevoked) }
        device.grantNotifications()
      }
    },
    .of(.expiration, in: .failures) { device in
      device.live { device, day in
        device.liveThroughSleep(day, noting: .expiration)
      }
    },
    .of(.malformedJSON, in: .failures) { device in
      device.live { device, day in
        device.liveThroughDay(day) { device in
          device.inject("bad_json")
          device.note(.malformedJSON)
          device.world.answer = .malformed
        }
        device.world.answer = .content
      }
    },
    .of(.repeatedFailures, in: .failures) { device in
      device.live { $0.liveThroughFiveFailures($1) }
    },
    .of(.ttlExpired, in: .failures) { device in
      device.live { device, day in
        device.world.ttl = 10 * .second
        device.liveThroughDay(day, beforeTask: { _ in }) { $0.note(.ttlExpired) }
        device.world.ttl = .day
      }
    },
  ]
}
