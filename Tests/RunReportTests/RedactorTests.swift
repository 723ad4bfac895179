import LogReading
import Redaction
import RuleEngine
import RuleLanguage
import Testing

@Suite struct RedactorTests {
  static func redact(_ line: String, key: String = "k") throws -> String {
    var redactor = Redactor(catalogue: try Judge.book.get().catalogue, key: key)
    var clean: [UInt8] = []
    redactor.redact(Array(line.utf8), into: &clean)
    return String(decoding: clean, as: UTF8.self)
  }

  struct Line: Sendable {
    var text: String
    /// The texts that must be gone.
    var gone: [String]
    /// The texts that must stay.
    var stays: [String]
  }

  static let lines = [
    Line(
      text:
        "[DNP-SCHEDULER] Notification built (title=Jane, come home, body=See a=b (now), id=n-77)",
      gone: ["Jane", "come home", "See a", "now", "n-77"],
      stays: ["[DNP-SCHEDULER] Notification built (title=", ", body=", ", id=", ")"]),
    Line(
      text: "[DNP-FETCH] Starting fetch (scheduleId=daily_reminder, jwtPresent=true, url=/api?x=1)",
      gone: ["daily_reminder"], stays: ["(scheduleId=", "_", ", jwtPresent=true, url=/api?x=1)"]),
    Line(
      text: "WORK_ENQUEUE id=notify_1771835520000 did:ethr:0xAbCdEf0123456789 wrote",
      gone: ["AbCdEf0123456789", "notify"], stays: ["_1771835520000 did:ethr:0x", " wrote"]),
    Line(
      text:
        #"{"event":"prefetch_success","id":"abc","title":"Hi \"Bob\"","ttl":86400,"md5":"abcdef"}"#,
      gone: [#""abc""#, "Hi", "Bob"],
      stays: [#"{"event":"prefetch_success","id":""#, #""ttl":86400,"md5":"abcdef"}"#]),
    Line(
      text: #"{"log":"[DNP-FETCH] Cached content for scheduleId=secretive\n","stream":"stdout"}"#,
      gone: ["secretive"], stays: [#"{"log":"[DNP-FETCH] Cached content for scheduleId="#, #"\n""#]),
    Line(
      text:
        #"  "eventMessage" : "[DNP-SCHEDULER] Notification delivered (id=abcd, title=Private)","#,
      gone: ["abcd", "Private"], stays: [#"  "eventMessage" : "[DNP-SCHEDULER] "#, #")","#]),
    Line(
      text: "Authorization: Bearer abcdefghij0123456789 for jane.doe@example.org",
      gone: ["abcdefghij0123456789", "jane", "example.org"],
      stays: ["Authorization: ", " for ", "@"]),
    Line(
      text: "token eyJhbGciOiJI.eyJzdWIiOiJq.c2lnbmF0dXJl end",
      gone: ["hbGciOiJI", "c2lnbmF0dXJl"], stays: ["token eyJ", " end"]),
    Line(
      text: #"TO JS {"title":"Daily news for Ja"#, gone: ["Daily", "Ja"],
      stays: [#"TO JS {"title":""#]
    ),
    Line(
      text: #"{"MESSAGE":[91,68,78,80,45,70,93,32,105,100,61,106,97,110,101],"_PID":"1"}"#,
      gone: ["106,97,110,101"], stays: [#"{"MESSAGE":[91,68,78,80,45,70,93,32,105,100,61,"#]),
    Line(
      text: "a \"quoted\" word of bob@example.org and 12:30:45 at https://a.example/x",
      gone: ["bob@example"], stays: ["a \"quoted\" word of ", "12:30:45 at https://a.example/x"]),
  ]

  @Test(arguments: lines.indices)
  func `what tells of people goes and the rest stays`(index: Int) throws {
    let line = Self.lines[index]
    let clean = try Self.redact(line.text)
    for word in line.gone { #expect(!clean.contains(word), "\(clean)") }
    for word in line.stays { #expect(clean.contains(word), "\(clean)") }
    #expect(clean.utf8.count == line.text.utf8.count || line.text.contains("\\"), "\(clean)")
  }

  @Test func `nothing is done to an ordinary line`() throws {
    for line in [
      "", " ", "11-14 05:48:00.123  1234  5678 I ActivityManager: Start proc 12:com.x/u0",
      "[DNP-FETCH] API call: GET /api/notifications (JWT present, ETag=\"abc\")",
      #"{"event":"telemetry","dnp_prefetch_success_total":3,"a":[1,2,3,4],"b":null}"#,
      "id=<private>, title=(null), scheduleId=null", "\u{1B}[31mred\u{1B}[0m",
    ] {
      #expect(try Self.redact(line) == line)
    }
  }

  @Test func `the same id is the same word in every form`() throws {
    var redactor = Redactor(catalogue: try Judge.book.get().catalogue, key: "k")
    func word(_ line: String) -> String {
      var clean: [UInt8] = []
      redactor.redact(Array(line.utf8), into: &clean)
      let text = String(decoding: clean, as: UTF8.self)
      return String(text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last ?? "")
    }
    let id = word("scheduleId=abc_12")
    #expect(id != "abc_12")
    #expect(word(#"{"x":"{\"schedule_id\":\"abc_12\"}"}"#) == id)
    #expect(word("id: abc_12") == id)
    // Parts of one id stay parts of another.
    #expect(word("id=display_abc_12").hasSuffix("_" + id))
  }

  @Test(arguments: [
    ("tenant@example.com", ["a ~ b", "email=~", #"{"user_email":"~"}"#, "userId=~", "title=to ~"]),
    ("2125551234@example.com", ["a ~ b", "email=~", #"{"scheduleId":"~"}"#]),
    ("s3cr3t-Value", ["Bearer ~", "token=~", #"{"auth_token":"~"}"#, "apiKey: ~", "passwd='~'"]),
    ("s3cr3t words", [#"apiKey="~""#, #"{"password":"~"}"#, "clientSecret='~'"]),
  ])
  func `the same secret is the same in every form`(value: String, lines: [String]) throws {
    var redactor = Redactor(catalogue: try Judge.book.get().catalogue, key: "k")
    var seen: Set<String> = []
    for line in lines {
      let around = line.split(separator: "~", omittingEmptySubsequences: false).map(\.utf8.count)
      var clean: [UInt8] = []
      redactor.redact(Array(line.replacing("~", with: value).utf8), into: &clean)
      seen.insert(String(decoding: clean.dropFirst(around[0]).dropLast(around[1]), as: UTF8.self))
    }
    #expect(seen.count == 1, "\(seen)")
    for word in value.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      #expect(!seen.contains { $0.contains(word) }, "\(seen)")
    }
  }

  @Test(arguments: [
    "authToken=~", "idToken: ~", "bearerToken=~", "clientSecret=~", "secretKey=~", "passwd=~",
    "deviceToken=~", "api-key: ~", "X-Auth-Token: ~", "DB_PASSWORD=~", "AUTHTOKEN=~", "userJWT=~",
    "password:~", #"{"APIKey":"~"}"#, #"{"a":{"refresh_token":"~"}}"#, #"{"device-token":"~ x"}"#,
    "Authorization: Basic ~", "authorization=basic ~", "Authorization:Basic ~",
    #"{"Authorization":"Basic ~"}"#, #"{"Authorization":"Basic ~"#, "Authorization: ~",
    #"{"Bearer":"~"}"#, "Bearer%20~",
  ])
  func `what is named a secret goes`(form: String) throws {
    let secret = "dXNlcjpwYXNz8"
    let clean = try Self.redact(form.replacing("~", with: secret))
    #expect(!clean.contains(secret.dropLast(5)), "\(clean)")
    #expect(clean.hasPrefix(String(form.prefix { $0 != "~" })), "\(clean)")
  }

  @Test(arguments: [
    #"x authToken = "~""#, "x authToken = ~;", "x {'authToken': '~'}", "x authToken => ~",
    #"{"authToken" => "~"}"#, #"{"authToken"=>"~", "b": {"c": 1}}"#, #"x "k_token"   :   "~""#,
    "x \"authToken\"\t:\t\"~\"", #"x "authToken":"abc\"~" end"#,
    #"x {\"token\":\"ab\\\"~\"}"#,
    #"x authToken: Optional("~")"#, #"["authToken": Optional("~"), "b": 3]"#,
    "x token: Optional(~)",
    #"["authToken": ["~"]]"#, "token=\u{1B}[01;31m\u{1B}[K~\u{1B}[m end",
    "\u{1B}[1mtoken\u{1B}[m=~", "x eyJhbGciOi\u{1B}[1mJI.eyJz\u{1B}[m.c2ln~ end",
    #"{"a":"\u001b[1mtoken=\u001b[0m~"}"#, "x eyJhbGciOiJIUzI1NiJ9.eyJzdW~ end",
    "x AKIA~ABCDEFGH y", "x ghp_~abcdefghijklmnop y", "Authorization: Digest username=\"~\"",
    #"Authorization: Digest realm="x", username="bob", response="~", nc=1"#,
    "Authorization: AWS4-HMAC-SHA256 Credential=A/b, SignedHeaders=host, Signature=~",
    #"{"Authorization":"Digest username=\"bob\", response=\"~\""}"#, "Authorization: Own ~",
    #"Authorization: Token token="~""#, "password=a,b;~", "password=ab,~, user=bob",
    #"<string name="authToken">~</string>"#, "<authToken>~</authToken>",
  ])
  func `a named secret goes in whatever form it is printed`(form: String) throws {
    let secret = "DXNLCJPWYXNZ8"
    let line = form.replacing("~", with: secret)
    let clean = try Self.redact(line)
    #expect(!clean.contains(secret.dropFirst(3).dropLast(3)), "\(clean)")
    #expect(clean.utf8.count == line.utf8.count, "\(clean)")
    // Nothing else of the line changes its look, and the names stay.
    let words = ["authToken", "Authorization", "realm=\"x\"", "SignedHeaders=host", "user="]
    for word in words where line.contains(word) {
      #expect(clean.contains(word), "\(clean)")
    }
  }

  @Test func `a number that is a secret stays a number`() throws {
    let clean = try Self.redact(#"{"password":12345678,"n":12345678,"secret":[87654321],"ttl":5}"#)
    #expect(!clean.contains(#""password":12345678"#))
    #expect(!clean.contains("87654321"))
    #expect(clean.contains(#","n":12345678,"#))
    #expect(clean.hasSuffix(#","ttl":5}"#))
  }

  @Test(arguments: [
    "tokenCount=12, tokenId=<none>, jwtPresent=true", "tokens: 12", "passwordHash=abc123",
    "authorization=provisional", "Authorization: denied by the user", "authorization=2",
    "apiKey: missing", "Authorization: Basic missing", "token=expired", "keyCount=3, cacheKey=abc",
    "Bearer token expired", "-[App application:didRegisterWithDeviceToken:completion:]",
    #"{"tokenType":"Bearer","apiKey":"missing","hasEmail":true}"#,
    "token == nil", "title : subtitle",
    "password=missing,reason=none", "<title>DNP</title>", "eyJust.words", "AKIA and ghp_ alone",
  ])
  func `words about secrets stay`(line: String) throws {
    #expect(try Self.redact(line) == line)
  }

  @Test(arguments: ["id=", "token=", "a@b.", "title=", "Bearer "])
  func `a long value is read once`(lead: String) throws {
    // A value that is hashed anew for every few of its letters takes hours here.
    let line = lead + String(repeating: "abcdefgh", count: 1 << 16)
    let clean = try Self.redact(line)
    #expect(clean.utf8.count == line.utf8.count)
    #expect(clean.hasSuffix("abcdefgh") == false)
  }

  @Test(arguments: [
    "token:", "token = ", #""k":"#, #""token":"#, "'token':", "authorization:", "Authorization: ",
    "title=a, ", "title = a ", "\"token\">", "{\"token\":O", "token=a,", "token=\"", "eyJabc.",
    "authorization=a=b,", "token: Optional(", "\\\"token\\\":\\\"", "\u{1B}[token",
  ])
  func `names in a row are read once`(lead: String) throws {
    // If each of them were looked at to the end of the line, this would take minutes.
    let line = "x " + String(repeating: lead, count: (1 << 19) / lead.utf8.count)
    #expect(try Self.redact(line).utf8.count == line.utf8.count)
  }

  @Test func `short ids stay apart`() throws {
    var redactor = Redactor(catalogue: try Judge.book.get().catalogue, key: "k")
    var seen: Set<String> = []
    for number in 0..<1000 {
      var clean: [UInt8] = []
      redactor.redact(Array("id=\(number)".utf8), into: &clean)
      seen.insert(String(decoding: clean, as: UTF8.self))
    }
    #expect(seen.count == 1000)
  }

  @Test func `a document in pieces is the same as in one`() throws {
    let text =
      #"{"streams":[{"stream":{"a":"b"},"values":[["1","[DNP-FETCH] Cached content for"#
      + #" scheduleId=alpha"],["2","{\"event\":\"x\",\"title\":\"Jane\"}"]]}]}"#
    let bytes = Array(text.utf8)
    let catalogue = try Judge.book.get().catalogue
    var whole: [UInt8] = []
    var one = Redactor(catalogue: catalogue, key: "k")
    _ = one.redactPiece(bytes, isLast: true, into: &whole)
    #expect(!String(decoding: whole, as: UTF8.self).contains("Jane"))
    for size in 1...40 {
      var redactor = Redactor(catalogue: catalogue, key: "k")
      var clean: [UInt8] = []
      var rest: [UInt8] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        rest += bytes[start..<min(start + size, bytes.count)]
        rest.removeFirst(redactor.redactPiece(rest, isLast: false, into: &clean))
      }
      _ = redactor.redactPiece(rest, isLast: true, into: &clean)
      #expect(clean == whole, "\(size)")
    }
  }

  @Test func `bytes that are no text are survived`() throws {
    var state: UInt64 = 1
    let alphabet = Array(#"{}[]":=,\ ()idtitle@.é0 "#.utf8) + [0xFF, 0x1B, 0]
    for _ in 0..<500 {
      let line = (0..<60).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return alphabet[Int(state >> 33) % alphabet.count]
      }
      var redactor = Redactor(catalogue: try Judge.book.get().catalogue, key: "k")
      var clean: [UInt8] = []
      redactor.redact(line, into: &clean)
      var again: [UInt8] = []
      redactor.redact(line, into: &again)
      #expect(again == clean, "a value has one pseudonym")
    }
  }
}
