extension PageScript {
  /// Draws all cycles as cells in the order of time, a path for each kind: thousands are few elements.
  static let strip = #"""
    // Strip.
    const cells = document.getElementById("cells"), at = document.getElementById("at");
    const grid = {cursor: 0, columns: 1, size: 16, left: 0, matches: () => true};
    const signs = [
      (x, y, s) => `M${x + s * .25} ${y + s * .52}l${s * .18} ${s * .2}l${s * .32}-${s * .42}`,
      (x, y, s) => `M${x + s * .5} ${y + s * .22}v${s * .32}m0 ${s * .2}v.1`,
      (x, y, s) => `M${x + s * .28} ${y + s * .28}l${s * .44} ${s * .44}m0-${s * .44}l-${s * .44} ${s * .44}`,
      (x, y, s) => `M${x + s * .5} ${y + s * .5}v.1`];
    const place = index => {
      const column = index % grid.columns, row = (index - column) / grid.columns;
      return [grid.left + column * grid.size, row * grid.size];
    };
    const drawStrip = () => {
      const width = cells.clientWidth || 600;
      const shown = cycles.length;
      grid.size = shown <= 120 ? 24 : shown <= 800 ? 18 : 14;
      grid.left = width > 480 ? 84 : 46;
      grid.columns = Math.max(1, Math.floor((width - grid.left - 4) / grid.size));
      // Whole weeks in a row, where there is more than one row.
      if (shown > grid.columns && grid.columns >= 14) grid.columns -= grid.columns % 7;
      const rows = Math.ceil(shown / grid.columns), s = grid.size - 3;
      const fills = {}, strokes = {};
      cycles.forEach((cycle, index) => {
        const [x, y] = place(index), key = cycle.tone + (grid.matches(cycle) ? "" : " dim");
        fills[key] = (fills[key] || "") + `M${x + 1.5} ${y + 1.5}h${s}v${s}h-${s}z`;
        strokes[key] = (strokes[key] || "") + signs[cycle.tone](x + 1.5, y + 1.5, s);
      });
      const height = rows * grid.size + 2;
      const root = svg("svg", {width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true",
        class: grid.size < 16 ? "small" : null});
      for (const key of Object.keys(fills)) {
        const kind = tones[key[0]].name + (key.endsWith("dim") ? " dim" : "");
        root.append(svg("g", {class: kind}, svg("path", {class: "fill", d: fills[key]}),
          svg("path", {class: "sign", d: strokes[key]})));
      }
      const every = Math.max(1, Math.ceil(18 / grid.size));
      for (let row = 0; row < rows; row += every) {
        const due = cycles[row * grid.columns].due;
        if (due === null) continue;
        const words = width > 480 && hasYear(due) ? day(due) : day(due).slice(-5);
        root.append(svg("text", {class: "row", x: 0, y: row * grid.size + grid.size / 2 + 4}, words));
      }
      grid.frame = svg("rect", {class: "cursor", width: grid.size - 1, height: grid.size - 1, rx: 2});
      root.append(grid.frame);
      cells.replaceChildren(root);
      point(grid.cursor, false);
    };
    const point = (index, isTold = true) => {
      grid.cursor = Math.min(Math.max(index, 0), cycles.length - 1);
      const [x, y] = place(grid.cursor), cycle = cycles[grid.cursor];
      grid.frame.setAttribute("x", x + .5);
      grid.frame.setAttribute("y", y + .5);
      const words = headline(cycle);
      cells.setAttribute("aria-valuemin", 1);
      cells.setAttribute("aria-valuemax", cycles.length);
      cells.setAttribute("aria-valuenow", grid.cursor + 1);
      cells.setAttribute("aria-valuetext", words);
      at.textContent = isTold ? words : "Choose a cycle with the mouse or the arrow keys, and open it with Enter.";
      if (isTold && cells.scrollHeight > cells.clientHeight) {
        if (y < cells.scrollTop) cells.scrollTop = y;
        if (y + grid.size > cells.scrollTop + cells.clientHeight) {
          cells.scrollTop = y + grid.size - cells.clientHeight;
        }
      }
    };
    const headline = cycle => {
      const time = cycle.due === null ? "" : `${day(cycle.due)} ${minute(cycle.due)}${hasYear(cycle.due) ? " UTC" : ""}`;
      return [`${tones[cycle.tone].mark} Cycle ${cycle.index + 1}`, time, name(cycle), account(cycle)]
        .filter(Boolean).join(" · ");
    };
    const cellAt = event => {
      const box = cells.getBoundingClientRect();
      const x = event.clientX - box.left - grid.left, y = event.clientY - box.top + cells.scrollTop;
      const column = Math.floor(x / grid.size), row = Math.floor(y / grid.size);
      if (column < 0 || column >= grid.columns || row < 0) return null;
      const index = row * grid.columns + column;
      return index < cycles.length ? index : null;
    };
    cells.addEventListener("mousemove", event => {
      const index = cellAt(event);
      if (index !== null && index !== grid.cursor) point(index);
    });
    cells.addEventListener("click", event => {
      const index = cellAt(event);
      if (index !== null) { point(index); openCycle(index); }
    });
    cells.addEventListener("keydown", event => {
      const moves = {ArrowRight: 1, ArrowLeft: -1, ArrowDown: grid.columns, ArrowUp: -grid.columns,
        PageDown: grid.columns * 5, PageUp: -grid.columns * 5, Home: -Infinity, End: Infinity};
      if (event.key in moves) point(grid.cursor + moves[event.key]);
      else if (event.key === "Enter" || event.key === " ") openCycle(grid.cursor);
      else return;
      event.preventDefault();
    });

    """#
}
