internal import CommandSyntax
internal import RuleLanguage
internal import YAMLReading

/// The file that `--env` may name: a flat JSON object of the device's conditions.
struct EnvironmentFile: Equatable {
  var conditions: [Settings.Pair] = []
  /// The profile to judge by, where the command line names none.
  var profile: String?

  static func read(_ path: String, for book: RuleBook) throws(Failure) -> EnvironmentFile {
    let bytes = try SmallFile.read(path)
    do throws(Problem) {
      return try EnvironmentFile(bytes: bytes, path: path, book: book)
    } catch {
      throw Failure(error)
    }
  }

  private init(bytes: [UInt8], path: String, book: RuleBook) throws(Problem) {
    let words = EnvironmentWords(book)
    do throws(SourceError) {
      for entry in try YAMLReader.readJSON(bytes, path: path).mapping() {
        guard case .scalar(let text, let isQuoted) = entry.value.content else {
          throw entry.value.unexpected("text, a number, true or false")
        }
        // A null is not known, as if it were not there.
        if text == "null", !isQuoted { continue }
        if entry.key == "profile" {
          profile = try entry.value.word(of: book.profiles.map(\.name))
          continue
        }
        if let mistake = words.mistake(inKey: entry.key) {
          throw entry.keyError(mistake.message, advice: mistake.advice)
        }
        let pair = Settings.Pair(key: entry.key, value: text)
        if let mistake = words.mistake(inValueOf: pair) {
          throw entry.value.error(mistake.message, advice: mistake.advice)
        }
        conditions.append(pair)
      }
    } catch {
      throw Problem(error)
    }
  }
}
