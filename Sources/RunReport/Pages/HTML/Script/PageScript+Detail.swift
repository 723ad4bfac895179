extension PageScript {
  /// Makes what a reader sees of a cycle that is opened.
  static let detail = #"""
    // Detail of a cycle. Lines and steps have anchors, to which findings lead.
    const anchor = (cycle, step, place) => step.line === null || step.line === undefined
      ? `c${cycle.index + 1}-s${place + 1}` : `c${cycle.index + 1}-l${step.line}`;
    const findingItem = finding => el("li", {},
      el("b", {title: kinds[finding.kind][1]}, `${kinds[finding.kind][0]} `), finding.account, " ",
      el("a", {href: `#f${finding.entry}`, class: "rule"}, text(finding.rule)));
    const heldLines = cycle => {
      const held = new Map();
      for (const finding of cycle.findings) {
        for (const line of finding.evidence) {
          const isOwn = cycle.ranges.some(range => range.file === line.file
            && range.first <= line.line && line.line <= range.last);
          if (!isOwn) continue;
          if (!held.has(line.line)) held.set(line.line, {text: "", findings: new Map()});
          const one = held.get(line.line);
          one.text ||= line.text;
          one.findings.set(finding.entry, text(finding.rule));
        }
      }
      return held;
    };
    // The rules of the findings that a line proves.
    const proves = one => one ? [...one.findings].map(([entry, rule]) => [" ",
      el("a", {href: `#f${entry}`, class: "rule"}, rule)]).flat() : [];
    const stepGap = (time, last) => time === null || last === null ? ""
      : `${time < last ? "−" : "+"}${span(time - last)}`;
    const stepList = (cycle, list) => {
      const held = heldLines(cycle), rows = [], names = ["Schedule", "Execution", "Delivery"];
      const stepLines = new Set(list.map(step => step.line));
      const rest = [...held.keys()].filter(line => !stepLines.has(line)).sort((a, b) => a - b);
      let lane = null, last = null;
      // A cycle in two files may have two lines of one number: the first has the anchor.
      const used = new Set();
      const own = id => used.has(id) ? null : (used.add(id), id);
      const addLine = line => rows.push(el("li", {id: own(`c${cycle.index + 1}-l${line}`)},
        el("span", {class: "mark"}), el("span", {class: "time"}), el("span", {class: "gapped"}),
        el("span", {class: "at"}, `line ${line}`),
        el("span", {class: "name"}, ...proves(held.get(line))),
        el("span", {class: "log"}, held.get(line).text || "This report does not hold the line.")));
      list.forEach((step, place) => {
        while (step.line !== null && rest.length && rest[0] < step.line) addLine(rest.shift());
        if (step.lane !== lane) {
          lane = step.lane;
          rows.push(el("li", {class: "stage"}, names[lane]));
        }
        const [mark, tone, word] = marks[step.status];
        const isNewDay = step.time !== null && (last === null ? hasYear(step.time)
          && cycle.due !== null && day(step.time) !== day(cycle.due)
          : day(last) !== day(step.time));
        rows.push(el("li", {class: step.time === null ? `${tone} untimed` : tone, id: own(anchor(cycle, step, place))},
          el("span", {class: "mark"}, mark),
          el("span", {class: "time", title: step.time === null ? null : local(step.time)},
            step.time === null ? "" : (isNewDay ? day(step.time).slice(-5) + " " : "") + clock(step.time)),
          el("span", {class: "gapped"}, stepGap(step.time, last)),
          el("span", {class: "at"}, step.line === null ? "" : `line ${step.line}`),
          el("span", {class: "name"}, step.event.replaceAll(" | ", " or "),
            word ? el("b", {}, ` – ${word}`) : "", ...proves(held.get(step.line))),
          held.get(step.line)?.text ? el("span", {class: "log"}, held.get(step.line).text) : ""));
        if (step.time !== null) last = step.time;
      });
      rest.forEach(addLine);
      return el("ol", {class: "steps"}, ...rows);
    };
    const ranges = cycle => {
      return cycle.ranges.map(range => `${text(range.file)}:${range.first}–${range.last}`).join(", ");
    };
    const cycleBody = (cycle, width) => {
      const list = steps(cycle), told = measures(cycle);
      return [
        cycle.findings.length ? el("ul", {class: "told"}, ...cycle.findings.map(findingItem)) : "",
        told ? el("p", {}, told) : "",
        drawTimeline(cycle, list, width) || "",
        list.length ? stepList(cycle, list) : "",
        el("p", {class: "meta"}, ranges(cycle))];
    };

    """#
}
