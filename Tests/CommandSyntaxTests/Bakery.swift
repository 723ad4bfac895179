import CommandSyntax

/// A small program whose command line the tests read.
struct Bakery: Equatable {
  enum Flour: String, CaseIterable { case wheat, rye, spelt }

  var flour = Flour.wheat
  var toppings: [String] = []
  var minutes = 30
  var isQuiet = false
  var isVerbose = false
  var order = ""
  var loaves: [String] = []

  static let program = Command<Bakery>(
    "bakery", "Bake bread from the command line.",
    commands: [
      Command(
        "bake", "Bake the loaves that are named.",
        details: [
          "The loaves are baked one after the other, in the order in which they are named on the"
            + " command line."
        ],
        operands: [Operand("LOAF", .any, "What to bake.") { $0.loaves.append($1) }],
        options: [
          .choice(
            "flour", short: "f", takes: "FLOUR", of: Flour.self, in: "Dough options",
            "Take wheat, rye or spelt (default wheat)."
          ) { $0.flour = $1 },
          .value(
            "topping", takes: "SEED", in: "Dough options", repeatable: true,
            "Strew a seed on top."
          ) { $0.toppings.append($1) },
          .value(
            "minutes-in-the-hot-oven", takes: "N", in: "Oven options",
            "Bake for N minutes, which is a matter of taste, of the oven and of the hour of day."
          ) { (settings, text) throws(UsageError) in
            guard let minutes = Int(text) else {
              throw UsageError("'\(text)' is not a number", advice: "write the minutes")
            }
            settings.minutes = minutes
          },
          .flag("quiet", short: "q", in: "Oven options", "Do not ring the bell.") {
            $0.isQuiet = true
          },
          .flag("verbose", short: "v", in: "Oven options", "Tell what is done.") {
            $0.isVerbose = true
          },
        ],
        usual: ["quiet", "flour"],
        examples: [Example("A rye loaf.", "bakery bake --flour rye loaf")]
      ) { _ in 0 },
      Command(
        "orders", "Look at the orders.",
        commands: [
          Command("list", "List the orders.") { _ in 0 },
          Command(
            "show", "Show one order.",
            operands: [Operand("ORDER", .one, "Its number.") { $0.order = $1 }]
          ) { _ in 7 },
        ]),
    ])

  /// Reads a command line whose words are parted by spaces.
  static func parse(_ line: String) throws(UsageError) -> CommandParser<Bakery>.Invocation {
    var settings = Bakery()
    return try parse(line, into: &settings)
  }

  static func parse(
    _ line: String, into settings: inout Bakery
  ) throws(UsageError) -> CommandParser<Bakery>.Invocation {
    try CommandParser(root: program).parse(
      line.split(separator: " ").map(String.init), into: &settings)
  }

  /// The settings that a command line gives, or nil where it asks for something else.
  static func settings(_ line: String) throws(UsageError) -> Bakery? {
    var settings = Bakery()
    guard case .run = try parse(line, into: &settings) else { return nil }
    return settings
  }
}
