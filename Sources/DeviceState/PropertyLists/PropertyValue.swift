/// A value of a property list.
indirect enum PropertyValue: Equatable {
  case dictionary([Member])
  case list([PropertyValue])
  case text(String)
  case number
  case flag(Bool)
  case date
  case data([UInt8])
  case other

  struct Member: Equatable {
    var key: String
    var value: PropertyValue
  }

  /// The value of a key of a dictionary.
  subscript(key: String) -> PropertyValue? {
    if case .dictionary(let members) = self { members.first { $0.key == key }?.value } else { nil }
  }

  /// The texts of a list that holds nothing else.
  var texts: [String]? {
    guard case .list(let values) = self else { return nil }
    let texts = values.compactMap { value in
      if case .text(let text) = value { text } else { nil as String? }
    }
    return texts.count == values.count ? texts : nil
  }

  /// What kind of value it is, in the words of rules.
  var kind: String {
    switch self {
    case .dictionary: "object"
    case .list: "list"
    case .text: "text"
    case .number: "number"
    case .flag: "truth value"
    case .date: "instant"
    case .data: "data"
    case .other: "other"
    }
  }
}
