"""One hostile log through every output, and each output through what reads it.

The log, the names of its files, its labels, its rules, its state and its feed hold the texts of hostile.py. No output
may command a terminal or a server for CI, run a script, load anything, or look to its parser like something else than
the text that was put in.
"""
import csv
import fcntl
import io
import json
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import sqlite3
import struct
import subprocess
import tempfile
import termios
import time
import unittest
import urllib.parse

import cmarkgfm
import junitparser
import line_protocol_parser
import lxml.etree
import lxml.html
import pyte
from playwright.sync_api import sync_playwright
from prometheus_client.parser import text_string_to_metric_families

import hostile

DNPLOG = os.path.abspath(os.environ["DNPLOG"])
FORMATS = ["text", "json", "ndjson", "junit", "github", "sarif", "markdown", "html", "prometheus", "influx",
           "trace", "testrun", "template"]
JSON_FORMATS = ["json", "sarif", "trace", "testrun"]
#: Control characters, those that reorder or break lines, and those that nobody sees; not the newline.
HARMFUL = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
    "\ufff9-\ufffb\U000e0000-\U000e007f]")
COLOURS = re.compile("\x1b\\[[0-9;]*m")
#: What GitHub takes for a command where a line begins with it, and TeamCity, Azure and older runners anywhere.
GITHUB = re.compile(
    r"\s*::(set-env|set-output|save-state|add-path|add-mask|add-matcher|remove-matcher|error|warning|notice|"
    r"debug|group|endgroup|echo|stop-commands)( [^\n]*?)?::", re.I)
ANYWHERE = re.compile(r"##(\[|vso\[|teamcity\[)", re.I)


def run(*words, folder=None, statuses=(0, 1), **others):
    done = subprocess.run([DNPLOG, *words], cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, **others)
    if done.returncode not in statuses:
        raise AssertionError(f"dnplog {words}: {done.returncode}\n{done.stderr[:2000]}")
    return done


def spelled(text):
    """A text as a terminal is to see it, told independently of the program."""
    out = []
    for character in text:
        code = ord(character)
        if character in "\n\r\t":
            out.append({"\n": "\\n", "\r": "\\r", "\t": "\\t"}[character])
        elif HARMFUL.match(character):
            out.append(f"\\x{code:02x}" if code < 0x80 else
                       f"\\u{{{code:02x}}}" if code < 0x100 else f"\\u{{{code:04x}}}")
        else:
            out.append(character)
    text = "".join(out)
    text = re.sub(r"(?i)#(?=#(?:\[|vso\[|teamcity\[))", r"\\x23", text)
    return re.sub(
        r"(?i):(?=:(?:set-env|set-output|save-state|add-path|add-mask|add-matcher|remove-matcher|error|warning|"
        r"notice|debug|group|endgroup|echo|stop-commands)[ :])", r"\\x3a", text)


class Hostile(unittest.TestCase):
    """A folder with the hostile inputs."""

    @classmethod
    def setUpClass(cls):
        cls.folder, cls.made = pathlib.Path(tempfile.mkdtemp()), {}
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        (cls.folder / "text.log").write_bytes(hostile.text_log())
        records, cls.ids = hostile.record_log()
        (cls.folder / "records.jsonl").write_bytes(records)
        tar, packed = hostile.archives()
        (cls.folder / "names.tar").write_bytes(tar)
        (cls.folder / "names.zip").write_bytes(packed)
        names = os.fsencode(cls.folder / "names")
        os.mkdir(names)
        for name in hostile.file_names():
            with open(names + b"/" + name + b".log", "wb") as file:
                file.write(b"2025-11-14T05:00:00Z [DNP-FETCH] what is this?\n")
        # The worst of all under a bad name of its own.
        cls.worst = hostile.file_names()[0] + b"\r\n::error::x.log"
        with open(os.fsencode(cls.folder) + b"/" + cls.worst, "wb") as file:
            file.write(hostile.text_log())
        cls.inputs = {"text": ["text.log"], "records": ["records.jsonl"], "archive": ["names.tar"],
                      "zip": ["names.zip"], "folder": ["names"], "name": [cls.worst],
                      "several": ["text.log", "records.jsonl", cls.worst]}
        # Of a name that is missing, so that nothing is judged.
        cls.failure = [b"gone-" + cls.worst]

    def harmless(self, data, what, own=COLOURS, ends="\n", commands=()):
        """Holds what is common to all outputs against bytes that were printed."""
        text = data.decode()  # It is UTF-8.
        if own is not None:
            text = own.sub("", text)
        found = HARMFUL.search(text.replace("\r\n", "\n") if ends == "\r\n" else text)
        near = text[max(0, found.start() - 60):found.end() + 20] if found else ""
        self.assertIsNone(found, f"{what}: {near!r}")
        for line in text.splitlines():
            if not commands:
                self.assertIsNone(GITHUB.match(line), f"{what}: {line[:200]}")
            found = ANYWHERE.search(line)
            self.assertIsNone(found, f"{what}: {line[max(0, found.start() - 60):][:120] if found else ''}")
        return text

    #: Reports that were made, so that each is made once.
    made = {}

    def report(self, format, words, *options, statuses=(0, 1)):
        key = (format, tuple(words), options)
        if key in self.made:
            return self.made[key]
        done = run("validate", "--no-config", "--format", format, *options, *words, folder=self.folder,
                   statuses=statuses)
        self.harmless(done.stderr, f"{format} {words}, standard error", own=None)
        self.made[key] = done.stdout
        return done.stdout


