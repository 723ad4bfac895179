"""A fleet on Spark: thousands of logs on two workers of loopback, one of which is killed.

The report must be that of one dnplog over the same manifest, to the byte.
"""
import contextlib
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import pyarrow.parquet as parquet
import pyspark

DNPLOG = os.environ["DNPLOG"]
JOB = os.path.abspath("integrations/spark/dnplog_fleet.py")
SPARK = os.path.dirname(pyspark.__file__)
#: Healthy logs, those of failures that are handled, and faulty ones.
FLEET = {"happy": 1500, "server-down": 500, "ttl-expired": 300, "force-quit": 300,
         "task-not-completed": 200, "content-hash-mismatch": 200}
MISSING = 3
PARTITIONS = 24
#: It notes each call, so that the check sees that lost work was done again, and crashes where a log
#: of that name is among the paths.
NOTING = """#!/bin/sh
if [ "$1" = validate ]; then
  echo "$PPID" >> '{calls}'
  list=$(mktemp) && cat > "$list"
  if grep -q crashing "$list"; then rm "$list"; kill -SEGV $$; fi
  '{dnplog}' "$@" < "$list"; status=$?; rm "$list"; exit $status
fi
exec '{dnplog}' "$@"
"""
#: Metrics tell when they were made; both sides are to tell the same.
ENVIRONMENT = dict(os.environ, SOURCE_DATE_EPOCH="1764000000", SPARK_LOCAL_IP="127.0.0.1",
                   SPARK_HOME=SPARK, PYSPARK_PYTHON=sys.executable,
                   PYSPARK_DRIVER_PYTHON=sys.executable)


def submitted(*arguments, master="local-cluster[2,1,1024]"):
    settings = {"spark.driver.host": "127.0.0.1", "spark.driver.bindAddress": "127.0.0.1",
                "spark.ui.enabled": "false", "spark.local.dir": tempfile.gettempdir()}
    return [os.path.join(SPARK, "bin", "spark-submit"), "--master", master,
            *(word for key, value in settings.items() for word in ("--conf", f"{key}={value}")),
            JOB, *arguments]


def descendants(ancestor):
    """The processes below one, with their command lines."""
    parents, lines = {}, {}
    for folder in glob.glob("/proc/[0-9]*"):
        with contextlib.suppress(OSError, IndexError):
            with open(f"{folder}/stat") as file:
                parents[int(folder[6:])] = int(file.read().rsplit(")", 1)[1].split()[1])
            with open(f"{folder}/cmdline", "rb") as file:
                lines[int(folder[6:])] = file.read().decode(errors="replace")
    found, last = {ancestor}, set()
    while found != last:
        last = found
        found = found | {child for child, parent in parents.items() if parent in found}
    return {pid: lines.get(pid, "") for pid in found}


