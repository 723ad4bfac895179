"""Judges the logs of a fleet on Spark, with the native dnplog on every worker.

  spark-submit dnplog_fleet.py --manifest logs.txt --out report -- --tz Europe/Berlin

The manifest names a log per line, by a path that all workers see. What is written, and how it
fails, is told in docs/fleet.md. Nothing is counted by side effects: what a partition found is a
value, and Spark computes it again where a worker was lost.
"""
import argparse
import datetime
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

from pyspark import SparkConf, SparkContext, SparkFiles, StorageLevel
from pyspark.sql import SparkSession
from pyspark.sql import types as T

#: What a run leaves in the folder of --out; a folder with anything else is not replaced.
WRITTEN = {"summary.json", "fleet.prom", "report.html", "errors.json", "cycles.parquet",
           "findings.parquet"}
#: So many summaries are added up by one call of dnplog merge.
MERGED_AT_ONCE = 8
#: What a partition tells the driver beside its summary and rows.
TOLD = ("status", "error", "damaged", "omitted")


class Stop(Exception):
    """What ends the job, with a message and an exit status."""

    def __init__(self, message, status=2):
        super().__init__(message)
        self.status = status


def field(name, kind, key):
    """A column, and how it is read from a record of the summary."""
    return T.StructField(name, kind), key


def time_of(record, key):
    """An instant of the summary; null where it is not known, or its year is not."""
    text = record.get(key)
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00")) if text else None


def number_of(record, key):
    value = record.get(key)
    return None if value is None else float(value)


def first_of(records, key):
    return records[0].get(key) if records else None


def plain(key):
    return lambda record: record.get(key)


def derived(read, key):
    return lambda record: read(record["derived"], key)


def instant(key):
    return lambda record: time_of(record, key)


def seconds(key):
    return lambda record: number_of(record, key)


CYCLES = [
    field("schedule_id", T.StringType(), plain("scheduleId")),
    field("notification_time", T.TimestampType(), instant("notificationTime")),
    field("outcome", T.StringType(), plain("outcome")),
    field("lead_seconds", T.DoubleType(), seconds("leadSeconds")),
    field("execution_delay_seconds", T.DoubleType(), seconds("executionDelaySeconds")),
    field("delivery_drift_seconds", T.DoubleType(), seconds("deliveryDriftSeconds")),
    field("fetch_duration_seconds", T.DoubleType(), derived(number_of, "fetchDurationSeconds")),
    field("begin_time", T.TimestampType(), derived(time_of, "beginTime")),
    field("handler_time", T.TimestampType(), derived(time_of, "handlerTime")),
    field("delivery_time", T.TimestampType(), derived(time_of, "deliveryTime")),
    field("fallback_cause", T.StringType(), lambda cycle: cycle["derived"].get("fallbackCause")),
    field("failure_reason", T.StringType(), lambda cycle: cycle["derived"].get("failureReason")),
    field("content_hash_match", T.BooleanType(), plain("contentHashMatch")),
    field("schedule_hash_match", T.BooleanType(), plain("scheduleHashMatch")),
    field("cache_persistence", T.StringType(), plain("cachePersistence")),
    field("first_line", T.LongType(), lambda cycle: first_of(cycle["lines"], "first")),
    field("last_line", T.LongType(), lambda cycle: first_of(cycle["lines"], "last")),
]
FINDINGS = [
    field("rule", T.StringType(), plain("rule")),
    field("outcome", T.StringType(), plain("outcome")),
    field("class", T.StringType(), plain("class")),
    field("severity", T.StringType(), plain("severity")),
    field("bucket", T.StringType(), plain("bucket")),
    field("message", T.StringType(), plain("message")),
    field("reason", T.StringType(), plain("reason")),
    field("cause", T.StringType(), plain("cause")),
    field("cycle", T.StringType(), lambda finding: finding["scope"].get("cycle")),
    field("process", T.LongType(), lambda finding: finding["scope"].get("process")),
    field("deadline", T.TimestampType(), instant("deadline")),
    field("covers", T.ArrayType(T.StringType()), plain("covers")),
    field("fingerprint", T.StringType(), plain("fingerprint")),
    field("known", T.BooleanType(), plain("known")),
    field("line", T.LongType(), lambda finding: first_of(finding["evidence"], "line")),
    field("time", T.TimestampType(),
          lambda finding: time_of(finding["evidence"][0], "time") if finding["evidence"] else None),
]


def schema_of(columns):
    """The schema of a table: the log, and then its columns."""
    return T.StructType([T.StructField("log", T.StringType(), False), *(c for c, _ in columns)])


