#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An input that cannot be read, and what its owner can do about it.
package struct InputError: Error, Sendable, Equatable {
  /// The input as it was given; `-` for standard input.
  package var path: String
  /// The problem, without a full stop.
  package var message: String
  /// The remedy, without a full stop.
  package var advice: String
  package var content: Content

  /// The kind of content, as far as it is known.
  package enum Content: Sendable {
    /// Content that could not be read so far.
    case unknown
    /// A sound file that is not read as a log in this form; an archive may hold others that are.
    case otherForm
    /// A sound file that is no log at all, such as a picture.
    case noText
  }

  package init(path: String, message: String, advice: String, content: Content = .unknown) {
    self.path = path
    self.message = message
    self.advice = advice
    self.content = content
  }

  /// The error that an error number of the operating system stands for.
  package init(path: String, errorNumber: Int32) {
    let (message, advice) =
      switch errorNumber {
      // A name that is not UTF-8 cannot be spelled; with U+FFFD for its bytes it names nothing.
      case ENOENT where path.contains("\u{FFFD}"):
        ("the name is not UTF-8", "rename the file, or pipe it in")
      case ENOENT: ("no such file", "check the path")
      case ENOTDIR: ("a part of the path is not a directory", "check the path")
      case EACCES, EPERM: ("permission denied", "run as a user who may read it")
      case EISDIR: ("is a directory", "name the log files in it")
      case ELOOP: ("too many symbolic links", "name the file that they lead to")
      case EMFILE, ENFILE: ("too many open files", "raise the limit with ulimit -n")
      // SAFETY: the C library returns a terminated text that lasts until the next call.
      default: (unsafe String(cString: strerror(errorNumber)), "check the file and its disk")
      }
    self.init(path: path, message: message, advice: advice)
  }

  static func outOfMemory(path: String) -> InputError {
    InputError(path: path, errorNumber: ENOMEM)
  }
}
