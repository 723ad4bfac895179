internal import FuzzDriver
internal import FuzzRules

FuzzProgram.run(RuleTarget.self)
