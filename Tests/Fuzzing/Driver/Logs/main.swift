internal import FuzzDriver
internal import FuzzLogs

FuzzProgram.run(LogTarget.self)
