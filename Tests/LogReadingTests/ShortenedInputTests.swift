import LogReading
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files that others change while they are read.
@Suite struct ShortenedInputTests {
  /// Reads a file of 1.4 MB whose size is changed behind the first chunk.
  private static func report(changedTo size: Int) throws -> ReadReport {
    let directory = try TemporaryDirectory()
    let path = try directory.add("a.log", String(repeating: "a line\n", count: 200_000))
    var reader = try ChunkReader(.file(path))
    _ = try reader.next() != nil
    try #require(unsafe truncate(path, off_t(size)) == 0)
    while try reader.next() != nil {}
    return reader.report
  }

  @Test func `a log that is cut while it is read lacks its end`() throws {
    let report = try Self.report(changedTo: 700_000)
    #expect(report.damage == ReadReport.Damage(kind: .truncated, offset: 700_000))
  }

  @Test(arguments: [1_400_000, 1_500_000])
  func `a log that stays or grows does not`(size: Int) throws {
    #expect(try Self.report(changedTo: size).damage == nil)
  }
}
