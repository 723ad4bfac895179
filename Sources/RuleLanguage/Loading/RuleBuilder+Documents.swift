internal import YAMLReading

/// Loading of shares of events, and of the form of one event.
extension RuleBuilder {
  mutating func ratio(_ node: YAMLNode) -> Obligation? {
    guard mistakes.checkKeys(of: node, allowed: RuleKeys.ratio) else { return nil }
    guard let of = mistakes.attempt({ () throws(SourceError) in try node.required("of") }),
      let among = mistakes.attempt({ () throws(SourceError) in try node.required("among") })
    else { return nil }
    let part = group(of, seeing: [])
    let whole = group(among, seeing: [])
    let least = node["at_least"].flatMap { share($0) }
    let most = node["at_most"].flatMap { share($0) }
    if node["at_least"] == nil, node["at_most"] == nil {
      mistakes.add(node.error("'ratio' has no bound", advice: "give it at_least or at_most"))
    }
    let from = node["from"].flatMap { limit($0) } ?? .number(1)
    return .ratio(part: part, whole: whole, minimum: least, maximum: most, from: from)
  }

  /// A double from 0 to 1, or a parameter with such a value.
  private mutating func share(_ node: YAMLNode) -> Expression? {
    if case .scalar(let text, isQuoted: false) = node.content, let number = Double(text) {
      guard (0...1).contains(number) else {
        mistakes.add(node.error("\(text) is no share", advice: "write a number from 0 to 1"))
        return nil
      }
      var double = node
      double.content = .scalar("\(number)", isQuoted: false)
      return expression(double, .double, seeing: [])
    }
    return expression(node, .double, seeing: [])
  }

  mutating func schema(_ node: YAMLNode, _ schema: YAMLNode) -> Obligation? {
    let trigger = trigger(of: node)
    guard mistakes.checkKeys(of: schema, allowed: RuleKeys.schema) else { return nil }
    let kinds = kinds(of: trigger)
    guard let role = roles(of: trigger).first, Set(roles(of: trigger)).count == 1 else {
      mistakes.add(schema.error("'schema' needs one role", advice: "give all events one 'as'"))
      return nil
    }
    var properties: [Property] = []
    for element in mistakes.list(schema["required"]) {
      guard let field = field(element, ofAny: kinds) else { continue }
      properties.append(Property(field: field, isRequired: true))
    }
    if let node = schema["properties"],
      let entries = mistakes.attempt({ () throws(SourceError) in try node.mapping() })
    {
      for entry in entries {
        guard let field = field(named: entry, ofAny: kinds) else { continue }
        guard mistakes.checkKeys(of: entry.value, allowed: RuleKeys.property) else { continue }
        let checks = propertyChecks(entry, field, role: role, kinds: kinds)
        if let index = properties.firstIndex(where: { $0.field == field }) {
          properties[index].checks += checks
        } else {
          properties.append(Property(field: field, isRequired: false, checks: checks))
        }
      }
    }
    if properties.isEmpty, mistakes.isEmpty {
      mistakes.add(
        schema.error("'schema' asks for nothing", advice: "give it required or properties"))
    }
    return .schema(trigger: trigger, properties: properties)
  }

  private mutating func field(named entry: YAMLNode.Entry, ofAny kinds: [EventKind]) -> FieldName? {
    var name = entry.value
    name.content = .scalar(entry.key, isQuoted: false)
    name.location = entry.keyLocation
    return field(name, ofAny: kinds)
  }

