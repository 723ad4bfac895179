package enum BuiltinStub {}
