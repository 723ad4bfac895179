internal import LogReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A file that holds one input after another, for readers that want a path.
final class ScratchFile {
  let path: String
  private let descriptor: Int32

  init() {
    // In memory where that is a file system.
    let folder = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
    path = "\(folder)/dnplog-fuzz-\(getpid())-\(ScratchFile.next())"
    descriptor = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)
  }

  /// Holds these bytes from now on; false where the system refuses it.
  func hold(_ bytes: [UInt8]) -> Bool {
    guard ftruncate(descriptor, 0) == 0 else { return false }
    // pwrite(2) reads the array during the call.
    let written = unsafe bytes.withUnsafeBytes { buffer in
      unsafe pwrite(descriptor, buffer.baseAddress, buffer.count, 0)
    }
    return written == bytes.count
  }

  private static func next() -> UInt32 { UInt32.random(in: 0 ... .max) }
}

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
    var content = Content()
    do throws(InputError) {
      var reader = try ChunkReader(.file(file.path), limits: limits)
      while let chunk = try reader.next() {
        // Enough to compare, of what may be gigabytes.
        if content.bytes.count < 1 << 20 { content.bytes.append(chunk.bytes) }
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
    for member in plan.sets.flatMap(\.members) {
      do throws(InputError) {
        var reader = try ChunkReader(member)
        while try reader.next() != nil {}
      } catch {}
    }
    return nil
  }
}
