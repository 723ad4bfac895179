internal import CFuzzer
internal import FuzzTargets

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Hands the inputs of libFuzzer to the target that `DNPLOG_FUZZ_TARGET` names; see ../README.md.
@main enum FuzzProgram {
  static func main() {
    if unsafe runner == nil { complain("name a target in DNPLOG_FUZZ_TARGET, e.g. lines") }
    var count = CommandLine.argc
    var words = unsafe CommandLine.unsafeArgv
    // The words of the command line last as long as the program.
    exit(unsafe LLVMFuzzerRunDriver(&count, &words, runInput))
  }
}

/// The reader at hand; one thread drives it.
nonisolated(unsafe) private var runner: (any FuzzRunner)? = {
  // getenv(3) lends the text until the environment changes, which nobody does.
  guard let name = unsafe getenv("DNPLOG_FUZZ_TARGET").map({ unsafe String(cString: $0) }) else {
    return nil
  }
  return FuzzTarget(rawValue: name)?.runner()
}()

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
