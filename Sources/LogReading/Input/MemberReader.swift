/// A reader of one file in an archive, forward and once.
protocol MemberReader: AnyObject {
  /// Unpacks into a part of a buffer and returns how much came; 0 at the end.
  func read(into bytes: inout [UInt8], at room: Range<Int>) throws(InputError) -> Int
  /// How many bytes of the archive's own content were taken so far.
  var position: Int64 { get }
  /// The damage found in the file so far; nil for none.
  var damage: ReadReport.Damage? { get }
}
