extension PageScript {
  /// Follows links, keys and the width of the window.
  static let control = #"""
    // Control.
    let marked = null;
    // The style of a target that the script has made and that `:target` therefore does not see.
    const mark = element => {
      marked?.classList.remove("found");
      marked = element;
      marked.classList.add("found");
    };
    const follow = () => {
      const hash = location.hash.slice(1), cycle = /^c(\d+)(-[ls]\d+)?$/.exec(hash);
      if (cycle && cycles[cycle[1] - 1]) return openCycle(cycle[1] - 1, hash);
      const target = /^f\d+$/.test(hash) ? document.getElementById(hash) : null;
      if (!target) return;
      target.closest("details.group")?.setAttribute("open", "");
      const article = target.closest(".finding");
      if (article.hidden) { search.value = ""; refresh(); }
      mark(target);
      target.scrollIntoView({block: "start"});
    };
    addEventListener("hashchange", follow);
    addEventListener("popstate", follow);
    document.addEventListener("click", event => {
      const link = event.target.closest?.("a[href^='#'], a");
      const goal = link?.getAttribute("href");
      // A click on the present hash fires no event.
      if (goal && goal === location.hash) { event.preventDefault(); follow(); }
    });
    const step = distance => {
      const open = list.querySelector("details.cycle[open]:focus-within") || list.querySelector("details.cycle[open]");
      const index = open ? Number(open.id.slice(1)) - 1 : null;
      const position = index === null ? (distance > 0 ? -1 : view.found.length)
        : view.found.indexOf(cycles[index]);
      const next = view.found[position + distance];
      if (!next) return;
      if (open) open.open = false;
      openCycle(next.index);
    };
    document.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const isTyping = event.target.matches("input");
      if (event.key === "Escape") {
        if (isTyping) { search.value = ""; refresh(); search.blur(); }
        else for (const open of list.querySelectorAll("details.cycle[open]")) open.open = false;
      } else if (isTyping) return;
      else if (event.key === "/") { search.focus(); event.preventDefault(); }
      else if (event.key === "j") step(1);
      else if (event.key === "k") step(-1);
    });
    let typing = 0;
    search.addEventListener("input", () => { clearTimeout(typing); typing = setTimeout(refresh, 120); });
    document.getElementById("tools").addEventListener("submit", event => event.preventDefault());
    let width = 0;
    new ResizeObserver(() => {
      if (cells.clientWidth === width) return;
      width = cells.clientWidth;
      drawStrip();
      for (const item of list.querySelectorAll("details.cycle[open]")) {
        build(item, cycles[item.id.slice(1) - 1]);
      }
    }).observe(cells);

    // The rest of the places of a finding, when they are asked for.
    for (const others of document.querySelectorAll(".others")) {
      others.addEventListener("toggle", () => {
        const number = Number(others.dataset.finding), rest = others.querySelector(".rest");
        if (!others.open || !rest) return;
        const places = data.findings.filter(one => one.entry === number).slice(1)
          .flatMap(one => one.cycles);
        if (places.length === 0) return;
        others.querySelector("ul").replaceChildren(...[...new Set(places)].map(index => el("li", {},
          el("a", {href: `#c${index + 1}`}, cycles[index].due === null ? name(cycles[index])
            : `${day(cycles[index].due)} ${name(cycles[index])}`))));
        rest.remove();
      });
    }
    for (const time of document.querySelectorAll("header time, #findings time")) {
      const beside = local(Date.parse(time.dateTime));
      if (beside) time.after(el("span", {class: "here"}, ` (${beside})`));
    }
    for (const [key, words, holds] of filters) {
      const count = cycles.filter(holds).length;
      if (count === 0) continue;
      const button = el("button", {type: "button", "data-filter": key, "aria-pressed": key === "all"},
        `${words} ${count}`);
      button.addEventListener("click", () => choose(key));
      document.getElementById("filters").append(button);
    }
    // Of one cycle there is nothing to choose.
    document.getElementById("strip").hidden = cycles.length < 2;
    document.getElementById("tools").hidden = cycles.length < 2;
    if (cycles.length > 1) list.before(el("p", {class: "meta keys"}, "Keys: / searches, j and k open the next and the previous cycle, Escape closes."));
    drawStrip();
    showList();
    // A single cycle, or the first bad one of a few, is what a reader came for.
    const first = cycles.find(cycle => cycle.tone === 2) || cycles[0];
    if (location.hash) follow();
    else if (cycles.length <= 10) {
      const item = document.getElementById(`c${first.index + 1}`);
      item.open = true;
    }
    """# + "\n"
}
