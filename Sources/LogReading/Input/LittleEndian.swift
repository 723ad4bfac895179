// Numbers as gzip, zip and the log daemon of Android store them. The caller has checked that their
// bytes are there.
extension Span where Element == UInt8 {
  func number16(at index: Int) -> UInt16 {
    UInt16(self[index]) | UInt16(self[index + 1]) << 8
  }

  func number32(at index: Int) -> UInt32 {
    UInt32(number16(at: index)) | UInt32(number16(at: index + 2)) << 16
  }

  func number64(at index: Int) -> UInt64 {
    UInt64(number32(at: index)) | UInt64(number32(at: index + 4)) << 32
  }
}
