"""The reports for CI servers and tools, read by the readers of other projects; the steps of the GitHub
action and the job for GitLab, run as those servers run them."""
import glob
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest

import attr
import junitparser
import line_protocol_parser
import lxml.etree
import sarif_om
import yaml

DNPLOG = os.path.abspath(os.environ["DNPLOG"])
PASSING = "samples/prefetch/happy-device.log"
FAULTY = "samples/hints/fetch-no-success.log"
#: One log of each kind, all samples in one call, and a run that cannot be judged.
CALLS = {
    "passing": [PASSING],
    "faulty": [FAULTY],
    "many": ["samples/prefetch", "samples/hints", "samples/acceptance"],
    "strict": ["--strict", "samples/prefetch", "samples/hints"],
    "missing": ["gone.log"],
}


def validate(*words):
    return subprocess.run([DNPLOG, "validate", *words], capture_output=True, text=True,
                          stdin=subprocess.DEVNULL,
                          env=dict(os.environ, SOURCE_DATE_EPOCH="1763099280"))


def reports(format):
    """The reports of all calls in a format, by the name of the call, each with the exit status."""
    for name, words in CALLS.items():
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "report")
            status = validate("-q", "--export", f"{format}={path}", *words).returncode
            with open(path, encoding="utf-8") as file:
                yield name, file.read(), status


class JUnit(unittest.TestCase):
    #: The release of pytest whose sources hold the schema of Jenkins' xUnit plugin.
    RELEASE = "pytest==8.3.5"

    @classmethod
    def setUpClass(cls):
        """Reads the schema; downloads it once."""
        kept = ".build/integrations/junit-10.xsd"
        if not os.path.exists(kept):
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                                "--no-binary", ":all:", "--dest", folder, cls.RELEASE], check=True)
                with tarfile.open(glob.glob(f"{folder}/*.tar.gz")[0]) as archive:
                    name = next(n for n in archive.getnames() if n.endswith("/junit-10.xsd"))
                    schema = archive.extractfile(name).read()
            os.makedirs(os.path.dirname(kept), exist_ok=True)
            with open(kept, "wb") as file:
                file.write(schema)
        cls.schema = lxml.etree.XMLSchema(file=kept)

    def test_reports_are_valid_by_the_schema_of_the_xunit_plugin(self):
        for name, report, _ in reports("junit"):
            with self.subTest(name):
                self.schema.assertValid(lxml.etree.fromstring(report.encode()))

    def test_the_schema_refuses_what_it_does_not_know(self):
        document = lxml.etree.fromstring(validate("--format", "junit", FAULTY).stdout.encode())
        document.find(".//testcase").set("file", "device.log")
        self.assertFalse(self.schema.validate(document))

    def test_a_report_is_green_where_the_status_is_0_and_nowhere_else(self):
        for name, report, status in reports("junit"):
            with self.subTest(name):
                suites = junitparser.JUnitXml.fromstring(report.encode())
                bad = [case for suite in suites for case in suite for result in case.result
                       if isinstance(result, (junitparser.Failure, junitparser.Error))]
                self.assertEqual(not bad, status == 0)
                self.assertEqual(len(bad), suites.failures + suites.errors)
                for suite in suites:
                    names = [(case.classname, case.name) for case in suite]
                    self.assertEqual(len(names), len(set(names)), "a case stands for itself")

    def test_each_violation_is_a_failed_case(self):
        summary = json.loads(validate("--format", "json", *CALLS["many"]).stdout)
        failing = [f for f in summary["findings"]
                   if f["outcome"] == "violated" and f["severity"] == "error"]
        self.assertGreater(len(failing), 10)
        suites = junitparser.JUnitXml.fromstring(
            validate("--format", "junit", *CALLS["many"]).stdout.encode())
        # One more for the verdict.
        self.assertEqual(suites.failures, len(failing) + 1)


