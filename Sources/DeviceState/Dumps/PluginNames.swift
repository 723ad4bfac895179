/// The names by which the plugin's things are known in dumps that hold those of all apps.
enum PluginNames {
  /// Whether an action or a component is the plugin's.
  ///
  /// Of a component only the class counts: an app whose package has the plugin's name has classes of
  /// other libraries too, such as WorkManager.
  static func own(tag: DumpText) -> Bool {
    if isWorkManager(tag) { return false }
    guard let slash = tag.firstIndex(of: UInt8(ascii: "/")) else { return own(name: tag) }
    let name = tag[slash...].dropFirst()
    return own(name: name) || name.first == UInt8(ascii: ".") && own(name: tag)
  }

  private static func own(name: DumpText) -> Bool {
    holds(name, "dailynotification") || holds(name, "timesafari")
      || holds(name, "daily_notification") || name.hasSuffix(".daily.NOTIFICATION")
  }

  /// Whether the channel or the tag of a notification is the plugin's.
  static func own(notification name: DumpText) -> Bool {
    own(name: name) || holds(name, "daily-notification")
  }

  /// Whether the tag is that of the alarm which WorkManager sets ten years ahead, or of its other ones.
  static func isWorkManager(_ tag: DumpText) -> Bool {
    isForceStopAlarm(tag) || tag.behind("androidx.work.") != nil
  }

  /// Whether the tag is that of the alarm by which WorkManager notices a force stop.
  static func isForceStopAlarm(_ tag: DumpText) -> Bool {
    tag.behind("ACTION_FORCE_STOP_RESCHEDULE") != nil || tag.behind("ForceStopRunnable") != nil
  }

  /// Returns a tag without the `*walarm*:` that the system puts before it.
  static func bare(_ tag: DumpText) -> DumpText {
    guard tag.first == UInt8(ascii: "*"),
      let end = tag.dropFirst().firstIndex(of: UInt8(ascii: "*"))
    else { return tag }
    let rest = tag[end...].dropFirst()
    return rest.first == UInt8(ascii: ":") || rest.first == UInt8(ascii: "/")
      ? rest.dropFirst() : tag
  }

  /// Whether a text holds another in any case of letters; the other is in small ones.
  private static func holds(_ text: DumpText, _ part: String) -> Bool {
    let part = Array(part.utf8)
    guard let last = text.indices.dropLast(part.count - 1).last else { return false }
    return (text.startIndex...last).contains { start in
      zip(text[start...], part).allSatisfy { $0.lowercased == $1 }
    }
  }
}
