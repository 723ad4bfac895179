/// The style sheet, for light and dark, wide, narrow and paper.
///
/// Words and marks say what the colours do. Nothing is wider than the page: tables turn into blocks.
enum PageStyle {
  static let sheet = colours + layout + parts + cycles + narrow

  private static let colours = """

    :root { color-scheme: light dark;
      --back: #f6f7f9; --card: #fff; --text: #1c2128; --quiet: #59636e; --line: #d8dee4;
      --link: #0b57a4; --focus: #0b57a4;
      --bad: #b3261e; --bad-back: #fdeceb; --good: #1a7038; --good-back: #e7f5ea;
      --doubt: #855300; --doubt-back: #fdf3dd; --plain: #59636e; --plain-back: #eceff2;
      --bar: #4a7fb5; --window: #4a7fb52e; --late: #d9822b3d;
      --amber: #f0b84a; --amber-sign: #4a2f00; }
    @media screen and (prefers-color-scheme: dark) {
      :root { --back: #0f1318; --card: #181d24; --text: #e4e8ed; --quiet: #98a3af;
        --line: #303843; --link: #7ab7f5; --focus: #7ab7f5;
        --bad: #ff8f85; --bad-back: #3a1f1f; --good: #74d18d; --good-back: #16301f;
        --doubt: #edbd5c; --doubt-back: #372b14; --plain: #98a3af; --plain-back: #262d36;
        --bar: #5c93cc; --window: #5c93cc33; --late: #edbd5c3d;
        --amber: #c99432; --amber-sign: #201500; }
    }
    .good { --tone: var(--good); --tone-back: var(--good-back); }
    .doubt { --tone: var(--doubt); --tone-back: var(--doubt-back); }
    .bad { --tone: var(--bad); --tone-back: var(--bad-back); }
    .plain { --tone: var(--plain); --tone-back: var(--plain-back); }
    .pass { --tone: var(--good); --tone-back: var(--good-back); }
    .inconclusive { --tone: var(--doubt); --tone-back: var(--doubt-back); }
    .fail { --tone: var(--bad); --tone-back: var(--bad-back); }

    """

  private static let layout = """
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html { background: var(--back); color: var(--text); scroll-padding-top: 4.5rem;
      -webkit-text-size-adjust: 100%; }
    body { font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; max-width: 72rem;
      margin: 0 auto; padding: 1.25rem; overflow-wrap: anywhere; }
    h1, h2, h3, h4, p, ul, ol, figure { margin: 0; padding: 0; }
    h1 { font-size: 1.7rem; letter-spacing: .02em; line-height: 1.15; color: var(--tone); }
    h2 { font-size: 1.25rem; margin-bottom: .6rem; }
    h3 { font-size: 1.02rem; margin: 1.1rem 0 .5rem; }
    h4 { font-size: 1rem; line-height: 1.4; }
    section { margin-top: 2rem; }
    a { color: var(--link); text-underline-offset: .15em; }
    code, .log, .rule { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace;
      font-size: .85em; }
    :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 4px; }
    summary { cursor: pointer; }
    summary:hover { color: var(--link); }
    .meta, .by, .expected, .rest, .legend, .label { color: var(--quiet); font-size: .9rem; }
    .label { margin-top: .6rem; }
    header { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
      border-top: 5px solid var(--tone); padding: 1.1rem 1.25rem; }
    .verdict { display: flex; gap: .9rem; align-items: flex-start; }
    .verdict > div { min-width: 0; }
    .verdict > .mark { flex: none; width: 2.6rem; height: 2.6rem; border-radius: 50%;
      background: var(--tone-back); color: var(--tone); font: 700 1.5rem/2.6rem system-ui;
      text-align: center; }
    .reason { margin-top: .2rem; }
    .by { margin-top: .7rem; }
    .tiles { list-style: none; display: grid; gap: .6rem; margin-top: .9rem;
      grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); }
    .tiles li { background: var(--tone-back); border-radius: 8px; padding: .55rem .75rem; }
    .tiles b { display: block; font-size: 1.4rem; line-height: 1.25; color: var(--tone);
      font-variant-numeric: tabular-nums; }
    .tiles .word { font-size: 1.15rem; line-height: 1.5; overflow-wrap: normal; }
    .tiles span { font-size: .85rem; line-height: 1.3; display: block; }

    """

