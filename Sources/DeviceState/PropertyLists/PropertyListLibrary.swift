internal import CPlist

/// Reads property lists by libplist.
///
/// Unsafe are calls with nodes, which live from the reading of the list to the end of its walk; the
/// library reads the bytes while they are lent.
@safe
enum PropertyListLibrary {
  static func value(ofBinary bytes: [UInt8]) -> PropertyValue? {
    var root: plist_t?
    unsafe withCharacters(of: bytes) { unsafe plist_from_bin($0, $1, &root) }
    return unsafe take(root)
  }

  static func value(ofXML bytes: [UInt8]) -> PropertyValue? {
    var root: plist_t?
    unsafe withCharacters(of: bytes) { unsafe plist_from_xml($0, $1, &root) }
    return unsafe take(root)
  }

  @unsafe
  private static func withCharacters(
    of bytes: [UInt8], _ read: (UnsafePointer<CChar>, UInt32) -> Void
  ) {
    unsafe bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe read(base.assumingMemoryBound(to: CChar.self), UInt32(clamping: buffer.count))
    }
  }

  @unsafe
  private static func take(_ root: plist_t?) -> PropertyValue? {
    guard let root = unsafe root else { return nil }
    defer { unsafe plist_free(root) }
    return unsafe value(of: root, depth: 1)
  }

  @unsafe
  private static func value(of node: plist_t, depth: Int) -> PropertyValue {
    guard depth <= PropertyListReader.Bounds.depth else { return .other }
    switch unsafe plist_get_node_type(node) {
    case PLIST_DICT: return unsafe dictionary(node, depth)
    case PLIST_ARRAY:
      let values = unsafe (0..<plist_array_get_size(node)).map { index in
        let item = unsafe plist_array_get_item(node, index)
        return unsafe item.map { unsafe value(of: $0, depth: depth + 1) } ?? .other
      }
      return .list(values)
    case PLIST_STRING:
      var length: UInt64 = 0
      let text = unsafe plist_get_string_ptr(node, &length)
      return unsafe .text(String(decoding: bytes(text, length), as: UTF8.self))
    case PLIST_DATA:
      var length: UInt64 = 0
      let data = unsafe plist_get_data_ptr(node, &length)
      return unsafe .data(bytes(data, length))
    case PLIST_BOOLEAN:
      var flag: UInt8 = 0
      unsafe plist_get_bool_val(node, &flag)
      return .flag(flag != 0)
    case PLIST_UINT, PLIST_REAL: return .number
    case PLIST_DATE: return .date
    default: return .other
    }
  }

  @unsafe
  private static func dictionary(_ node: plist_t, _ depth: Int) -> PropertyValue {
    var members: [PropertyValue.Member] = []
    var iterator: plist_dict_iter?
    unsafe plist_dict_new_iter(node, &iterator)
    defer { unsafe dnp_plist_free_iterator(iterator) }
    while true {
      var key: UnsafeMutablePointer<CChar>?
      var next: plist_t?
      unsafe plist_dict_next_item(node, iterator, &key, &next)
      defer { unsafe dnp_plist_free_key(key) }
      guard let name = unsafe key, let item = unsafe next else { break }
      members.append(
        PropertyValue.Member(
          key: unsafe String(cString: name), value: unsafe value(of: item, depth: depth + 1)))
    }
    return .dictionary(members)
  }

  @unsafe
  private static func bytes(_ pointer: UnsafePointer<CChar>?, _ length: UInt64) -> [UInt8] {
    guard let pointer = unsafe pointer, length <= UInt64(PropertyListReader.Bounds.contentBytes)
    else { return [] }
    return unsafe Array(UnsafeRawBufferPointer(start: pointer, count: Int(length)))
  }
}
