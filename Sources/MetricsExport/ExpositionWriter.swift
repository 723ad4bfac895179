internal import RunReport
internal import TextWriting

/// A label and its value.
typealias MetricLabel = (name: String, value: String)

/// A writer of families in the Prometheus text format; one call makes one whole family.
struct ExpositionWriter {
  enum Kind: String {
    case counter, gauge, histogram
  }

  private(set) var bytes: [UInt8] = []
  private let constantLabels: [MetricLabel]

  init(constantLabels: [MetricLabel]) { self.constantLabels = constantLabels }

  /// Writes HELP, TYPE and the samples; a family without samples is left out.
  mutating func family(
    _ name: String, _ kind: Kind, _ help: String, _ samples: [(labels: [MetricLabel], value: Int64)]
  ) {
    if samples.isEmpty { return }
    head(name, kind, help)
    for (labels, value) in samples { sample(name, labels, "\(value)") }
  }

  /// Writes a family of one sample without labels of its own.
  mutating func family(_ name: String, _ kind: Kind, _ help: String, _ value: Int64) {
    family(name, kind, help, [([], value)])
  }

  /// Writes the cumulative buckets, the sum and the count.
  mutating func family(_ name: String, _ help: String, _ histogram: Histogram) {
    head(name, .histogram, help)
    var total: Int64 = 0
    for (index, edge) in histogram.edges.enumerated() {
      total = total.addingSaturated(histogram.counts[index])
      sample(name + "_bucket", [("le", NumberText.decimal(edge))], "\(total)")
    }
    sample(name + "_bucket", [("le", "+Inf")], "\(histogram.count)")
    sample(name + "_sum", [], NumberText.decimal(histogram.sum))
    sample(name + "_count", [], "\(histogram.count)")
  }

  private mutating func head(_ name: String, _ kind: Kind, _ help: String) {
    bytes.append(utf8: "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n")
  }

  private mutating func sample(_ name: String, _ labels: [MetricLabel], _ value: String) {
    bytes.append(utf8: name)
    var separator = "{"
    for label in constantLabels + labels {
      bytes.append(utf8: "\(separator)\(label.name)=\"")
      TextEscaping.prometheusLabel(label.value.utf8.span, into: &bytes)
      bytes.append(utf8: "\"")
      separator = ","
    }
    if separator == "," { bytes.append(utf8: "}") }
    bytes.append(utf8: " \(value)\n")
  }
}
