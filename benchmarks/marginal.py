#!/usr/bin/env python3
"""Counts what a longer log costs: the instructions of 12 MB less those of 4 MB, by stage.

  benchmarks/marginal.py DNPLOG [KIND...]

The start and the end of a run, and the report, whose size is bounded, cancel out. Takes some minutes:
the program runs under callgrind, which tells in which function it is.
"""
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile

import instructions

KINDS = ("dense", "json", "mixed", "noise")
#: Each stage by the function that does it, with all that it calls.
STAGES = {"reading": "LogReading.ChunkScanner.next(",
          "placing": "LogReading.Correlator.add(",
          "judging": "RuleEngine.Engine.drain<",
          "closing": "RunAnalysis.CycleCollector.take("}
SIZES = ("4M", "12M")


def count(dnplog, kind, size, folder):
    """The instructions of a run and of its stages, and the lines and bytes of its log."""
    profile = os.path.join(folder, f"{kind}-{size}.profile")
    instructions.run_counted(
        dnplog, kind, size, folder, "--tool=callgrind", "--callgrind-out-file=" + profile)
    listing = subprocess.run(["callgrind_annotate", "--inclusive=yes", "--threshold=100", profile],
                             check=True, capture_output=True, text=True).stdout
    names = subprocess.run(["swift", "demangle", "--compact"], input=listing, check=True,
                           capture_output=True, text=True).stdout
    counts = {}
    for line in names.splitlines():
        found = re.match(r"\s*([\d,]+) \([\d. ]+%\)\s+(.*)", line)
        if not found:
            continue
        for stage, name in (("all", "PROGRAM TOTALS"), *STAGES.items()):
            if stage not in counts and name in found.group(2):
                counts[stage] = int(found.group(1).replace(",", ""))
    with open(os.path.join(folder, f"{kind}-{size}.log"), "rb") as file:
        data = file.read()
    missing = [stage for stage in STAGES if stage not in counts]
    if missing:
        sys.exit(f"marginal: {kind}-{size}: no function of {', '.join(missing)}: see STAGES")
    # A cycle is closed while the engine works off its events.
    counts["judging"] -= counts["closing"]
    counts["lines"], counts["bytes"] = data.count(b"\n"), len(data)
    return counts


def main():
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    if not shutil.which("callgrind_annotate"):
        sys.exit("marginal: valgrind is missing: install it (scripts/setup tests does)")
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        bare = instructions.strip(os.path.abspath(sys.argv[1]), folder)
        kinds = sys.argv[2:] or KINDS
        runs = {(kind, size): pool.submit(count, bare, kind, size, folder)
                for kind in kinds for size in SIZES}
        print("| corpus | a byte | a line | " + " | ".join(STAGES) + " | rest |")
        print("|---" * (len(STAGES) + 4) + "|")
        for kind in kinds:
            less, more = (runs[kind, size].result() for size in SIZES)
            difference = {name: more.get(name, 0) - less.get(name, 0) for name in more}
            a_line = {name: difference.get(name, 0) / difference["lines"]
                      for name in ("all", *STAGES)}
            rest = a_line["all"] - sum(a_line[stage] for stage in STAGES)
            print(f"| {kind} | {difference['all'] / difference['bytes']:.2f} | {a_line['all']:,.0f} | "
                  + " | ".join(f"{a_line[stage]:,.0f}" for stage in STAGES) + f" | {rest:,.0f} |")


if __name__ == "__main__":
    main()
