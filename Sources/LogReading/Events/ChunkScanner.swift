/// A reader of an input member in chunks with their events, in the order of its lines.
struct ChunkScanner: ~Copyable {
  private var reader: ChunkReader
  private var scan: InputScan
  private let stop: StopFlag
  private var isOrdering = false
  private var isAtEnd = false

  init(_ reader: consuming ChunkReader, _ scanner: EventScanner, stop: StopFlag) {
    self.reader = reader
    self.stop = stop
    scan = InputScan(scanner)
  }

  /// The facts known about the input so far.
  var ending: InputEnding { scan.ending(reader.report) }

  /// Reads on; false at the end, also after a stop.
  mutating func next(into chunk: inout ScannedChunk) throws(InputError) -> Bool {
    chunk.removeAll()
    while true {
      if isOrdering {
        if chunk.fillOrdered(with: &scan, isOfPart: !isAtEnd) { return true }
        isOrdering = false
      }
      if isAtEnd { return false }
      // The bytes looked at to recognise an input were read already, and still come after a stop.
      let goesOn = !stop.isRequested || !scan.hasBegun
      let comes = try goesOn ? chunk.fill(from: &reader, with: &scan) : false
      isAtEnd = !comes
      if isAtEnd || scan.hasFullCollection {
        isOrdering = true
        scan.order(isAtEnd: isAtEnd)
      }
      if comes { return true }
    }
  }
}
