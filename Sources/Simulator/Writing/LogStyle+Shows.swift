package import LogReading

// The facts that lines of a container can tell; tests and the truth go by it.
extension LogStyle {
  /// The container that a reader must recognise.
  package var container: Container {
    switch kind {
    case .raw: .bare
    case .nslogOld: .nslog
    case .logJSONStream: .logJSON
    case .bugreport, .capacitorAndroid: .threadtime
    case .capacitorIOS: .capacitor
    // The others have the names under which they are read.
    default: Container(name: kind.rawValue) ?? .bare
    }
  }

  private var facts: ContainerTraits.Facts { container.traits.facts }

  /// The finest difference of time on a line, in microseconds; nil for lines without times.
  package var resolution: Int64? {
    if modifiers.contains(.usec) { return 1 }
    return kind == .nslogOld ? .millisecond : container.traits.resolution?.rawValue
  }

  /// The things that a log in this container proves.
  package var shows: Injected.Needs {
    var shows = Injected.Needs.text
    if let resolution {
      shows.insert(.times)
      if resolution < .second { shows.insert(.fractions) }
      if hasZone { shows.insert(.zones) }
    }
    if hasProcess { shows.insert(.processes) }
    return shows
  }

  /// Whether lines name the process by its number.
  package var hasProcess: Bool { facts.contains(.process) }

  /// Whether times have a year.
  package var hasYear: Bool {
    facts.contains(.year) || !modifiers.isDisjoint(with: [.year, .epoch])
  }

  /// Whether times have a zone, or are those of UTC.
  package var hasZone: Bool {
    kind != .nslogOld && facts.contains(.zone) || !modifiers.isDisjoint(with: [.zone, .epoch])
  }

  /// Whether lines name a level.
  package var namesLevel: Bool { facts.contains(.level) }

  /// Whether each message has lines of its own: others may be put between or left out.
  var isLinewise: Bool { !facts.contains(.spread) }
}
