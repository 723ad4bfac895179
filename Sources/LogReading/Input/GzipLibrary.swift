/// A library that inflates; gzip and zip framing is done here.
package enum GzipLibrary: Sendable {
  #if canImport(CISAL)
    /// ISA-L, several times faster than zlib; linked where the build found its header.
    case isal
  #endif
  /// zlib, which is everywhere.
  case zlib

  /// All linked libraries, the fastest first.
  package static var linked: [GzipLibrary] {
    #if canImport(CISAL)
      [.isal, .zlib]
    #else
      [.zlib]
    #endif
  }

  /// The library in use.
  package static var fastest: GzipLibrary {
    #if canImport(CISAL)
      .isal
    #else
      .zlib
    #endif
  }

  /// The name shown to people.
  package var name: String {
    switch self {
    #if canImport(CISAL)
      case .isal: "ISA-L"
    #endif
    case .zlib: "zlib"
    }
  }
}
