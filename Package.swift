// swift-tools-version: 6.3
import PackageDescription

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// ISA-L inflates several times faster than zlib, but not every system has it: it is linked where
/// its header lies where packages put it, and zlib does the work where it does not. SwiftPM keeps
/// what a manifest came to: `swift package purge-cache` makes it look again.
let hasISAL = ["/usr/include", "/usr/local/include", "/opt/homebrew/include"].contains {
  access($0 + "/isa-l.h", R_OK) == 0
}

/// A build for the fuzzer, which counts the edges that run, and watches memory: see Tests/Fuzzing.
///
/// Each comparison is told to the fuzzer only where `compares` is asked for: it takes half of the time.
let isFuzzing = Context.environment["DNPLOG_FUZZING"] != nil
let coverage =
  Context.environment["DNPLOG_FUZZING"] == "compares"
  ? "-sanitize=fuzzer,address" : "-sanitize-coverage=edge,inline-8bit-counters,pc-table"
let watched: [SwiftSetting] =
  isFuzzing
  ? [.unsafeFlags(["-sanitize=address", coverage, "-assert-config", "Debug"])] : []
let watchedC: [CSetting] =
  isFuzzing
  ? [
    .unsafeFlags(["-fsanitize=address", "-fsanitize-coverage=edge,inline-8bit-counters,pc-table"])
  ] : []
let watching: [LinkerSetting] =
  isFuzzing ? [.unsafeFlags(["-sanitize=address", "-use-ld=lld"])] : []

