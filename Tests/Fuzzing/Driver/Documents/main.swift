internal import FuzzDriver
internal import FuzzDocuments

FuzzProgram.run(DocumentTarget.self)
