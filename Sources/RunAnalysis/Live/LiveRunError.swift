/// Why a run cannot be continued from a state.
package enum LiveRunError: Error, Sendable, Equatable {
  /// The bytes are no state of a run, or another version of the format.
  case noState
  /// Another build of dnplog wrote it, whose rules or tables may mean something else.
  case otherBuild
  /// The rules, or the options that bend what they find, are others.
  case otherOptions
  /// Bytes of it are not those that were written.
  case damaged
  /// The options ask for what no log is followed with.
  case options(RunOptionError)
}
