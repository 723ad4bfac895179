internal import FuzzDriver
internal import FuzzRuns

FuzzProgram.run(RunTarget.self)
