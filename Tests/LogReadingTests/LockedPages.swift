import Foundation
import Testing

/// A page of memory between two that nobody may touch: whoever reads beyond it ends the tests.
enum LockedPages {
  static func withPage(of byte: UInt8, _ body: (Span<UInt8>) throws -> Void) throws {
    let page = Int(getpagesize())
    let pages = unsafe mmap(nil, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    let memory = unsafe try #require(pages)
    defer { unsafe munmap(memory, 3 * page) }
    let areLocked =
      unsafe mprotect(memory, page, PROT_NONE) == 0
      && mprotect(memory + 2 * page, page, PROT_NONE) == 0
    try #require(areLocked)
    unsafe memset(memory + page, Int32(byte), page)
    let bytes = unsafe UnsafeBufferPointer(
      start: (memory + page).assumingMemoryBound(to: UInt8.self), count: page)
    try body(unsafe bytes.span)
  }
}
