/// A library that inflates; the framing of gzip and zip is ours.
package enum GzipLibrary: Sendable {
  #if canImport(CISAL)
    /// ISA-L, several times faster than zlib; linked where the build found its header.
    case isal
  #endif
  /// zlib, which is everywhere.
  case zlib

  /// All that are linked, the fastest first.
  package static var linked: [GzipLibrary] {
    #if canImport(CISAL)
      [.isal, .zlib]
    #else
      [.zlib]
    #endif
  }

  /// The one that is used.
  package static var fastest: GzipLibrary {
    #if canImport(CISAL)
      .isal
    #else
      .zlib
    #endif
  }

  /// Its name for people.
  package var name: String {
    switch self {
    #if canImport(CISAL)
      case .isal: "ISA-L"
    #endif
    case .zlib: "zlib"
    }
  }
}