def rows_of(name, records, columns):
    return [(name, *(read(record) for _, read in columns)) for record in records]


class Judge:
    """Judges paths by the native program; it is sent to the workers."""

    def __init__(self, program, shipped, options, details):
        self.program = program
        self.shipped = shipped
        self.options = options
        self.details = details

    def command(self, name):
        """The call of a command; a program that Spark brought along is where Spark put it."""
        program = SparkFiles.get(os.path.basename(self.program)) if self.shipped else self.program
        return [program, name, "--format", "json", *self.details]

    def run(self, command, given, printed):
        """Runs the program from file to file, and returns its status and messages."""
        with tempfile.TemporaryFile() as messages:
            try:
                done = subprocess.run(command, stdin=given, stdout=printed, stderr=messages)
            except OSError as error:
                raise Stop(f"{command[0]}: {error.strerror}: install dnplog there on all workers,"
                           " or send it with --ship") from None
            messages.seek(0)
            return done.returncode, messages.read().decode(errors="replace")

    def add_up(self, summaries):
        """One summary of several."""
        if len(summaries) == 1:
            return summaries[0]
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as printed:
            given.writelines(text + b"\n" for text in summaries)
            return self.add_up_file(given, printed)

    def add_up_file(self, given, printed):
        given.seek(0)
        status, messages = self.run([*self.command("merge"), "-"], given, printed)
        printed.seek(0)
        text = printed.read()
        if not text.endswith(b"}\n"):
            raise Stop(f"dnplog merge ended with status {status}: {messages}")
        return text.rstrip(b"\n")

    def partition(self, paths):
        """What a partition comes to: one summary, and the rows of its tables."""
        paths = list(paths)
        if not paths:
            return
        with tempfile.TemporaryFile() as summaries, tempfile.TemporaryFile() as printed:
            for kind, value in self.judge(paths):
                if kind == "run":
                    summaries.write(value)
                else:
                    yield kind, value
            if summaries.tell():
                yield "summary", self.add_up_file(summaries, printed)

    def judge(self, paths):
        """Judges paths in one process. Where it crashes, each half is judged by itself, and so on:
        what is guilty stands alone in the end."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as printed:
            given.writelines(os.fsencode(path) + b"\0" for path in paths)
            given.seek(0)
            command = [*self.command("validate"), "--each", "--paths-from", "-", *self.options]
            status, messages = self.run(command, given, printed)
            if status == 3:
                raise Stop(f"dnplog on a worker: {messages}", 3)
            if status in (0, 1, 2):
                yield "status", status
                printed.seek(0)
                yield from self.records(printed, paths, messages)
                return
        if len(paths) == 1:
            how = f"signal {-status}" if status < 0 else f"status {status}"
            yield "status", 2
            yield "error", error_of(paths[0], f"dnplog was ended by {how} while it judged this log",
                                    "run dnplog on it alone, and report what happens")
            return
        middle = len(paths) // 2
        yield from self.judge(paths[:middle])
        yield from self.judge(paths[middle:])

    def records(self, stream, paths, messages):
        """The records of the stream, in whatever order. A program that prints summaries alone says
        what it could not read only in its messages."""
        answered, ended, runs = set(), False, 0
        for line in stream:
            try:
                record = json.loads(line)
            except ValueError:
                break  # The program could not write more: what it did not answer is told below.
            schema = record.get("schema", "")
            if schema.startswith("dnplog.run/"):
                runs += 1
                yield "run", line
                name = record["inputs"][0]["name"]
                answered.add(name)
                yield from self.tables(name, record)
            elif schema.startswith("dnplog.error/"):
                yield "error", error_of(record.get("input"), record.get("message"),
                                        record.get("advice"))
            elif schema.startswith("dnplog.end/"):
                # A stream with another number of summaries than its end says was cut in the middle.
                ended = record.get("summaries") == runs
        if ended or len(answered) == len(paths):
            return
        for path in paths:
            if any(name == path or name.startswith((path + "!", path.rstrip("/") + "/"))
                   for name in answered):
                continue
            told = re.search(rf"^dnplog: {re.escape(path)}: ([^:\n]*)(?:: (.*))?$", messages, re.M)
            yield "error", (error_of(path, told[1], told[2]) if told else
                            error_of(path, "dnplog printed no summary of it",
                                     "run dnplog on it alone"))

    @staticmethod
    def tables(name, record):
        for row in rows_of(name, record["cycles"], CYCLES):
            yield "cycle", row
        for row in rows_of(name, record["findings"], FINDINGS):
            yield "finding", row
        for log in record["inputs"]:
            if log["damage"]:
                yield "damaged", {"input": log["name"], **log["damage"]}
        omitted = record["omitted"]
        if omitted["cycles"] or omitted["findings"]:
            yield "omitted", {"input": name, "cycles": omitted["cycles"],
                              "findings": omitted["findings"]}

    def gather(self, summaries, more):
        """Adds up once there are enough: a step of the tree."""
        summaries = summaries + more
        return [self.add_up(summaries)] if len(summaries) >= MERGED_AT_ONCE else summaries


def error_of(path, message, advice):
    return {"schema": "dnplog.error/1", "input": path, "message": message, "advice": advice or ""}


def parse():
    parser = argparse.ArgumentParser(
        description="Judge the logs of a fleet on Spark.",
        epilog="Options after -- are handed to dnplog validate, e.g. -- --tz Europe/Berlin.")
    parser.add_argument("--manifest", required=True, metavar="FILE",
                        help="the paths of the logs, one a line or each followed by a NUL")
    parser.add_argument("--out", required=True, metavar="DIR", help="the folder to write")
    parser.add_argument("--dnplog", default="dnplog", metavar="PATH",
                        help="the program on every worker (default: that on PATH)")
    parser.add_argument("--ship", action="store_true",
                        help="send the program of the driver to the workers")
    parser.add_argument("--partitions", type=int, metavar="N",
                        help="divide the logs into so many parts (default: 500 logs each, and at"
                             " least 4 for a core)")
    parser.add_argument("--max-details", type=int, metavar="N",
                        help="keep the worst N cycles and findings of each log and of the sum")
    arguments = sys.argv[1:]
    handed_on = []
    if "--" in arguments:
        place = arguments.index("--")
        arguments, handed_on = arguments[:place], arguments[place + 1:]
    settings = parser.parse_args(arguments)
    settings.handed_on = handed_on
    if settings.partitions is not None and settings.partitions < 1:
        parser.error("--partitions: it must be 1 or more")
    return settings


def manifest_of(path):
    """The paths of a manifest, each once."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError as error:
        raise Stop(f"{path}: {error.strerror}: name a file that lists the logs") from None
    lines = data.split(b"\0") if b"\0" in data else data.splitlines()
    paths = list(dict.fromkeys(os.fsdecode(line) for line in lines if line))
    if not paths:
        raise Stop(f"{path}: it names no log: write a path on each line")
    return paths


