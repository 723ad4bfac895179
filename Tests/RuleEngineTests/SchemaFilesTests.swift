import Foundation
import RuleLanguage
import Testing
import YAMLReading

/// The JSON Schemas for editors know what the loaders know, and every shipped file keeps them.
@Suite struct SchemaFilesTests {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func schema(_ name: String) throws -> [String: Any] {
    let file = root.appending(path: "rules/schema/\(name).schema.json")
    let object = try JSONSerialization.jsonObject(with: try Data(contentsOf: file))
    return try #require(object as? [String: Any])
  }

  /// The shipped files, each with the schema that it keeps.
  static let files: [(path: String, schema: String)] = {
    let folders = [
      ("rules", "pack"), ("rules/catalog", "catalogue"), ("rules/profiles", "profile"),
      ("docs/examples", "pack"), ("docs/examples/wallet", "pack"),
      ("docs/examples/wallet/catalog", "catalogue"), ("docs/examples/wallet/profiles", "profile"),
    ]
    return folders.flatMap { folder, schema in
      let names =
        (try? FileManager.default.contentsOfDirectory(
          atPath: root.appending(path: folder).path())) ?? []
      return names.sorted().filter { $0.hasSuffix(".yaml") }.map { ("\(folder)/\($0)", schema) }
    }
  }()

  @Test(arguments: files.map { [$0.path, $0.schema] })
  func `file keeps its schema and names it`(file: [String]) throws {
    let data = try Data(contentsOf: Self.root.appending(path: file[0]))
    let text = String(decoding: data, as: UTF8.self)
    let up = String(repeating: "../", count: file[0].split(separator: "/").count - 1)
    let folder = file[0].hasPrefix("rules/") ? String(up.dropFirst(3)) : up + "rules/"
    #expect(
      text.hasPrefix(
        "# yaml-language-server: $schema=\(folder)schema/\(file[1]).schema.json\n"),
      "the first line of \(file[0]) tells an editor its schema")
    let node = try YAMLReader.read(Array(data), path: file[0])
    var check = SchemaCheck(schema: try Self.schema(file[1]))
    check.check(node)
    #expect(check.mistakes == [])
  }

  @Test func `files are found`() {
    #expect(Self.files.count > 40)
  }

  /// Where a schema lists keys, and the loaders' list of the same.
  static let keys: [(schema: String, object: String, keys: [String])] = [
    ("pack", "", RuleKeys.pack), ("pack", "parameter", RuleKeys.parameter),
    ("pack", "excuse", RuleKeys.excuse), ("pack", "rule", RuleKeys.rule),
    ("pack", "scope", RuleKeys.scope), ("pack", "pattern", RuleKeys.pattern),
    ("pack", "alternative", RuleKeys.alternative),
    ("pack", "step", RuleKeys.pattern + RuleKeys.step + RuleKeys.group),
    ("pack", "never", RuleKeys.pattern + RuleKeys.never),
    ("pack", "count", RuleKeys.pattern + RuleKeys.count), ("pack", "equal", RuleKeys.equal),
    ("pack", "side", RuleKeys.pattern + RuleKeys.side), ("pack", "balance", RuleKeys.balance),
    ("pack", "ratio", RuleKeys.ratio), ("pack", "schema", RuleKeys.schema),
    ("pack", "property", RuleKeys.property), ("pack", "test", RuleKeys.test),
    ("catalogue", "", RuleKeys.catalogue), ("catalogue", "event", RuleKeys.event),
    ("catalogue", "role", RuleKeys.role),
    ("catalogue", "field", RuleKeys.field), ("catalogue", "shape", RuleKeys.shape),
    ("profile", "", RuleKeys.profile), ("profile", "step", RuleKeys.profileStep),
    ("profile", "messages", RuleKeys.messages),
  ]

  @Test(arguments: keys.indices) func `schema lists the keys of the loader`(index: Int) throws {
    let (name, object, keys) = Self.keys[index]
    let schema = try Self.schema(name)
    let definitions = try #require(schema["definitions"] as? [String: Any])
    let place = object.isEmpty ? schema : try #require(definitions[object] as? [String: Any])
    let properties = try #require(place["properties"] as? [String: Any])
    #expect(Set(properties.keys) == Set(keys))
    #expect(place["additionalProperties"] as? Bool == false)
  }

  @Test func `every object of the schemas is compared`() throws {
    for name in ["pack", "catalogue", "profile"] {
      let definitions = try #require(try Self.schema(name)["definitions"] as? [String: Any])
      for (object, definition) in definitions
      where (definition as? [String: Any])?["properties"] != nil {
        #expect(Self.keys.contains { $0.schema == name && $0.object == object }, "\(object)")
      }
    }
  }

  @Test(arguments: [
    ("pack: p\ntitle: T\nrulez: []\n", "/rulez: unknown key"),
    ("pack: p\n", "/: key 'title' is missing"),
    ("pack: p\ntitle: T\nrules: [{id: a, title: A, bucket: D}]\n", "/rules/0/bucket: not one of"),
    (
      "pack: p\ntitle: T\nrules: [{id: a, title: A, bucket: A, count: {event: e, at_most: x}}]\n",
      "/rules/0/count/at_most: fits nothing"
    ),
    ("pack: p\ntitle: [T]\n", "/title: not a string"),
  ]) func `validator refuses mistakes`(text: String, mistake: String) throws {
    var check = SchemaCheck(schema: try Self.schema("pack"))
    check.check(try YAMLReader.read(Array(text.utf8), path: "p.yaml"))
    #expect(check.mistakes.first == mistake)
  }
}

