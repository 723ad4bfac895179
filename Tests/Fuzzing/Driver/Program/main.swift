internal import FuzzDriver

FuzzProgram.run(ProgramTarget.self)
