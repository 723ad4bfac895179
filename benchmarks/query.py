#!/usr/bin/env python3
"""Measures the loading of `dnplog query` beside `sqlite3 .import` of the same rows as CSV.

  benchmarks/query.py DNPLOG [--events 1000000] [--rounds 5] [--data .build/corpora]

All tables are compared, in one rotation. `dnplog query` also reads and judges the log: `dnplog validate` of the
same log stands beside it, so that the loading alone can be told. The goal is twice the time of sqlite3.
"""
import argparse
import os
import shutil
import subprocess
import sys

from rotation import rotate

HERE = os.path.dirname(os.path.abspath(__file__))
#: Bytes of an event of the dense corpus, a little more than enough.
EVENT_BYTES = 125
#: Computed columns are not stored, and so are not imported.
COLUMNS = {
    "events": "run, sequence, event, time, timeMs, clockEpoch, file, line, form, format, tag, pid, process, cycle,"
              " cycleNumber, window, execution, delivery, phase, reason, twin, joinedIds, derived, fields",
    "lines": "*", "cycles": "*", "steps": "*", "findings": "*", "runs": "*",
}
GOAL = 2


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dnplog", help="the release build")
    parser.add_argument("--events", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--data", default=".build/corpora")
    arguments = parser.parse_args()
    for tool in ("sqlite3", "/usr/bin/time"):
        if shutil.which(tool) is None:
            sys.exit(f"query: {tool} is not installed: apt-get install sqlite3 time")
    folder = os.path.join(arguments.data, f"query-{arguments.events}")
    os.makedirs(folder, exist_ok=True)
    log = os.path.join(folder, "events.log")
    if not os.path.exists(log):
        subprocess.run(
            [sys.executable, os.path.join(HERE, "corpus.py"), "--kind", "dense", "--size",
             str(arguments.events * EVENT_BYTES), "-o", log + ".part"], check=True)
        os.rename(log + ".part", log)
    imports = []
    counts = {}
    for table, columns in COLUMNS.items():
        path = os.path.join(folder, table + ".csv")
        with open(path, "wb") as file:
            subprocess.run(
                [arguments.dnplog, "query", "--timeout", "600", "--format", "csv", "-e",
                 f"SELECT {columns} FROM {table}", log], stdout=file, check=True)
        if os.path.getsize(path):
            imports.append(f"-cmd '.import --csv {path} {table}'")
        with open(path, "rb") as file:
            counts[table] = sum(line.count(b"\r\n") for line in file) - 1
    database = os.path.join(folder, "import.db")
    query = f"{arguments.dnplog} query -e 'SELECT count(*) FROM events' {log}"
    validate = f"{arguments.dnplog} validate -q {log}"
    # Its file is new each time, and as little is done for its safety as for ours.
    load = (f"rm -f {database}; sqlite3 {database} -cmd 'PRAGMA journal_mode = off'"
            f" -cmd 'PRAGMA synchronous = off' {' '.join(imports)} 'SELECT count(*) FROM events'")
    plain = f"rm -f {database}; sqlite3 {database} {' '.join(imports)} 'SELECT count(*) FROM events'"
    figures = rotate([query, plain, load, validate], arguments.rounds)
    print("rows: " + ", ".join(f"{count} {table}" for table, count in counts.items()))
    print("| | s | CPU s | peak MiB |\n|---|---|---|---|")
    for name, command in (("dnplog query", query), ("dnplog validate", validate),
                          ("sqlite3 .import", plain), ("sqlite3 .import, no journal", load)):
        figure = figures[command]
        print(f"| {name} | {figure.wall:.2f} | {figure.cpu:.2f} | {figure.peak_kib / 1024:.0f} |")
    alone = figures[query].wall - figures[validate].wall
    for name, command in ((".import", plain), (".import, no journal", load)):
        whole = figures[query].ratio(figures[command])
        mark = "" if whole <= GOAL else " over"
        print(f"reading, judging and loading / {name}: {whole:.2f} of {GOAL}{mark};"
              f" loading alone: {alone / figures[command].wall:.2f}")
    os.remove(database)


if __name__ == "__main__":
    main()
