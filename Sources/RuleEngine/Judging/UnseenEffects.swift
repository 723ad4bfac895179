// What a step does to an instance that it frees is lost, unless something was told of the instance before.
extension Draft {
  /// Drops the effects that nobody would see.
  mutating func dropUnseen() {
    var left = Table<Effect>()
    for place in effects.indices where !isUnseen(effects[place]) { left.append(effects[place]) }
    swap(&effects, &left)
  }

  private func isUnseen(_ effect: Effect) -> Bool {
    guard let instance = effect.changed else { return false }
    var isFreed = false
    for place in effects.indices {
      if case .free(instance) = effects[place] { isFreed = true }
      if effects[place].looks(at: instance) { return false }
    }
    return isFreed
  }
}

extension Effect {
  /// The instance that the effect changes, where that is all it does.
  fileprivate var changed: Int32? {
    switch self {
    case .form(let instance, _), .trigger(let instance, _), .keepTime(let instance, _),
      .take(let instance, _, _), .keepField(let instance, _, _), .keepPhase(let instance, _),
      .keepReason(let instance, _), .keepMark(let instance, _, _, _), .increment(let instance, _),
      .witness(let instance, _), .clearWitnesses(let instance), .count(let instance),
      .countPart(let instance), .countStep(let instance, _), .clearDues(let instance):
      instance
    case .make, .free, .due, .tell, .remember, .rememberFit: nil
    }
  }

  /// Whether the effect rests on what an instance keeps.
  fileprivate func looks(at instance: Int32) -> Bool {
    switch self {
    case .due(instance, _, _), .tell(instance, _), .remember(instance, _),
      .rememberFit(instance, _):
      true
    default: false
    }
  }
}