def check_out(path):
    """Refuses a folder that holds what no run of the job wrote."""
    try:
        others = set(os.listdir(path)) - WRITTEN
    except FileNotFoundError:
        return
    except NotADirectoryError:
        raise Stop(f"{path}: it is no folder: name another") from None
    if others:
        raise Stop(f"{path}: it holds {sorted(others)[0]}, which is of no report: name another folder")


def program_of(settings):
    program = shutil.which(settings.dnplog)
    if program is None:
        raise Stop(f"{settings.dnplog}: no such program: name it with --dnplog")
    return os.path.abspath(program)


def check_program(program, settings):
    """Tries the options on a log without lines, before anything is started for them."""
    tried = subprocess.run(
        [program, "validate", "--each", "--format", "json", *details_of(settings),
         *settings.handed_on, "-"], input=b"", capture_output=True)
    if tried.returncode not in (0, 1):
        raise Stop(f"dnplog refuses the options:\n{tried.stderr.decode(errors='replace').rstrip()}",
                   3 if tried.returncode == 3 else 2)
    shown = subprocess.run([program, "validate", "--help"], stdin=subprocess.DEVNULL,
                           capture_output=True, text=True)
    return "--jobs" in shown.stdout


def details_of(settings):
    return [] if settings.max_details is None else ["--max-details", str(settings.max_details)]


def write_tables(spark, results, folder):
    for name, kind, columns in (("cycles", "cycle", CYCLES), ("findings", "finding", FINDINGS)):
        rows = results.filter(lambda pair, kind=kind: pair[0] == kind).map(lambda pair: pair[1])
        table = spark.createDataFrame(rows, schema_of(columns), verifySchema=False)
        table.write.parquet(os.path.abspath(os.path.join(folder, name + ".parquet")))


def write_reports(program, settings, summary, failed, folder):
    """The reports of the sum; returns its exit status."""
    if failed:
        # As in a call of dnplog over the same manifest, whose status a missing log sets.
        summary = re.sub(rb'("exitStatus":\s*)\d+', rb"\g<1>2", summary, count=1)
    labels = [word for i, word in enumerate(settings.handed_on)
              if word.startswith("--label=") or "--label" in (word, settings.handed_on[i - 1])]
    with open(os.path.join(folder, "summary.json"), "wb") as file:
        done = subprocess.run(
            [program, "merge", "--format", "json", *details_of(settings), *labels,
             "--export", f"prometheus={os.path.join(folder, 'fleet.prom')}",
             "--export", f"html={os.path.join(folder, 'report.html')}", "-"],
            input=summary, stdout=file, stderr=subprocess.PIPE)
    if done.returncode not in (0, 1, 2) or (done.returncode == 2 and not failed
                                            and json.loads(summary)["exitStatus"] != 2):
        raise Stop(f"dnplog merge: {done.stderr.decode(errors='replace').rstrip()}")
    return done.returncode


