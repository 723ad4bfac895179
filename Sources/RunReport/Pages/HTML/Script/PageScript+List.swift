extension PageScript {
  /// Lists the cycles that search and filter leave, a page at a time.
  static let list = #"""
    // List.
    const list = document.getElementById("list"), search = document.getElementById("search");
    const pageSize = 40;
    const view = {filter: "all", words: [], found: cycles, first: 0};
    const hay = cycle => cycle.hay ??= [
      `cycle ${cycle.index + 1}`, cycle.id || "", cycle.due === null ? "" : iso(cycle.due),
      cycle.due === null ? "" : local(cycle.due), text(cycle.outcome), account(cycle),
      ...shapes[cycle.shape].filter(step => step.status !== "seen").map(step =>
        `${step.event} ${step.status}`),
      ...cycle.findings.flatMap(one => [one.account, text(one.rule),
        ...one.evidence.map(line => `line ${line.line} ${line.text || ""}`)]),
      ranges(cycle)].join("\n").toLowerCase();
    // A line by its number is in the cycle whose lines hold it.
    const holdsLine = (cycle, number) => cycle.ranges.some(range =>
      range.first <= number && number <= range.last);
    const filters = [
      ["all", "All", () => true],
      ["bad", "✗ With violations", cycle => cycle.tone === 2],
      ["doubt", "! Incomplete or excused", cycle => cycle.tone === 1],
      ["good", "✓ As planned", cycle => cycle.tone === 0],
      ["plain", "· Not due yet", cycle => cycle.tone === 3]];
    const passes = cycle => {
      if (!filters.find(one => one[0] === view.filter)[2](cycle)) return false;
      if (view.line !== null && view.line !== undefined) return holdsLine(cycle, view.line);
      return view.words.every(word => hay(cycle).includes(word));
    };
    const row = cycle => {
      const tone = tones[cycle.tone], count = cycle.findings.length;
      const item = el("details", {class: `cycle ${tone.name}`, id: `c${cycle.index + 1}`},
        el("summary", {}, el("span", {class: "mark"}, tone.mark), el("span", {class: "head"},
          cycle.due === null ? "" : stamp(cycle.due), el("span", {}, name(cycle)),
          el("span", {}, account(cycle)),
          count ? el("span", {class: "count"}, `${count} finding${count === 1 ? "" : "s"}`) : "")));
      item.addEventListener("toggle", () => { if (item.open) build(item, cycle); });
      return item;
    };
    const build = (item, cycle) => {
      const width = Math.max(280, list.clientWidth - 36);
      if (item.dataset.width === String(width)) return;
      item.dataset.width = width;
      const body = el("div", {class: "body"}, ...cycleBody(cycle, width));
      item.querySelector(":scope > .body")?.remove();
      item.append(body);
    };
    const showList = () => {
      const shown = view.found.slice(view.first, view.first + pageSize);
      const parts = shown.map(row), last = view.first + shown.length;
      const button = (words, first, isOff) => {
        const made = el("button", {type: "button"}, words);
        made.disabled = isOff;
        made.addEventListener("click", () => {
          view.first = first;
          showList();
          document.getElementById("cycles").scrollIntoView();
        });
        return made;
      };
      if (view.found.length === 0) parts.push(el("p", {}, "No cycle is found. Search for a date, an id, a rule, an event or a line, e.g. “line 12”."));
      if (view.found.length > pageSize) {
        parts.push(el("p", {class: "pages"},
          button("‹ Earlier", Math.max(0, view.first - pageSize), view.first === 0),
          `${view.first + 1}–${last} of ${view.found.length}`,
          button("Later ›", view.first + pageSize, last >= view.found.length)));
      }
      list.replaceChildren(...parts);
    };
    const choose = filter => {
      view.filter = filter;
      for (const one of document.querySelectorAll("#filters button")) {
        one.setAttribute("aria-pressed", one.dataset.filter === filter);
      }
      refresh();
    };
    const refresh = () => {
      const said = search.value.trim().toLowerCase(), line = /^line (\d+)$/.exec(said);
      view.line = line ? Number(line[1]) : null;
      view.words = said.split(/\s+/).filter(Boolean);
      view.found = cycles.filter(passes);
      view.first = 0;
      for (const article of document.querySelectorAll(".finding")) {
        const words = article.textContent.toLowerCase();
        article.hidden = view.line === null && !view.words.every(word => words.includes(word));
      }
      // What is found is seen, in a folded group too.
      for (const group of document.querySelectorAll("details.group")) {
        if (view.words.length && group.querySelector(".finding:not([hidden])")) group.open = true;
      }
      grid.matches = passes;
      drawStrip();
      showList();
    };
    // Opens a cycle wherever it is in the list; search and filter give way where they hide it.
    const openCycle = (index, target) => {
      let position = view.found.indexOf(cycles[index]);
      if (position < 0) {
        search.value = "";
        choose("all");
        position = index;
      }
      if (position < view.first || position >= view.first + pageSize) {
        view.first = position - position % pageSize;
        showList();
      }
      const item = document.getElementById(`c${index + 1}`);
      item.open = true;
      build(item, cycles[index]);
      point(index);
      const goal = `#${target || item.id}`;
      // A hash that is there already moves nothing by itself.
      if (location.hash !== goal) history.pushState(null, "", goal);
      const place = document.getElementById(goal.slice(1)) || item;
      mark(place);
      place.scrollIntoView({block: place === item ? "start" : "center"});
      item.querySelector("summary").focus({preventScroll: true});
    };

    """#
}
