"""Checks the HTML report in a browser.

Makes pages of samples, of a hostile log and of a simulated run of 3,500 cycles with the program that
DNPLOG names, opens each in Chromium and fails on what a reader would suffer: an error of the script, a
request beyond the page, text of a log that takes effect, a page that is large, slow, wider than a phone
or overfull, links that lead nowhere, keys that open nothing, a page without script that says nothing.

    DNPLOG=.build/release/dnplog python3 Tests/Integrations/check_html.py

CHROMIUM names the browser, if it is not /usr/bin/chromium. --keep DIR keeps pages and pictures.
"""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from playwright.sync_api import sync_playwright

from hostile import EVIL

ROOT = pathlib.Path(__file__).resolve().parents[2]
CYCLES = 3000
MOST_NODES = 5000
MOST_BYTES = 1_000_000
MOST_MILLISECONDS = 1000

problems = []


def check(condition, page, what):
    if not condition:
        problems.append(f"{page}: {what}")


def dnplog(*arguments, statuses=(0, 1)):
    result = subprocess.run(
        [os.environ["DNPLOG"], *map(str, arguments)], capture_output=True, check=False
    )
    if result.returncode not in statuses:
        sys.exit(f"dnplog {arguments}: {result.returncode}\n{result.stderr.decode()}")
    return result.stdout


def hostile_log():
    """A log whose id, address, title and body all try to break out."""
    text = (ROOT / "samples/hints/fetch-no-success.log").read_text()
    text = text.replace("api.example.com", EVIL).replace("notif-2025-11-14", 'n"<b>&' + "'x")
    first, rest = text.split("\n", 1)
    return f"{first}\n{rest.replace('Your daily update', EVIL)}"


def make_pages(folder):
    """Returns the pages by name, and the titles that must be plain text on the hostile one."""
    pages = {}

    def add(name, log, *options):
        path = folder / f"{name}.html"
        path.write_bytes(dnplog("validate", "--format", "html", *options, log))
        pages[name] = path

    samples = [
        "hints/fetch-no-success.log", "prefetch/two-days.log", "inject/jwt-401.log",
        "env/force-quit.log", "prefetch/happy-device.log",
    ]
    for sample in samples:
        add(sample.replace("/", "-").removesuffix(".log"), ROOT / "samples" / sample)
    scenario = sorted((ROOT / "samples/scenarios").glob("*.log"))
    if scenario:
        add("scenario", scenario[0])
    hostile = folder / "a <b>&'.log"
    hostile.write_text(hostile_log())
    add("hostile", hostile)
    for name, fault in [("long-healthy", "happy"), ("long-faulty", "fetch-without-outcome")]:
        log = folder / f"{name}.log"
        dnplog("simulate", fault, "--days", CYCLES, "--noise", "0.2", "-o", log)
        add(name, log, "--max-details", CYCLES)
        if fault != "happy":
            add(f"{name}-default", log)
    failure = folder / "failure.html"
    dnplog("validate", "--export", f"html={failure}", folder / "there-is-none.log", statuses=(2,))
    pages["failure"] = failure
    return pages


class Reader:
    """A window on a page that notes what the page does."""

    def __init__(self, browser, path, name, width=1280, **options):
        self.name = f"{name} at {width}"
        self.context = browser.new_context(
            viewport={"width": width, "height": 900}, timezone_id="Asia/Manila", **options
        )
        self.page = self.context.new_page()
        self.page.on("console", self.hear)
        self.page.on("pageerror", lambda error: check(False, self.name, f"script error: {error}"))
        self.page.on("request", self.see)
        self.page.on("dialog", lambda dialog: check(False, self.name, "a dialog opens"))
        self.address = path.as_uri()
        self.page.goto(self.address)

    def hear(self, message):
        if message.type in ("error", "warning"):
            check(False, self.name, f"console {message.type}: {message.text}")

    def see(self, request):
        address = request.url.split("#")[0]
        if address != self.address and not address.startswith("data:,"):
            check(False, self.name, f"asks for {request.url[:80]}")

    def ask(self, script):
        return self.page.evaluate(script)

    def is_inside(self, selector):
        return self.page.evaluate(
            """selector => { const box = document.querySelector(selector)?.getBoundingClientRect();
            return !!box && box.bottom > 0 && box.top < innerHeight; }""",
            selector,
        )

    def close(self):
        self.context.close()


NODES = """(() => { const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  let count = 1; while (walker.nextNode()) count++; return count; })()"""
LOADED = """(() => { const [one] = performance.getEntriesByType("navigation");
  return one.loadEventEnd; })()"""


