internal import TextWriting

/// A test suite of a JUnit report as it is filled, and how many of its cases did not pass.
///
/// Elements and attributes are those that the schema of Jenkins' xUnit plugin knows, and no others. So a
/// case has no place of its own: its text begins with one.
struct JUnitSuite {
  /// The result of a test case; `type` is the kind of failure that servers group by.
  enum Result {
    /// Carries the findings that do not fail the run.
    case passed(String)
    case skipped(type: String, message: String, text: String)
    case failure(type: String, message: String, text: String)
    case error(type: String, message: String, text: String)
  }

  let name: String
  var properties: [(name: String, value: String)] = []
  private var cases: [UInt8] = []
  private(set) var count = 0
  private(set) var failures = 0
  private(set) var errors = 0
  private var skipped = 0

  init(_ name: String) { self.name = name }

  /// Adds a case.
  mutating func add(_ className: String, _ name: String, _ result: Result) {
    count += 1
    cases.append(utf8: "    <testcase")
    cases.append(attribute: "classname", className)
    cases.append(attribute: "name", name)
    // What a rule takes is not measured, and spans of the log are no time of a test.
    cases.append(attribute: "time", "0")
    cases.append(utf8: ">")
    switch result {
    case .passed(""): break
    case .passed(let text): element("system-out", [], text)
    case .skipped(let type, let message, let text):
      skipped += 1
      element("skipped", [("type", type), ("message", message)], text)
    case .failure(let type, let message, let text):
      failures += 1
      element("failure", [("type", type), ("message", message)], text)
    case .error(let type, let message, let text):
      errors += 1
      element("error", [("type", type), ("message", message)], text)
    }
    cases.append(utf8: "</testcase>\n")
  }

  private mutating func element(
    _ name: String, _ attributes: [(name: String, value: String)], _ text: String
  ) {
    cases.append(utf8: "<\(name)")
    for (name, value) in attributes { cases.append(attribute: name, value) }
    cases.append(utf8: ">")
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      if number > 0 { cases.append(UInt8(ascii: "\n")) }
      cases.append(markup: String(line))
    }
    cases.append(utf8: "</\(name)>")
  }

  /// Appends a report of these suites.
  static func write(_ suites: [JUnitSuite], into bytes: inout [UInt8]) {
    bytes.append(utf8: "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"dnplog\"")
    bytes.append(attribute: "tests", "\(suites.reduce(0) { $0 + $1.count })")
    bytes.append(attribute: "failures", "\(suites.reduce(0) { $0 + $1.failures })")
    bytes.append(attribute: "errors", "\(suites.reduce(0) { $0 + $1.errors })")
    bytes.append(utf8: " time=\"0\">\n")
    for suite in suites { suite.write(into: &bytes) }
    bytes.append(utf8: "</testsuites>\n")
  }

  private func write(into bytes: inout [UInt8]) {
    bytes.append(utf8: "  <testsuite")
    bytes.append(attribute: "name", name)
    bytes.append(attribute: "tests", "\(count)")
    bytes.append(attribute: "failures", "\(failures)")
    bytes.append(attribute: "errors", "\(errors)")
    bytes.append(attribute: "skipped", "\(skipped)")
    bytes.append(utf8: " time=\"0\">\n")
    if !properties.isEmpty { bytes.append(utf8: "    <properties>\n") }
    for (name, value) in properties {
      bytes.append(utf8: "      <property")
      bytes.append(attribute: "name", name)
      bytes.append(attribute: "value", value)
      bytes.append(utf8: "/>\n")
    }
    if !properties.isEmpty { bytes.append(utf8: "    </properties>\n") }
    bytes += cases
    bytes.append(utf8: "  </testsuite>\n")
  }
}

extension [UInt8] {
  /// Appends a text escaped for XML and HTML.
  mutating func append(markup text: String) { TextEscaping.markup(text.utf8.span, into: &self) }

  fileprivate mutating func append(attribute name: String, _ value: String) {
    append(utf8: " \(name)=\"")
    append(markup: value)
    append(utf8: "\"")
  }
}
