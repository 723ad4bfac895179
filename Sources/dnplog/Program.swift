internal import CommandSyntax

/// The program's name for itself and its table of commands.
enum Program {
  static let version = "0.1.0"

  static let root: Command<Settings> = Command(
    "dnplog", "Judge the logs of the Daily Notification Plugin.",
    details: [
      "It reads device logs, binds their lines to notification cycles and checks them against"
        + " rules. It says which step of which cycle is missing, which lines prove it, and whose"
        + " fault it is."
    ],
    commands: [
      validate, reconcile, feed, events, explain, rules, redact, simulate, completions, man,
    ],
    examples: [
      Example("Judge a log.", "dnplog validate samples/prefetch/happy-device.log"),
      Example("See what dnplog reads in it.", "dnplog events samples/prefetch/happy-device.log"),
    ])
}
