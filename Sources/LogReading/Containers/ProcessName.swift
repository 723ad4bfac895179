extension Span where Element == UInt8 {
  /// The name of the process, or of its package, that the head of a line gives; empty for none.
  ///
  /// Used for few lines only: the first of a process, and those that any program may write.
  func processName(in head: LineHead) -> Range<Int> {
    let none = 0..<0
    let end = Swift.min(head.messageStart, count)
    if head.container.isAndroid {
      let hasPackage = head.container == .studio || head.container == .studioOld
      return hasPackage ? packageName(before: end) : none
    }
    if !head.tagColumn.isEmpty, head.tagColumn.upperBound <= count, !isOwnTag(head.tagColumn) {
      return head.tagColumn
    }
    guard head.pid >= 0 else { return none }
    let number = Array("\(head.pid)".utf8)
    var search = 0..<end
    while let found = firstRange(of: number.span, in: search) {
      search = found.upperBound..<end
      let before = peek(found.lowerBound - 1)
      if before == UInt8(ascii: "["), !peek(found.upperBound).isDigit {
        return name(before: found.lowerBound - 1)
      }
      // The columns of `log show`: the process stands behind its number and another one.
      if head.container == .logDefault, before == UInt8(ascii: " "),
        let rest = processNumber(at: skipBlanks(at: found.upperBound))
      {
        let start = skipBlanks(at: rest.end)
        let colon = firstIndex(of: UInt8(ascii: ":"), in: Swift.min(start, end)..<end)
        return start < end ? start..<(colon ?? start) : none
      }
    }
    return none
  }

  /// The process of the outermost of several heads.
  var carrierPid: Int32? {
    guard LineHead.read(self).isCarried else { return nil }
    let start = skipBlanks(at: skipByteOrderMark())
    let head = LineHead.recognise(self, at: start) ?? LineHead.readForm(self, at: start)
    return head.flatMap { $0.pid >= 0 ? $0.pid : nil }
  }

  /// The name of the process that a record gives for itself; empty for none.
  func recordProcessName() -> Range<Int> {
    var members: [JSONMember] = []
    guard let open = firstIndex(of: UInt8(ascii: "{"), in: indices) else { return 0..<0 }
    _ = JSONReader.object(self, at: open, members: &members)
    guard let member = KnownMembers(self, in: members).processName else { return 0..<0 }
    let name = members[member].value
    // A path begins with a slash, which some writers escape.
    guard [UInt8(ascii: "/"), UInt8(ascii: "\\")].contains(peek(name.lowerBound)) else {
      return name
    }
    let slash = name.last { self[$0] == UInt8(ascii: "/") }
    return (slash.map { $0 + 1 } ?? name.lowerBound)..<name.upperBound
  }

  /// The word before a bracket, without a library: `App(Library)[12]`.
  private func name(before bracket: Int) -> Range<Int> {
    var end = bracket
    if peek(end - 1) == UInt8(ascii: ")") {
      while end > 0, peek(end) != UInt8(ascii: "(") { end -= 1 }
    }
    var start = end
    while start > 0, peek(start - 1) > 0x20 { start -= 1 }
    return start..<end
  }

  /// The word with dots among the columns of Android Studio.
  private func packageName(before end: Int) -> Range<Int> {
    var start = 0
    while start < end {
      var stop = start
      var dots = 0
      while stop < end,
        peek(stop).isAlphanumeric || peek(stop) == 0x5F
          || peek(stop) == UInt8(ascii: ".")
      {
        if peek(stop) == UInt8(ascii: ".") { dots += 1 }
        stop += 1
      }
      // A time has dots too, but no letter at its start.
      if dots > 0, peek(start).isLetter { return start..<stop }
      start = stop + 1
    }
    return 0..<0
  }
}
