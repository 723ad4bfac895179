import Testing

/// Rules that compare texts, also in small letters: where the texts lie they come out as the texts do.
@Suite struct TextComparisonTests: LogLines {
  private static let texts = [
    "com.App.Fetch", "com.app.fetch", "com.app.fetch.more", "täglich.A", "täglich.a", "TÄGLICH.a",
  ]

  private static func lowered(_ text: String) -> String {
    String(decoding: text.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// A condition on the id of a task and the registered one, and what it comes to.
  private static let conditions: [(text: String, holds: @Sendable (String, String) -> Bool)] = [
    (
      "taskId.lowerAscii() == registered.taskId.lowerAscii()",
      { lowered($0) == lowered($1) }
    ),
    ("registered.taskId.lowerAscii() != taskId", { $0 != lowered($1) }),
    ("taskId == registered.taskId.lowerAscii()", { $0 == lowered($1) }),
    ("taskId.startsWith(registered.taskId)", { $0.utf8.starts(with: $1.utf8) }),
    ("taskId.lowerAscii() == 'com.app.fetch'", { id, _ in lowered(id) == "com.app.fetch" }),
    (
      "'com.app.fetch.more'.startsWith(taskId.lowerAscii())",
      { id, _ in "com.app.fetch.more".utf8.starts(with: lowered(id).utf8) }
    ),
  ]

  @Test(arguments: conditions.indices)
  func `a condition holds for the texts that it says`(index: Int) throws {
    let condition = Self.conditions[index]
    let rule = """
      never:
        event: bgtask_handler_invoked
        where: "\(condition.text)"
        after: {event: bgtask_register, as: registered}
      """
    for one in Self.texts {
      for other in Self.texts {
        let lines = [
          Self.launch, "[DNP-FETCH] Registering BGTaskScheduler task (id=\(other))",
          "[DNP-FETCH] BGTask handler invoked (id=\(one))",
        ]
        let outcome = try AnalysisEngineTests.outcome(rule, lines)
        let expected = condition.holds(one, other) ? "violated forbidden" : "satisfied"
        #expect(outcome == expected, "\(one), \(other)")
      }
    }
  }
}
