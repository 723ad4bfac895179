import LogReading
import Redaction
import RuleLanguage
import TestSupport
import Testing

/// Each form of a secret, where it is masked; `SecretOutputTests` has it in all outputs.
@Suite struct SecretFormTests {
  @Test(arguments: SecretSamples.forms.indices)
  func `each form is masked, once and for all`(index: Int) {
    let form = SecretSamples.forms[index]
    let masked = SecretMasking.mask(form.message)
    for secret in form.secrets { #expect(!masked.text.contains(secret), "\(form.name): \(masked)") }
    #expect(masked.text.contains("***"), "\(form.name): \(masked)")
    #expect(masked.sawSecret == form.isFinding, "\(form.name)")
    #expect(SecretMasking.mask(masked.text) == (masked.text, false), "\(form.name)")
    let isFound = SecretMasking.holdsSecret(form.message.utf8.span)
    #expect(isFound == form.isFinding, "\(form.name)")
  }

  @Test(arguments: SecretSamples.others)
  func `what only looks like a secret stays`(text: String) {
    #expect(SecretMasking.mask(text) == (text, false))
    let isFound = SecretMasking.holdsSecret(text.utf8.span)
    #expect(!isFound)
  }

  @Test(arguments: SecretSamples.forms.indices)
  func `each form is replaced by redact, and nothing else is`(index: Int) throws {
    let form = SecretSamples.forms[index]
    let clean = try RedactorTests.redact("[DNP-API] Error (message=\(form.message))")
    for secret in form.secrets {
      // A part of a few letters may come out of the hash.
      #expect(!clean.contains(secret), "\(form.name): \(clean)")
    }
  }

  @Test(arguments: [
    (
      ["Authorization: Bearer", "11-14 05:50:00.100  12  12 D Http: k9QzT4vW8xYb2NcR6dMf"],
      "k9QzT4vW8xYb2NcR6dMf"
    ),
    (["Authorization: Bearer ", "k9QzT4vW8x"], "k9QzT4vW8x"),
    (
      [
        "D Http: jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3",
        "11-14 05:50:00.100  12  12 D Http: In0k9QzT4vW8xYb.2NcR6dMf, status=200",
      ], "2NcR6dMf"
    ),
    (
      [
        "-----BEGIN PRIVATE KEY-----", "11-14 05:50:00.100 D X: MIIEowIBAAKCAQEAk9QzT4vW",
        "8xYb2NcR==", "-----END PRIVATE KEY-----",
      ], "MIIEowIBAAKCAQEAk9QzT4vW"
    ),
    (["-----BEGIN PRIVATE KEY-----", "MIIE", "8xYb2NcR=="], "8xYb2NcR"),
  ])
  func `redact follows a secret over the end of a line`(lines: [String], secret: String) throws {
    var redactor = Redactor(catalogue: try Judge.book.get().catalogue, key: "k")
    var clean: [UInt8] = []
    for line in lines { redactor.redact(Array(line.utf8), into: &clean) }
    let text = String(decoding: clean, as: UTF8.self)
    #expect(!text.contains(secret), "\(text)")
    #expect(text.utf8.count == lines.joined().utf8.count, "\(text)")
    #expect(lines[0].hasPrefix("-") == text.hasPrefix("-----BEGIN PRIVATE KEY-----"))
  }

  @Test(arguments: [
    ["expected Bearer", "WORK_ENQUEUE id=notify_1771835520000 for notify_1771835520000x here"],
    [
      "jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
      "x abcdefghijklmnop123",
    ],
    ["-----BEGIN CERTIFICATE-----", "11-14 05:50:00.100 D X: MIIEowIBAAKCAQEAk9QzT4vW"],
  ])
  func `a line behind what only looks cut is read as any other`(lines: [String]) throws {
    var redactor = Redactor(catalogue: try Judge.book.get().catalogue, key: "k")
    var (together, alone): ([UInt8], [UInt8]) = ([], [])
    redactor.redact(Array(lines[0].utf8), into: &together)
    together = []
    redactor.redact(Array(lines[1].utf8), into: &together)
    var other = Redactor(catalogue: try Judge.book.get().catalogue, key: "k")
    other.redact(Array(lines[1].utf8), into: &alone)
    #expect(together == alone)
  }

  @Test func `a text of several lines is masked over their ends`() {
    let token = SecretMasking.mask(
      "x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI3\n11-14 D: In0k9QzT4vW8xYb.2NcR6dMf end")
    #expect(token.text == "x eyJ*** end")
    let bearer = SecretMasking.mask("Authorization: Bearer\n11-14 D: k9QzT4vW8xYb2NcR6dMf end")
    #expect(bearer.text == "Authorization: Bearer\n11-14 D: *** end")
    #expect(bearer.sawSecret)
    let header = "Authorization: Bearer\nContent-Type: application/json"
    #expect(SecretMasking.mask(header) == (header, false))
  }

  @Test(arguments: [
    "token=", "token:token:", "password=\"", "tokens=[", "-----BEGIN PRIVATE KEY-----", "-----",
    "key=", "\"token\":", "Bearer\n", "eyJaaaaaaaaaaaaaaaa\n", "bearer\u{1B}[", "sk_live_", "SG.",
    "password=***", "\\u001b[", "token = \" ", "ghp_", "passwd='\\", "secret=Optional(",
  ])
  func `a long line of the new forms is read once too`(repeated: String) {
    let line = Array(String(repeating: repeated, count: (1 << 18) / repeated.utf8.count).utf8)
    var bytes: [UInt8] = []
    let start = ContinuousClock.now
    _ = SecretMasking.mask(line.span, into: &bytes)
    // A search that reads the rest again for each of its places takes minutes.
    #expect(start.duration(to: .now) < .seconds(60 * Patience.factor))
  }
}
