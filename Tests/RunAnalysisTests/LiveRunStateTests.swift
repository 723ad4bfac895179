import LogReading
import RuleLanguage
import RunAnalysis
import RunReport
import Testing

/// The bytes of a run's state: what is none is refused.
@Suite struct LiveRunStateTests {
  private static func sample() throws -> LiveLogs.Log {
    try #require(LiveLogs.samples.first { $0.name.hasSuffix("prefetch/two-days.log") })
  }

  private static func state(_ options: RunOptions = RunOptions()) throws -> [UInt8] {
    let run = try LiveRun(LiveLogs.prepared, options: options, named: "device.log")
    let bytes = try sample().bytes.dropLast(900)
    run.add(bytes.span)
    return run.state()
  }

  private static func error(_ state: [UInt8], _ options: RunOptions = RunOptions()) -> LiveRunError?
  {
    do throws(LiveRunError) {
      guard let prepared = try? LiveLogs.prepared else { return nil }
      _ = try LiveRun(prepared, options: options, state: state)
      return nil
    } catch {
      return error
    }
  }

  @Test func `a state that is cut short is refused`() throws {
    let state = try Self.state()
    #expect(Self.error(state) == nil)
    for count in [0, 1, 8] { #expect(Self.error(Array(state.prefix(count))) == .noState) }
    for count in stride(from: 9, to: state.count, by: state.count / 40) {
      #expect(Self.error(Array(state.prefix(count))) == .damaged)
    }
  }

  @Test func `a state with an altered byte is refused`() throws {
    let state = try Self.state()
    for place in stride(from: 9, to: state.count, by: state.count / 60) {
      var altered = state
      altered[place] ^= 0x20
      #expect(Self.error(altered) == .damaged, "\(place)")
    }
    var other = state
    other[8] += 1
    #expect(Self.error(other) == .noState)
  }

  @Test func `a state of another build or of other options is refused`() throws {
    let state = try Self.state()
    var options = RunOptions()
    options.build = "another"
    #expect(Self.error(state, options) == .otherBuild)
    let changes: [(inout RunOptions) -> Void] = [
      { $0.isStrict = true }, { $0.profile = "prefetch-mvp" }, { $0.year = 2024 },
      { $0.zone = LocalZone("+02:00") }, { $0.skippedRules = ["fetch-has-outcome"] },
      { $0.environment = [("lowPower", "true")] }, { $0.apps = ["org.example.app"] },
      { $0.span = TimeSpan(since: nil, until: TimeBound("23:00")) },
      { $0.maxDetails = 7 },
    ]
    for change in changes {
      var options = RunOptions()
      change(&options)
      #expect(Self.error(state, options) == .otherOptions)
      #expect(Self.error(try Self.state(options), options) == nil)
    }
  }

  /// Whoever forges the digest too gets an error, or some run that goes on to its end: no place that lies
  /// outside a table, no chain that turns back, and no number that cannot be counted on stops the program.
  @Test func `altered content with a right digest is refused, or goes on to an end`() throws {
    var options = RunOptions()
    // So that the first lines are read, and not held back.
    options.reading.readSize = 512
    let state = try Self.state(options)
    let head = 9 + 64
    let rest = Array(try Self.sample().bytes.suffix(900))
    var counts = (refused: 0, ended: 0)
    for place in stride(from: head, to: state.count - 32, by: (state.count - head) / 250) {
      for change in [0x01, 0x80] as [UInt8] {
        var forged = Array(state.dropLast(32))
        forged[place] ^= change
        forged += ContentDigest.of(forged.span)
        do throws(LiveRunError) {
          guard let prepared = try? LiveLogs.prepared else { return }
          let run = try LiveRun(prepared, options: options, state: forged)
          run.add(rest.span)
          _ = run.snapshot(silence: 60)
          _ = run.finish()
          counts.ended += 1
        } catch {
          #expect(error == .damaged)
          counts.refused += 1
        }
      }
    }
    #expect(counts.refused > 50)
    #expect(counts.ended > 50)
  }
}
