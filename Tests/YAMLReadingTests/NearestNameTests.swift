import Testing
import YAMLReading

@Suite struct NearestNameTests {
  private static let names = ["fetch_start", "fetch_success", "cache_hit", "ttl", "id"]

  @Test(arguments: [
    ("fetch_strat", "fetch_start"),
    ("fetch_sucess", "fetch_success"),
    ("cachehit", "cache_hit"),
    ("tll", "ttl"),
    ("ttl", "ttl"),
    ("ab", nil),
    ("x", nil),
    ("", nil),
    ("delivered", nil),
  ])
  func findsTheNameThatWasMeant(name: String, nearest: String?) {
    #expect(nearestName(to: name, among: Self.names) == nearest)
  }

  @Test func theFirstOfEquallyNearNamesWins() {
    #expect(nearestName(to: "tag", among: ["tab", "tap"]) == "tab")
  }
}
