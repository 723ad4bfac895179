internal import YAMLReading

/// The file that `--env` may name: a flat JSON object of the device's conditions.
enum EnvironmentFile {
  static func read(_ path: String) throws(Failure) -> [Settings.Pair] {
    do throws(Problem) {
      return try conditions(of: try SmallFile.read(path), path: path)
    } catch {
      throw Failure(error)
    }
  }

  private static func conditions(
    of bytes: [UInt8], path: String
  ) throws(Problem) -> [Settings.Pair] {
    do throws(SourceError) {
      // JSON is a subset of YAML, whose reader knows the places of mistakes.
      var conditions: [Settings.Pair] = []
      for entry in try YAMLReader.read(bytes, path: path).mapping() {
        guard case .scalar(let text, let isQuoted) = entry.value.content else {
          throw entry.value.unexpected("text, a number, true or false")
        }
        // What is null is not known, as if it were not there.
        if text == "null", !isQuoted { continue }
        conditions.append(Settings.Pair(key: entry.key, value: text))
      }
      return conditions
    } catch {
      throw Problem(error)
    }
  }
}