def check_page(browser, name, path):
    size = path.stat().st_size
    check(size <= MOST_BYTES, name, f"{size} bytes")
    reader = Reader(browser, path, name)
    nodes, loaded = reader.ask(NODES), reader.ask(LOADED)
    check(nodes <= MOST_NODES, name, f"{nodes} nodes")
    check(loaded <= MOST_MILLISECONDS, name, f"loads in {loaded:.0f} ms")
    print(f"{name:32} {size:8} bytes {nodes:6} nodes {loaded:5.0f} ms")
    check_links(reader)
    check_keys(reader)
    check_evil(reader)
    reader.close()
    for scheme in ("light", "dark"):
        narrow = Reader(browser, path, name, width=400, color_scheme=scheme)
        narrow.ask("document.querySelectorAll('details').forEach(one => one.open = true)")
        narrow.page.wait_for_timeout(200)
        width = narrow.ask("document.documentElement.scrollWidth")
        check(width <= 400, narrow.name, f"is {width} wide")
        narrow.close()
    plain = Reader(browser, path, name + " without script", java_script_enabled=False)
    words = plain.page.inner_text("body")
    check("PASS" in words or "FAIL" in words or "INCONCLUSIVE" in words, plain.name, "no verdict")
    if "FAIL" in words:
        check(plain.page.locator(".finding").count() > 0, plain.name, "no findings")
        check(plain.page.locator(".tiles li").count() > 2, plain.name, "no tiles")
        cycle = plain.page.locator(".finding a[href^='#c']").first
        goal = cycle.get_attribute("href").split("-")[0] if cycle.count() else None
        check(not goal or plain.page.locator(goal).count() == 1, plain.name, "no faulty cycle")
    plain.close()


def check_samples(browser, folder):
    """Opens a page of each sample on a phone: an error, a wide page or a link to nowhere fails."""
    logs = [
        path for path in sorted((ROOT / "samples").rglob("*"))
        if path.is_file() and path.suffix not in (".md", ".sh")
        and not path.name.endswith(".expected.json")
    ]
    for number, log in enumerate(logs):
        name = str(log.relative_to(ROOT))
        path = folder / f"sample-{number}.html"
        dnplog("validate", "--export", f"html={path}", log, statuses=(0, 1, 2))
        reader = Reader(browser, path, name, width=400)
        reader.ask("document.querySelectorAll('details').forEach(one => one.open = true)")
        reader.page.wait_for_timeout(50)
        width = reader.ask("document.documentElement.scrollWidth")
        check(width <= 400, name, f"is {width} wide")
        lost = reader.ask(
            """[...document.querySelectorAll("a[href^='#']")].map(one => one.getAttribute("href"))
            .filter(goal => !document.querySelector(goal))"""
        )
        check(not lost, name, f"{lost[:3]} lead nowhere")
        words = reader.page.inner_text("body")
        for word in ("undefined", "NaN", "Invalid Date", "[object"):
            check(word not in words, name, f"says {word}")
        reader.close()
        path.unlink()
    print(f"{len(logs)} samples on a phone")


def check_links(reader):
    """Follows finding to cycle, cycle to finding, and finding to line and back."""
    links = reader.ask(
        "[...document.querySelectorAll('.finding a')].map(one => one.getAttribute('href'))"
    )
    for goal in list(dict.fromkeys(links))[:12]:
        reader.ask(f"""document.querySelector(".finding a[href='{goal}']").click()""")
        reader.page.wait_for_timeout(60)
        check(reader.page.locator(goal).count() == 1, reader.name, f"{goal} leads nowhere")
        check(reader.is_inside(goal), reader.name, f"{goal} is not shown")
        item = goal.split("-")[0]
        check(reader.ask(f"document.querySelector('{item}').open"), reader.name, f"{item} is closed")
        back = reader.page.locator(f"{item} .told a[href^='#f']").first
        if not back.count():
            continue
        entry = back.get_attribute("href")
        back.click()
        reader.page.wait_for_timeout(60)
        check(reader.is_inside(entry), reader.name, f"{entry} is not shown")
    # What each place refers to is there, once.
    repeated = reader.ask(
        """(() => { const seen = new Set(), twice = [];
        for (const one of document.querySelectorAll('[id]')) {
          if (seen.has(one.id)) twice.push(one.id); seen.add(one.id); } return twice; })()"""
    )
    check(not repeated, reader.name, f"ids that occur twice: {repeated[:5]}")
    more = reader.page.locator(".others summary").first
    if more.count() and more.is_visible():
        more.click()
        reader.page.wait_for_timeout(100)
        shown = reader.page.locator(".others[open] li").count()
        said = int("".join(filter(str.isdigit, more.inner_text())))
        check(shown == said, reader.name, f"{shown} of {said} other places")
    goals = reader.ask(
        "[...document.querySelectorAll('.timeline a')].map(one => one.getAttribute('href'))"
    )
    for goal in goals:
        check(reader.page.locator(goal).count() == 1, reader.name, f"{goal} leads nowhere")