  private static let parts = """
    table { border-collapse: collapse; width: 100%; font-size: .92rem; }
    th, td { text-align: left; vertical-align: top; padding: .35rem 1rem .35rem 0;
      border-bottom: 1px solid var(--line); }
    th { font-weight: 600; }
    td { min-width: 6rem; }
    td:nth-child(-n+2) { min-width: 7.4rem; }
    .bars td { min-width: 0; }
    thead th { color: var(--quiet); font-size: .85rem; overflow-wrap: normal; }
    .pairs th { width: 9rem; color: var(--quiet); }
    table + table { margin-top: 1rem; }
    .finding, .cycle, .plain-cycle, figure, details.group { background: var(--card);
      border: 1px solid var(--line); border-radius: 10px; }
    .finding, .plain-cycle { border-left: 4px solid var(--tone); padding: .8rem 1rem;
      margin-top: .7rem; }
    .finding > * + * { margin-top: .4rem; }
    .finding h4 .mark { color: var(--tone); margin-right: .45rem; }
    details.group { padding: .5rem 1rem; margin-top: .8rem; }
    details.group > summary { font-weight: 600; }
    .log { list-style: none; background: var(--back); border-radius: 6px; padding: .45rem .7rem;
      line-height: 1.5; }
    .log li, .steps .log { white-space: pre-wrap; }
    .log li + li { margin-top: .2rem; }
    .log li > a:first-child, .log li > span:first-child { color: var(--quiet);
      margin-right: .5rem; user-select: none; }
    .log .gap { color: var(--bad); font-weight: 600; }
    .log .around { opacity: .8; }
    .hints, .following { padding-left: 1.2rem; }
    .others ul { padding-left: 1.2rem; margin-top: .3rem; columns: 18rem; }
    .charts { display: grid; gap: .8rem; grid-template-columns: repeat(auto-fit, minmax(17rem, 1fr)); }
    figure { padding: .8rem 1rem; }
    figcaption span { display: block; color: var(--quiet); font-size: .85rem; }
    figure p { font-size: .85rem; color: var(--quiet); margin-top: .4rem; }
    .bars { margin-top: .4rem; }
    .bars th, .bars td { border: 0; padding: .12rem .5rem .12rem 0; font-size: .85rem;
      font-weight: 400; white-space: nowrap; }
    .bars th { width: 1%; text-align: right; color: var(--quiet); }
    .bars .count { width: 1%; text-align: right; font-variant-numeric: tabular-nums;
      padding-right: 0; }
    .bars svg { display: block; width: 100%; height: 1rem; margin-top: .15rem; fill: var(--bar); }
    main > section > details { margin-top: .8rem; }

    """

