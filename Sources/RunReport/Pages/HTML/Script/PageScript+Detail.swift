extension PageScript {
  /// Makes what a reader sees of a cycle that is opened.
  static let detail = #"""
    // Detail of a cycle. Lines and steps have anchors, to which findings lead.
    const anchor = (cycle, step, place) => step.line === null || step.line === undefined
      ? `c${cycle.index + 1}-s${place + 1}` : `c${cycle.index + 1}-l${step.line}`;
    const findingItem = finding => el("li", {}, el("b", {}, finding.outcome === "violated" ? "✗ "
      : finding.outcome === "excused" ? "~ " : "? "), finding.account, " ",
      el("a", {href: `#f${finding.entry}`, class: "rule"}, text(finding.rule)));
    const heldLines = cycle => {
      const held = new Map();
      for (const finding of cycle.findings) {
        for (const line of finding.evidence) {
          const isOwn = (cycle.ranges || []).some((_, i, all) => i % 3 === 0
            && all[i] === line.file && all[i + 1] <= line.line && line.line <= all[i + 2]);
          if (isOwn && !held.get(line.line)) held.set(line.line, line.text || "");
        }
      }
      return held;
    };
    const stepGap = (time, last) => time === null || last === null ? ""
      : `${time < last ? "−" : "+"}${span(time - last)}`;
    const stepList = (cycle, list) => {
      const held = heldLines(cycle), rows = [], names = ["Schedule", "Execution", "Delivery"];
      const stepLines = new Set(list.map(step => step.line));
      const rest = [...held.keys()].filter(line => !stepLines.has(line)).sort((a, b) => a - b);
      let lane = null, last = null;
      const addLine = line => rows.push(el("li", {id: `c${cycle.index + 1}-l${line}`},
        el("span", {class: "mark"}, " "), el("span", {class: "log"}, held.get(line) || "(the line is not held in this report)"),
        el("span", {class: "at"}, `line ${line}`)));
      list.forEach((step, place) => {
        while (step.line !== null && rest.length && rest[0] < step.line) addLine(rest.shift());
        if (step.lane !== lane) {
          lane = step.lane;
          rows.push(el("li", {class: "stage"}, names[lane]));
        }
        const [mark, tone, word] = marks[step.status];
        const isNewDay = step.time !== null && (last === null ? hasYear(step.time)
          && cycle.due !== undefined && day(step.time) !== day(cycle.due)
          : day(last) !== day(step.time));
        rows.push(el("li", {class: tone, id: anchor(cycle, step, place)},
          el("span", {class: "mark"}, mark),
          el("span", {class: "time", title: step.time === null ? null : local(step.time)},
            step.time === null ? "" : (isNewDay ? day(step.time).slice(-5) + " " : "") + clock(step.time)),
          el("span", {class: "gapped"}, stepGap(step.time, last)),
          el("span", {class: "name"}, step.event.replaceAll(" | ", " or "),
            word ? el("b", {}, ` – ${word}`) : ""),
          el("span", {class: "at"}, step.line === null ? "" : `line ${step.line}`),
          held.get(step.line) ? el("span", {class: "log"}, held.get(step.line)) : ""));
        if (step.time !== null) last = step.time;
      });
      rest.forEach(addLine);
      return el("ol", {class: "steps"}, ...rows);
    };
    const ranges = cycle => {
      const words = [];
      for (let i = 0; i < (cycle.ranges || []).length; i += 3) {
        words.push(`${text(cycle.ranges[i])}:${cycle.ranges[i + 1]}–${cycle.ranges[i + 2]}`);
      }
      return words.join(", ");
    };
    const cycleBody = (cycle, width) => {
      const list = steps(cycle), told = measures(cycle);
      return [
        cycle.findings.length ? el("ul", {}, ...cycle.findings.map(findingItem)) : "",
        told ? el("p", {}, told) : "",
        drawTimeline(cycle, list, width) || "",
        list.length ? stepList(cycle, list) : "",
        el("p", {class: "meta"}, ranges(cycle))];
    };

    """#
}
