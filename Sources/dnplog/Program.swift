internal import CommandSyntax

/// The program's name for itself and its table of commands.
enum Program {
  static let version = "0.1.0"

  static let root: Command<Settings> = Command(
    "dnplog", "Check logs of the Daily Notification Plugin.",
    details: [
      "It reads device logs, groups their lines into notification cycles and checks them against"
        + " rules. It says which step of which cycle is missing, which lines prove it, and who caused"
        + " it: the plugin, the operating system or the environment of the device."
    ],
    commands: [
      validate, watch, compare, reconcile, feed, events, query, explain, history, merge, rules,
      config,
      redact, simulate,
      completions, man,
    ],
    examples: [
      Example("Generate a test log.", "dnplog simulate happy --output device.log"),
      Example("Check a log.", "dnplog validate device.log"),
      Example("See what dnplog reads in it.", "dnplog events device.log"),
    ])
}
