internal import JSONReading
internal import TextWriting

/// Reads the receipts that an app keeps in AsyncStorage, keyed by the id of the message.
///
/// They come as a list or a map in JSON, as the list of a state snapshot, or as React Native stores them:
/// `manifest.json` on iOS, and the database `RKStorage` on Android.
package enum ReceiptReader {
  /// The table of AsyncStorage on Android.
  private static let table = "catalystLocalStorage"
  private static let most = 1_000_000

  // MARK: JSON

  package static func receipts(
    in bytes: [UInt8], path: String
  ) throws(StateError) -> Receipts {
    let node = try FeedFile.receipts.read(bytes, path: path)
    var receipts = Receipts(path: path)
    switch node.content {
    case .list(let elements):
      for element in elements {
        guard let receipt = receipt(of: element) else {
          throw StateError(
            path, line: element.line, "\(element.words) is no receipt in a list",
            advice: "write the id of the message, or an object with messageId")
        }
        receipts.add(receipt)
      }
    case .object(let members):
      if let list = members.first(where: { $0.name == "receipts" }), isCollection(list.value) {
        addAll(of: list.value, to: &receipts)
      } else {
        let isManifest = FileName.last(of: path) == "manifest.json"
        for member in members { add(member, isManifest: isManifest, to: &receipts) }
      }
    default:
      throw StateError(
        path, line: node.line, "is \(node.words), where receipts should stand",
        advice: "write a list of ids, or a map from each id to its receipt; [] for none")
    }
    return receipts
  }

  private static func isCollection(_ node: JSONNode) -> Bool {
    switch node.content {
    case .list, .object: true
    default: false
    }
  }

  private static func addAll(of node: JSONNode, to receipts: inout Receipts) {
    switch node.content {
    case .list(let elements): for receipt in elements.compactMap(receipt) { receipts.add(receipt) }
    case .object(let members):
      for member in members { add(member, isManifest: false, to: &receipts) }
    default: break
    }
  }

  /// Adds a member of a map; one that says that there is none is none.
  private static func add(
    _ member: JSONNode.Member, isManifest: Bool, to receipts: inout Receipts
  ) {
    switch member.value.content {
    case .bool(false): return
    // iOS keeps a long value in a file of its own, and null in its place.
    case .null where !isManifest: return
    default: add(member.name, member.value, to: &receipts)
    }
  }

  /// Adds an entry of a store, and, where its key is that of all receipts, what its value lists.
  private static func add(_ key: String, _ value: JSONNode, to receipts: inout Receipts) {
    receipts.add(Receipts.Receipt(key: key, storedAt: time(in: value)))
    guard key.lowercased().contains("receipt") else { return }
    if isCollection(value) {
      addAll(of: value, to: &receipts)
    } else if let text = value.text, let inner = parsed(text), isCollection(inner) {
      addAll(of: inner, to: &receipts)
    }
  }

  private static func parsed(_ text: String) -> JSONNode? {
    guard let first = text.utf8.first, "[{\"".utf8.contains(first) else { return nil }
    return try? FeedFile.receipts.read(Array(text.utf8), path: "")
  }

  private static func receipt(of element: JSONNode) -> Receipts.Receipt? {
    switch element.content {
    case .text(let id): return Receipts.Receipt(key: id, storedAt: nil)
    case .object(let members):
      let names = ["messageId", "message_id", "id"]
      let id = names.lazy.compactMap { name in
        members.first { $0.name == name }?.value.text
      }.first
      return id.map { Receipts.Receipt(key: $0, storedAt: time(in: element)) }
    default: return nil
    }
  }

  /// The time that a receipt tells: the value itself, or a member of it.
  private static func time(in node: JSONNode, depth: Int = 0) -> Int64? {
    switch node.content {
    case .text(let text):
      if let time = FeedTime(text) { return time.precision == .moment ? time.micros : nil }
      // AsyncStorage keeps texts alone, so an object or a number is written into one.
      if depth == 0, let inner = parsed(text) { return time(in: inner, depth: 1) }
      return time(ofNumber: text)
    case .number(let text): return time(ofNumber: text)
    case .object(let members):
      let names = [
        "storedAt", "stored_at", "shownAt", "shown_at", "displayedAt", "displayed_at", "readAt",
        "read_at", "timestamp", "time", "date",
      ]
      return names.lazy.compactMap { name in
        members.first { $0.name == name }.flatMap { time(in: $0.value, depth: 2) }
      }.first
    default: return nil
    }
  }

  /// Seconds or milliseconds since 1970, by their number of digits.
  private static func time(ofNumber text: String) -> Int64? {
    guard let number = Int64(text) else { return nil }
    switch text.utf8.count {
    case 10: return number * CivilDate.microsPerSecond
    case 13: return number * 1000
    default: return nil
    }
  }

  // MARK: RKStorage

  /// The receipts in the database of AsyncStorage on Android, which stays as it is.
  package static func receipts(ofStore path: String) throws(StateError) -> Receipts {
    let file = try StoreFile(path)
    guard file.needsCopy else { return try receipts(of: file, at: file.location, .immutable) }
    let copy = try StoreCopy.make(of: file)
    let access: StoreConnection.Access =
      file.journalSize > 0 ? .mendedCopy : file.logSize > 0 ? .copy : .immutable
    return try receipts(of: file, at: copy.location, access)
  }

  private static func receipts(
    of file: StoreFile, at location: String, _ access: StoreConnection.Access
  ) throws(StateError) -> Receipts {
    var receipts = Receipts(path: file.path)
    var tables: [String] = []
    do throws(StoreFailure) {
      let connection = try StoreConnection.open(location, access, pages: file.pages)
      tables = try StoreSchema(of: connection).tables
      if tables.contains(table) {
        var question = try StoreStatement(connection, "SELECT key, value FROM \(table)")
        var rows = 0
        while rows < most, try question.next() {
          rows += 1
          let value = JSONNode(content: .text(try question.text(1)), line: 0, bytes: 0..<0)
          add(try question.text(0), value, to: &receipts)
        }
      }
    } catch {
      throw StoreRefusal.of(error, file.path)
    }
    guard tables.contains(table) else {
      throw StateError(
        file.path, "is an SQLite database without the table \(table)",
        advice: "name the file RKStorage of the app, in which AsyncStorage keeps its keys")
    }
    return receipts
  }
}
