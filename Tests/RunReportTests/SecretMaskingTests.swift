import Redaction
import Testing

@Suite struct SecretMaskingTests {
  @Test(arguments: [
    ("jwt=eyJhbGciOi.eyJzdWIi.c2ln-_x, next", "jwt=eyJ***, next"),
    ("unsigned eyJhbGciOi.eyJzdWIi. end", "unsigned eyJ*** end"),
    ("Authorization: Bearer abc.def/123== ok", "Authorization: Bearer *** ok"),
    ("auth BEARER abcdef", "auth BEARER ***"),
    ("token Bearer: s3cr3t", "token Bearer: ***"),
    ("https://x/y?api_key=abc123&z=1", "https://x/y?api_key=***&z=1"),
    ("apikey: abc123, id=7", "apikey: ***, id=7"),
    ("X-API-Key: abc123", "X-API-Key: ***"),
    (#"{"apiKey":"abc 123","id":7}"#, #"{"apiKey":"***","id":7}"#),
    (#"{\"apiKey\":\"abc 123\",\"id\":7}"#, #"{\"apiKey\":\"***\",\"id\":7}"#),
    (#"{"apiKey":"a\"b c","id":7}"#, #"{"apiKey":"***","id":7}"#),
    ("apiKey='AB CD', id=7", "apiKey='***', id=7"),
    (#"{"message":"apiKey='AB","id":7}"#, #"{"message":"apiKey='***","id":7}"#),
    (#"apiKey=""AB CD"", id=7"#, #"apiKey=""***"", id=7"#),
    (#"apiKey="AB CD of a line that was cut"#, #"apiKey="***"#),
    (#"apiKey: "is Bearer abc9""#, #"apiKey: "is Bearer ***""#),
    (#"{\"api-key\": \"abc\"}"#, #"{\"api-key\": \"***\"}"#),
    ("apikey: Bearer abc9", "apikey: Bearer ***"),
    ("Bearer eyJh.eyJz.c2", "Bearer ***"),
    ("Authorization: Bearer \"abc9\" ok", "Authorization: Bearer \"***\" ok"),
    ("Bearer 'abc9' ok", "Bearer '***' ok"),
    (#"{"Bearer":"abc9","id":7}"#, #"{"Bearer":"***","id":7}"#),
    (#"{"Bearer" : "abc9"}"#, #"{"Bearer" : "***"}"#),
    (#"{\"bearer\":\"abc9\"}"#, #"{\"bearer\":\"***\"}"#),
    ("?auth=Bearer%20abc9&z=1", "?auth=Bearer%20***&z=1"),
    ("?a=Authorization%3A%20Bearer%20ab%2Fc%3D&z", "?a=Authorization%3A%20Bearer%20***&z"),
    ("eyJ eyJa. eyJabc eyJa.eyJb eyJa.eyJb.c2", "eyJ eyJa. eyJabc eyJa.eyJb eyJ***"),
  ])
  func `secrets are masked and reported`(text: String, expected: String) {
    let masked = SecretMasking.mask(text)
    #expect(masked.text == expected)
    #expect(masked.sawSecret)
    let isFound = SecretMasking.holdsSecret(text.utf8.span)
    #expect(isFound)
    #expect(SecretMasking.mask(masked.text) == (masked.text, false))
  }

  @Test(arguments: [
    ("did:ethr:0xAbC123 stored", "did:ethr:*** stored"),
    ("for did:web:example.com:u1#key-1.", "for did:web:***."),
    ("?did=did%3Aethr%3A0x12&n=1", "?did=did%3Aethr%3A***&n=1"),
    ("/a?x=did:ethr:0x12&y=2 (jwtPresent=true)", "/a?x=did:ethr:***&y=2 (jwtPresent=true)"),
  ])
  func `identities are masked without being a secret`(text: String, expected: String) {
    #expect(SecretMasking.mask(text) == (expected, false))
    let isFound = SecretMasking.holdsSecret(text.utf8.span)
    #expect(!isFound)
  }

  @Test(arguments: [
    ("jwt=eyJhbGciOiJIUzI1NiIsInR5", "jwt=eyJ***"),
    ("error=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIx", "error=eyJ***"),
    ("eyJhbGciOiJIUzI1 eyJhbGciOiJIUzI1NiJ9.eyJz", "eyJhbGciOiJIUzI1 eyJ***"),
    ("Bearer x9 eyJhbGciOiJIUzI1NiIsInR5", "Bearer *** eyJ***"),
    ("eyJhbGciOiJIUzI1", "eyJhbGciOiJIUzI1"),
  ])
  func `what may be the beginning of a token at the end of a text is masked, and is no finding`(
    text: String, expected: String
  ) {
    let masked = SecretMasking.mask(text)
    #expect(masked.text == expected)
    #expect(masked.sawSecret == text.hasPrefix("Bearer"))
    #expect(SecretMasking.mask(expected).text == expected)
  }

  @Test(arguments: [
    "bearer token expired", "Bearer realm=\"x\"", "forbearer x9", "api key: missing",
    "apikey=<private>", "api_key_id=5", "candid:abc:def", "did: it:all", "eyJust.words",
    "eyJ.a.b", "capital=9", "", "e", "Bearer", "api_key=", "did:x:",
    #"{"tokenType":"Bearer","expiresIn":3600}"#, #"{"scheme":"bearer"}"#, #"type="Bearer" x=1"#,
    #"unsupported scheme "Bearer" for it"#, #"{"bearer":true,"a":1}"#, #"{"bearer":"missing"}"#,
    #"{"bearer":"present"}"#, "Bearer \"\"", "bearer%20token%20expired", "Bearer%20realm%3D%22x",
    #"apiKey="", user=bob"#, #"apiKey="" user=bob"#, #"{"apiKey":"","id":7}"#,
    #"apiKey: "is missing""#, #"{"apiKey":null,"id":"x"}"#,
  ])
  func `words about secrets stay as they are`(text: String) {
    #expect(SecretMasking.mask(text) == (text, false))
    let isFound = SecretMasking.holdsSecret(text.utf8.span)
    #expect(!isFound)
  }

  @Test(arguments: [
    "eyJhbGci.eyJz.sig", "BEARER abc9", "bearer abc9", "API_KEY=q1x", "apikey: q1x",
    #""Bearer":"abc9""#, "Bearer 'abc9'", "bearer%20abc9", #"api-key: "q1 x""#,
  ])
  func `a secret is found wherever it stands in a line`(secret: String) {
    // Lines are searched in blocks, and marks may lie across two.
    for lead in 0..<70 {
      for tail in [0, 1, 31, 40] {
        let dashes = String(repeating: "-", count: lead)
        let line = dashes + secret + String(repeating: " ", count: tail)
        let isFound = SecretMasking.holdsSecret(line.utf8.span)
        #expect(isFound, "\(lead) \(tail)")
      }
    }
  }

  @Test
  func `any cut of a line with secrets is masked without a trap`() {
    let line = Array("Bearer abc api_key=q1 eyJhbGci.eyJz.sig did:ethr:0x1 \u{FF}".utf8)
    for length in 0...line.count {
      var bytes: [UInt8] = []
      let sawSecret = SecretMasking.mask(line.span.extracting(0..<length), into: &bytes)
      let isFound = SecretMasking.holdsSecret(line.span.extracting(0..<length))
      #expect(isFound == sawSecret)
      #expect(!String(decoding: bytes, as: UTF8.self).contains("0x1"))
    }
  }

  @Test(arguments: [
    "eyJ", "eyJa.", "eyJa.b", "eyJ.", "bearer", "bearer ", "bearer\" ", "api_key=", "api_key",
    "api_key=***", "api_key=\"\" ", "did:", "did:a:", "did:a:. ",
  ])
  func `a long line is read once, whatever is repeated in it`(repeated: String) {
    // A search that reads the rest of a run for each of its places does not come back from here.
    let line = Array(String(repeating: repeated, count: (1 << 18) / repeated.utf8.count).utf8)
    var bytes: [UInt8] = []
    let sawSecret = SecretMasking.mask(line.span, into: &bytes)
    let isFound = SecretMasking.holdsSecret(line.span)
    #expect(isFound == sawSecret)
  }
}
