import Foundation
import TestSupport
import Testing

/// What `make install` puts on a machine, and `make uninstall` takes away.
struct InstallScriptTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL.path

  @Test(.enabled(if: findProgram("strip") != nil))
  func `what is installed runs, and is removed whole`() throws {
    let directory = try TemporaryDirectory()
    let script = """
      here=$PWD
      cd "$1"
      umask 077
      PREFIX="$here/usr local" scripts/install install "$0" > /dev/null 2>&1 || exit
      cd "$here"
      "usr local/bin/dnplog" --version
      find "usr local" -type f | sort
      # Whoever else is on the machine may read all of it.
      find "usr local" ! -perm -044
      cd "$1"
      PREFIX="$here/usr local" scripts/install uninstall "$0"
      find "$here" -type f
      """
    let result = try Dnplog.shell(script, [Self.root], in: directory)
    #expect(result.exitCode == 0)
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(lines.first?.hasPrefix("dnplog 0.") == true)
    let share = "usr local/share"
    #expect(
      lines.dropFirst().dropLast() == [
        "usr local/bin/dnplog",
        "\(share)/bash-completion/completions/dnplog",
        "\(share)/dnplog/schema/catalogue.schema.json",
        "\(share)/dnplog/schema/configuration.schema.json",
        "\(share)/dnplog/schema/pack.schema.json",
        "\(share)/dnplog/schema/profile.schema.json",
        "\(share)/fish/vendor_completions.d/dnplog.fish",
        "\(share)/man/man1/dnplog.1",
        "\(share)/zsh/site-functions/_dnplog",
      ])
    #expect(lines.last?.hasPrefix("dnplog is removed from ") == true)
  }

  @Test
  func `a folder that cannot be made is an error, and leaves what is there`() throws {
    let directory = try TemporaryDirectory()
    let script = """
      here=$PWD
      echo file > usr
      cd "$1"
      PREFIX="$here/usr" scripts/install install "$0"
      status=$?
      cat "$here/usr"
      exit $status
      """
    let result = try Dnplog.shell(script, [Self.root], in: directory)
    #expect(result.exitCode != 0)
    #expect(result.output == "file\n")
    #expect(!result.errors.isEmpty)
  }
}
