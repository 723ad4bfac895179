extension PageScript {
  /// Says spans and instants as people do.
  static let words = #"""
    // Words.
    const trimmed = (value, places) => String(Number(value.toFixed(places)));
    const pair = (value, size, large, small) => {
      const whole = Math.floor(value / size), rest = value % size;
      return `${whole} ${large}` + (rest ? ` ${rest} ${small}` : "");
    };
    const span = milliseconds => {
      const value = Math.abs(milliseconds);
      if (value < 1000) return `${Math.round(value)} ms`;
      if (value < 120000) return `${trimmed(value / 1000, value < 10000 ? 1 : 0)} s`;
      const seconds = Math.round(value / 1000);
      if (seconds < 3600) return pair(seconds, 60, "min", "s");
      const minutes = Math.round(seconds / 60);
      if (minutes < 2880) return pair(minutes, 60, "h", "min");
      return pair(Math.round(minutes / 60), 24, "d", "h");
    };
    const late = (value, after, before) =>
      Math.abs(value) < 500 ? "on time" : `${span(value)} ${value < 0 ? before : after}`;

    // A log without a year gets one before 1000, whose dates nobody takes for real ones.
    const hasYear = time => time > -30609792000000;
    // A log may name any time; beyond these a browser has no dates.
    const dateOf = time => new Date(Math.max(-8.64e15, Math.min(time, 8.64e15)));
    const iso = time => dateOf(time).toISOString();
    const day = time => hasYear(time) ? iso(time).slice(0, 10) : iso(time).slice(-19, -14);
    const clock = time => {
      const part = iso(time).slice(-13, -1);
      return part.endsWith(".000") ? part.slice(0, 8) : part;
    };
    const minute = time => iso(time).slice(-13, -8);
    const format = options => {
      try { return new Intl.DateTimeFormat(undefined, options); } catch { return null; }
    };
    const here = {clock: format({hour: "2-digit", minute: "2-digit", hourCycle: "h23"}),
      day: format({weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23"}),
      zone: format({timeZoneName: "short"})};
    // The reader's own time; empty where that is UTC.
    const local = time => {
      const date = dateOf(time);
      if (!hasYear(time) || !here.clock || date.getTimezoneOffset() === 0) return "";
      const sameDay = date.getDate() === date.getUTCDate();
      const zone = here.zone.formatToParts(date).find(part => part.type === "timeZoneName");
      return `${(sameDay ? here.clock : here.day).format(date)} ${zone ? zone.value : "here"}`;
    };
    const stamp = time => {
      const beside = local(time);
      return el("span", {}, el("time", {datetime: hasYear(time) ? iso(time) : null},
        `${day(time)} ${clock(time)}${hasYear(time) ? " UTC" : ""}`),
        beside ? el("span", {class: "here"}, ` (${beside})`) : "");
    };
    const account = cycle => text(cycle.account);
    const name = cycle => cycle.id ?? (cycle.due === null ? `cycle ${cycle.index + 1}` : "");
    const measures = cycle => {
      const parts = [];
      const say = (key, words) => { if (cycle[key] !== null) parts.push(words(cycle[key])); };
      say("delay", value => value < 0
        ? `The task ran ${span(value)} before its earliest time.`
        : value < 500 ? "The task ran at its earliest time."
          : `The task ran ${span(value)} after its earliest time.`);
      say("left", value => Math.abs(value) < 500 ? "It ran when the notification was due."
        : `It ran ${span(value)} ${value < 0 ? "after" : "before"} the notification was due.`);
      say("fetch", value => `The fetch took ${span(value)}.`);
      say("age", value => `The content was ${span(value)} old at delivery`
        + (cycle.expired ? ", and had expired." : "."));
      say("drift", value => `Delivered ${late(value, "late", "early")}.`);
      say("lead", value => `The prefetch was planned ${span(value)} ahead`
        + (cycle.capped ? " (the least that is allowed)." : "."));
      if (cycle.hash) parts.push("The content is what was fetched.");
      if (cycle.badHash) parts.push("The content is not what was fetched.");
      if (cycle.badScheduleHash) parts.push("The schedule is not the one that was stored.");
      if (cycle.badCache) parts.push("The cache did not hold valid content after the delivery.");
      if (cycle.assumed) parts.push("Some of these times rest on assumptions (see below).");
      return parts.join(" ");
    };

    """#
}