class Fleet(unittest.TestCase):
    maxDiff = 2000

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        os.mkdir(os.path.join(cls.folder, "logs"))
        for scenario, devices in FLEET.items():
            subprocess.run([DNPLOG, "simulate", scenario, "--devices", str(devices), "--gzip",
                            "--output", os.path.join(cls.folder, "logs", scenario)], check=True)
        logs = sorted(glob.glob(os.path.join(cls.folder, "logs", "*", "*.gz")))
        assert len(logs) == sum(FLEET.values())
        cls.damaged = os.path.join(cls.folder, "damaged.log.gz")
        with open(logs[0], "rb") as whole, open(cls.damaged, "wb") as cut:
            cut.write(whole.read()[:600])
        missing = [os.path.join(cls.folder, f"gone-{n}.log.gz") for n in range(MISSING)]
        cls.missing = missing
        cls.paths = [missing[0], *logs[:1000], missing[1], *logs[1000:], cls.damaged, missing[2]]
        cls.manifest = cls.write("manifest", cls.paths)

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    @classmethod
    def write(cls, name, paths):
        path = os.path.join(cls.folder, name)
        with open(path, "w") as file:
            file.writelines(path + "\n" for path in paths)
        return path

    def noting(self):
        """The program that notes its calls, and where."""
        calls = os.path.join(self.folder, f"calls-{self.id().rsplit('.')[-1]}")
        path = calls + ".sh"
        with open(path, "w") as file:
            file.write(NOTING.format(calls=calls, dnplog=DNPLOG))
        os.chmod(path, 0o755)
        open(calls, "w").close()
        return path, calls

    def one_process(self, manifest):
        """The summary, the metrics and the status of a single call."""
        with tempfile.NamedTemporaryFile("r", suffix=".prom") as metrics:
            done = subprocess.run(
                [DNPLOG, "validate", "--paths-from", manifest, "--format", "json", "--export",
                 f"prometheus={metrics.name}"], capture_output=True, env=ENVIRONMENT)
            with open(metrics.name) as file:
                return done.stdout, file.read(), done.returncode

    def read(self, out, name):
        with open(os.path.join(out, name), "rb") as file:
            return file.read()

    def test_a_killed_worker_loses_nothing_and_counts_nothing_twice(self):
        out = os.path.join(self.folder, "report")
        program, calls = self.noting()
        with tempfile.TemporaryFile("w+") as log:
            job = subprocess.Popen(
                submitted("--manifest", self.manifest, "--out", out, "--dnplog", program,
                          "--partitions", str(PARTITIONS)),
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=ENVIRONMENT)
            try:
                killed = self.kill_a_worker(job, calls)
                status = job.wait(120)
            finally:
                job.kill()
                job.wait()
            log.seek(0)
            text = log.read()
        self.assertTrue(killed, text[-4000:])
        summary, metrics, expected = self.one_process(self.manifest)
        self.assertEqual((status, expected), (2, 2), text[-4000:])
        # A call tries the options; without a loss there is one more for each partition.
        with open(calls) as file:
            self.assertGreater(len(file.readlines()), 2 + PARTITIONS)
        self.assertIn("ExecutorLostFailure", text)
        self.assertTrue(self.read(out, "summary.json") == summary, "the summaries differ")
        self.assertEqual(self.read(out, "fleet.prom").decode(), metrics)
        self.check_metrics(metrics)
        self.check_errors(out)
        self.check_tables(out, json.loads(summary))
        self.assertIn(b"<html", self.read(out, "report.html")[:500])
        self.assertFalse(glob.glob(os.path.join(self.folder, ".dnplog-*")), "parts are left behind")

    def kill_a_worker(self, job, calls):
        """Kills an executor when some partitions are done and others are not."""
        end = time.monotonic() + 120
        while job.poll() is None and time.monotonic() < end:
            with open(calls) as file:
                begun = len(file.readlines())
            if begun >= 8:
                executors = [pid for pid, line in descendants(job.pid).items()
                             if "CoarseGrainedExecutorBackend" in line and "java" in line]
                self.assertEqual(len(executors), 2)
                os.kill(min(executors), signal.SIGKILL)
                return begun < PARTITIONS
            time.sleep(0.02)
        return False

    def check_metrics(self, metrics):
        if shutil.which("promtool"):
            checked = subprocess.run(["promtool", "check", "metrics"], input=metrics, text=True,
                                     capture_output=True)
            self.assertEqual((checked.returncode, checked.stdout + checked.stderr), (0, ""))

    def check_errors(self, out):
        told = json.loads(self.read(out, "errors.json"))
        self.assertEqual(told["logs"], len(self.paths))
        self.assertEqual([e["input"] for e in told["errors"]], self.missing)
        self.assertEqual({e["message"] for e in told["errors"]}, {"no such file"})
        self.assertEqual(told["damaged"],
                         [{"input": self.damaged, "kind": "truncated", "offsetBytes": 600}])

    def check_tables(self, out, summary):
        totals = summary["totals"]
        cycles = parquet.read_table(os.path.join(out, "cycles.parquet"))
        findings = parquet.read_table(os.path.join(out, "findings.parquet"))
        counted = {}
        for outcome in cycles["outcome"].to_pylist():
            counted[outcome] = counted.get(outcome, 0) + 1
        self.assertEqual(counted, {k: v for k, v in totals["cycles"].items() if v})
        self.assertGreater(findings.num_rows, 400)
        self.assertEqual(findings.num_rows, sum(entry["count"] for entry in totals["findings"]))
        judged = set(self.paths) - set(self.missing)
        self.assertLessEqual(set(cycles["log"].to_pylist()), judged)
        self.assertLessEqual(set(findings["log"].to_pylist()), judged)
        self.assertEqual(str(cycles.schema.field("notification_time").type), "timestamp[us, tz=UTC]")

    def test_a_log_that_crashes_the_program_is_an_error_and_the_others_are_judged(self):
        logs = [path for path in self.paths if "happy" in path][:40]
        crashing = os.path.join(self.folder, "crashing.log.gz")
        shutil.copy(logs[0], crashing)
        manifest = self.write("with-crash", [*logs[:17], crashing, *logs[17:]])
        out = os.path.join(self.folder, "crash")
        program, _ = self.noting()
        done = subprocess.run(submitted("--manifest", manifest, "--out", out, "--dnplog", program,
                                        "--partitions", "2", master="local[2]"),
                              capture_output=True, text=True, env=ENVIRONMENT, timeout=120)
        self.assertEqual(done.returncode, 2, done.stderr[-4000:])
        told = json.loads(self.read(out, "errors.json"))["errors"]
        self.assertEqual([e["input"] for e in told], [crashing])
        self.assertIn("signal 11", told[0]["message"])
        # spark-submit prints all that the job says to standard output.
        self.assertIn(f"dnplog_fleet: {crashing}: dnplog was ended by signal 11", done.stdout)
        summary = json.loads(self.read(out, "summary.json"))
        self.assertEqual(sorted(i["name"] for i in summary["inputs"]), logs)

    def test_what_cannot_be_run_is_told_before_spark_starts(self):
        out = os.path.join(self.folder, "none")
        other = os.path.join(self.folder, "logs")
        for arguments, message in (
                (["--manifest", "no/such", "--out", out], "no/such: No such file or directory"),
                (["--manifest", os.devnull, "--out", out], "it names no log"),
                (["--manifest", self.manifest, "--out", other], "which is of no report"),
                (["--manifest", self.manifest, "--out", out, "--dnplog", "no/dnplog"],
                 "no/dnplog: no such program"),
                (["--manifest", self.manifest, "--out", out, "--dnplog", DNPLOG, "--", "--tz", "Mars"],
                 "Mars")):
            with self.subTest(message=message):
                done = subprocess.run([sys.executable, JOB, *arguments], capture_output=True,
                                      text=True, env=ENVIRONMENT)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn(message, done.stderr)
                self.assertNotIn("Traceback", done.stderr)
                self.assertFalse(os.path.exists(out))


if __name__ == "__main__":
    if shutil.which("java") is None:
        print("there is no Java, which Spark runs on: install default-jre-headless")
        sys.exit(77)
    unittest.main()
