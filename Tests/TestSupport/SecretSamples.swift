/// The forms of secrets, with texts that look like them and are none: one list for all outputs.
package enum SecretSamples {
  package struct Form: Sendable {
    package var name: String
    /// The text of a message, with the secret between two marks.
    var text: String
    /// Whether it is a finding that such a secret was logged.
    package var isFinding = false

    /// The message as a program prints it.
    package var message: String { text.replacing("‹", with: "").replacing("›", with: "") }
    /// The parts that no output may show.
    package var secrets: [String] {
      text.split(separator: "‹").dropFirst().compactMap {
        $0.split(separator: "›").first.map { String($0) }
      }
    }
  }

  private static let tail = "k9QzT4vW8xYb2NcR6dMf"
  private static let header = "eyJhbGciOiJSU0EtT0FFUCJ9"

  package static let forms = [
    Form(
      name: "web token", text: "jwt=eyJ‹hbGciOiJIUzI1NiJ9.eyJzdWIiOiI3In0.\(tail)›", isFinding: true
    ),
    Form(
      name: "encrypted web token",
      text:
        "jwt=eyJ‹hbGciOiJSU0EtT0FFUCJ9.OKOawDo13gRp2ojaHV7L.›‹48V1_ALb6US04U3b.5eym8TW_c8SuK0lt.XFBoMYUZodetZdvT›",
      isFinding: true),
    Form(
      name: "encrypted web token without a key",
      text: "jwt=eyJ‹hbGciOiJkaXIifQ..48V1_ALb6US04U3b.5eym8TW_c8SuK0lt.XFBoMYUZodetZdvT›",
      isFinding: true),
    Form(
      name: "web token in an address",
      text: "GET /a?t=eyJ‹hbGciOiJIUzI1NiJ9%2EeyJzdWIiOiI3In0%2e\(tail)›", isFinding: true),
    Form(name: "bearer token", text: "Authorization: Bearer ‹\(tail)›", isFinding: true),
    Form(
      name: "bearer token behind a colour",
      text: "Authorization: Bearer \u{1B}[0;32m‹\(tail)›\u{1B}[0m",
      isFinding: true),
    Form(
      name: "bearer token split by a colour", text: "Bearer ‹abc9\u{1B}[1m›‹\(tail)›\u{1B}[0m",
      isFinding: true),
    Form(name: "bearer token behind a NUL", text: "Bearer\0‹\(tail)›", isFinding: true),
    Form(
      name: "bearer token behind an escaped colour", text: #"Bearer \u001b[32m‹\#(tail)›\u001b[0m"#,
      isFinding: true),
    Form(name: "bearer token on an escaped line", text: #"Bearer\n‹\#(tail)›"#, isFinding: true),
    Form(name: "API key", text: "api_key=‹\(tail)›", isFinding: true),
    Form(name: "key of Google", text: "key=AIza‹SyD4vW8xYb2NcR6dMfk9QzT4vW8xYb2NcR6d›"),
    Form(name: "key of AWS", text: "used AKIA‹Q4VW8XYB2NCR6DMF› here"),
    Form(name: "token of GitHub", text: "push with ghp_‹k9QzT4vW8xYb2NcR6dMfk9QzT4vW8xYb2NcR› ok"),
    Form(
      name: "fine-grained token of GitHub", text: "github_pat_‹11AAAAAAA0k9QzT4vW8xYb_2NcR6dMf›"),
    Form(name: "token of GitLab", text: "glpat-‹k9QzT4vW8xYb2NcR6dMf›"),
    Form(name: "token of Slack", text: "url?x=xoxb-‹1234567890-k9QzT4vW8xYb2NcR›"),
    Form(name: "key of Stripe", text: "sk_live_‹k9QzT4vW8xYb2NcR6dMf›"),
    Form(name: "token of npm", text: "npm_‹k9QzT4vW8xYb2NcR6dMfk9QzT4vW8xYb2NcR›"),
    Form(name: "password", text: "login failed, password=‹hunter2›"),
    Form(name: "password in JSON", text: #"sent {"user":"x","passwd":"‹hunter two›"}"#),
    Form(name: "secret in escaped JSON", text: #"sent {\"client_secret\":\"‹\#(tail)›\"}"#),
    Form(name: "named token", text: "refreshToken: ‹\(tail)›"),
    Form(name: "wrapped token", text: #"deviceToken=Optional("‹\#(tail)›")"#),
    Form(name: "list of tokens", text: #"sent {"tokens":["‹abc9d8e7›","‹f6g5h4i3›"]}"#),
    Form(
      name: "private key",
      text: "-----BEGIN RSA PRIVATE KEY-----‹MIIEowIBAAKCAQEA\(tail)›-----END RSA PRIVATE KEY-----"),
  ]

  /// Texts that stay as they are.
  package static let others = [
    "id 123e4567-e89b-12d3-a456-426614174000", "hash=33a64df551425fcc55e4d42a148795d9f25f89d4",
    "id=notify_1771835520000", "commit b1363905e85054a0d799475eb811759e4a5b6c7d",
    "at /data/user/0/com.example.app1/files/cache_2025.db", "tokens=512", "tokenCount=3",
    "token: refreshed", "token: expired at 05:50", "tokens: 3", "key=value",
    "cacheKey=daily_2025_11",
    "hasPassword=true", "password=null", "secret: missing", "token=<private>", "jwtPresent=true",
    "AKIA", "AKIAB", "ASIAN_PACIFIC_REGION_NAME", "ghp_short",
    "npm_config_registry_of_the_company_inside",
    "sk_test_of_the_integration_of_it", "public key -----BEGIN CERTIFICATE----- follows",
    "application:didRegisterForRemoteNotificationsWithDeviceToken:completion:", "eyJust.words",
    "Bearer\u{1B}[0m token expired", #"Bearer\nContent-Type: text"#, "passwordless=yes",
    "tokens=[]",
    "task.identifier=com.timesafari.dailynotification.fetch",
    "sha256:9f86d081884c7d659a2feaa0c55ad015",
  ]
}
