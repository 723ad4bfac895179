#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The system's word that a file or its folder changed, where the system gives one.
///
/// It is a hint to look again and no more: what changed is told by looking. On a network file system
/// there is none, and it may be out of watches, so the caller looks now and then without it too.
final class FileChanges {
  private var descriptor: Int32 = -1
  /// What is watched now: the file and the folder of its name.
  private var file: FileIdentity?
  private var folder: FileIdentity?
  private var fileWatch: Int32 = -1
  private var folderWatch: Int32 = -1

  /// - Parameter isPolling: Whether not to ask the system at all.
  init(isPolling: Bool) {
    #if os(Linux)
      if !isPolling { descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC)) }
    #endif
  }

  deinit { if descriptor >= 0 { _ = close(descriptor) } }

  /// Ready when something changed; nil where the system does not say.
  var readyDescriptor: Int32? { descriptor >= 0 ? descriptor : nil }

  /// Watches a file and the folder of a path, where it does not yet.
  func watch(_ file: FollowedFile?, in path: String) {
    #if os(Linux)
      guard descriptor >= 0 else { return }
      if file?.identity != self.file {
        if fileWatch >= 0 { _ = inotify_rm_watch(descriptor, fileWatch) }
        fileWatch = -1
        if let file {
          let events = IN_MODIFY | IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF
          fileWatch = add(file.descriptorPath, UInt32(events))
          // Where there is no such folder the name will do, which another file may have by now.
          if fileWatch < 0 { fileWatch = add(file.path, UInt32(events)) }
        }
        self.file = file?.identity
      }
      let place = RotatedFiles.folder(of: path)
      let folder = FileIdentity.of(path: place)
      if folder != self.folder {
        if folderWatch >= 0 { _ = inotify_rm_watch(descriptor, folderWatch) }
        let events = IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_DELETE_SELF
        folderWatch = folder == nil ? -1 : add(place, UInt32(events | IN_MOVE_SELF))
        self.folder = folder
      }
    #endif
  }

  #if os(Linux)
    private func add(_ path: String, _ events: UInt32) -> Int32 {
      // SAFETY: the call reads the path, and keeps nothing of it.
      unsafe inotify_add_watch(descriptor, path, events)
    }
  #endif

  /// Forgets what the system said; what is true now is looked up behind it.
  func clear() {
    guard descriptor >= 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      // SAFETY: read(2) fills at most the buffer that the closure lends.
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor, $0.baseAddress, $0.count)
      }
      if count <= 0 { return }
    }
  }
}