class Reports(Hostile):
    """Every format of `validate`."""

    def test_no_report_commands_a_terminal_or_a_server(self):
        for format in FORMATS:
            for name, words in self.inputs.items():
                with self.subTest(format=format, input=name):
                    options = ["--color", "always", "-v"] if format == "text" else []
                    data = self.report(format, words, *options, statuses=(0, 1, 2))
                    self.harmless(data, format, own=COLOURS if format == "text" else None,
                                  commands=["github"] if format == "github" else ())
                    if format not in ("testrun", "template"):  # Of several runs there is none.
                        self.assertGreater(len(data), 10)
        for format in FORMATS:
            with self.subTest(format=format, input="failure"):
                data = self.report(format, self.failure, statuses=(2,))
                self.harmless(data, format, commands=["github"] if format == "github" else ())

    def test_a_terminal_shows_the_report_and_nothing_else(self):
        """An emulated terminal keeps its title, its screen and its size, and shows the lines that were printed."""
        for name in ["text", "records", "name"]:
            for options in [[], ["-v"]]:
                with self.subTest(name, options=options):
                    data = self.report("text", self.inputs[name], "--color", "always", *options)
                    lines = data.count(b"\n") + 2
                    screen = pyte.Screen(400, lines)
                    answers = []
                    screen.write_process_input = answers.append
                    pyte.ByteStream(screen).feed(data.replace(b"\n", b"\r\n"))
                    cells = [screen.buffer[row] for row in range(lines)]
                    rows = ["".join(row[column].data for column in range(max(row, default=-1) + 1)).rstrip()
                            for row in cells]
                    self.assertEqual((screen.title, screen.icon_name, answers), ("", "", []))
                    printed = COLOURS.sub("", data.decode()).split("\n")
                    plain = [line.rstrip() for line in printed if line.isascii() and len(line) < 400]
                    self.assertGreater(len(plain), 40)
                    self.assertEqual([line for line in plain if line not in set(rows)], [])

    def test_json_holds_the_texts_as_they_are(self):
        for name, words in self.inputs.items():
            for format in JSON_FORMATS:
                with self.subTest(name, format=format):
                    data = self.report(format, words, statuses=(0, 1, 2))
                    if format == "testrun" and not data:
                        continue  # One artifact is of one run.
                    document = json.loads(data)
                    again = subprocess.run(["jq", "-c", "."], input=data, capture_output=True, check=True)
                    self.assertEqual(json.loads(again.stdout), document)
            with self.subTest(name, format="ndjson"):
                rows = self.report("ndjson", words, statuses=(0, 1, 2)).decode()
                self.assertTrue(rows.endswith("\n"))
                read = [json.loads(row) for row in rows[:-1].split("\n")]
                self.assertEqual([row["schema"] for row in read][-1], "dnplog.end/1")
                self.assertEqual({row["schema"] for row in read[:-1]} - {"dnplog.finding/1"}, set())
        summary = json.loads(self.report("json", ["records.jsonl"]))
        shown = {cycle["scheduleId"] for cycle in summary["cycles"]}
        self.assertEqual([ident for ident in self.ids if ident not in shown], [])
        summary = json.loads(self.report("json", [self.worst]))
        self.assertEqual(summary["inputs"][0]["name"], self.worst.decode())

    def test_json_may_stand_in_a_script_element(self):
        for format in JSON_FORMATS:
            data = self.report(format, ["text.log"]) + self.report(format, ["records.jsonl"])
            self.assertNotIn(b"</script", data.lower())
            self.assertNotIn(b"<!--", data)

    def test_xml_is_read_as_the_texts(self):
        for name, words in self.inputs.items():
            with self.subTest(name):
                data = self.report("junit", words, statuses=(0, 1, 2))
                document = lxml.etree.fromstring(data, lxml.etree.XMLParser(resolve_entities=False))
                self.assertIsNone(document.getroottree().docinfo.internalDTD)
                known = {"testsuites", "testsuite", "testcase", "properties", "property", "failure", "error",
                         "skipped", "system-out"}
                self.assertEqual({element.tag for element in document.iter()} - known, set())
                suites = junitparser.JUnitXml.fromstring(data)
                count = sum(len(list(suite)) for suite in suites)
                self.assertEqual(count, suites.tests)
        text = "".join(lxml.etree.fromstring(self.report("junit", ["text.log"])).itertext())
        self.assertIn("<img src=http://evil.example/x onerror=window.evil=2>", text)

    def test_github_sees_the_programs_own_commands(self):
        for name, words in self.inputs.items():
            with self.subTest(name):
                lines = self.report("github", words, statuses=(0, 1, 2)).decode().rstrip("\n").split("\n")
                for line in lines:
                    found = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line)
                    self.assertIsNotNone(found, line[:200])
                    properties = [part.split("=", 1)[0] for part in found[2].split(",")]
                    self.assertEqual(set(properties) - {"file", "line", "title"}, set(), line[:200])
                    self.assertEqual(len(properties), len(set(properties)))
                    # What the runner shows has no line that is a command.
                    for shown in found[3].replace("%0A", "\n").replace("%0D", "\r").split("\n"):
                        self.assertIsNone(GITHUB.match(shown.replace("%25", "%")), shown[:200])

    def test_sarif_points_to_the_file_and_nowhere_else(self):
        for name in ["name", "text", "archive"]:
            document = json.loads(self.report("sarif", self.inputs[name], statuses=(0, 1, 2)))
            places = re.findall(r'"uri": ?"([^"]*)"', json.dumps(document["runs"][0]["results"]))
            for uri in places:
                self.assertRegex(uri, r"\A[A-Za-z0-9._~%-][A-Za-z0-9._~/%-]*\Z")
            if name == "name":
                self.assertEqual({urllib.parse.unquote_to_bytes(uri) for uri in places}, {self.worst})
        # A path that begins with two slashes names no host.
        twice = "/" + str(self.folder / "text.log")
        document = json.loads(self.report("sarif", [twice]))
        places = re.findall(r'"uri": ?"([^"]*)"', json.dumps(document["runs"][0]["results"]))
        self.assertEqual({urllib.parse.urlsplit(uri)[:3] for uri in places}, {("file", "", twice)})

    def test_markdown_is_text_to_githubs_renderer(self):
        allowed = {"h2", "p", "table", "thead", "tbody", "tr", "th", "td", "details", "summary", "strong", "pre",
                   "code", "ul", "li", "div", "br"}
        for name, words in self.inputs.items():
            with self.subTest(name):
                page = self.report("markdown", words, statuses=(0, 1, 2)).decode()
                html = cmarkgfm.github_flavored_markdown_to_html(page, cmarkgfm.Options.CMARK_OPT_UNSAFE)
                tree = lxml.html.fragment_fromstring(html, create_parent="div")
                # The renderer links an address of e-mail whatever stands before its @.
                links = [e.attrib.pop("href") for e in tree.iter("a")]
                self.assertEqual([link for link in links if not link.startswith("mailto:")], [])
                self.assertEqual({element.tag for element in tree.iter()} - allowed - {"a"}, set())
                attributes = {(e.tag, key) for e in tree.iter() for key in e.attrib}
                self.assertEqual(attributes - {("details", "open"), ("code", "class"), ("pre", "lang")}, set())
                self.assertEqual(page.count("\n## "), 0)
        page = self.report("markdown", ["records.jsonl"]).decode()
        html = cmarkgfm.github_flavored_markdown_to_html(page, cmarkgfm.Options.CMARK_OPT_UNSAFE)
        cells = {" ".join(cell.text_content().split()) for cell in lxml.html.fromstring(html).iter("td")}
        for name in ["markdown", "markdown-link", "html", "github-old", "sql", "formula", "hidden"]:
            self.assertIn(spelled(f"{name} {hostile.TEXTS[name]}"), cells)

    def test_labels_come_back_from_prometheus(self):
        texts = [*hostile.TEXTS.values(), *(t for t in hostile.BROKEN.values() if "\0" not in t)]
        labels = [word for number, text in enumerate(texts) for word in ("--label", f"n{number}={text}")]
        data = self.report("prometheus", ["text.log"], *labels)
        self.assertIsNone(HARMFUL.search(data.decode()))
        checked = subprocess.run(["promtool", "check", "metrics"], input=data, capture_output=True)
        self.assertEqual((checked.returncode, checked.stderr), (0, b""))
        for family in text_string_to_metric_families(data.decode()):
            for sample in family.samples:
                # The format has no escape for other control characters.
                self.assertEqual([sample.labels[f"n{number}"] for number in range(len(texts))],
                                 [re.sub("(?!\n)" + HARMFUL.pattern, "\ufffd", text) for text in texts])

    def test_tags_come_back_from_the_line_protocol(self):
        texts = [*hostile.TEXTS.values()]
        labels = [word for number, text in enumerate(texts) for word in ("--label", f"n{number}={text}")]
        wanted = [re.sub(HARMFUL.pattern, "\ufffd", text).replace("\\", "/") for text in texts]
        for line in self.report("influx", ["text.log"], *labels).decode().rstrip("\n").split("\n"):
            point = line_protocol_parser.parse_line(line)
            self.assertRegex(point["measurement"], r"\Adnp(log)?_[a-z_]+\Z")
            self.assertEqual([point["tags"][f"n{number}"] for number in range(len(texts))], wanted)

    def test_the_template_keeps_its_lines(self):
        for name, words in self.inputs.items():
            data = self.report("template", words, statuses=(0, 1, 2)).decode()
            if not data:
                continue  # One record is of one run.
            heads = re.compile(r"(- )?(Date|Device model|iOS version|App build|Lead time|Scenario ID|Conditions|"
                               r"Outcome summary|Prefetch sch|BGTask exec|Notification fired|Cached content used|"
                               r"Actual exec|Telemetry|dnp_|State ver|Content hash|Schedule hash|Cache pers|"
                               r"Failures obs|Notes)|- ")
            for line in data.rstrip("\n").split("\n"):
                self.assertTrue(heads.match(line), f"{name}: {line}")


