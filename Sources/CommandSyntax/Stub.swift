package enum SyntaxStub {}
