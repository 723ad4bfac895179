extension PageScript {
  /// Reads the data of the page (see `ReportData`) and makes elements.
  static let data = #"""
    // Data: cycles and findings, their numbers turned into texts and times.
    const data = JSON.parse(document.getElementById("data").textContent);
    const text = number => data.texts[number];
    const shapes = data.shapes.map(shape => shape === "" ? [] : shape.split(";").map(part => {
      const [event, lane, status] = part.split(",");
      return {event: text(Number(event)), lane: Number(lane), status};
    }));
    const undone = (values, start) => {
      let last = start || 0;
      return (values || []).map(value => value === null ? null : (last += value));
    };
    const cycles = data.cycles;
    cycles.forEach((cycle, index) => { cycle.index = index; cycle.findings = []; });
    for (const finding of data.findings) {
      for (const index of finding.cycles) cycles[index].findings.push(finding);
    }
    for (const cycle of cycles) {
      if (cycle.findings.some(one => one.outcome === "violated" && !one.mild)) cycle.tone = 2;
      else if (cycle.findings.some(one => one.outcome === "violated")) {
        cycle.tone = Math.max(cycle.tone % 3, 1);
      }
    }
    const steps = cycle => {
      const times = undone(cycle.times, cycle.due), lines = undone(cycle.lines);
      return shapes[cycle.shape].map((step, place) => ({...step,
        time: times[place] ?? null, line: lines[place] ?? null}));
    };
    const tones = [
      {name: "good", mark: "✓"}, {name: "doubt", mark: "!"}, {name: "bad", mark: "✗"},
      {name: "plain", mark: "·"}];
    const marks = {seen: ["✓", "good", ""], missing: ["✗", "bad", "missing"],
      late: ["!", "doubt", "late"], excused: ["~", "doubt", "missing, and excused"],
      implied: ["·", "doubt", "not logged, but shown by what came later"]};

    // Elements: attributes, then children; every string becomes a text node.
    const fill = (element, attributes, children) => {
      for (const [name, value] of Object.entries(attributes || {})) {
        if (value !== null && value !== undefined) element.setAttribute(name, value);
      }
      element.append(...children.filter(child => child !== null && child !== ""));
      return element;
    };
    const el = (name, attributes, ...children) =>
      fill(document.createElement(name), attributes, children);
    const svg = (name, attributes, ...children) =>
      fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

    """#
}