  /// The conditions over the role that the keywords of a property demand.
  private mutating func propertyChecks(
    _ property: YAMLNode.Entry, _ field: FieldName, role: Int, kinds: [EventKind]
  ) -> [Expression] {
    let catalogue = surroundings.catalogue
    let type = catalogue.fieldTypes[Int(field.rawValue)]
    let node = property.value
    checkType(node, type)
    let name = "\(roles[role].name).\(property.key)"
    let unit =
      kinds.lazy.flatMap { catalogue[$0].fields }.first { $0.name == field }?.unit ?? .seconds
    var checks: [Expression] = []
    let bounds = [
      ("minimum", ">="), ("maximum", "<="), ("exclusiveMinimum", ">"), ("exclusiveMaximum", "<"),
    ]
    for (keyword, sign) in bounds {
      guard let bound = node[keyword],
        let literal = number(bound, keyword, of: type, unit)
      else { continue }
      checks += check("\(name) \(sign) \(literal)", at: bound, role)
    }
    for (keyword, sign) in [("minLength", ">="), ("maxLength", "<=")] {
      guard let bound = node[keyword] else { continue }
      guard type == .string else {
        mistakes.add(bound.error("'\(keyword)' is for text, and \(property.key) is none"))
        continue
      }
      guard let length = mistakes.attempt({ () throws(SourceError) in try bound.int() }) else {
        continue
      }
      checks += check("size(\(name)) \(sign) \(max(0, length))", at: bound, role)
    }
    if let value = node["const"], let literal = literal(value, of: type) {
      checks += check("\(name) == \(literal)", at: value, role)
    }
    if let values = node["enum"] {
      let literals = mistakes.list(values).compactMap { literal($0, of: type) }
      checks += check("\(name) in [\(literals.joined(separator: ", "))]", at: values, role)
    }
    return checks
  }

  private mutating func check(_ text: String, at node: YAMLNode, _ role: Int) -> [Expression] {
    var condition = node
    condition.content = .scalar(text, isQuoted: true)
    return expression(condition, .bool, seeing: [role]).map { [$0] } ?? []
  }

  /// Checks that the type of a property is the catalogue's: a value that does not read as it fails.
  private mutating func checkType(_ node: YAMLNode, _ type: FieldType) {
    let words: [String] =
      switch type {
      case .string: ["string"]
      case .int: ["integer"]
      case .double: ["number"]
      case .bool: ["boolean"]
      case .instant: ["string", "integer"]
      case .duration: ["number", "integer"]
      }
    if let written = node["type"] {
      let word = mistakes.text(written)
      if !words.contains(word) {
        mistakes.add(
          written.error(
            "the field is \(ValueType(type).description), never '\(word)'",
            advice: "write \(words.joined(separator: " or "))"))
      }
    }
    if let format = node["format"], mistakes.text(format) != "date-time" || type != .instant {
      mistakes.add(
        format.error("the only format is date-time, of an instant", advice: "leave it out"))
    }
  }

  /// A number as an expression writes it; a duration's is in the unit of the field.
  private mutating func number(
    _ node: YAMLNode, _ keyword: String, of type: FieldType, _ unit: DurationUnit
  ) -> String? {
    guard let number = mistakes.attempt({ () throws(SourceError) in try node.double() }) else {
      return nil
    }
    switch type {
    case .double: return "\(number)"
    case .int, .duration:
      guard let whole = Int64(exactly: number) else {
        mistakes.add(node.error("'\(keyword)' is a whole number here"))
        return nil
      }
      guard type == .duration else { return "\(whole)" }
      let suffix =
        switch unit {
        case .seconds: "s"
        case .milliseconds: "ms"
        case .minutes: "m"
        }
      return "duration(\"\(whole)\(suffix)\")"
    case .string, .bool, .instant:
      mistakes.add(node.error("'\(keyword)' is for numbers"))
      return nil
    }
  }

  private mutating func literal(_ node: YAMLNode, of type: FieldType) -> String? {
    switch type {
    case .string:
      guard let text = mistakes.attempt({ () throws(SourceError) in try node.string() }) else {
        return nil
      }
      return "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    case .int, .double, .duration: return number(node, "enum", of: type, .seconds)
    case .bool:
      return mistakes.attempt({ () throws(SourceError) in try node.bool() }).map { "\($0)" }
    case .instant:
      guard let text = mistakes.attempt({ () throws(SourceError) in try node.string() }) else {
        return nil
      }
      return "timestamp('\(text)')"
    }
  }
}
