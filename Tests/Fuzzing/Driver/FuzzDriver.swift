// What libFuzzer calls. Its `main` is the fuzzer's own; see ../README.md.
internal import FuzzTargets

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The target that `DNPLOG_FUZZ_TARGET` names. One thread drives it.
nonisolated(unsafe) private var runner: (any FuzzRunner)? = {
  // getenv(3) lends the text until the environment changes, which nobody does.
  guard let name = unsafe getenv("DNPLOG_FUZZ_TARGET").map({ unsafe String(cString: $0) }),
    let target = FuzzTarget(rawValue: name)
  else { return nil }
  return target.runner()
}()

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  // The fuzzer lends its input for the call.
  let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
  guard let complaint = unsafe runner?.run(bytes) else {
    if unsafe runner == nil {
      complain("name a target in DNPLOG_FUZZ_TARGET, e.g. lines")
    }
    return 0
  }
  complain(complaint)
}

/// Says what is wrong and ends the program as a crash, so that the fuzzer keeps the input.
private func complain(_ text: String) -> Never {
  _ = unsafe fputs("fuzz: \(text)\n", stderr)
  abort()
}
