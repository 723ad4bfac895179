import Database
import TestSupport
import Testing

struct DatabaseTests {
  @Test(arguments: ["history.db", ":memory:", "file:x.db?mode=ro", "a b.db"])
  func `a path is a path, whatever SQLite reads into it`(name: String) throws {
    let directory = try TemporaryDirectory()
    let path = directory.path + "/" + name
    do {
      let database = try Database(path, .create)
      try database.run("CREATE TABLE t (a); INSERT INTO t VALUES (7)")
    }
    let database = try Database(path, .read)
    var statement = try Statement(database, "SELECT a FROM t")
    #expect(try statement.next())
    #expect(statement.int(0) == 7)
  }

  @Test(arguments: [
    Statement.Value.null, .int(.min), .double(0.5), .text(""), .text("it's \0 é"), .blob([]),
    .blob([0, 255]),
  ])
  func `a value comes back as it was written`(value: Statement.Value) throws {
    let database = try Database("", .temporary)
    try database.run("CREATE TABLE t (a)")
    var insert = try Statement(database, "INSERT INTO t VALUES (?)")
    try insert.run(value)
    var select = try Statement(database, "SELECT a AS told FROM t")
    #expect(try select.next())
    #expect(select.value(0) == value)
    #expect(select.name(0) == "told")
    #expect(try !select.next())
  }

  @Test func `a transaction that fails leaves nothing`() throws {
    let database = try Database("", .temporary)
    try database.run("CREATE TABLE t (a UNIQUE)")
    #expect(throws: DatabaseError.self) {
      try database.transaction { () throws(DatabaseError) in
        try database.run("INSERT INTO t VALUES (1)")
        try database.run("INSERT INTO t VALUES (1)")
      }
    }
    var count = try Statement(database, "SELECT count(*) FROM t")
    #expect(try count.next())
    #expect(count.int(0) == 0)
    try database.transaction { () throws(DatabaseError) in
      try database.run("INSERT INTO t VALUES (1)")
    }
    #expect(database.changes == 1)
    #expect(database.lastRow == 1)
  }

  @Test func `an error says what is wrong`() throws {
    let directory = try TemporaryDirectory()
    try directory.add("text", "this is no database, however long it may be")
    func kind(_ body: () throws(DatabaseError) -> Void) -> DatabaseError.Kind? {
      do throws(DatabaseError) { try body() } catch { return error.kind }
      return nil
    }
    #expect(
      kind { () throws(DatabaseError) in _ = try Database("/none/such", .create) } == .unreadable)
    #expect(
      kind { () throws(DatabaseError) in
        try Database(directory.path + "/text", .read).run("SELECT * FROM t")
      } == .notADatabase)
    let database = try Database("", .temporary)
    #expect(kind { () throws(DatabaseError) in try database.run("SELEC") } == .statement)
    #expect(kind { () throws(DatabaseError) in _ = try Statement(database, " ") } == .statement)
  }
}
