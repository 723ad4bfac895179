internal import FuzzBasics
internal import LogReading

/// Inflates an input with each library: they find the same of them damaged, and else give the same bytes.
///
/// How much of a damaged member comes before its damage shows differs by some bytes.
struct GzipRunner: FuzzRunner {
  private struct Content: Equatable {
    var bytes: [UInt8] = []
    var isDamaged = false
  }

  private let file = ScratchFile()

  mutating func run(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= 1 << 16, file.hold(bytes) else { return nil }
    let contents = GzipLibrary.linked.map { content(by: $0) }
    for other in contents.dropFirst() {
      if other.isDamaged != contents[0].isDamaged {
        return "the input is damaged for one library, and sound for another"
      }
      if !other.isDamaged, other != contents[0] {
        return
          "libraries inflate \(contents[0].bytes.count) and \(other.bytes.count) bytes, or other ones"
      }
    }
    return nil
  }

  private func content(by library: GzipLibrary) -> Content {
    var limits = ChunkReader.Limits()
    limits.library = library
    // Blocks as large as an input: to clear a usual one takes longer than to inflate into it.
    limits.readSize = 4 << 10
    limits.blockSize = 40 << 10
    var content = Content()
    do throws(InputError) {
      var reader = try ChunkReader(.file(file.path), limits: limits)
      while let chunk = try reader.next() {
        // Enough to compare, of what may be gigabytes.
        if content.bytes.count < 1 << 16 { content.bytes.append(chunk.bytes) }
      }
      content.isDamaged = reader.report.damage != nil
    } catch {
      content.isDamaged = true
    }
    return content
  }
}

/// Opens an archive, and reads all that is in it.
struct ArchiveRunner: FuzzRunner {
  private let file = ScratchFile()

  mutating func run(_ bytes: [UInt8]) -> String? {
    guard bytes.count <= 1 << 16, file.hold(bytes) else { return nil }
    let plan = InputDiscovery.plan(arguments: [file.path], joins: false)
      .openingArchives(joins: false)
    var limits = ChunkReader.Limits()
    limits.readSize = 4 << 10
    limits.blockSize = 40 << 10
    for member in plan.sets.flatMap(\.members) {
      do throws(InputError) {
        var reader = try ChunkReader(member, limits: limits)
        while try reader.next() != nil {}
      } catch {}
    }
    return nil
  }
}
