package import FuzzBasics

/// Readers of documents, which know nothing of logs.
package enum DocumentTarget: String, FuzzTarget {
  /// JSON documents; feeds and their receipts; YAML.
  case json, feed, yaml
  /// Texts and property lists that tell what a device stored, scheduled and showed; its databases.
  case states, stores

  package func runner() -> any FuzzRunner {
    switch self {
    case .json: JSONRunner()
    case .feed: FeedRunner()
    case .yaml: YAMLRunner()
    case .states: StatesRunner()
    case .stores: StoresRunner()
    }
  }
}
