print("compile-rules")
