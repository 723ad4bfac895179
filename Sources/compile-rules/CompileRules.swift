internal import RuleLanguage
internal import YAMLReading

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The tool that turns a folder of rules into a Swift file that holds them as string literals.
@main
enum CompileRules {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      write("usage: compile-rules RULES-FOLDER OUTPUT.swift\n", to: STDERR_FILENO)
      exit(2)
    }
    do {
      var rules = try RuleLoader.load([arguments[1]])
      for index in rules.tests.indices {
        rules.tests[index].location.path = shortened(
          rules.tests[index].location.path, folder: arguments[1])
      }
      let schemas = try schemas(in: arguments[1])
      guard let source = try? TableSource.source(of: rules, schemas: schemas) else {
        write("\(arguments[1]): error: the rules have no stored form\n", to: STDERR_FILENO)
        exit(1)
      }
      // The path is a string that Swift ends with a zero for the call.
      let file = unsafe open(arguments[2], O_WRONLY | O_CREAT | O_TRUNC, 0o644)
      guard file >= 0, write(source, to: file), close(file) == 0 else {
        write("\(arguments[2]): error: cannot be written\n", to: STDERR_FILENO)
        exit(1)
      }
    } catch {
      for mistake in error.errors { write(mistake.rendered + "\n", to: STDERR_FILENO) }
      exit(1)
    }
  }

  /// Returns the JSON Schemas of the folder by their names, which stand before `.schema.json`.
  private static func schemas(
    in folder: String
  ) throws(LoadFailure) -> [(name: String, bytes: [UInt8])] {
    var schemas: [(name: String, bytes: [UInt8])] = []
    do throws(SourceError) {
      for name in ["pack", "catalogue", "profile", "configuration"] {
        let path = "\(folder)/schema/\(name).schema.json"
        schemas.append((name, try RuleFile(reading: path).bytes))
      }
    } catch {
      throw LoadFailure(errors: [error])
    }
    return schemas
  }

  /// Returns the path from the rules folder on, so that a program does not tell where it was built.
  private static func shortened(_ path: String, folder: String) -> String {
    path.hasPrefix(folder) ? "rules" + path.dropFirst(folder.count) : path
  }

  @discardableResult
  private static func write(_ text: String, to file: Int32) -> Bool {
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      // write(2) takes a pointer; the buffer outlives the call and has the stated length.
      let written = unsafe bytes[start...].withUnsafeBytes { buffer in
        unsafe put(file, buffer.baseAddress, buffer.count)
      }
      guard written > 0 else { return false }
      start += written
    }
    return true
  }
}

/// Calls the C function, whose name is also that of a method here.
private func put(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(file, bytes, count)
}