class Commands(Hostile):
    """The other commands that print what a log holds."""

    def test_events_are_one_line_each_with_the_texts_in_them(self):
        for name, words in self.inputs.items():
            with self.subTest(name):
                done = run("events", "--no-config", *words, folder=self.folder, statuses=(0, 1, 2))
                self.harmless(done.stdout, "events", own=None)
                self.harmless(done.stderr, "events, standard error", own=None)
                rows = [json.loads(row) for row in done.stdout.decode().split("\n")[:-1]]
                self.assertEqual([row for row in rows if not row["event"] or not row["file"]], [])
        done = run("events", "--no-config", "records.jsonl", folder=self.folder)
        rows = [json.loads(row) for row in done.stdout.decode().split("\n")[:-1]]
        seen = {row["fields"].get("notificationId") for row in rows}
        self.assertEqual([ident for ident in self.ids if ident not in seen], [])
        shown = {row["fields"].get("title") for row in rows}
        # A value like <private> is one that a system has taken out.
        told = [text for text in hostile.TEXTS.values() if not (text.startswith("<") and text.endswith(">"))]
        self.assertEqual([text for text in told if text not in shown], [])

    def test_explanations(self):
        summary = json.loads(self.report("json", ["text.log", "records.jsonl"]))
        for rule in sorted({finding["rule"] for finding in summary["findings"]}):
            for name in ["text", "records", "name"]:
                with self.subTest(rule, input=name):
                    done = run("explain", "--no-config", "--color", "always", rule, *self.inputs[name],
                               folder=self.folder, statuses=(0, 1, 2))  # 2 for what is no rule to explain.
                    self.harmless(done.stdout + done.stderr, "explain")

    def test_the_command_that_a_report_proposes_is_one_of_this_program(self):
        """In a shell the line `Why:` runs `dnplog explain`, with the name as one word, and nothing else."""
        for number, name in enumerate(hostile.file_names()):
            if HARMFUL.search(name.decode(errors="replace")) or b"\n" in name or name == hostile.NOT_UTF8:
                continue  # Spelled out on the terminal, so it is not the name.
            text = name.decode()
            if spelled(text) != text:
                continue
            with self.subTest(text), tempfile.TemporaryDirectory() as folder:
                path = os.path.join(os.fsencode(folder), name + b".log")
                shutil.copy("samples/hints/fetch-no-success.log", path)
                words = ["./" + text + ".log"] if text.startswith("-") else [text + ".log"]
                done = run("validate", "--no-config", *words, folder=folder)
                line = next(row for row in done.stdout.decode().split("\n") if row.startswith("  Why:"))
                shell = subprocess.run(
                    ["bash", "-c", 'dnplog() { printf "%s\\0" "$@"; }\n' + line.split("Why:")[1]], cwd=folder,
                    capture_output=True)
                self.assertEqual(shell.stderr, b"")
                self.assertEqual(shell.stdout.decode().split("\0")[:-1], ["explain", "hints/fetch-has-outcome", *words])
                self.assertEqual(len(os.listdir(folder)), 1)

    def test_a_redacted_log_has_as_many_lines_and_its_records_are_records(self):
        for name in ["text.log", "records.jsonl"]:
            done = run("redact", name, folder=self.folder)
            lines, before = done.stdout.split(b"\n"), (self.folder / name).read_bytes().split(b"\n")
            self.assertEqual(len(lines), len(before))
            self.harmless(done.stderr, "redact, standard error", own=None)
        for line, old in zip(lines, before):
            if line.startswith(b"{"):
                self.assertEqual(len(json.loads(line.decode(errors="replace"))),
                                 len(json.loads(old.decode(errors="replace"))))

    def test_comparisons_and_sums(self):
        (self.folder / "a.json").write_bytes(self.report("json", ["text.log"]))
        (self.folder / "b.json").write_bytes(self.report("json", ["records.jsonl", self.worst]))
        for format in FORMATS:
            with self.subTest(format):
                done = run("merge", "--format", format, "a.json", "b.json", folder=self.folder, statuses=(0, 1, 2))
                self.harmless(done.stdout + done.stderr, f"merge {format}", commands=["github"] if format == "github" else ())
        help_text = run("compare", "--help").stdout.decode()
        formats = re.search(r"--format FORMAT +Print ((?:.|\n)*?)\(default", help_text)[1]
        for format in [word for word in ["text", "json", "html", "markdown"] if word in formats]:
            for pair in [["text.log", self.worst], ["records.jsonl", "text.log"], ["a.json", "records.jsonl"]]:
                with self.subTest(format, pair=pair):
                    done = run("compare", "--no-config", "--format", format, *pair, folder=self.folder)
                    self.harmless(done.stdout + done.stderr, f"compare {format}")
                    if format == "json":
                        json.loads(done.stdout)

    def test_rules_of_a_stranger(self):
        for number, (name, text) in enumerate([*hostile.TEXTS.items(), *hostile.BROKEN.items()]):
            quoted = json.dumps(text)
            rules = self.folder / "rules.yaml"
            rules.write_text(
                f"pack: strange\ntitle: {quoted}\nrules:\n  - id: a-rule\n    title: {quoted}\n    expect: {quoted}\n"
                f"    {quoted}: 1\n")
            for words in [["rules", "check", "rules.yaml"], ["validate", "--rules", "rules.yaml", "text.log"],
                          ["rules", "list", "--rules", "rules.yaml"], ["rules", "show", text],
                          ["explain", text, "text.log"], ["validate", "--set", text, "text.log"],
                          ["validate", "--profile", text, "text.log"], ["validate", "--tz", text, "text.log"],
                          ["validate", "--" + text], ["validate", "--env", text, "text.log"], [text],
                          ["validate", "--label", text + "=a", "text.log"], ["query", "-e", text, "text.log"]]:
                if any("\0" in word for word in words):
                    continue
                with self.subTest(name, words=words):
                    done = run(*words, folder=self.folder, statuses=(0, 1, 2, 3))
                    self.harmless(done.stdout + done.stderr, f"{words}", own=None)
                    for line in done.stderr.decode().rstrip("\n").split("\n"):
                        self.assertNotEqual(line, "dnplog: PASS")

    def test_state_and_feed_of_a_stranger(self):
        texts = [*hostile.TEXTS.values(), *hostile.BROKEN.values()]
        feed = [{"id": text, "message": text, "posted_at": "2025-11-14" if number % 2 else text,
                 "expires_at": "2025-11-20", "priority": 5, "target_regions": [text, "ON"], "target_version": text,
                 text: text} for number, text in enumerate(texts)]
        (self.folder / "feed.json").write_text(json.dumps(feed))
        healthy = json.loads(pathlib.Path("samples/state/healthy.json").read_text())

        def poison(value, count=[0]):
            if isinstance(value, dict):
                return {key: poison(entry) for key, entry in value.items()}
            if isinstance(value, list):
                return [poison(entry) for entry in value] * (20 if len(value) == 1 else 1)
            if isinstance(value, str) and not re.match(r"\d{4}-|dnplog", value):
                count[0] += 1
                return value + texts[count[0] % len(texts)] if count[0] % 3 else texts[count[0] % len(texts)]
            return value

        for number in range(8):
            (self.folder / f"state-{number}.json").write_text(json.dumps(poison(healthy)))
        for format in FORMATS:
            with self.subTest(format, what="feed"):
                done = run("feed", "--format", format, "--region", "ON", "--app-version", "1.0.0", "feed.json",
                           folder=self.folder, statuses=(0, 1, 2))
                self.harmless(done.stdout + done.stderr, f"feed {format}",
                              commands=["github"] if format == "github" else ())
            for number in range(8):
                with self.subTest(format, state=number):
                    done = run("reconcile", "--no-config", "--format", format, "--state", f"state-{number}.json",
                               "text.log", folder=self.folder, statuses=(0, 1, 2))
                    self.harmless(done.stdout + done.stderr, f"reconcile {format}",
                                  commands=["github"] if format == "github" else ())

    def test_help_for_shells_and_the_manual_take_nothing_from_the_folder(self):
        with tempfile.TemporaryDirectory() as empty:
            for words in [["completions", "bash"], ["completions", "zsh"], ["completions", "fish"], ["man"]]:
                self.assertEqual(run(*words, folder=self.folder).stdout, run(*words, folder=empty).stdout)

    def test_a_configuration_of_a_stranger(self):
        for name, text in [*hostile.TEXTS.items(), *hostile.BROKEN.items()]:
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                quoted = json.dumps(text)
                pathlib.Path(folder, ".dnplog.yaml").write_text(
                    f"profile: {quoted}\n{quoted}: {quoted}\nlabel:\n  a: {quoted}\n")
                for words in [["config"], ["validate", str(self.folder / "text.log")]]:
                    done = run(*words, folder=folder, statuses=(0, 1, 2, 3))
                    self.harmless(done.stdout + done.stderr, f"{words}", own=None)


