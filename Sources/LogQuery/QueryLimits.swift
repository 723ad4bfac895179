/// What loading and a query may take.
package struct QueryLimits: Sendable, Equatable {
  /// For each query.
  package var seconds = 60
  /// Of SQLite's memory.
  package var memoryBytes: Int64 = 1 << 30
  /// Of the database, which lies in a temporary file where it is larger than SQLite's cache.
  package var databaseBytes: Int64 = 16 << 30

  package init() {}

  static func text(_ bytes: Int64) -> String {
    switch bytes {
    case (1 << 30)...: "\(bytes >> 30) GiB"
    case (1 << 20)...: "\(bytes >> 20) MiB"
    default: "\(bytes >> 10) KiB"
    }
  }
}
