import Foundation
import PackagePlugin

/// The plugin that compiles `rules/` into a Swift file of flat tables when one of its files
/// changes.
@main
struct EmbedRules: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let rules = context.package.directoryURL.appending(path: "rules")
    let output = context.pluginWorkDirectoryURL.appending(path: "RuleTables.swift")
    // The folders are inputs too: a file that comes or goes changes them.
    let folders = [
      rules, rules.appending(path: "catalog"), rules.appending(path: "profiles"),
      rules.appending(path: "schema"),
    ]
    .filter { FileManager.default.fileExists(atPath: $0.path(percentEncoded: false)) }
    let files = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .filter { ["csv", "json", "yaml"].contains($0.pathExtension) }
        .sorted { $0.path < $1.path }
    }
    return [
      .buildCommand(
        displayName: "Compiling rules",
        executable: try context.tool(named: "compile-rules").url,
        arguments: [rules.path(percentEncoded: false), output.path(percentEncoded: false)],
        inputFiles: folders + files,
        outputFiles: [output])
    ]
  }
}
