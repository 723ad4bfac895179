import CommandSyntax
import Testing

struct CommandParserTests {
  @Test(arguments: [
    ("bake", Bakery()),
    ("bake a b", Bakery(loaves: ["a", "b"])),
    ("bake --flour rye", Bakery(flour: .rye)),
    ("bake --flour=rye a", Bakery(flour: .rye, loaves: ["a"])),
    ("bake -f rye", Bakery(flour: .rye)),
    ("bake -frye", Bakery(flour: .rye)),
    ("bake -qv", Bakery(isQuiet: true, isVerbose: true)),
    ("bake -qfspelt a", Bakery(flour: .spelt, isQuiet: true, loaves: ["a"])),
    ("bake a -q b", Bakery(isQuiet: true, loaves: ["a", "b"])),
    ("bake --topping x --topping y=z", Bakery(toppings: ["x", "y=z"])),
    ("bake --topping=a=b --topping=", Bakery(toppings: ["a=b", ""])),
    ("bake --flour rye -f rye", Bakery(flour: .rye)),
    ("bake - -q", Bakery(isQuiet: true, loaves: ["-"])),
    ("bake --topping -", Bakery(toppings: ["-"])),
    ("bake -- -q --help --", Bakery(loaves: ["-q", "--help", "--"])),
    ("bake --minutes-in-the-hot-oven -5", Bakery(minutes: -5)),
    ("bake --topping=-q", Bakery(toppings: ["-q"])),
    ("orders show 12", Bakery(order: "12")),
  ])
  func `words become settings`(line: String, expected: Bakery) throws {
    #expect(try Bakery.settings(line) == expected)
  }

  @Test func `the named command is the one that runs`() throws {
    var settings = Bakery()
    guard case .run(let command) = try Bakery.parse("orders show 12", into: &settings) else {
      Issue.record("nothing to run")
      return
    }
    #expect(command.run(settings) == 7)
  }

  @Test(arguments: [
    ("bake --fluor rye", "'bakery bake' has no option '--fluor': did you mean '--flour'?"),
    ("bake --flour=ray", "option '--flour': 'ray' is not a choice: did you mean 'rye'?"),
    ("bake -f oat", "option '-f': 'oat' is not a choice: choose wheat, rye or spelt"),
    ("bake --flour", "option '--flour' needs a value: write '--flour FLOUR'"),
    (
      "bake --flour -q",
      "option '--flour' needs a value: write '--flour=FLOUR' if it begins with '-'"
    ),
    ("bake -qf", "option '-f' needs a value: write '-f FLOUR'"),
    ("bake --quiet=yes", "option '--quiet' takes no value: write '--quiet'"),
    (
      "bake --minutes-in-the-hot-oven x",
      "option '--minutes-in-the-hot-oven': 'x' is not a number: write the minutes"
    ),
    (
      "bake --min", "'bakery bake' has no option '--min': did you mean '--minutes-in-the-hot-oven'?"
    ),
    ("bake -quiet", "'bakery bake' has no option '-quiet': did you mean '--quiet'?"),
    ("bake -x", "'bakery bake' has no option '-x': try 'bakery bake --help'"),
    (
      "bake --flour rye -fwheat",
      "option '-f' is given as 'rye' and as 'wheat': leave one of them out"
    ),
    ("bake --sourdough", "'bakery bake' has no option '--sourdough': try 'bakery bake --help'"),
    (
      "orders list --flour",
      "'bakery orders list' has no option '--flour': it belongs to 'bakery bake'"
    ),
    ("orders list 12", "'bakery orders list' has no use for '12': try 'bakery orders list --help'"),
    ("orders show 1 2", "'bakery orders show' has no use for '2': try 'bakery orders show --help'"),
    ("orders show", "'bakery orders show' needs ORDER: try 'bakery orders show --help'"),
    ("orders shwo", "'bakery orders' has no command 'shwo': did you mean 'bakery orders show'?"),
    ("bkae", "'bakery' has no command 'bkae': did you mean 'bakery bake'?"),
    ("cakes", "'bakery' has no command 'cakes': did you mean 'bakery bake'?"),
    ("telephone", "'bakery' has no command 'telephone': try 'bakery --help'"),
    ("help bkae", "'bakery' has no command 'bkae': did you mean 'bakery bake'?"),
    ("--nosuch bake", "there is no option '--nosuch': try 'bakery --help'"),
    ("-q bake", "option '-q' stands before the command: write 'bakery COMMAND -q'"),
  ])
  func `mistakes are named with a remedy`(line: String, expected: String) {
    let error = #expect(throws: UsageError.self) { _ = try Bakery.parse(line) }
    #expect(error.map { "\($0.message): \($0.advice)" } == expected)
  }

  @Test(arguments: [
    "bake --nope --topping=nuts --what rye", "bake --topping=nuts --nope rye --help",
  ])
  func `what is said beside a mistake is kept`(line: String) {
    var settings = Bakery()
    let error = #expect(throws: UsageError.self) { _ = try Bakery.parse(line, into: &settings) }
    #expect(error?.message.contains("--nope") == true)
    #expect(settings.toppings == ["nuts"])
  }

  @Test func `words may hold spaces and any character`() throws {
    let words = ["bake", "--topping", "a b", "--topping=ä=ö", "", "naïve loaf"]
    var settings = Bakery()
    let parsed = try CommandParser(root: Bakery.program).parse(words, into: &settings)
    guard case .run = parsed else {
      Issue.record("nothing to run")
      return
    }
    #expect(settings == Bakery(toppings: ["a b", "ä=ö"], loaves: ["", "naïve loaf"]))
  }
}