/// The part of JSON Schema that the schemas use, over YAML values.
struct SchemaCheck {
  let schema: [String: Any]
  var mistakes: [String] = []

  init(schema: [String: Any]) { self.schema = schema }

  mutating func check(_ node: YAMLNode) { check(node, schema, at: "") }

  private mutating func check(_ node: YAMLNode, _ schema: [String: Any], at path: String) {
    let place = path.isEmpty ? "/" : path
    var schema = schema
    if let name = (schema["$ref"] as? String)?.split(separator: "/").last {
      let definitions = self.schema["definitions"] as? [String: Any]
      schema = definitions?[String(name)] as? [String: Any] ?? ["enum": []]
    }
    if let choices = schema["anyOf"] as? [[String: Any]] {
      let fits = choices.contains { choice in
        var copy = SchemaCheck(schema: self.schema)
        copy.check(node, choice, at: path)
        return copy.mistakes.isEmpty
      }
      if !fits { mistakes.append("\(place): fits nothing") }
      return
    }
    if let types = schema["type"] as? [String] ?? (schema["type"] as? String).map({ [$0] }),
      !types.contains(where: { Self.isOf(node, $0) })
    {
      mistakes.append("\(place): not a \(types.joined(separator: " or "))")
      return
    }
    switch node.content {
    case .scalar(let text, _):
      if let words = schema["enum"] as? [String], !words.contains(text) {
        mistakes.append("\(place): not one of")
      }
      if let pattern = schema["pattern"] as? String,
        let regex = try? Regex(pattern), text.firstMatch(of: regex) == nil
      {
        mistakes.append("\(place): not of the form \(pattern)")
      }
      if let least = schema["minimum"] as? Double, let number = Double(text), number < least {
        mistakes.append("\(place): below \(least)")
      }
      if let most = schema["maximum"] as? Double, let number = Double(text), number > most {
        mistakes.append("\(place): above \(most)")
      }
    case .sequence(let elements):
      if let least = schema["minItems"] as? Int, elements.count < least {
        mistakes.append("\(place): too short")
      }
      guard let items = schema["items"] as? [String: Any] else { return }
      for (index, element) in elements.enumerated() {
        check(element, items, at: "\(path)/\(index)")
      }
    case .mapping(let entries):
      let properties = schema["properties"] as? [String: Any] ?? [:]
      for key in schema["required"] as? [String] ?? [] where node[key] == nil {
        mistakes.append("\(place): key '\(key)' is missing")
      }
      for entry in entries {
        if let property = properties[entry.key] as? [String: Any] {
          check(entry.value, property, at: "\(path)/\(entry.key)")
        } else if let other = schema["additionalProperties"] as? [String: Any] {
          check(entry.value, other, at: "\(path)/\(entry.key)")
        } else if schema["additionalProperties"] as? Bool == false {
          mistakes.append("\(path)/\(entry.key): unknown key")
        }
      }
    }
  }

  private static func isOf(_ node: YAMLNode, _ type: String) -> Bool {
    switch (node.content, type) {
    case (.mapping, "object"), (.sequence, "array"): true
    case (.scalar(_, isQuoted: true), "string"): true
    case (.scalar(let text, isQuoted: false), "string"): !isNumber(text) && !isBool(text)
    case (.scalar(let text, isQuoted: false), "integer"): Int(text) != nil
    case (.scalar(let text, isQuoted: false), "number"): isNumber(text)
    case (.scalar(let text, isQuoted: false), "boolean"): isBool(text)
    default: false
    }
  }

  private static func isNumber(_ text: String) -> Bool {
    text.wholeMatch(of: /[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?/) != nil
  }

  private static func isBool(_ text: String) -> Bool { ["true", "false"].contains(text) }
}
