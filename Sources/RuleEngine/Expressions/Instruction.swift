package enum Instruction: Sendable, Equatable { case push(Value), load(Reference) }