def put_in_place(folder, out):
    """Gives the finished folder its name; what was there before is whole until then."""
    old = None
    if os.path.isdir(out):
        old = tempfile.mkdtemp(prefix=".dnplog-old-", dir=os.path.dirname(os.path.abspath(out)))
        os.rename(out, os.path.join(old, "report"))
    os.rename(folder, out)
    if old:
        shutil.rmtree(old)


def judge_fleet(context, settings, paths, program, knows_jobs, folder):
    options = list(settings.handed_on)
    if knows_jobs and not any(word.split("=")[0] == "--jobs" for word in options):
        options += ["--jobs", context.getConf().get("spark.task.cpus", "1")]
    # A path that only the driver has says nothing of the workers: theirs is looked up there.
    named = program if settings.ship or os.sep in settings.dnplog else settings.dnplog
    if settings.ship:
        context.addFile(program)
    judge = Judge(named, settings.ship, options, details_of(settings))
    count = settings.partitions or max(4 * context.defaultParallelism, -(-len(paths) // 500))
    # Kept on disk: the sum and both tables come from one run of dnplog over each log.
    results = context.parallelize(paths, min(count, len(paths))).mapPartitions(judge.partition)
    results.persist(StorageLevel.DISK_ONLY)
    summaries = results.filter(lambda pair: pair[0] == "summary").map(lambda pair: pair[1])
    sums = summaries.treeAggregate([], lambda held, text: judge.gather(held, [text]), judge.gather)
    told = results.filter(lambda pair: pair[0] in TOLD).collect()
    failed = any(kind == "status" and value == 2 for kind, value in told)
    errors, damaged, omitted = (
        sorted((value for kind, value in told if kind == wanted), key=lambda v: str(v["input"]))
        for wanted in ("error", "damaged", "omitted"))
    with open(os.path.join(folder, "errors.json"), "w", encoding="utf-8") as file:
        json.dump({"schema": "dnplog.fleet-errors/1", "logs": len(paths), "errors": errors,
                   "damaged": damaged, "omitted": omitted}, file, indent=1)
        file.write("\n")
    for error in errors[:20]:
        say(": ".join(word for word in (str(error["input"]), error["message"], error["advice"]) if word))
    if len(errors) > 20:
        say(f"and {len(errors) - 20} more: see errors.json")
    if not sums:
        say(f"no log could be judged, so there is no summary: {settings.out} has errors.json alone")
        return 2
    session = SparkSession(context)
    session.conf.set("spark.sql.session.timeZone", "UTC")
    # Spark's own default is a form that Parquet gave up, without a zone.
    session.conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
    write_tables(session, results, folder)
    return write_reports(program, settings, judge.add_up(sums), failed, folder)


def say(message):
    # Names of logs are not ours: what would steer a terminal is spelled out.
    text = "".join(c if c.isprintable() or c == "\n" else f"\\x{ord(c):02x}" for c in message)
    print(f"dnplog_fleet: {text}", file=sys.stderr, flush=True)


def reason_of(error):
    """What a worker said, out of the traces that Spark puts around it."""
    told = re.search(r"Stop: (.*)", str(error))
    return told[1] if told else str(error).strip().split("\n")[0]


def main():
    settings = parse()
    paths = manifest_of(settings.manifest)
    check_out(settings.out)
    program = program_of(settings)
    knows_jobs = check_program(program, settings)
    parent = os.path.dirname(os.path.abspath(settings.out))
    os.makedirs(parent, exist_ok=True)
    folder = tempfile.mkdtemp(prefix=".dnplog-fleet-", dir=parent)
    os.chmod(folder, 0o755)
    context = None
    try:
        context = SparkContext(conf=SparkConf().setAppName("dnplog fleet"))
        status = judge_fleet(context, settings, paths, program, knows_jobs, folder)
        put_in_place(folder, settings.out)
        return status
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if context:
            context.stop()


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Stop as stop:
        say(str(stop))
        sys.exit(stop.status)
    except Exception as error:  # Spark's own, of which the first line is the reason.
        say(f"Spark could not finish: {reason_of(error)}")
        sys.exit(2)
