"""The metrics, read by promtool, Prometheus's own parser, the node exporter and a server.

All servers listen on loopback, on ports that were free.
"""
import contextlib
import glob
import json
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

import yaml
from grafana_foundation_sdk.cog import encoder, plugins
from grafana_foundation_sdk.models.dashboard import Dashboard
from prometheus_client.parser import text_string_to_metric_families

DNPLOG = os.environ["DNPLOG"]
KIT = "integrations/prometheus"
PASSES = "samples/prefetch/happy-device.log"
FAILS = "samples/hints/fetch-no-success.log"


def judge(path, log, *options):
    """Judges a log and exports its metrics; returns the exit status."""
    return subprocess.run([DNPLOG, "validate", "--quiet", "--export", f"prometheus={path}",
                           *options, log], stdin=subprocess.DEVNULL, capture_output=True).returncode


def metrics_of(log, *options):
    return subprocess.run([DNPLOG, "validate", "--format", "prometheus", *options, log],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout


def samples(text, prefixes=("dnp_", "dnplog_")):
    """Each sample's value by its name and labels; one that is there twice is an error."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if sample.name.startswith(prefixes):
                key = (sample.name, tuple(sorted(sample.labels.items())))
                if key in found:
                    raise AssertionError(f"twice: {key}")
                found[key] = sample.value
    return found


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def get(url):
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read().decode()


@contextlib.contextmanager
def serving(command, port, path):
    """Runs a server while it is needed; it must answer at the path first."""
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            for _ in range(300):
                if server.poll() is not None:
                    break
                with contextlib.suppress(urllib.error.URLError, ConnectionError):
                    get(f"http://127.0.0.1:{port}{path}")
                    break
                time.sleep(0.1)
            else:
                server.kill()
            if server.poll() is not None:
                log.seek(0)
                raise AssertionError(f"{command[0]} does not serve:\n{log.read().decode()}")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait(30)


@contextlib.contextmanager
def node_exporter(folder):
    port = free_port()
    command = ["prometheus-node-exporter", f"--web.listen-address=127.0.0.1:{port}",
               "--collector.disable-defaults", "--collector.textfile",
               f"--collector.textfile.directory={folder}"]
    with serving(command, port, "/metrics") as address:
        yield address


class Text(unittest.TestCase):
    """The text that is written, for every log of the samples."""

    LOGS = sorted(glob.glob("samples/**/*.log*", recursive=True))

    def test_promtool_has_nothing_to_say_against_it(self):
        for log in (PASSES, FAILS, "no/such.log"):
            with self.subTest(log=log), tempfile.NamedTemporaryFile("r+") as file:
                judge(file.name, log, "--label", 'note=a "quoted" \\ word')
                checked = subprocess.run(["promtool", "check", "metrics"], stdin=file,
                                         capture_output=True, text=True)
                self.assertEqual((checked.returncode, checked.stdout + checked.stderr), (0, ""))

    def test_a_label_is_read_back_as_it_was_given(self):
        value = 'a "quoted" \\ word, ä'
        read = samples(metrics_of(PASSES, "--label", f"note={value}"))
        self.assertTrue(read)
        self.assertEqual({dict(labels)["note"] for _, labels in read}, {value})

    def test_the_client_library_reads_what_the_summary_says(self):
        self.assertGreater(len(self.LOGS), 100)
        for log in self.LOGS:
            with self.subTest(log=log):
                done = subprocess.run([DNPLOG, "validate", "--format", "json", log],
                                      stdin=subprocess.DEVNULL, capture_output=True, text=True)
                if done.returncode > 1:
                    continue
                summary = json.loads(done.stdout)
                read = samples(metrics_of(log))
                inputs = summary["inputs"]
                self.assertEqual(read["dnplog_lines_total", ()],
                                 sum(item["lines"] for item in inputs))
                self.assertEqual(read["dnplog_events_total", ()],
                                 sum(item["events"] for item in inputs))
                verdicts = {dict(labels)["verdict"]: value for (name, labels), value in read.items()
                            if name == "dnplog_last_run_verdict"}
                self.assertEqual({name for name, value in verdicts.items() if value},
                                 {summary["verdict"]})
                for name, counter in summary["counters"].items():
                    derived = counter["derived"]
                    if isinstance(derived, dict):
                        for reason, count in derived.items():
                            self.assertEqual(read[name, (("reason", reason),)], count)
                    else:
                        self.assertEqual(read[name, ()], derived)


class NodeExporter(unittest.TestCase):
    """What the node exporter makes of a folder of such files."""

    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.folder)

    def path(self, name):
        return os.path.join(self.folder, name)

    def written(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def test_it_offers_the_whole_file(self):
        self.assertEqual(judge(self.path("dnplog.prom"), FAILS), 1)
        with node_exporter(self.folder) as address:
            text = get(address + "/metrics")
        self.assertEqual(samples(text), samples(self.written("dnplog.prom")))
        self.assertIn("node_textfile_scrape_error 0", text)

    def test_runs_of_several_logs_keep_apart_by_their_labels(self):
        judge(self.path("dnplog-a.prom"), PASSES, "--label", "device=a")
        judge(self.path("dnplog-b.prom"), FAILS, "--label", "device=b")
        with node_exporter(self.folder) as address:
            read = samples(get(address + "/metrics"))
        self.assertEqual(read, {**samples(self.written("dnplog-a.prom")),
                                **samples(self.written("dnplog-b.prom"))})

    def test_of_two_files_without_labels_one_is_lost(self):
        judge(self.path("dnplog-a.prom"), PASSES)
        judge(self.path("dnplog-b.prom"), FAILS)
        with node_exporter(self.folder) as address:
            text = get(address + "/metrics")
        read = samples(text)
        first, second = (samples(self.written(f"dnplog-{name}.prom")) for name in "ab")
        # No scrape error tells of it: the alert DnplogFileLost counts the files.
        self.assertIn("node_textfile_scrape_error 0", text)
        self.assertEqual(text.count("\nnode_textfile_mtime_seconds{"), 2)
        kept = [file for file in (first, second) if all(read[key] == file[key] for key in file)]
        self.assertEqual(len(kept), 1)

    def test_a_log_that_is_missing_leaves_no_older_metrics(self):
        path = self.path("dnplog.prom")
        judge(path, PASSES)
        self.assertEqual(judge(path, self.path("no.log")), 2)
        with node_exporter(self.folder) as address:
            read = samples(get(address + "/metrics"))
        self.assertEqual({name for name, _ in read},
                         {"dnplog_last_run_success", "dnplog_last_run_timestamp_seconds"})
        self.assertEqual(read["dnplog_last_run_success", ()], 0)

    def test_each_scrape_during_rewrites_is_of_one_run(self):
        """While two logs take turns a hundred times, no scrape mixes them or misses a part."""
        path = self.path("dnplog.prom")
        whole = []
        for log in (PASSES, FAILS):
            judge(path, log)
            whole.append(self.without_time(samples(self.written("dnplog.prom"))))
        at_work = {("dnplog_last_run_success", ()): 0}
        seen, wrong, done = [0, 0, 0], [], threading.Event()

        def scrape(address):
            while not done.is_set():
                text = get(address + "/metrics")
                read = self.without_time(samples(text))
                kinds = [*whole, at_work]
                if read in kinds and "node_textfile_scrape_error 0" in text:
                    seen[kinds.index(read)] += 1
                else:
                    wrong.append(text)

        with node_exporter(self.folder) as address:
            scrapers = [threading.Thread(target=scrape, args=(address,)) for _ in range(3)]
            for scraper in scrapers:
                scraper.start()
            for turn in range(200):
                judge(path, (PASSES, FAILS)[turn % 2])
            done.set()
            for scraper in scrapers:
                scraper.join()
        self.assertFalse(wrong, wrong[:1])
        self.assertGreater(min(seen[:2]), 10, seen)
        self.assertEqual(os.listdir(self.folder), ["dnplog.prom"])

    @staticmethod
    def without_time(read):
        return {key: value for key, value in read.items()
                if key[0] != "dnplog_last_run_timestamp_seconds"}


class Kit(unittest.TestCase):
    """Rules and dashboard of integrations/prometheus."""

    def promtool(self, *arguments):
        done = subprocess.run(["promtool", *arguments], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_promtool_accepts_the_rules(self):
        self.promtool("check", "rules", "--lint=all", "--lint-fatal", f"{KIT}/dnplog.rules.yml")

    def test_the_rules_do_what_their_tests_say(self):
        self.promtool("test", "rules", f"{KIT}/dnplog.test.yml")

    def test_each_alert_is_tested_to_fire_and_not_to(self):
        with open(f"{KIT}/dnplog.rules.yml") as file:
            rules = yaml.safe_load(file)
        with open(f"{KIT}/dnplog.test.yml") as file:
            tests = yaml.safe_load(file)["tests"]
        cases = [case for test in tests for case in test.get("alert_rule_test", [])]
        alerts = {rule["alert"] for group in rules["groups"] for rule in group["rules"]
                  if "alert" in rule}
        for alert in alerts:
            fires = {bool(case.get("exp_alerts")) for case in cases if case["alertname"] == alert}
            self.assertEqual(fires, {True, False}, alert)

    def test_grafana_knows_every_field_of_the_dashboard(self):
        """Its model reads the dashboard and writes it again; what it does not know it drops."""
        plugins.register_default_plugins()
        with open(f"{KIT}/dashboard.json") as file:
            board = json.load(file)
        again = json.loads(encoder.JSONEncoder().encode(Dashboard.from_json(board)))

        def lost(ours, theirs, place):
            if isinstance(ours, dict) and isinstance(theirs, dict):
                return [found for key in ours
                        for found in lost(ours[key], theirs.get(key, "nothing"), f"{place}.{key}")]
            if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
                return [found for index, pair in enumerate(zip(ours, theirs))
                        for found in lost(*pair, f"{place}[{index}]")]
            return [] if ours == theirs else [f"{place}: {ours!r} is read as {theirs!r}"]

        self.assertEqual(lost(board, again, "dashboard"), [])

    def test_no_panels_overlap(self):
        with open(f"{KIT}/dashboard.json") as file:
            panels = json.load(file)["panels"]
        self.assertEqual(len({panel["id"] for panel in panels}), len(panels))
        taken = set()
        for panel in panels:
            place = panel["gridPos"]
            self.assertLessEqual(place["x"] + place["w"], 24, panel["title"])
            cells = {(x, y) for x in range(place["x"], place["x"] + place["w"])
                     for y in range(place["y"], place["y"] + place["h"])}
            self.assertFalse(cells & taken, panel["title"])
            taken |= cells


class Asking:
    """Questions to a Prometheus."""

    def query(self, server, expression, **parameters):
        """The result; an expression that the server refuses is an error of the test."""
        parameters["query"] = expression
        try:
            answer = get(f"{server}/api/v1/query?" + urllib.parse.urlencode(parameters))
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{expression}: {error.read().decode()}") from None
        return json.loads(answer)["data"]["result"]

    def wait_for(self, server, expression, count):
        for _ in range(300):
            if len(self.query(server, expression)) >= count:
                return
            time.sleep(0.1)
        raise AssertionError(f"half a minute without {count} results of {expression}")


@contextlib.contextmanager
def prometheus(folder, exporter, **settings):
    """A Prometheus that scrapes an exporter every second."""
    path = os.path.join(folder, "prometheus.yml")
    with open(path, "w") as file:
        yaml.safe_dump({
            "global": {"scrape_interval": "1s", "evaluation_interval": "1s"},
            "scrape_configs": [{"job_name": "node", "static_configs": [
                {"targets": [exporter.removeprefix("http://")]}]}], **settings,
        }, file)
    subprocess.run(["promtool", "check", "config", path], check=True, stdout=subprocess.DEVNULL)
    port = free_port()
    command = ["prometheus", f"--config.file={path}",
               f"--storage.tsdb.path={os.path.join(folder, 'data')}",
               f"--web.listen-address=127.0.0.1:{port}"]
    with serving(command, port, "/-/ready") as server:
        yield server


class Server(Asking, unittest.TestCase):
    """A Prometheus that scrapes the node exporter, with the rules of the kit."""

    def test_alerts_fire_and_each_panel_has_data(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        texts = os.path.join(folder, "texts")
        os.mkdir(texts)
        judge(os.path.join(texts, "dnplog-pixel.prom"), FAILS, "--label", "device=pixel")
        judge(os.path.join(texts, "dnplog-emulator.prom"), PASSES, "--label", "device=emulator")
        with node_exporter(texts) as exporter:
            rules = [os.path.abspath(f"{KIT}/dnplog.rules.yml")]
            with prometheus(folder, exporter, rule_files=rules) as server:
                self.wait_for(server, "dnplog:cycles_used_prefetch:ratio", 2)
                self.check_alerts(server)
                self.check_panels(server)

    def check_alerts(self, server):
        alerts = 'ALERTS{alertname=~"Dnplog.*",alertstate="firing"}'
        self.wait_for(server, alerts, 1)
        found = {(item["metric"]["alertname"], item["metric"]["device"])
                 for item in self.query(server, alerts)}
        self.assertEqual(found, {("DnplogRunFailed", "pixel")})

    def check_panels(self, server):
        with open(f"{KIT}/dashboard.json") as file:
            panels = json.load(file)["panels"]
        empty = []
        for panel in panels:
            for target in panel["targets"]:
                expression = target["expr"]
                for variable in ("$instance", "$device"):
                    expression = expression.replace(variable, ".*")
                self.assertNotIn("$", expression)
                if not self.query(server, expression):
                    empty.append(f"{panel['title']}: {expression}")
        self.assertEqual(empty, [])


class History(Asking, unittest.TestCase):
    """Counters that accumulate in a history, as a Prometheus counts them."""

    USED = "dnp_prefetch_used_for_notification_total"
    COUNTED = [USED, "dnp_prefetch_scheduled_total", "dnplog_lines_total",
               "dnplog_execution_delay_seconds_count", "dnplog_execution_delay_seconds_sum",
               'dnplog_cycles_total{outcome="used_prefetch"}']

    def test_increase_and_rate_over_ten_runs_are_what_was_judged(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        texts = os.path.join(folder, "texts")
        os.mkdir(texts)
        path = os.path.join(texts, "dnplog.prom")
        options = ("--history", os.path.join(folder, "history.db"), "--allow-empty")
        empty = os.path.join(folder, "empty.log")
        with open(empty, "w") as file:
            file.write("nothing of the plugin\n")
        judge(path, empty, *options)
        begun = self.counts(path)
        judged = dict.fromkeys(self.COUNTED, 0)
        with node_exporter(texts) as exporter, prometheus(folder, exporter) as server:
            self.wait_for(server, f"{self.USED} == 0", 1)
            for run in range(10):
                log = os.path.join(folder, f"{run}.log")
                subprocess.run([DNPLOG, "simulate", "happy", "--days", str(run % 4 + 1), "--seed",
                                str(run), "--output", log], check=True, capture_output=True)
                alone = samples(metrics_of(log))
                for name in self.COUNTED:
                    judged[name] += alone[self.key(name)]
                self.assertEqual(judge(path, log, *options), 0)
                # Again, as a timer does: it is not counted again.
                self.assertEqual(judge(path, log, *options), 0)
                self.wait_for(server, f"{self.USED} == {int(judged[self.USED])}", 1)
            now = self.counts(path)
            self.assertGreater(judged[self.USED], 10)
            for name in self.COUNTED:
                with self.subTest(name=name):
                    self.assertAlmostEqual(now[name] - begun[name], judged[name], places=5)
                    self.check(server, name, judged[name])

    def check(self, server, name, expected):
        """Asks over the very span from the first sample to the last: there Prometheus extrapolates
        nothing."""
        (series,) = self.query(server, f"{name}[10m]")
        first, last = float(series["values"][0][0]), float(series["values"][-1][0])
        span = round((last - first) * 1000) + 1
        (increase,) = self.query(server, f"increase({name}[{span}ms])", time=last)
        (rate,) = self.query(server, f"rate({name}[{span}ms])", time=last)
        (resets,) = self.query(server, f"resets({name}[{span}ms])", time=last)
        self.assertEqual(float(resets["value"][1]), 0)
        self.assertAlmostEqual(float(increase["value"][1]), expected, delta=expected / 1000)
        self.assertAlmostEqual(float(rate["value"][1]) * span / 1000, expected,
                               delta=expected / 1000)

    def counts(self, path):
        with open(path) as file:
            read = samples(file.read())
        return {name: read[self.key(name)] for name in self.COUNTED}

    @staticmethod
    def key(name):
        name, _, label = name.partition("{")
        if not label:
            return (name, ())
        key, value = label.rstrip("}").split("=")
        return (name, ((key, value.strip('"')),))


if __name__ == "__main__":
    unittest.main()
