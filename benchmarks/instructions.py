#!/usr/bin/env python3
"""Counts the instructions of small corpora under valgrind, and holds them against stored counts.

  benchmarks/instructions.py DNPLOG --build debug|release [--record]

Time on a shared machine shows only large changes; instructions hardly vary. A count that is more
than 5 % above the stored one fails. --record stores what was counted, for that build.
"""
import argparse
import concurrent.futures
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
STORED = os.path.join(HERE, "instructions.json")
SLACK = 0.05
#: The Swift runtime looks generic types up by their addresses: how many of them collide is up to the layout of
#: the program, and took 2 % of a start more or less. These functions are left out.
LEFT_OUT = re.compile(r"MetadataCacheKey::operator==|ConcurrentReadableHashMap<.*GenericCacheEntry")
#: A log for the start alone, and a megabyte of each kind: what starts and ends a run stays in sight.
CORPORA = (("start", "dense", "26K"), ("noise", "noise", "1M"), ("dense", "dense", "1M"),
           ("json", "json", "1M"))


def reason_to_skip():
    """Why the stored counts say nothing on this machine; nothing where they do."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        return "the stored counts are of Linux on x86-64"
    with open("/proc/cpuinfo") as file:
        if "avx2" not in file.read().split():
            return "the stored counts are of a processor with AVX2"
    return None


def run_counted(dnplog, kind, size, folder, *tool):
    """What valgrind says of one run, which reads a corpus of its own and prints its report."""
    log = f"{kind}-{size}.log"
    subprocess.run(
        [sys.executable, os.path.join(HERE, "corpus.py"), "--kind", kind, "--size", size,
         "-o", os.path.join(folder, log)], check=True)
    # Nothing of the caller's: hashes without a seed of their own, no zone, no locale.
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "TZ": "UTC",
                   "SWIFT_DETERMINISTIC_HASHING": "1", "SWIFT_BACKTRACE": "enable=no"}
    run = subprocess.run(
        ["valgrind", *tool, dnplog, "validate", log],
        cwd=folder, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if run.returncode != 0:
        sys.exit(f"instructions: {log}: status {run.returncode} under valgrind:\n{run.stderr}")
    return run.stderr


def count(dnplog, kind, size, folder):
    """The instructions of one run, but those of look-ups by address."""
    counts = os.path.join(folder, f"{kind}-{size}.counts")
    said = run_counted(
        dnplog, kind, size, folder, "--tool=cachegrind", "--cache-sim=no",
        "--cachegrind-out-file=" + counts)
    total = left_out = 0
    name = ""
    with open(counts, errors="replace") as file:
        for line in file:
            if line.startswith("fn="):
                name = line[3:]
            elif line[:1].isdigit():
                number = int(line.split()[1])
                total += number
                left_out += number if LEFT_OUT.search(name) else 0
    if not total:
        sys.exit(f"instructions: {kind}-{size}: no count in what valgrind wrote:\n{said}")
    return total - left_out


def strip(dnplog, folder):
    """A copy without debug information: valgrind 3.19 gives up on that of lines in C."""
    bare = os.path.join(folder, "dnplog")
    subprocess.run(["strip", "-g", "-o", bare, dnplog], check=True)
    return bare


def count_all(dnplog):
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        bare = strip(dnplog, folder)
        # The longest first.
        runs = {name: pool.submit(count, bare, kind, size, folder)
                for name, kind, size in reversed(CORPORA)}
        return {name: runs[name].result() for name, _, _ in CORPORA}


def compare(counts, stored):
    """Prints a line for each corpus; returns how many cost too much, or have no count stored."""
    failures = 0
    for name, now in counts.items():
        then = stored.get(name)
        if then is None:
            failures += 1
            print(f"instructions: {name}: {now:,}, none stored")
            continue
        change = now / then - 1
        failures += change > SLACK
        note = "" if abs(change) <= SLACK else ": too many" if change > 0 else ": record it anew"
        print(f"instructions: {name}: {now:,}, {change:+.1%} beside the stored {then:,}{note}")
    return failures


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dnplog")
    parser.add_argument("--build", choices=("debug", "release"), required=True,
                        help="what it was built as; each has counts of its own")
    parser.add_argument("--record", action="store_true", help="store the counts")
    arguments = parser.parse_args()
    reason = reason_to_skip()
    if reason:
        print(f"instructions: not checked: {reason}")
        return
    if not shutil.which("valgrind"):
        sys.exit("instructions: valgrind is missing: install it (scripts/setup tests does)")
    if not os.access(arguments.dnplog, os.X_OK):
        sys.exit(f"instructions: {arguments.dnplog}: no such program: build it first")
    stored = {}
    if os.path.exists(STORED):
        with open(STORED) as file:
            stored = json.load(file)
    counts = count_all(os.path.abspath(arguments.dnplog))
    failures = compare(counts, stored.get(arguments.build, {}))
    if arguments.record:
        stored[arguments.build] = counts
        with open(STORED, "w") as file:
            json.dump(stored, file, indent=1, sort_keys=True)
            file.write("\n")
    elif failures:
        sys.exit(
            f"instructions: {failures} of {len(counts)} corpora cost more than is stored with"
            f" {SLACK:.0%} of slack, or have no count stored. See what it is with\n"
            "  valgrind --tool=callgrind DNPLOG validate LOG; callgrind_annotate --inclusive=yes"
            " callgrind.out.*\n"
            "on the corpus before and after the change. If it is worth its cost, record it:\n"
            f"  python3 benchmarks/instructions.py {arguments.dnplog} --build {arguments.build}"
            " --record")


if __name__ == "__main__":
    main()
