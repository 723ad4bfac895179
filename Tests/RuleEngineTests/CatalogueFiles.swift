import Foundation
import RuleLanguage
import YAMLReading

/// The event vocabulary of this repository, read from its files.
enum CatalogueFiles {
  static let directory = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "rules/catalog")

  static func load() throws -> Catalogue {
    let files = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    var loader = CatalogueLoader()
    for name in files.filter({ $0.hasSuffix(".yaml") }).sorted() {
      let data = try Data(contentsOf: directory.appending(path: name))
      try loader.add(YAMLReader.read([UInt8](data), path: name))
    }
    return try loader.finish()
  }

  /// The vocabulary of one text in place of the files.
  static func load(_ text: String) throws -> Catalogue {
    var loader = CatalogueLoader()
    try loader.add(YAMLReader.read(Array(text.utf8), path: "a.yaml"))
    return try loader.finish()
  }
}
