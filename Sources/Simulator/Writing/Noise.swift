/// Lines of other programs between those of the app.
///
///     var noise = Noise(share: 0.98, platform: .ios, seed: 7)
///     noise?.write(before: line, to: &writer)
///     writer.write(line, mark: index)
///     noise?.finish(to: &writer)
///     writer.end()
package struct Noise: Sendable {
  /// The lines of noise among a million lines.
  private let share: Int64
  private let sources: [NoiseSource]
  private var random: Random
  /// Lines of the app, and of others.
  private var own: Int64 = 0
  private var written: Int64 = 0
  private var last: LogLine?
  private var current = LogLine(time: 0, tag: "", message: [])

  private static let whole: Int64 = 1_000_000

  /// Makes noise of a share of all lines, from 0 to less than 1; nil for another number.
  package init?(share: Double, platform: Scenario.Platform, seed: UInt64) {
    guard share >= 0, share < 1 else { return nil }
    // Rounded once; all that follows is in whole numbers, the same on any machine.
    self.share = min(Int64((share * Double(Self.whole)).rounded()), Self.whole - 1)
    sources = platform == .ios ? NoiseSource.ios : NoiseSource.android
    random = Random(seed: seed, part: 0x4015E)
  }

  /// Writes some of the lines that are due, with times between the app's last line and this one.
  package mutating func write(before entry: LogLine, to writer: inout LogWriter) {
    own += 1
    // In bursts, as programs log: lines not written now come later.
    let count = random.number(in: 0...due)
    // Before the first line, a few minutes; no time passes where the clock was set back.
    let earliest = last?.time ?? entry.time - 3 * .minute
    write(count, from: earliest, to: max(earliest, entry.time), like: last ?? entry, to: &writer)
    last = entry
  }

  /// Writes the lines that are still due, at the time of the app's last line.
  package mutating func finish(to writer: inout LogWriter) {
    guard let last else { return }
    write(due, from: last.time, to: last.time, like: last, to: &writer)
  }

  /// The number of lines that are missing for the share to be exact.
  private var due: Int64 {
    let rest = Self.whole - share
    let (wanted, overflows) = own.multipliedReportingOverflow(by: share)
    return overflows ? 0 : max(0, (wanted + rest / 2) / rest - written)
  }

  private mutating func write(
    _ count: Int64, from start: Int64, to end: Int64, like neighbour: LogLine,
    to writer: inout LogWriter
  ) {
    guard count > 0 else { return }
    let step = (end - start) / count
    current.zoneOffset = neighbour.zoneOffset
    for index in 0..<count {
      let number = Int(random.number(in: 0...Int64(sources.count - 1)))
      let source = sources[number]
      current.time = start + step * index + (step > 0 ? random.number(in: 0...step) : 0)
      current.program = source.program
      current.library = source.library
      current.subsystem = source.subsystem
      current.tag = source.tag
      // Below those of apps, and others after a restart of the device.
      current.process.boot = neighbour.process.boot
      current.process.pid = Int32(31 + number * 9 + neighbour.process.boot % 7)
      current.process.tid = current.process.pid + Int32(random.number(in: 0...6))
      current.message.removeAll(keepingCapacity: true)
      current.level = source.append(to: &current.message, random: &random)
      writer.write(current)
    }
    written += count
  }
}
