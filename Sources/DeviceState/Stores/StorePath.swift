#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Names of files: what they lead to, and how SQLite is told of them.
enum StorePath {
  /// The path without symbolic links, beside which SQLite keeps a log and a journal; nil if there is none.
  static func resolved(_ path: String) -> String? {
    // SAFETY: the call reads the path, and returns a terminated text that is freed here.
    guard let text = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// The name behind the last slash.
  static func name(of path: String) -> String {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).last
    return name.map { String(decoding: Array($0), as: UTF8.self) } ?? path
  }

  /// A URI, in which no byte of an absolute path means anything but itself.
  static func uri(of path: String, options: String) -> String {
    var uri: [UInt8] = Array("file://".utf8)
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        uri.append(byte)
      default:
        let digits = Array("0123456789ABCDEF".utf8)
        uri += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: uri, as: UTF8.self) + "?" + options
  }

  static func isThere(_ path: String) -> Bool {
    // SAFETY: the call reads the path.
    unsafe access(path, F_OK) == 0
  }
}
