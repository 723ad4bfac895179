internal import CFuzzer
package import FuzzBasics

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Hands the inputs of libFuzzer to the target that `DNPLOG_FUZZ_TARGET` names; see ../README.md.
package enum FuzzProgram {
  /// Runs one of some targets, as the words of the command line say.
  package static func run<Target: FuzzTarget>(_ targets: Target.Type) -> Never {
    // getenv(3) lends the text until the environment changes, which nobody does.
    let name = unsafe getenv("DNPLOG_FUZZ_TARGET").map { unsafe String(cString: $0) } ?? ""
    // How fast the fuzzer itself is, beside all readers of this program.
    unsafe runner = name == "nothing" ? EmptyRunner() : Target(rawValue: name)?.runner()
    if unsafe runner == nil {
      let known = Target.allCases.map(\.rawValue).joined(separator: ", ")
      complain("name a target in DNPLOG_FUZZ_TARGET: known are \(known)")
    }
    var count = CommandLine.argc
    var words = unsafe CommandLine.unsafeArgv
    // The words of the command line last as long as the program.
    exit(unsafe LLVMFuzzerRunDriver(&count, &words, runInput))
  }
}

/// Does nothing.
private struct EmptyRunner: FuzzRunner {
  mutating func run(_ bytes: [UInt8]) -> String? { nil }
}

/// The reader at hand; one thread drives it.
nonisolated(unsafe) private var runner: (any FuzzRunner)?

/// Reads one input, which the fuzzer lends for the call.
private func runInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  if let complaint = unsafe runner?.run(bytes) { complain(complaint) }
  return 0
}

/// Says what is wrong and ends the program as a crash does, so that the fuzzer keeps the input.
private func complain(_ text: String) -> Never {
  let line = Array("fuzz: \(text)\n".utf8)
  // write(2) reads the array during the call.
  _ = unsafe line.withUnsafeBytes { unsafe write(2, $0.baseAddress, $0.count) }
  abort()
}