class SARIF(unittest.TestCase):
    #: The class of each member that holds objects; `sarif_om` is made from the schema, class by class.
    CLASSES = {
        ("SarifLog", "runs"): "Run", ("Run", "tool"): "Tool", ("Tool", "driver"): "ToolComponent",
        ("ToolComponent", "rules"): "ReportingDescriptor",
        ("ReportingDescriptor", "shortDescription"): "MultiformatMessageString",
        ("ReportingDescriptor", "fullDescription"): "MultiformatMessageString",
        ("ReportingDescriptor", "help"): "MultiformatMessageString",
        ("ReportingDescriptor", "defaultConfiguration"): "ReportingConfiguration",
        ("Run", "invocations"): "Invocation", ("Run", "results"): "Result",
        ("Invocation", "toolExecutionNotifications"): "Notification",
        ("Notification", "message"): "Message", ("Result", "message"): "Message",
        ("Result", "locations"): "Location", ("Result", "relatedLocations"): "Location",
        ("Result", "codeFlows"): "CodeFlow", ("Result", "suppressions"): "Suppression",
        ("CodeFlow", "threadFlows"): "ThreadFlow",
        ("ThreadFlow", "locations"): "ThreadFlowLocation",
        ("ThreadFlowLocation", "location"): "Location",
        ("Location", "physicalLocation"): "PhysicalLocation", ("Location", "message"): "Message",
        ("PhysicalLocation", "artifactLocation"): "ArtifactLocation",
        ("PhysicalLocation", "region"): "Region", ("Region", "snippet"): "ArtifactContent",
    }
    #: Bags of members with any name.
    BAGS = {"properties", "partialFingerprints"}
    WORDS = {
        "kind": {"fail", "open", "informational", "external"}, "version": {"2.1.0", "0.1.0"},
        "level": {"none", "note", "warning", "error"}, "importance": {"important", "essential"},
        "columnKind": {"unicodeCodePoints"},
    }

    def check(self, value, name, path):
        """Holds an object against the class that the schema gives it."""
        self.assertIsInstance(value, dict, path)
        fields = {f.metadata["schema_property_name"]: f
                  for f in getattr(sarif_om, name).__attrs_attrs__}
        needed = {key for key, f in fields.items() if f.default is attr.NOTHING}
        self.assertLessEqual(set(value), set(fields), path)
        self.assertLessEqual(needed, set(value), path)
        for key, member in value.items():
            where = f"{path}.{key}"
            if key in self.BAGS:
                self.assertIsInstance(member, dict, where)
            elif (name, key) in self.CLASSES:
                for index, element in enumerate(member if isinstance(member, list) else [member]):
                    self.check(element, self.CLASSES[name, key], f"{where}[{index}]")
            else:
                self.assertNotIsInstance(member, dict, f"{where} is not looked into")
                if key in self.WORDS:
                    self.assertIn(member, self.WORDS[key], where)

    def test_reports_have_the_members_of_the_schema(self):
        for name, report, _ in reports("sarif"):
            with self.subTest(name):
                self.check(json.loads(report), "SarifLog", "$")

    def test_results_are_told_apart_and_point_into_the_logs(self):
        run = json.loads(validate("--format", "sarif", *CALLS["many"]).stdout)["runs"][0]
        rules = run["tool"]["driver"]["rules"]
        keys = [(r["ruleId"], r["partialFingerprints"]["dnplogFinding/v1"]) for r in run["results"]]
        self.assertEqual(len(keys), len(set(keys)))
        self.assertTrue(any("codeFlows" in result for result in run["results"]))
        for result in run["results"]:
            self.assertEqual(rules[result["ruleIndex"]]["id"], result["ruleId"])
            self.assertNotIn("plugin fault", result["message"]["text"].split("\n")[0])
            for place in result["locations"] + result.get("relatedLocations", []):
                region = place["physicalLocation"].get("region")
                self.assertTrue(os.path.exists(place["physicalLocation"]["artifactLocation"]["uri"]))
                self.assertGreaterEqual(region["startLine"], 1)

    def test_lines_that_move_keep_their_fingerprints(self):
        with tempfile.TemporaryDirectory() as folder, open(FAULTY, encoding="utf-8") as file:
            moved = os.path.join(folder, "device.log")
            with open(moved, "w", encoding="utf-8") as other:
                other.write("a line\nanother\n" + file.read().replace("2025-11-14", "2025-12-03"))
            prints = [[r["partialFingerprints"] for r in json.loads(
                validate("--format", "sarif", log).stdout)["runs"][0]["results"]]
                for log in [FAULTY, moved]]
        self.assertEqual(len(prints[0]), 1)
        self.assertEqual(prints[0], prints[1])


