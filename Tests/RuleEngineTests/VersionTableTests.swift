import Testing

@testable import RuleEngine

/// Versions and ranges are those of node-semver: what its published cases say without their loose option
/// and without prereleases included (its test fixtures range-include, range-exclude, comparisons,
/// equality, range-parse and invalid-versions), in a table of our own: for each range versions that it
/// holds, and versions that it does not.
@Suite struct VersionTableTests {
  @Test(arguments: [
    // Hyphens; what stands behind + says nothing.
    ("1.0.0 - 2.0.0", "1.2.3", "2.2.3"),
    ("1.2.3+asdf - 2.4.3+asdf", "1.2.3", "1.2.3-pre.2 2.4.3-alpha"),
    ("1.2.3-pre+asdf - 2.4.3-pre+asdf", "1.2.3 1.2.3-pre.2 2.4.3-alpha", "2.4.3"),
    ("1 - 2", "1.0.0 2.9.9", "0.9.9 3.0.0 3.0.0-0"),
    ("1.0 - 2.0", "1.0.0 2.0.9", "2.1.0"),
    ("1.2 - 3.4.5", "1.2.0 3.4.5", "1.1.9 3.4.6"),
    ("1.2.3 - 3.4", "1.2.3 3.4.9", "1.2.2 3.5.0"),
    ("1.2 - 3.4", "1.2.0 3.4.9", "3.5.0"),
    ("x - 1.0.0", "0.9.7", "1.0.1"),
    ("x - 1.x", "0.9.7 1.9.9", "2.0.0"),
    ("1.0.0 - x", "1.9.7", "0.9.9"),
    ("1.x - x", "1.9.7", "0.9.9"),
    // Any version, and one.
    (">=*", "0.2.4", ""), ("", "1.0.0", ""), ("*", "1.2.3", "1.2.3-foo"), ("||", "1.3.4", ""),
    ("x", "1.2.3", ""), ("~x", "0.0.9", ""), ("^x", "1.2.3", ""), ("1.0.0", "1.0.0", "1.0.1"),
    (">X", "", "1.0.0 0.0.0"), ("<X", "", "1.0.0 0.0.0-0"), ("<x <* || >* 2.x", "", "2.1.0 0.0.0"),
    (">x 2.x || * || <x", "1.0.0 2.1.0", ""),
    // Comparators, with blanks and tabs behind them.
    (">=1.0.0", "1.0.0 1.0.1 1.1.0", "0.0.0 0.0.1 0.1.0"),
    (">1.0.0", "1.0.1 1.1.0", "0.0.1 0.1.0"),
    ("<=2.0.0", "2.0.0 1.9999.9999 0.2.9", "3.0.0 2.9999.9999 2.2.9"),
    ("<2.0.0", "1.9999.9999 0.2.9", "2.9999.9999 2.2.9"),
    (">= 1.0.0", "1.0.0", "0.9.0"), (">=  1.0.0", "1.0.1", ""), (">   1.0.0", "1.1.0", "1.0.0"),
    ("<=   2.0.0", "2.0.0 1.9999.9999", "2.0.1"), ("<\t2.0.0", "0.2.9", "2.0.0"),
    ("<    2.0.0", "1.9999.9999", "2.0.0"), (">=0.1.97", "0.1.97", "0.1.93"),
    (">=1", "1.0.0", "0.9.9"), (">= 1", "1.0.0", ""), (">1", "2.0.0", "1.9.9"),
    ("<1.2", "1.1.1", "1.2.0"), ("< 1.2", "1.1.1", ""), ("<1", "0.9.9", "1.0.0"),
    (">1.2", "1.3.0", "1.2.8 1.3.0-beta"), (">=1.2", "1.2.8", "1.1.1"),
    ("<=7.x", "7.9.9", "8.0.0"), ("=0.7.x", "0.7.2", "0.8.2 0.7.0-asdf"),
    ("<=0.7.x", "0.7.2 0.6.2", "0.8.0"), (">=0.7.x", "0.7.2", "0.6.2 0.7.0-asdf"),
    ("<0.7.x", "0.6.9", "0.7.2"),
    // Alternatives, and places left open.
    ("0.1.20 || 1.2.4", "1.2.4 0.1.20", "1.2.3"),
    (">=0.2.3 || <0.0.1", "0.0.0 0.2.3 0.2.4", "0.0.3 0.2.2"),
    ("2.x.x", "2.1.3", "1.1.3 3.1.3"), ("1.2.x", "1.2.3", "1.3.3"),
    ("1.2.x || 2.x", "2.1.3 1.2.3", "3.1.3 1.1.3"), ("2.*.*", "2.1.3", "1.1.3 3.1.3"),
    ("1.2.*", "1.2.3", "1.3.3"), ("1.2.* || 2.*", "2.1.3 1.2.3", "3.1.3 1.1.3"),
    ("2", "2.1.2", "1.1.2"), ("2.3", "2.3.1", "2.4.1"),
    // What is near.
    ("~0.0.1", "0.0.1 0.0.2", "0.1.0-alpha 0.1.0"), ("~2", "2.0.9", "3.0.0"),
    ("~2.4", "2.4.0 2.4.5", "2.5.0 2.3.9"), ("~>3.2.1", "3.2.2", "3.3.2 3.2.0"),
    ("~1", "1.2.3", "0.2.3"), ("~>1", "1.2.3", "2.2.3"), ("~> 1", "1.2.3", ""),
    ("~1.0", "1.0.2", "1.1.0"), ("~ 1.0", "1.0.2", ""), ("~ 1.0.3", "1.0.12", "1.1.0"),
    ("~v0.5.4-pre", "0.5.5 0.5.4", "0.6.0"), ("~v0.5.4-beta", "0.5.4", "0.5.4-alpha"),
    ("^1.2.3", "1.8.1", "1.2.3-pre 1.2.3-beta 2.0.0-alpha 1.2.2"),
    ("^1.2.3+build", "1.2.3 1.3.0", "2.0.0 1.2.0"), ("^0.1.2", "0.1.2", "0.2.0"),
    ("^0.1", "0.1.2", "0.2.0"), ("^0.0.1", "0.0.1", "0.0.2-alpha 0.0.2"),
    ("^1.2", "1.4.2", "1.2.0-pre 1.1.9"), ("^1.2 ^1", "1.4.2", "1.1.0"),
    ("^ 1.2 ^ 1", "1.4.2", "1.1.0"), ("^0", "0.9.9", "1.0.0"), ("^ 1", "1.9.9", "2.0.0"),
    // Before a release.
    ("^1.2.3-alpha", "1.2.3-pre", "1.2.3-aaa"), ("^1.2.0-alpha", "1.2.0-pre", ""),
    ("^0.0.1-alpha", "0.0.1-beta 0.0.1", "0.0.2"), ("^0.1.1-alpha", "0.1.1-beta", ""),
    ("<=1.2.3", "1.2.3", "1.2.3-beta"), ("<1.2.3", "1.2.2", "1.2.3-beta"),
    ("=1.2.3", "1.2.3", "1.2.3-beta"), ("^1.0.0", "1.0.0", "2.0.0-rc1"),
    // Several of a kind.
    ("~1.2.1 >=1.2.3", "1.2.3", "1.2.2"), ("~1.2.1 =1.2.3", "1.2.3", "1.2.4"),
    ("~1.2.1 1.2.3", "1.2.3", "1.2.1"), ("~1.2.1 >=1.2.3 1.2.3", "1.2.3", ""),
    ("~1.2.1 1.2.3 >=1.2.3", "1.2.3", ""), (">=1.2.1 1.2.3", "1.2.3", "1.2.2"),
    ("1.2.3 >=1.2.1", "1.2.3", ""), (">=1.2.3 >=1.2.1", "1.2.3", "1.2.2"),
    (">=1.2.1 >=1.2.3", "1.2.3", "1.2.2"),
  ])
  func `a range holds what node-semver says`(text: String, inside: String, outside: String) throws {
    let range = try #require(VersionRange(text))
    for (versions, holds) in [(inside, true), (outside, false)] {
      for version in versions.split(separator: " ") {
        let version = try #require(SemanticVersion(String(version)))
        #expect(range.holds(version) == holds, "\(version) in '\(text)'")
      }
    }
  }

