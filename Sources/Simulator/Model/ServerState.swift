internal import TextWriting

/// The server of offers and plans, and what the plugin keeps to talk to it.
struct ServerState: Sendable {
  static let did = "did:ethr:0x8eC1b2F4a09D35c7E6fB21A4d5037C91Ee60A2b7"
  static let pageSize: Int64 = 50
  static let timeout = 10 * Int64.second
  static let retries: Int64 = 3

  enum Endpoint: Int, Sendable, CaseIterable {
    case offers, plans

    var path: String {
      switch self {
      case .offers: "/api/v2/report/offers"
      case .plans: "/api/v2/report/offersToPlansOwnedByMe"
      }
    }

    var cursor: String {
      switch self {
      case .offers: "lastKnownOfferId"
      case .plans: "lastKnownPlanId"
      }
    }
  }

  /// The server's treatment of requests.
  enum Mood: Sendable {
    case well, failing, slow
    /// It takes no token that was made before it said so.
    case refusesOldToken
    /// It takes no token at all, and serves whoever comes without one.
    case refusesTokens
  }

  struct Token: Sendable {
    var id: String
    var kind: String
    var issuedAt: Int64
    var expiresAt: Int64
  }

  /// The end of a request.
  enum Outcome: Sendable {
    case page(items: Int64, hitLimit: Bool)
    case failed(status: Int64)
  }

  var mood = Mood.well
  /// Whether the user signs in with a passkey, so that tokens live for an hour.
  var usesPasskey = false
  /// Whether each look for news is logged as a fetch too, in JSON.
  var logsFetches = false
  var token: Token?
  /// The number of records at each endpoint, and the number up to which the plugin knows them.
  var records: [Int64] = [400, 120]
  var known: [Int64] = [400, 120]
  var requests: Int64 = 0
  var tokens: Int64 = 0
  /// Failures in a row for each endpoint, and the instant up to which its breaker is open.
  var failures: [Int64] = [0, 0]
  var openUntil: [Int64?] = [nil, nil]
  /// The page that was answered last.
  var page = Outcome.page(items: 0, hitLimit: false)
  /// The record before the page that is asked for.
  var asked: Int64 = 0
  var cachedAt: Int64?
  var version: Int64 = 3
  var logRows: Int64 = 900

  /// Returns the id of a record, which sorts by age; 0 is none.
  static func id(_ number: Int64, of endpoint: Endpoint) -> String {
    let letter = endpoint == .offers ? "A" : "P"
    return "01JCK" + letter + NumberText.padded(number, to: 8)
  }
}
