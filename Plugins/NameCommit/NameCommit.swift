import Foundation
import PackagePlugin

/// The plugin that writes the commit of the sources into a Swift file when one of them changes, or
/// another commit is checked out.
@main
struct NameCommit: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let package = context.package.directoryURL
    let script = package.appending(path: "scripts/name-commit")
    let output = context.pluginWorkDirectoryURL.appending(path: "Commit.swift")
    // Git adds a line to the first at each commit and checkout.
    var inputs = [".git/logs/HEAD", "Package.swift"].map { package.appending(path: $0) }
      .filter { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
    for folder in ["Plugins", "Sources", "rules"] {
      let files = FileManager.default.enumerator(
        at: package.appending(path: folder), includingPropertiesForKeys: [.isRegularFileKey])
      while let file = files?.nextObject() as? URL {
        if try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
          inputs.append(file)
        }
      }
    }
    return [
      .buildCommand(
        displayName: "Naming the commit",
        executable: URL(filePath: "/bin/sh"),
        arguments: [script, package, output].map { $0.path(percentEncoded: false) },
        inputFiles: [script] + inputs.sorted { $0.path < $1.path },
        outputFiles: [output])
    ]
  }
}
