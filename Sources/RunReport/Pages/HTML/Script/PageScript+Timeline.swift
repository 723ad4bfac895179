extension PageScript {
  /// Draws a cycle: three lanes on one axis on which long waits take little room.
  static let timeline = #"""
    // Timeline. A wait counts by its logarithm, so that milliseconds and hours are seen together.
    const scale = (times, left, width) => {
      const sorted = [...new Set(times)].sort((a, b) => a - b);
      const places = [0];
      for (let i = 1; i < sorted.length; i++) {
        places.push(places[i - 1] + 0.4 + Math.log10(1 + (sorted[i] - sorted[i - 1]) / 10));
      }
      const all = places[places.length - 1] || 1;
      const at = new Map(sorted.map((time, i) => [time, left + places[i] / all * width]));
      return {sorted, at: time => at.get(time)};
    };
    const deadlines = cycle => {
      const found = new Map();
      for (const finding of cycle.findings) {
        if (finding.deadline === null) continue;
        for (const event of finding.missing) found.set(text(event), finding.deadline);
      }
      return step => step.event.split(" | ").map(event => found.get(event))
        .find(time => time !== undefined);
    };
    const drawTimeline = (cycle, list, width) => {
      const due = cycle.due, deadline = deadlines(cycle);
      const limits = list.filter(step => step.status === "missing").map(deadline)
        .filter(time => time !== undefined);
      const times = list.map(step => step.time).filter(time => time !== null);
      if (times.length === 0) return null;
      const begin = cycle.begin;
      const all = [...times, ...limits, ...[due, begin].filter(time => time !== null)];
      const isNarrow = width < 560, left = isNarrow ? 14 : 92, right = width - 22;
      const top = 26, lane = isNarrow ? 56 : 48, height = top + lane * 3 + 24;
      const axis = scale(all, left + 10, right - left - 20);
      const x = time => axis.at(time), middle = row => top + row * lane + (isNarrow ? 30 : 22);
      const root = svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, role: "img",
        "aria-label": `Timeline of ${name(cycle)}: ${account(cycle)}`});
      const add = (kind, attributes, ...children) => root.append(svg(kind, attributes, ...children));
      const title = words => svg("title", {}, words);

      // Bands: when the task may run, and how late the notification came.
      if (begin !== null && due !== null && due > begin) {
        add("rect", {class: "window", x: x(begin), y: middle(1) - 15, width: x(due) - x(begin),
          height: 30, rx: 4}, title(`The task may run from ${clock(begin)} to ${clock(due)} UTC`));
      }
      const shown = list.find(step => step.event === "notification_delivered" && step.time !== null);
      if (shown && due !== null && shown.time > due) {
        add("rect", {class: "lateness", x: x(due), y: middle(2) - 15, rx: 4,
          width: x(shown.time) - x(due), height: 30},
          title(`Delivered ${span(shown.time - due)} late`));
        const words = `${span(shown.time - due)} late`;
        if (x(shown.time) - x(due) > words.length * 7) {
          add("text", {class: "lane", x: (x(due) + x(shown.time)) / 2, y: middle(2) + 28,
            "text-anchor": "middle"}, words);
        }
      }
      ["Schedule", "Execution", "Delivery"].forEach((words, row) => {
        add("line", {class: "rail", x1: left, x2: right, y1: middle(row), y2: middle(row)});
        add("text", {class: "lane", x: isNarrow ? left : 8,
          y: isNarrow ? middle(row) - 17 : middle(row) + 4}, words);
      });
      // Times above, where there is room; spans of long waits below.
      let free = -Infinity;
      const tick = (time, words) => {
        const half = words.length * 3.4;
        const place = Math.min(Math.max(x(time), half), width - half);
        add("text", {x: place, y: 14, "text-anchor": "middle"}, words);
        return [place - half, place + half];
      };
      const [from, to] = due === null ? [0, 0] : tick(due, `due ${minute(due)}`);
      axis.sorted.forEach((time, i) => {
        const isStart = i === 0 || time - axis.sorted[i - 1] >= 30000;
        const left = Math.max(x(time), 18) - 20, right = left + 40;
        if (!isStart || time === due || left < free || (right > from && left < to)) return;
        tick(time, minute(time));
        add("line", {class: "rail", x1: x(time), x2: x(time), y1: 18, y2: top + lane * 3});
        free = right + 4;
      });
      axis.sorted.slice(1).forEach((time, i) => {
        const from = axis.sorted[i], words = span(time - from);
        if (time - from < 60000 || x(time) - x(from) < words.length * 6 + 8) return;
        add("text", {x: (x(from) + x(time)) / 2, y: height - 6, "text-anchor": "middle"}, words);
      });
      if (due !== null) {
        add("line", {class: "due", x1: x(due), x2: x(due), y1: 18, y2: top + lane * 3},
          title(`Notification due at ${clock(due)} UTC`));
      }
      for (const time of new Set(limits)) {
        add("line", {class: "limit", x1: x(time), x2: x(time), y1: middle(0), y2: top + lane * 3},
          title(`Deadline ${clock(time)} UTC`));
      }
      drawSteps(cycle, list, {x, middle, left, right, due, deadline, add, title});
      const caption = [begin !== null ? "Blue: when the task may run." : "",
        due !== null ? "Dashed: when the notification is due." : "",
        limits.length ? "Red: when a missing step was due." : "", "Long waits are drawn short."];
      return el("div", {class: "timeline"}, root,
        el("p", {class: "meta"}, caption.filter(Boolean).join(" ")));
    };
    const drawSteps = (cycle, list, at) => {
      const taken = [-Infinity, -Infinity, -Infinity], labelled = [];
      list.forEach((step, place) => {
        const row = step.lane, [, tone, word] = marks[step.status];
        let x;
        if (step.time !== null) x = at.x(step.time);
        else {
          // A step that is not there stands at its deadline, or between its neighbours.
          const limit = step.status === "missing" ? at.deadline(step) : undefined;
          const before = list.slice(0, place).findLast(one => one.time !== null);
          const after = list.slice(place).find(one => one.time !== null);
          if (limit !== undefined) x = at.x(limit);
          else if (row === 1 && cycle.begin !== null && !(after && after.lane === 1)
            && !(before && before.time >= cycle.begin)) x = at.x(cycle.begin) + 8;
          else if (before && after) x = (at.x(before.time) + at.x(after.time)) / 2;
          else if (row === 2 && at.due !== null) x = at.x(at.due);
          else x = before ? at.x(before.time) + 16 : at.left + 10;
        }
        x = Math.min(Math.max(x, taken[row] + 14), at.right + 14);
        taken[row] = x;
        const y = at.middle(row);
        const words = [step.event.replaceAll(" | ", " or "),
          step.time === null ? "" : `${clock(step.time)} UTC`, word].filter(Boolean).join(", ");
        const shape = step.status === "seen" ? {class: "seen", r: 5.5}
          : step.status === "late" ? {class: "ring", r: 5.5} : {class: "hollow", r: 6};
        const link = svg("a", {class: tone, tabindex: -1,
          href: `#${anchor(cycle, step, place)}`}, at.title(words),
          svg("circle", {cx: x, cy: y, ...shape}));
        if (step.status === "missing") {
          link.append(svg("path", {d: `M${x - 2.5} ${y - 2.5}l5 5m0-5l-5 5`, stroke: "var(--bad)",
            "stroke-width": 1.6}));
          if (!labelled[row]) {
            labelled[row] = true;
            const named = step.event.split(" | ");
            const said = `${named.slice(0, 2).join(" or ")}${named.length > 2 ? "…" : ""} missing`;
            const half = said.length * 3.3;
            at.add("text", {class: "what", y: y + 22, "text-anchor": "middle",
              x: Math.max(half + 4, Math.min(x, at.right + 20 - half))}, said);
          }
        }
        at.add("g", {}, link);
      });
    };

    """#
}