def check_keys(reader):
    count = reader.ask("document.querySelectorAll('details.cycle').length")
    if count < 2:
        return
    reader.page.goto("about:blank")
    reader.page.goto(reader.address)
    reader.ask("document.querySelectorAll('details.cycle').forEach(one => one.open = false)")
    reader.page.locator("#cells").focus()
    reader.page.keyboard.press("End")
    reader.page.keyboard.press("Enter")
    last = reader.page.locator("#cells").get_attribute("aria-valuemax")
    check(
        reader.page.locator(f"#c{last}[open] .steps li").count() > 0, reader.name,
        "Enter on the strip does not open a cycle",
    )
    reader.page.keyboard.press("k")
    before = int(last) - 1
    check(
        reader.page.locator(f"#c{before}[open]").count() == 1, reader.name,
        "k does not open the cycle before",
    )
    reader.page.keyboard.press("Escape")
    check(
        reader.page.locator("details.cycle[open]").count() == 0, reader.name,
        "Escape does not close",
    )
    reader.page.keyboard.press("/")
    reader.page.keyboard.type("line 1000000000")
    reader.page.wait_for_timeout(250)
    check(
        reader.page.locator("details.cycle").count() == 0, reader.name, "search does not filter"
    )
    # Of the cells only one is chosen by a click.
    reader.page.keyboard.press("Escape")
    reader.page.wait_for_timeout(200)
    box = reader.ask(
        """(() => { const box = document.querySelector('#cells .cursor').getBoundingClientRect();
        document.querySelector('#cells').scrollIntoView();
        const now = document.querySelector('#cells .cursor').getBoundingClientRect();
        return [now.x + now.width / 2, now.y + now.height / 2]; })()"""
    )
    reader.page.mouse.click(*box)
    check(
        reader.page.locator("details.cycle[open]").count() == 1, reader.name,
        "a click on the strip does not open a cycle",
    )


def check_evil(reader):
    check(reader.ask("window.evil === undefined"), reader.name, "text of the log took effect")
    count = reader.ask(
        """document.querySelectorAll("img, iframe, object, embed, link:not([rel=icon]), base, "
        + "a[href^='javascript:'], [onerror], [onload], [onmouseover]").length
        + document.querySelectorAll("script:not([type='application/json'])").length - """
        "(document.getElementById('data') ? 1 : 0)"
    )
    check(count == 0, reader.name, "text of the log became elements")
    if reader.name.startswith("hostile"):
        words = reader.page.inner_text("body")
        check("onerror=window.evil=2>" in words, reader.name, "a hostile text is not shown")
        check("n\"<b>&'x" in words, reader.name, "a hostile id is not shown")
        check("</script><script>window.evil=1" in words.replace("</title></template>", ""),
              reader.name, "a hostile tag is not shown")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", metavar="DIR")
    keep = parser.parse_args().keep
    if not os.environ.get("DNPLOG"):
        sys.exit("Set DNPLOG to the program, e.g. DNPLOG=.build/release/dnplog.")
    os.environ["DNPLOG"] = os.path.abspath(os.environ["DNPLOG"])
    browser_path = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder = pathlib.Path(keep or temporary).resolve()
        folder.mkdir(parents=True, exist_ok=True)
        pages = make_pages(folder)
        browser = playwright.chromium.launch(
            executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"]
        )
        for name, path in pages.items():
            check_page(browser, name, path)
        check_samples(browser, folder)
        if keep:
            for name, path in pages.items():
                for width, scheme in ((1280, "light"), (400, "dark")):
                    reader = Reader(browser, path, name, width, color_scheme=scheme)
                    reader.page.screenshot(
                        path=folder / f"{name}-{width}.png", full_page=not name.startswith("long")
                    )
                    reader.close()
        browser.close()
    for problem in problems:
        print(f"FAILED {problem}")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
