/// What the Info.plist of an iOS app declares of its work in the background.
enum AppDeclaration {
  private static let identifiersKey = "BGTaskSchedulerPermittedIdentifiers"
  private static let modesKey = "UIBackgroundModes"

  static func isDeclaration(_ list: PropertyValue) -> Bool {
    [identifiersKey, modesKey, "CFBundleIdentifier", "CFBundleExecutable"].contains {
      list[$0] != nil
    }
  }

  static func state(of list: PropertyValue, path: String) -> DeviceState {
    var state = DeviceState(.declaration, path: path)
    state.platform = "ios"
    var row = StateRow("app_declared", line: 1)
    if case .text(let app)? = list["CFBundleIdentifier"], !app.contains("$(") {
      state.app = app
      row["app"] = .text(app)
    }
    for (key, member) in [(identifiersKey, "taskIdentifiers"), (modesKey, "backgroundModes")] {
      guard let value = list[key] else { continue }
      guard let texts = value.texts else {
        state.notes.append("The value of \(key) is no list of texts")
        continue
      }
      row[member] = .text(texts.joined(separator: ","))
    }
    if let texts = list[identifiersKey]?.texts, texts.contains(where: { $0.contains("$(") }) {
      state.notes.append(
        "The list is that of the project and not of the built app: what stands for its variables is taken"
          + " as any text")
    }
    state.tables = [StateTable(FileName.last(of: path), rows: [row])]
    return state
  }
}