/// Swift 6 mode, checked memory, and the features of the next language version, for every target.
let strict: [SwiftSetting] =
  watched + [
    .swiftLanguageMode(.v6),
    .strictMemorySafety(),
    .treatWarning("StrictMemorySafety", as: .error),
    .enableExperimentalFeature("Lifetimes"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InferIsolatedConformances"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("ImmutableWeakCaptures"),
  ]

/// What the tests run over and over is optimised in their build too, module by module as a release is, and keeps
/// its assertions: the suite takes a sixth of the time. Without a number of threads there would be one object
/// file for a module, where SwiftPM looks for one of each source.
let busy: [SwiftSetting] =
  strict + [
    .unsafeFlags(
      ["-O", "-assert-config", "Debug", "-whole-module-optimization", "-num-threads", "2"],
      .when(configuration: .debug))
  ]

let package = Package(
  name: "dnplog",
  platforms: [.macOS(.v26)],
  products: [.executable(name: "dnplog", targets: ["dnplog"])],
  targets: [
    // C libraries, by their system packages.
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .systemLibrary(
      name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),

    .systemLibrary(
      name: "CDigest", pkgConfig: "libmd", providers: [.apt(["libmd-dev"]), .brew(["libmd"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .systemLibrary(
      name: "CPlist", pkgConfig: "libplist-2.0",
      providers: [.apt(["libplist-dev"]), .brew(["libplist"])]),

    // What the C library offers to C alone.
    .systemLibrary(name: "CProcessors"),
    // What Swift has no instruction for.
    .target(name: "CScan", cSettings: watchedC),
    // What a signal handler may do.
    .target(name: "CTemporaries"),

    // One way through the house: bytes to lines to events, rules over events, a report over both.
    .target(name: "TextWriting", swiftSettings: busy),
    .target(name: "TemporaryFiles", dependencies: ["CTemporaries"], swiftSettings: strict),
    .target(name: "YAMLReading", dependencies: ["CYAML", "TextWriting"], swiftSettings: busy),
    .target(
      name: "RuleLanguage", dependencies: ["TextWriting", "YAMLReading"], swiftSettings: busy),
    .target(
      name: "LogReading",
      dependencies: [
        "CDigest", "CProcessors", "CScan", "CZlib", "RuleLanguage", "TemporaryFiles", "TextWriting",
      ]
        + (hasISAL ? ["CISAL"] : []),
      swiftSettings: busy),
    .target(name: "JSONReading", swiftSettings: busy),
    .target(name: "Database", dependencies: ["CSQLite"], swiftSettings: busy),
    .target(
      name: "DeviceState",
      dependencies: [
        "CDigest", "CPlist", "CSQLite", "JSONReading", "TemporaryFiles", "TextWriting",
        "YAMLReading",
      ],
      swiftSettings: busy),
    .target(
      name: "RuleEngine",
      dependencies: ["LogReading", "RuleLanguage", "TextWriting", "YAMLReading"],
      swiftSettings: busy),
    .target(
      name: "Redaction", dependencies: ["LogReading", "RuleLanguage", "TextWriting"],
      swiftSettings: busy),
    .target(
      name: "RunReport",
      dependencies: ["CDigest", "JSONReading", "LogReading", "RuleLanguage", "TextWriting"],
      swiftSettings: busy),
    .target(
      name: "RunAnalysis",
      dependencies: [
        "DeviceState", "LogReading", "Redaction", "RuleEngine", "RuleLanguage", "RunReport",
        "TextWriting", "YAMLReading",
      ],
      swiftSettings: busy),
    .target(
      name: "LogFollowing", dependencies: ["LogReading"], swiftSettings: busy),
    .target(
      name: "LogQuery",
      dependencies: [
        "Database", "LogReading", "RuleLanguage", "RunAnalysis", "RunReport", "TextWriting",
      ],
      swiftSettings: busy),
    .target(
      name: "MetricsExport",
      dependencies: ["RuleLanguage", "RunReport", "TemporaryFiles", "TextWriting"],
      swiftSettings: strict),
    .target(
      name: "RunHistory",
      dependencies: ["Database", "LogReading", "RuleLanguage", "RunReport", "TextWriting"],
      swiftSettings: busy),
    .target(
      name: "Simulator",
      dependencies: [
        "CDigest", "CSQLite", "CZlib", "LogReading", "RuleLanguage", "TextWriting",
      ],
      swiftSettings: busy),
    .target(
      name: "SimulatedFaults", dependencies: ["Simulator", "TextWriting"], swiftSettings: busy),
    .target(name: "CommandSyntax", dependencies: ["TextWriting"], swiftSettings: strict),
    .target(
      name: "BuiltinRules", dependencies: ["RuleLanguage"], swiftSettings: strict,
      plugins: ["EmbedRules"]),
    .executableTarget(
      name: "dnplog",
      dependencies: [
        "BuiltinRules", "CommandSyntax", "DeviceState", "JSONReading", "LogFollowing", "LogQuery",
        "LogReading", "MetricsExport", "Redaction", "RuleEngine", "RuleLanguage", "RunAnalysis",
        "RunHistory", "RunReport", "SimulatedFaults", "Simulator", "TemporaryFiles", "TextWriting",
        "YAMLReading",
      ], swiftSettings: strict, plugins: ["NameCommit"]),
    // What --version says of the sources.
    .plugin(name: "NameCommit", capability: .buildTool()),

    // The packs in rules/ are compiled into the program by the compiler that also reads --rules.
    .executableTarget(
      name: "compile-rules", dependencies: ["RuleLanguage", "YAMLReading"],
      swiftSettings: strict, linkerSettings: watching),
    .plugin(name: "EmbedRules", capability: .buildTool(), dependencies: ["compile-rules"]),

    .target(
      name: "TestSupport", dependencies: ["CZlib"], path: "Tests/TestSupport",
      swiftSettings: strict),
    .testTarget(
      name: "YAMLReadingTests", dependencies: ["YAMLReading", "TestSupport"], swiftSettings: strict),
    .testTarget(name: "JSONReadingTests", dependencies: ["JSONReading"], swiftSettings: strict),
    .testTarget(
      name: "LogReadingTests",
      dependencies: ["BuiltinRules", "LogReading", "RuleLanguage", "TestSupport"],
      exclude: ["Containers"], swiftSettings: strict),
    .testTarget(
      name: "RuleEngineTests",
      dependencies: [
        "BuiltinRules", "LogReading", "RuleEngine", "RuleLanguage", "Simulator", "TestSupport",
        "YAMLReading",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RunReportTests",
      dependencies: [
        "BuiltinRules", "DeviceState", "JSONReading", "LogReading", "Redaction", "RuleEngine",
        "RuleLanguage", "RunAnalysis", "RunReport", "TestSupport", "YAMLReading",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "RunAnalysisTests",
      dependencies: [
        "BuiltinRules", "LogReading", "RuleLanguage", "RunAnalysis", "RunReport", "Simulator",
        "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DeviceStateTests", dependencies: ["CSQLite", "DeviceState", "TestSupport"],
      exclude: ["Dumps"], swiftSettings: strict),
    .testTarget(
      name: "DatabaseTests", dependencies: ["Database", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "LogFollowingTests", dependencies: ["LogFollowing", "LogReading", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "LogQueryTests", dependencies: ["LogQuery", "RunAnalysis", "RunReport"],
      swiftSettings: strict),
    .testTarget(
      name: "RunHistoryTests",
      dependencies: [
        "Database", "LogReading", "RuleLanguage", "RunHistory", "RunReport", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "TextWritingTests", dependencies: ["TextWriting"], swiftSettings: strict),
    .testTarget(
      name: "SimulatorTests",
      dependencies: [
        "BuiltinRules", "DeviceState", "LogReading", "Redaction", "RuleLanguage", "RunAnalysis",
        "RunReport", "SimulatedFaults", "Simulator", "TestSupport", "TextWriting",
      ], swiftSettings: strict),
    .testTarget(
      name: "MetricsExportTests",
      dependencies: ["MetricsExport", "RuleLanguage", "RunReport", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandSyntaxTests", dependencies: ["CommandSyntax"], swiftSettings: strict),
    .testTarget(
      name: "CommandLineTests",
      dependencies: [
        "CommandSyntax", "Database", "RuleEngine", "RuleLanguage", "RunReport", "TestSupport",
        "TextWriting", "dnplog",
      ],
      exclude: ["Comparisons", "Families", "Histories", "Snapshots", "States"],
      swiftSettings: strict),

    // Readers by themselves, for the fuzzer and for what it found.
    .target(name: "FuzzBasics", path: "Tests/Fuzzing/Targets/Basics", swiftSettings: strict),
    .target(
      name: "FuzzDocuments",
      dependencies: ["DeviceState", "FuzzBasics", "JSONReading", "YAMLReading"],
      path: "Tests/Fuzzing/Targets/Documents", swiftSettings: strict),
    .target(
      name: "FuzzRules",
      dependencies: ["BuiltinRules", "FuzzBasics", "RuleLanguage", "YAMLReading"],
      path: "Tests/Fuzzing/Targets/Rules", swiftSettings: strict),
    .target(
      name: "FuzzLogs",
      dependencies: ["BuiltinRules", "FuzzBasics", "LogReading", "Redaction", "RuleLanguage"],
      path: "Tests/Fuzzing/Targets/Logs", swiftSettings: strict),
    .target(
      name: "FuzzRuns",
      dependencies: [
        "BuiltinRules", "FuzzBasics", "JSONReading", "LogReading", "RuleEngine", "RunAnalysis",
        "RunHistory", "RunReport",
      ],
      path: "Tests/Fuzzing/Targets/Runs", swiftSettings: strict),
    .testTarget(
      name: "FuzzingTests",
      dependencies: [
        "CommandSyntax", "FuzzBasics", "FuzzDocuments", "FuzzLogs", "FuzzRules", "FuzzRuns",
        "TestSupport", "dnplog",
      ],
      path: "Tests/Fuzzing",
      exclude: [
        "CFuzzer", "Cases", "Driver", "README.md", "Targets/Basics", "Targets/Documents",
        "Targets/Logs", "Targets/Rules", "Targets/Runs", "run", "seeds.py",
      ],
      sources: ["Tests", "Targets/Program"], swiftSettings: strict),
  ]
)

// A program for each group of readers: with each input the fuzzer looks at the counters of all code that
// is linked.
if isFuzzing {
  package.targets += [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzzing/CFuzzer"),
    .target(
      name: "FuzzDriver", dependencies: ["CFuzzer", "FuzzBasics"],
      path: "Tests/Fuzzing/Driver/Shared", swiftSettings: strict),
  ]
  // Of the command itself what reads is linked, without its beginning.
  if let command = package.targets.first(where: { $0.name == "dnplog" }) {
    package.targets.removeAll { $0.name == "dnplog" || $0.name == "FuzzingTests" }
    package.products = []
    package.targets += [
      .target(
        name: "dnplog", dependencies: command.dependencies, exclude: ["Main.swift"],
        swiftSettings: strict + [.unsafeFlags(["-enable-testing"])], plugins: command.plugins),
      .executableTarget(
        name: "fuzz-program",
        dependencies: ["CommandSyntax", "FuzzBasics", "FuzzDriver", "dnplog"],
        path: "Tests/Fuzzing", sources: ["Driver/Program", "Targets/Program"],
        swiftSettings: strict,
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]),
    ]
  }
  for group in ["Documents", "Rules", "Logs", "Runs"] {
    package.targets.append(
      .executableTarget(
        name: "fuzz-\(group.lowercased())",
        dependencies: ["FuzzDriver", .target(name: "Fuzz\(group)")],
        path: "Tests/Fuzzing/Driver/\(group)", swiftSettings: strict,
        linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
  }
}

// Each folder of sources says what it is.
for target in package.targets where target.path == nil {
  if target.type == .regular || target.type == .executable { target.exclude.append("README.md") }
}

if hasISAL {
  package.targets.append(
    .systemLibrary(
      name: "CISAL", pkgConfig: "libisal", providers: [.apt(["libisal-dev"]), .brew(["isa-l"])]))
}
