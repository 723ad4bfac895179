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
    const undone = (values, start, base = 10) => {
      let last = start || 0;
      return values.map(value =>
        value === null || value === "" ? null : (last += parseInt(value, base)));
    };
    const columns = data.cycles, dues = undone(columns.due || []);
    const flags = ["capped", "expired", "hash", "badHash", "badScheduleHash", "badCache", "assumed"];
    let lastLine = 0;
    const cycles = columns.id.map((id, index) => {
      const cycle = {index, id, findings: []};
      for (const key of ["begin", "outcome", "account", "tone", "shape", "lead", "delay", "left",
        "fetch", "age", "drift"]) cycle[key] = columns[key]?.[index] ?? null;
      cycle.due = dues[index] ?? null;
      if (cycle.begin !== null) cycle.begin += cycle.due || 0;
      flags.forEach((flag, bit) => { cycle[flag] = (columns.flags[index] >> bit & 1) === 1; });
      cycle.ranges = [];
      for (let i = 0, all = columns.ranges[index]; i < all.length; i += 3) {
        const first = lastLine + all[i + 1];
        lastLine = first + all[i + 2];
        cycle.ranges.push({file: all[i], first, last: lastLine});
      }
      return cycle;
    });
    const listed = number => data.patterns[number] === "" ? [] : data.patterns[number].split(",");
    const kinds = [["✗", "violated"], ["✗", "warning"], ["?", "inconclusive"], ["~", "excused"]];
    data.findings = data.findings.map(([entry, rule, kind, account, its, deadline, missing, ...rest]) => {
      const evidence = [];
      for (let i = 0; i < rest.length; i += 3) {
        evidence.push({file: rest[i], line: rest[i + 1], text: rest[i + 2]});
      }
      return {entry, rule, kind, account, cycles: its, deadline,
        missing: listed(missing).map(Number), evidence};
    });
    for (const finding of data.findings) {
      for (const index of finding.cycles) cycles[index].findings.push(finding);
    }
    for (const cycle of cycles) {
      if (cycle.findings.some(one => one.kind === 0)) cycle.tone = 2;
      else if (cycle.findings.some(one => one.kind === 1) && cycle.tone !== 2) cycle.tone = 1;
    }
    const steps = cycle => {
      const times = undone(columns.times[cycle.index].split(","), cycle.due, 36);
      const lines = undone(data.patterns[columns.pattern[cycle.index]].split(","),
        columns.line?.[cycle.index]);
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