class NDJSON(unittest.TestCase):
    def test_lines_are_the_findings_of_the_summary_and_an_end(self):
        for name, report, status in reports("ndjson"):
            with self.subTest(name):
                lines = [json.loads(line) for line in report.splitlines()]
                end = lines.pop()
                self.assertEqual((end["schema"], end["exitStatus"]), ("dnplog.end/1", status))
                self.assertEqual(end["findings"], len(lines))
                if name == "missing":
                    self.assertIn("gone.log", end["reasons"][0])
                    continue
                summary = json.loads(validate("--format", "json", *CALLS[name]).stdout)
                self.assertEqual(
                    [dict(f, schema="dnplog.finding/1") for f in summary["findings"]], lines)


class Influx(unittest.TestCase):
    def test_points_are_read_and_each_is_one_of_its_own(self):
        for name, report, status in reports("influx"):
            with self.subTest(name):
                points = [line_protocol_parser.parse_line(line) for line in report.splitlines()]
                run = next(p for p in points if p["measurement"] == "dnplog_run")
                self.assertEqual(run["fields"]["exit_status"], status)
                self.assertEqual(run["fields"]["success"], 1 if status <= 1 else 0)
                self.assertEqual(run["time"], 1763099280 * 10**9)
                if name == "passing":
                    keys = [(p["measurement"], str(p["tags"]), p["time"]) for p in points]
                    self.assertEqual(len(keys), len(set(keys)))

    def test_labels_come_back_as_they_were_given(self):
        label = "a b,c=d é"
        report = validate("--format", "influx", "--label", f"rack={label}", FAULTY).stdout
        for line in report.splitlines():
            self.assertEqual(line_protocol_parser.parse_line(line)["tags"]["rack"], label)

    def test_the_figures_are_those_of_the_summary(self):
        points = [line_protocol_parser.parse_line(line)
                  for line in validate("--format", "influx", *CALLS["many"]).stdout.splitlines()]
        summary = json.loads(validate("--format", "json", *CALLS["many"]).stdout)
        findings = [p["fields"]["count"] for p in points if p["measurement"] == "dnplog_findings"]
        self.assertEqual(sum(findings), len(summary["findings"]) + summary["omitted"]["findings"])
        sums = {p["tags"]["measure"]: p["fields"] for p in points
                if p["measurement"] == "dnplog_seconds"}
        delay = summary["histograms"]["executionDelaySeconds"]
        self.assertEqual(sums["execution_delay"]["count"], delay["count"])
        self.assertAlmostEqual(sums["execution_delay"]["sum"], delay["sum"], 3)