class Stores(Hostile):
    """What is kept in databases, and asked of them."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.history = cls.folder / "history.db"
        for words in [*cls.inputs.values(), ["--env", "device=" + hostile.EVIL, "text.log"]]:
            run("validate", "-q", "--no-config", "--history", "history.db", "--history-events", *words,
                folder=cls.folder, statuses=(0, 1, 2))
        for number, text in enumerate(hostile.TEXTS.values()):
            for key in ["device", "build", "osVersion"][number % 3:][:1]:
                run("validate", "-q", "--no-config", "--history", "history.db", "--env",
                    "e.json", "samples.log", folder=cls.prepare(key, text, number), statuses=(0, 1, 2, 3))

    @classmethod
    def prepare(cls, key, text, number):
        """Writes a small log of a day of its own, and what is known of its device."""
        log = pathlib.Path("samples/prefetch/happy-device.log").read_text()
        (cls.folder / "samples.log").write_text(log.replace("2025-11-14", f"{2020 + number % 6}-{1 + number // 6:02}-14"))
        (cls.folder / "e.json").write_text(json.dumps({key: text}))
        return cls.folder

    def test_the_history_is_a_sound_database_with_the_texts(self):
        base = sqlite3.connect(self.history)
        self.assertEqual(base.execute("PRAGMA integrity_check").fetchall(), [("ok",)])
        tables = {row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        self.assertTrue({"runs"} <= tables, tables)
        # Standard SQLite writes it as text and reads it again.
        dump = subprocess.run(["sqlite3", str(self.history), ".dump"], capture_output=True, check=True).stdout
        again = self.folder / "again.db"
        subprocess.run(["sqlite3", str(again)], input=dump, capture_output=True, check=True)
        other = sqlite3.connect(again)
        base.text_factory = other.text_factory = bytes
        for table in sorted(tables - {"sqlite_sequence"}):
            count = [one.execute(f'SELECT count(*) FROM "{table}"').fetchone() for one in (base, other)]
            self.assertEqual(count[0], count[1], table)

    def test_lists_runs_and_trends(self):
        runs = json.loads(run("history", "list", "--format", "json", "history.db", folder=self.folder).stdout)
        count = len(runs["runs"] if isinstance(runs, dict) else runs)
        self.assertGreater(count, 8)
        calls = [["list"], ["list", "--format", "json"]]
        for by in ["day", "build", "device", "os"]:
            calls += [["trend", "--by", by, "--format", format] for format in ["text", "html", "json"]]
        calls += [["signoff"]]
        for words in calls:
            with self.subTest(words):
                done = run("history", *words, "history.db", folder=self.folder, statuses=(0, 1, 2))
                self.harmless(done.stdout + done.stderr, f"history {words}")
                if "json" in words:
                    json.loads(done.stdout)
        for number in range(1, count + 1):
            for format in FORMATS if number == 1 else ["text", "html", "markdown"] if number < 9 else ["text"]:
                with self.subTest(run=number, format=format):
                    done = run("history", "show", "--format", format, "history.db", str(number),
                               folder=self.folder, statuses=(0, 1, 2))
                    self.harmless(done.stdout + done.stderr, f"history show {format}",
                                  commands=["github"] if format == "github" else ())

    TABLES = ["runs", "events", "cycles", "steps", "findings", "lines"]

    def query(self, format, statement, *words):
        return run("query", "--no-config", "--format", format, "-e", statement, *words, folder=self.folder)

    def test_queries_give_the_same_cells_in_each_format(self):
        for name in ["text", "records", "name"]:
            for table in self.TABLES:
                with self.subTest(name, table=table):
                    statement = f"SELECT * FROM {table} LIMIT 250"
                    answers = {format: self.query(format, statement, *self.inputs[name]).stdout
                               for format in ["text", "csv", "json"]}
                    self.harmless(answers["text"], "query text", own=None)
                    self.harmless(answers["json"], "query json", own=None)
                    self.harmless(answers["csv"], "query csv", own=None, ends="\r\n")
                    rows = json.loads(answers["json"])
                    self.assertTrue(answers["text"].decode().rstrip("\n").endswith(
                        f"({len(rows)} row{'' if len(rows) == 1 else 's'})"))
                    self.assertEqual(len(answers["text"].decode().rstrip("\n").split("\n")), len(rows) + 3)
                    cells = list(csv.reader(io.StringIO(answers["csv"].decode(), newline="")))
                    self.assertEqual(len(cells), len(rows) + 1)
                    for row, wanted in zip(cells[1:], rows):
                        self.assertEqual(len(row), len(wanted))
                        for cell, value in zip(row, wanted.values()):
                            if isinstance(value, str):
                                self.assertEqual(cell, self.cell(value))
                                # A spreadsheet takes nothing for a formula.
                                self.assertFalse(re.match(r"[=+\-@\t\r](?![0-9.]+$)", cell), cell)

    @staticmethod
    def cell(value):
        """A text as the table of comma-separated values has it."""
        parts = re.split("(\r?\n)", value)
        text = "".join(spelled(part) if place % 2 == 0 else part for place, part in enumerate(parts))
        try:
            float(value)
        except ValueError:
            return "'" + text if re.match(r"[=+\-@]", text) else text
        return text

    def test_texts_are_found_as_they_are(self):
        counts = []
        for number, (name, text) in enumerate(hostile.TEXTS.items()):
            quoted = f"{name} {text}".replace("'", "''")
            counts.append(f"(SELECT count(*) FROM cycles WHERE scheduleId = '{quoted}') AS n{number}")
        done = self.query("json", "SELECT " + ", ".join(counts), "records.jsonl")
        self.assertEqual(json.loads(done.stdout), [{f"n{number}": 1 for number in range(len(counts))}])


class Watching(Hostile):
    """A log that is followed."""

    def follow(self, *words, name):
        done = subprocess.Popen([DNPLOG, "watch", "--no-config", *words, "-"], cwd=self.folder,
                                stdin=open(self.folder / name, "rb"), stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)
        out, errors = done.communicate(timeout=120)
        self.assertIn(done.returncode, (0, 1), errors)
        self.harmless(errors, "watch, standard error", own=None)
        return out

    def test_lines_and_records(self):
        for name in ["text.log", "records.jsonl"]:
            with self.subTest(name):
                self.harmless(self.follow("--color", "always", name=name), "watch")
                out = self.follow("--format", "ndjson", name=name)
                self.harmless(out, "watch ndjson", own=None)
                for line in out.decode().split("\n")[:-1]:
                    json.loads(line)

    def test_the_page(self):
        """On a terminal the page moves its own cursor and nothing else; the title stays, and nothing is answered."""
        own = re.compile("\x1b(\\[\\?(25|1049|2026|7)[hl]|\\[[0-9;]*[mHJKABCDG])|\r")
        for name in [b"text.log", b"records.jsonl", self.worst]:
            with self.subTest(name):
                data, status = self.draw(name)
                self.assertIn(status, (0, 1))
                screen = pyte.Screen(120, 40)
                answers = []
                screen.write_process_input = answers.append
                pyte.ByteStream(screen).feed(data)
                self.assertEqual((screen.title, screen.icon_name, answers), ("", "", []))
                self.harmless(own.sub("", data.decode()).encode(), "watch page", own=None)
                self.assertIn("FAIL", "\n".join(screen.display))

    def draw(self, name):
        """Runs the page on a terminal for two seconds; returns what it printed and its status."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        child = subprocess.Popen([DNPLOG, "watch", "--no-config", name], cwd=self.folder, stdin=theirs, stdout=theirs,
                                 stderr=theirs, start_new_session=True, env=dict(os.environ, TERM="xterm-256color"))
        os.close(theirs)
        data, until, asked = b"", time.monotonic() + 60, time.monotonic() + 3
        while time.monotonic() < until:
            if asked and time.monotonic() > asked:
                child.send_signal(signal.SIGINT)
                asked = None
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    piece = os.read(ours, 65536)
                except OSError:
                    break
                if not piece:
                    break
                data += piece
        status = child.wait(timeout=30)
        os.close(ours)
        return data, status


