/// Removal of a pack from a compiled book, to make room for another of its name.
extension RuleBook {
  /// Empties a pack and keeps its place; parameters of other packs move up.
  mutating func removeContents(ofPack pack: UInt16) {
    rules.removeAll { $0.pack == pack }
    var places: [UInt16: UInt16] = [:]
    var kept: [Parameter] = []
    for (index, parameter) in parameters.enumerated() where parameter.pack != pack {
      places[UInt16(truncatingIfNeeded: index)] = UInt16(truncatingIfNeeded: kept.count)
      kept.append(parameter)
    }
    guard kept.count < parameters.count else { return }
    parameters = kept
    for index in rules.indices {
      rules[index].updateExpressions { $0.moveParameters(to: places) }
      rules[index].updateLimits { limit in
        if case .parameter(let old) = limit { limit = .parameter(places[old] ?? old) }
      }
    }
  }
}

extension Expression {
  fileprivate mutating func moveParameters(to places: [UInt16: UInt16]) {
    for index in code.indices {
      switch code[index] {
      case .load(.parameter(let old)): code[index] = .load(.parameter(places[old] ?? old))
      case .lacks(.parameter(let old)): code[index] = .lacks(.parameter(places[old] ?? old))
      case .has(.parameter(let old)): code[index] = .has(.parameter(places[old] ?? old))
      default: break
      }
    }
  }
}