class Trace(unittest.TestCase):
    """The rules of the Trace Event Format, which Perfetto's documentation names as its own for JSON."""

    def test_events_have_what_their_phase_needs(self):
        for name, report, _ in reports("trace"):
            with self.subTest(name):
                document = json.loads(report)
                named, used, slices = set(), set(), {}
                for event in document["traceEvents"]:
                    self.assertIn(event["ph"], "XiM")
                    for key in ["pid", "tid"]:
                        self.assertIs(type(event[key]), int)
                        self.assertGreater(event[key], 0)
                    self.assertIsInstance(event["args"], dict)
                    track = (event["pid"], event["tid"])
                    if event["ph"] == "M":
                        self.assertIn(event["name"], ["process_name", "process_sort_index",
                                                      "thread_name", "thread_sort_index"])
                        if event["name"] == "thread_name":
                            named.add(track)
                        continue
                    used.add(track)
                    # Nanoseconds must fit 64 bits.
                    self.assertTrue(0 <= event["ts"] < 2**63 // 1000)
                    if event["ph"] == "X":
                        self.assertGreaterEqual(event["dur"], 0)
                        slices[track] = slices.get(track, 0) + 1
                    else:
                        self.assertEqual(event["s"], "t")
                self.assertLessEqual(used, named)
                self.assertEqual(set(slices.values()) - {1}, set(), "slices of a track overlap")
                self.assertEqual(len({tid for _, tid in named}), len(named), "a thread is of one process")

    def test_a_track_stands_for_each_cycle(self):
        summary = json.loads(validate("--format", "json", *CALLS["many"]).stdout)
        document = json.loads(validate("--format", "trace", *CALLS["many"]).stdout)
        groups = [e for e in document["traceEvents"] if e["name"] == "process_name"]
        without = int(document["otherData"]["cyclesWithoutTimes"])
        self.assertEqual(len(groups) - 1 + without, len(summary["cycles"]))

    def test_the_trace_processor_reads_it(self):
        program = os.environ.get("TRACE_PROCESSOR")
        if not program:
            self.skipTest("TRACE_PROCESSOR names no trace_processor_shell of Perfetto")
        with tempfile.TemporaryDirectory() as folder:
            trace, query = os.path.join(folder, "trace.json"), os.path.join(folder, "query.sql")
            validate("--export", f"trace={trace}", FAULTY)
            with open(query, "w", encoding="utf-8") as file:
                file.write("select count(*) as n from slice where name = 'fetch_start';")
            done = subprocess.run([program, "-q", query, trace], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.split(), ['"n"', "1"])


class GitHubAction(unittest.TestCase):
    PATH = "integrations/github/action.yml"

    def setUp(self):
        with open(self.PATH, encoding="utf-8") as file:
            self.action = yaml.safe_load(file)
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for log in [PASSING, FAULTY]:
            shutil.copy(log, self.folder.name)
        os.mkdir(os.path.join(self.folder.name, "deep er"))
        shutil.copy(FAULTY, os.path.join(self.folder.name, "deep er", "a log.txt"))

    def expand(self, text, inputs, outputs):
        """The value of the expressions that the action uses."""
        if not text.startswith("${{"):
            return text
        words = text.removeprefix("${{").removesuffix("}}").strip().split(".")
        if words[0] == "inputs":
            return inputs[words[1]]
        if words == ["github", "action_path"]:
            return os.path.abspath(os.path.dirname(self.PATH))
        self.assertEqual((words[0], words[2]), ("steps", "outputs"))
        return outputs[words[1]][words[3]]

    def run_action(self, **given):
        """Runs the steps as a runner does, and returns the last status, the summary and what was printed."""
        inputs = {name: str(row.get("default", "")) for name, row in self.action["inputs"].items()}
        inputs |= {"dnplog": DNPLOG} | given
        outputs, printed, status, summary = {}, "", 0, ""
        for step in self.action["runs"]["steps"]:
            files = {name: os.path.join(self.folder.name, f".{name}")
                     for name in ["GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"]}
            for path in files.values():
                open(path, "w", encoding="utf-8").close()
            env = {name: self.expand(value, inputs, outputs) for name, value in step["env"].items()}
            self.assertNotIn("${{", step["run"], "an input could become a command")
            done = subprocess.run(
                ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
                cwd=self.folder.name, env=dict(os.environ, **files, **env), text=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            printed += done.stdout
            with open(files["GITHUB_OUTPUT"], encoding="utf-8") as file:
                outputs[step.get("id")] = dict(line.rstrip("\n").split("=", 1) for line in file)
            with open(files["GITHUB_STEP_SUMMARY"], encoding="utf-8") as file:
                summary += file.read()
            status = done.returncode
            if status != 0:
                break
        declared = {}
        if outputs.get("judge"):
            declared = {name: self.expand(row["value"], inputs, outputs)
                        for name, row in self.action["outputs"].items()}
        return status, declared, summary, printed

    def test_the_file_is_valid(self):
        done = subprocess.run([sys.executable, "-m", "check_jsonschema", "--builtin-schema",
                               "vendor.github-actions", self.PATH], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_the_scripts_have_no_mistake_of_syntax(self):
        for step in self.action["runs"]["steps"]:
            done = subprocess.run(["bash", "-n", "-c", step["run"]], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), step["name"])

    def test_a_passing_log(self):
        status, outputs, summary, printed = self.run_action(logs="happy-device.log")
        self.assertEqual((status, outputs["verdict"], outputs["status"]), (0, "pass", "0"), printed)
        self.assertTrue(summary.startswith("## dnplog: PASS"))
        self.assertIn("::notice title=dnplog PASS::", printed)

    def test_a_faulty_log_fails_the_last_step_and_leaves_its_reports(self):
        status, outputs, summary, printed = self.run_action(logs="fetch-no-success.log\n")
        self.assertEqual((status, outputs["verdict"], outputs["status"]), (1, "fail", "1"), printed)
        self.assertIn("\n::error file=fetch-no-success.log,line=9,title=hints/", printed)
        self.assertTrue(summary.startswith("## dnplog: FAIL"))
        for name in ["sarif", "junit", "json"]:
            self.assertTrue(os.path.exists(os.path.join(self.folder.name, outputs[name])))

    def test_a_verdict_may_be_let_pass_and_a_mistake_may_not(self):
        self.assertEqual(self.run_action(logs="fetch-no-success.log", fail="false")[0], 0)
        status, outputs, summary, _ = self.run_action(logs="gone.log", fail="false")
        self.assertEqual((status, outputs["verdict"]), (2, "inconclusive"))
        self.assertIn("gone.log", summary)

    def test_patterns_and_names_with_blanks(self):
        status, outputs, _, printed = self.run_action(logs="**/*.txt\nhappy-*.log\n\n")
        self.assertEqual(status, 1, printed)
        with open(os.path.join(self.folder.name, outputs["json"]), encoding="utf-8") as file:
            names = [row["name"] for row in json.load(file)["inputs"]]
        self.assertEqual(names, ["deep er/a log.txt", "happy-device.log"])

    def test_options_and_logs_are_words_and_no_commands(self):
        status, _, _, printed = self.run_action(
            logs="$(touch stolen)\n`touch stolen`\n; touch stolen", options="--set\nx=$(touch stolen)")
        self.assertEqual(status, 2, printed)
        self.assertFalse(os.path.exists(os.path.join(self.folder.name, "stolen")))

    def test_a_baseline_of_the_run_before(self):
        outputs = self.run_action(logs="fetch-no-success.log")[1]
        shutil.copy(os.path.join(self.folder.name, outputs["json"]),
                    os.path.join(self.folder.name, "known.json"))
        status, outputs, summary, printed = self.run_action(
            logs="fetch-no-success.log", options="--baseline\nknown.json")
        self.assertEqual((status, outputs["verdict"]), (0, "pass"), printed)
        self.assertIn("1 known violation", summary)

    def test_no_log_is_a_mistake(self):
        status, _, _, printed = self.run_action(logs="\n")
        self.assertEqual(status, 2)
        self.assertIn("::error title=dnplog::No log is named", printed)

    def test_a_program_on_the_path_is_found(self):
        link = os.path.join(self.folder.name, "bin")
        os.mkdir(link)
        os.symlink(DNPLOG, os.path.join(link, "dnplog"))
        before = os.environ["PATH"]
        self.addCleanup(os.environ.update, PATH=before)
        os.environ["PATH"] = f"{link}:{before}"
        self.assertEqual(self.run_action(logs="happy-device.log", dnplog="")[0], 0)


class GitLabJob(unittest.TestCase):
    PATH = "integrations/gitlab/dnplog.yml"

    def test_the_file_is_valid(self):
        # The schema has no job that is only extended, so one is added that extends it.
        with open(self.PATH, encoding="utf-8") as file:
            job = yaml.safe_load(file)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, ".gitlab-ci.yml")
            with open(path, "w", encoding="utf-8") as file:
                yaml.safe_dump(dict(job, **{"device-log": {"extends": ".dnplog"}}), file)
            done = subprocess.run([sys.executable, "-m", "check_jsonschema", "--builtin-schema",
                                   "vendor.gitlab-ci", path], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def run_job(self, **variables):
        with open(self.PATH, encoding="utf-8") as file:
            job = yaml.safe_load(file)[".dnplog"]
        with tempfile.TemporaryDirectory() as folder:
            for log in [PASSING, FAULTY]:
                shutil.copy(log, folder)
            # A runner pipes the script into the shell.
            done = subprocess.run(
                ["sh", "-e"], input="\n".join(job["script"]), cwd=folder, text=True,
                capture_output=True,
                env={**os.environ, **job["variables"], "DNPLOG": DNPLOG, **variables})
            artifacts = job["artifacts"]
            names = artifacts["paths"] + [artifacts["reports"]["junit"]]
            there = [name for name in names if os.path.exists(os.path.join(folder, name))]
            self.assertEqual(there, names, done.stderr)
        return done

    def test_the_job_judges_what_it_is_given(self):
        self.assertEqual(self.run_job(DNPLOG_LOGS="happy-*.log").returncode, 0)
        self.assertEqual(self.run_job(DNPLOG_LOGS="*.log", DNPLOG_OPTIONS="--strict -q").returncode, 1)

    def test_the_script_is_never_taken_for_a_log(self):
        done = self.run_job()
        self.assertEqual(done.returncode, 2)
        self.assertIn("device.log: no such file", done.stderr)


if __name__ == "__main__":
    unittest.main()
