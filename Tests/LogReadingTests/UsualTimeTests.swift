import LogReading
import Testing

/// Times in their usual form are read in words, all others byte by byte: both must read the same.
struct UsualTimeTests {
  @Test(arguments: ["2025-11-14 05:48:00.123456", "2024-02-29T23:59:60.000001"])
  func `a digit more changes nothing`(time: String) {
    // The digit behind the microseconds means nothing, but makes the form an unusual one.
    let usual = Array("\(time)Z App[1:2] [DNP-FETCH] x".utf8)
    let other = Array("\(time)0Z App[1:2] [DNP-FETCH] x".utf8)
    #expect(LineTime(of: usual.span) != nil)
    for place in 0..<19 {
      for byte in UInt8.min...UInt8.max where byte != 0x0A {
        var (left, right) = (usual, other)
        left[place] = byte
        right[place] = byte
        #expect(LineTime(of: left.span) == LineTime(of: right.span), "byte \(byte) at \(place)")
      }
    }
  }

  @Test(arguments: 1...12)
  func `every day of a month is read`(month: Int) {
    let text = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    for year in [1970, 1999, 2000, 2023, 2024, 2100] {
      for day in 0...32 {
        let time = "\(year)-\(text(month))-\(text(day)) 05:48:00.123456"
        let usual = Array("\(time)Z message".utf8)
        let other = Array("\(time)0Z message".utf8)
        #expect(LineTime(of: usual.span) == LineTime(of: other.span), "\(time)")
      }
    }
  }
}
