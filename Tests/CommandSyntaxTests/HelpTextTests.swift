import CommandSyntax
import Testing

struct HelpTextTests {
  private func help(_ line: String) throws -> String? {
    guard case .help(let text) = try Bakery.parse(line) else { return nil }
    return text
  }

  @Test(arguments: ["bake --help", "help bake", "bake a -q --help x"])
  func `every way to ask gives the same help`(line: String) throws {
    #expect(
      try help(line) == """
        Bake the loaves that are named.

        Usage: bakery bake [OPTION...] [LOAF...]

        The loaves are baked one after the other, in the order in which they are named
        on the command line.

        Arguments:
          LOAF  What to bake.

        Dough options:
          -f, --flour FLOUR   Take wheat, rye or spelt (default wheat).
              --topping SEED  Strew a seed on top; may be repeated.

        Oven options:
              --minutes-in-the-hot-oven N
                              Bake for N minutes, which is a matter of taste, of the
                              oven and of the hour of day.
          -q, --quiet         Do not ring the bell.
          -v, --verbose       Tell what is done.
          -h, --help          Print the options used most (-h) or all of them (--help).

        Examples:
          # A rye loaf.
          bakery bake --flour rye loaf

        """)
  }

  @Test(arguments: ["bake -h", "bake -qh", "bake a -h --help"])
  func `the short help has the options used most`(line: String) throws {
    #expect(
      try help(line) == """
        Bake the loaves that are named.

        Usage: bakery bake [OPTION...] [LOAF...]

        Arguments:
          LOAF  What to bake.

        Options used most:
          -q, --quiet        Do not ring the bell.
          -f, --flour FLOUR  Take wheat, rye or spelt (default wheat).
          -h, --help         Print the options used most (-h) or all of them (--help).

        Run 'bakery bake --help' for all 5 options and for examples.

        """)
  }

  @Test(arguments: ["--help", "-h", "help"])
  func `the program lists its commands`(line: String) throws {
    #expect(
      try help(line) == """
        Bake bread from the command line.

        Usage: bakery COMMAND

        Commands:
          bake    Bake the loaves that are named.
          orders  Look at the orders.

        Options:
          -h, --help     Print this help.
          -V, --version  Print the name and the version.

        Run 'bakery COMMAND --help' for the options of a command.

        """)
  }

  @Test func `a command without options still offers help`() throws {
    #expect(
      try help("orders list -h") == """
        List the orders.

        Usage: bakery orders list [OPTION...]

        Options:
          -h, --help  Print this help.

        """)
  }

  @Test(arguments: [("", "bakery"), ("orders", "bakery orders")])
  func `without a command the usage is shown`(line: String, path: String) throws {
    guard case .usage(let text) = try Bakery.parse(line) else {
      Issue.record("no usage")
      return
    }
    #expect(text.hasPrefix("Usage: \(path) COMMAND\n\nCommands:\n"))
    #expect(text.hasSuffix("\nRun '\(path) COMMAND --help' for the options of a command.\n"))
  }

  @Test func `only the program itself has a version`() throws {
    for line in ["--version", "-V", "version"] {
      guard case .version = try Bakery.parse(line) else {
        Issue.record("no version for \(line)")
        return
      }
    }
    #expect(throws: UsageError.self) { _ = try Bakery.parse("orders --version") }
  }
}