  private static let cycles = """
    #tools { position: sticky; top: 0; z-index: 2; margin-top: 1.2rem; padding: .6rem 0;
      background: var(--back); display: flex; flex-wrap: wrap; gap: .5rem; }
    #search { font: inherit; flex: 1 1 16rem; min-width: 0; padding: .4rem .7rem;
      color: inherit; background: var(--card); border: 1px solid var(--line);
      border-radius: 8px; }
    #filters { display: flex; flex-wrap: wrap; gap: .35rem; }
    button { font: inherit; font-size: .88rem; color: inherit; background: var(--card);
      border: 1px solid var(--line); border-radius: 8px; padding: .35rem .7rem; cursor: pointer; }
    button:hover { border-color: var(--link); }
    button[aria-pressed=true] { background: var(--text); color: var(--back);
      border-color: var(--text); }
    #cells { max-height: 19rem; overflow-y: auto; cursor: pointer; }
    #cells svg, .timeline svg { display: block; }
    #cells .row { font: 11px system-ui; fill: var(--quiet); }
    .timeline .seen { fill: var(--tone); }
    #cells .fill { fill: var(--tone-back); }
    #cells .sign { fill: none; stroke: var(--tone); stroke-width: 1.6; stroke-linecap: round; }
    #cells .bad .fill { fill: var(--tone); }
    #cells .bad .sign { stroke: var(--card); }
    #cells .doubt .fill { fill: var(--amber); }
    #cells .doubt .sign { stroke: var(--amber-sign); stroke-width: 2; }
    #cells .small .sign { stroke-width: 1.2; }
    #cells .dim { opacity: .18; }
    #cells .cursor { fill: none; stroke: var(--text); stroke-width: 2; }
    #at { min-height: 1.5em; font-size: .9rem; margin-top: .35rem; }
    .legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; }
    .legend i { font-style: normal; font-weight: 700; color: var(--tone); }
    .cycle { border-left: 4px solid var(--tone); margin-top: .3rem; }
    .cycle > summary { padding: .35rem .8rem; display: flex; gap: .6rem; align-items: baseline;
      list-style: none; }
    .cycle .head { display: flex; flex-wrap: wrap; gap: 0 .7rem; min-width: 0; }
    .cycle > summary::-webkit-details-marker { display: none; }
    .cycle > summary .mark { color: var(--tone); font-weight: 700; width: 1em; }
    .cycle > summary time { font-weight: 600; font-variant-numeric: tabular-nums; }
    .cycle > summary .count { color: var(--tone); }
    .cycle .body { padding: .2rem .9rem .9rem; }
    .cycle .body > * + * { margin-top: .7rem; }
    .cycle .told { list-style: none; }
    .told b { color: var(--tone); }
    .here { color: var(--quiet); font-weight: 400; font-size: .9em; }
    .timeline text { font: 12px system-ui, sans-serif; fill: var(--quiet); }
    .timeline .lane { font-weight: 600; fill: var(--text); }
    .timeline .rail { stroke: var(--line); }
    .timeline .window { fill: var(--window); }
    .timeline .lateness { fill: var(--late); }
    .timeline .due { stroke: var(--text); stroke-dasharray: 3 3; }
    .timeline .limit { stroke: var(--bad); stroke-dasharray: 2 2; }
    .timeline .hollow { fill: var(--card); stroke: var(--tone); stroke-width: 1.8;
      stroke-dasharray: 2.5 2; }
    .timeline .ring { fill: var(--card); stroke: var(--tone); stroke-width: 2; }
    .timeline .what { fill: var(--bad); }
    .steps { list-style: none; padding: 0 !important; font-size: .9rem; }
    .steps li { display: grid; gap: 0 .7rem; padding: .18rem .3rem; align-items: baseline;
      grid-template-columns: 1.1em 7em 6.8em 5.2em minmax(0, 1fr); }
    .steps .stage { display: block; font-weight: 600; color: var(--quiet); padding-top: .5rem; }
    .steps .mark { color: var(--tone); font-weight: 700; }
    .steps .time, .steps .gapped { font-variant-numeric: tabular-nums; white-space: nowrap; }
    .steps .gapped { text-align: right; color: var(--quiet); }
    .steps li > .time:first-child { grid-column: 2; }
    .steps .log { grid-column: 2 / -1; }
    .steps .at { color: var(--quiet); font-variant-numeric: tabular-nums; }
    .steps li:target, .steps .found { background: var(--doubt-back); border-radius: 5px; }
    .finding:target, .finding.found, .cycle.found { outline: 2px solid var(--focus); }
    .pages { display: flex; gap: .5rem; align-items: center; flex-wrap: wrap; margin-top: .7rem; }

    """

  private static let narrow = """
    @media (max-width: 840px) {
      table:not(.bars) thead { display: none; }
      table:not(.bars), table:not(.bars) tbody, table:not(.bars) tr, table:not(.bars) td,
      table:not(.bars) th { display: block; width: auto; }
      table:not(.bars) tr { padding: .4rem 0; border-bottom: 1px solid var(--line); }
      table:not(.bars) td, table:not(.bars) th { border: 0; padding: .05rem 0; }
      table:not(.bars) td:empty { display: none; }
      td[data-head]::before { content: attr(data-head) ": "; color: var(--quiet); }
    }
    @media (max-width: 640px) {
      html { scroll-padding-top: 7.5rem; }
      body { padding: .7rem; font-size: 15px; }
      header { padding: .9rem; }
      .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); }
      .charts { grid-template-columns: minmax(0, 1fr); }
      .steps li { grid-template-columns: 1.1em 1fr auto auto; }
      .steps .at { text-align: right; }
      .steps .name { grid-column: 2 / -1; }
      .steps .untimed .time, .steps .untimed .gapped, .steps .untimed .at { display: none; }
      .others ul { columns: auto; }
      #filters { flex-wrap: nowrap; overflow-x: auto; }
      #filters button { white-space: nowrap; }
    }
    @media print {
      :root { color-scheme: light; }
      html, body { background: none; max-width: none; font-size: 11px; }
      #tools, .pages, #at { display: none; }
      #cells { max-height: none; overflow: visible; }
      #cells svg, .timeline svg { max-width: 100%; height: auto; }
      .finding, .cycle, figure, tr { break-inside: avoid; }
      .tiles li, header { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
    }

    """
}