class Browser(Hostile):
    """Pages of HTML, in a browser."""

    def test_no_page_runs_a_script_of_the_log_or_loads_anything(self):
        pages = {name: self.report("html", words, statuses=(0, 1, 2)) for name, words in self.inputs.items()}
        pages["failure"] = self.report("html", self.failure, statuses=(2,))
        run("validate", "-q", "--no-config", "--history", "pages.db", "text.log", folder=self.folder)
        run("validate", "-q", "--no-config", "--history", "pages.db", self.worst, folder=self.folder)
        for by in ["day", "build", "device", "os"]:
            pages[f"trend-{by}"] = run("history", "trend", "--by", by, "--format", "html", "pages.db",
                                       folder=self.folder).stdout
        done = subprocess.run([DNPLOG, "compare", "--no-config", "--format", "html", "text.log", self.worst],
                              cwd=self.folder, capture_output=True, stdin=subprocess.DEVNULL)
        if done.returncode in (0, 1):
            pages["compare"] = done.stdout
        browser_path = os.environ.get("CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_path,
                                                 args=["--no-sandbox", "--disable-gpu"])
            for name, data in pages.items():
                with self.subTest(name):
                    self.look(browser, name, data)
            browser.close()

    def look(self, browser, name, data):
        path = self.folder / f"page-{name}.html"
        path.write_bytes(data)
        problems = []
        context = browser.new_context()
        page = context.new_page()
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("dialog", lambda dialog: problems.append("a dialog opens"))
        address = path.as_uri()
        page.on("request", lambda request: problems.append(f"asks for {request.url[:80]}")
                if request.url.split("#")[0] != address and not request.url.startswith("data:,") else None)
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        page.wait_for_timeout(300)
        self.assertEqual(problems, [])
        self.assertTrue(page.evaluate("window.evil === undefined"), "text of the log took effect")
        count = page.evaluate(
            """document.querySelectorAll("img, iframe, object, embed, link:not([rel=icon]), base, form:not(#tools), "
            + "a[href]:not([href^='#']), [onerror], [onload], [onmouseover], [onfocus], [autofocus]").length""")
        self.assertEqual(count, 0, "text of the log became elements")
        words = page.inner_text("body")
        found = HARMFUL.search(words.replace("\t", " "))
        near = words[max(0, found.start() - 40):found.end() + 20] if found else ""
        self.assertIsNone(found, repr(near))
        self.assertIsNone(HARMFUL.search(page.title()))
        context.close()


if __name__ == "__main__":
    unittest.main()