  /// Each is greater than the one behind it.
  @Test(arguments: [
    "0.0.0 > 0.0.0-foo", "0.0.1 > 0.0.0", "1.0.0 > 0.9.9", "0.10.0 > 0.9.0", "0.99.0 > 0.10.0",
    "2.0.0 > 1.2.3", "1.2.3 > 1.2.3-asdf", "1.2.3 > 1.2.3-4", "1.2.3 > 1.2.3-4-foo",
    "1.2.3-5-foo > 1.2.3-5", "1.2.3-5 > 1.2.3-4", "1.2.3-5-foo > 1.2.3-5-Foo",
    "3.0.0 > 2.7.2+asdf", "1.2.3-a.10 > 1.2.3-a.5", "1.2.3-a.b > 1.2.3-a.5",
    "1.2.3-a.b > 1.2.3-a", "1.2.3-a.b.c.10.d.5 > 1.2.3-a.b.c.5.d.100", "1.2.3-r2 > 1.2.3-r100",
    "1.2.3-r100 > 1.2.3-R2",
  ])
  func `a version comes behind another`(pair: String) throws {
    let versions = pair.split(separator: " ").filter { $0 != ">" }.map(String.init)
    let greater = try #require(SemanticVersion(versions[0]))
    let lesser = try #require(SemanticVersion(versions[1]))
    #expect(lesser < greater)
    #expect(!(greater < lesser))
  }

  @Test(arguments: [
    ("1.2.3", "v1.2.3"), ("1.2.3", "  v1.2.3+build"), ("1.2.3-beta+build", "1.2.3-beta+otherbuild"),
    ("1.2.3+build", "1.2.3+otherbuild"), (" 1.2.3 ", "\t1.2.3"),
  ])
  func `versions are the same`(left: String, right: String) throws {
    let left = try #require(SemanticVersion(left))
    let right = try #require(SemanticVersion(right))
    #expect(!(left < right) && !(right < left))
  }

  @Test(arguments: [
    "hello, world", "xyz", "90071992547409910.0.0", "0.90071992547409910.0",
    "0.0.90071992547409910", "not a version", "glorp", ">1.2.3", "1.2.3pre",
    String(repeating: "1", count: 255) + ".0.0", "1.2.3-" + String(repeating: "a", count: 300),
  ])
  func `what is no version`(text: String) { #expect(SemanticVersion(text) == nil) }

  @Test(arguments: [">01.02.03", "~1.2.3beta", "1.2.3pre+asdf - 2.4.3-pre+asdf", "blerg"])
  func `what is no range`(text: String) { #expect(VersionRange(text) == nil) }
}
