/// A strict reader of the Prometheus text format, so that tests need no other program.
struct Exposition {
  struct Sample: Equatable {
    var name: String
    var labels: [String: String]
    var value: Double
  }
  struct Problem: Error, CustomStringConvertible {
    var description: String
  }

  private(set) var types: [String: String] = [:]
  private(set) var samples: [Sample] = []

  init(_ bytes: [UInt8]) throws {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(description: "not UTF-8")
    }
    guard text.hasSuffix("\n") else { throw Problem(description: "no final newline") }
    var family = ""
    var hasHelp = false
    for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# HELP ") {
        family = String(line.dropFirst(7).prefix { $0 != " " })
        guard types[family] == nil else { throw Problem(description: "\(family) comes twice") }
        hasHelp = true
      } else if line.hasPrefix("# TYPE ") {
        let words = line.split(separator: " ")
        guard words.count == 4, words[2] == family, hasHelp else {
          throw Problem(description: "TYPE without its HELP: \(line)")
        }
        types[family] = String(words[3])
        hasHelp = false
      } else {
        let sample = try Self.sample(line)
        guard let type = types[family], Self.names(of: family, type).contains(sample.name) else {
          throw Problem(description: "sample outside its family: \(line)")
        }
        guard !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels })
        else { throw Problem(description: "duplicate: \(line)") }
        samples.append(sample)
      }
    }
  }

  func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    samples.first { $0.name == name && $0.labels == labels }?.value
  }

  private static func names(of family: String, _ type: String) -> [String] {
    type == "histogram" ? ["_bucket", "_sum", "_count"].map { family + $0 } : [family]
  }

  private static func sample(_ line: Substring) throws -> Sample {
    var rest = line[...]
    let name = rest.prefix { $0 != "{" && $0 != " " }
    rest = rest.dropFirst(name.count)
    var labels: [String: String] = [:]
    if rest.first == "{" {
      repeat {
        rest = rest.dropFirst()
        let key = rest.prefix { $0 != "=" }
        guard isName(key) else { throw Problem(description: "label name: \(line)") }
        rest = rest.dropFirst(key.count + 1)
        let value = try quoted(&rest)
        guard labels.updateValue(value, forKey: String(key)) == nil else {
          throw Problem(description: "label twice: \(line)")
        }
      } while rest.first == ","
      guard rest.first == "}" else { throw Problem(description: "open braces: \(line)") }
      rest = rest.dropFirst()
    }
    guard isName(name), rest.first == " ", let value = Double(rest.dropFirst()) else {
      throw Problem(description: "no sample: \(line)")
    }
    return Sample(name: String(name), labels: labels, value: value)
  }

  private static func quoted(_ rest: inout Substring) throws -> String {
    guard rest.popFirst() == "\"" else { throw Problem(description: "no quote") }
    var value = ""
    while let character = rest.popFirst() {
      if character == "\"" { return value }
      guard character == "\\" else {
        value.append(character)
        continue
      }
      switch rest.popFirst() {
      case "\\": value.append("\\")
      case "\"": value.append("\"")
      case "n": value.append("\n")
      default: throw Problem(description: "unknown escape")
      }
    }
    throw Problem(description: "open quote")
  }

  private static func isName(_ text: Substring) -> Bool {
    guard let first = text.first, !first.isNumber else { return false }
    return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }
}
