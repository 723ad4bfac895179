#!/usr/bin/env python3
"""Measures dnplog beside public tools and prints a table of ratios with the goal beside each.

  benchmarks/bench.py DNPLOG [--size 1G] [--rounds 9] [--only NAME ...] [--json FILE]

Corpora are made once (same options, same bytes) and kept in --data. A rival that is not installed
is named and left out. A figure that misses its goal is marked; the exit status stays 0, because a
shared machine proves nothing by one run.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys

from cases import CASES, PACKAGES, Corpus
from corpus import size_of
from rotation import rotate
from several import measure_several

HERE = os.path.dirname(os.path.abspath(__file__))
#: Runs of tools that take minutes.
SLOW_ROUNDS = 3


def corpus_path(corpus, arguments):
    """Makes a corpus unless it is there; a half-made one never bears the name."""
    size = size_of(corpus.size) if corpus.size else int(size_of(arguments.size) * corpus.share)
    folder = os.path.join(arguments.data, corpus.size or arguments.size)
    path = os.path.join(folder, corpus.name)
    if not os.path.exists(path):
        os.makedirs(folder, exist_ok=True)
        print(f"making {path}", file=sys.stderr)
        subprocess.run(
            [sys.executable, os.path.join(HERE, "corpus.py"), "--kind", corpus.kind, "--size",
             str(size), "--members", str(corpus.members), "-o", path + ".part"], check=True)
        os.rename(path + ".part", path)
    return path


def has(tool):
    return tool.startswith("{here}") or shutil.which(tool) is not None


def on_one_core(command):
    return "taskset -c 0 " + command


def measure(case, arguments):
    """Rows of one corpus: ours beside each rival, fast and slow ones in rotations of their own."""
    path = corpus_path(case.corpus, arguments)
    # A cold file measures the disk.
    with open(path, "rb") as file:
        while file.read(1 << 24):
            pass
    rows = []
    rivals = [rival for rival in case.rivals if has(rival.tool)]
    for is_slow in (False, True):
        group = [rival for rival in rivals if rival.slow == is_slow]
        if not group or is_slow and arguments.fast:
            continue
        pairs = []
        for rival in group:
            us = arguments.dnplog + " " + rival.ours.format(file=path)
            them = rival.command.format(file=path, here=HERE)
            if rival.one_core:
                us, them = on_one_core(us), on_one_core(them)
            pairs.append((rival, us, them))
        commands = list(dict.fromkeys(command for _, us, them in pairs for command in (us, them)))
        figures = rotate(commands, SLOW_ROUNDS if is_slow else arguments.rounds)
        for rival, us, them in pairs:
            our, their = figures[us], figures[them]
            rows.append({
                "corpus": case.corpus.name, "bytes": os.path.getsize(path), "rival": rival.label,
                "ratio": our.ratio(their), "goal": rival.goal,
                "seconds": our.wall, "cpuSeconds": our.cpu, "rivalSeconds": their.wall,
                "peakMiB": our.peak_kib / 1024, "peakGoalMiB": case.peak,
                "rounds": len(our.walls), "status": sorted(our.statuses),
            })
            print(line(rows[-1]), flush=True)
    return rows


def line(row):
    mark = "" if row["ratio"] <= row["goal"] else f"{row['ratio'] / row['goal']:.1f}x over"
    peak = "" if row["peakMiB"] <= row["peakGoalMiB"] else " over"
    status = "" if row["status"] == [0] else f" status {row['status']}"
    return (f"| {row['corpus']} | {row['rival']} | {number(row['ratio'])} | {number(row['goal'])}"
            f" | {mark} | {row['seconds']:.3f} | {row['cpuSeconds']:.3f}"
            f" | {row['peakMiB']:.0f} of {row['peakGoalMiB']}{peak} |{status}")


def number(value):
    return f"{value:.2f}" if value >= 0.1 else f"1/{1 / value:.0f}"


#: The cost of an event must not grow with the log.
GROWTH = ("1M", "10M", "100M")


def measure_growth(arguments):
    """The cost of an event in logs of several sizes."""
    rows = []
    for size in GROWTH:
        if size_of(size) > size_of(arguments.size):
            break
        path = corpus_path(Corpus(f"dense-{size}.log", "dense", size=size), arguments)
        command = f"{arguments.dnplog} validate {path}"
        summary = json.loads(subprocess.run(
            command.split() + ["--format", "json"], capture_output=True, check=True).stdout)
        events = sum(each["events"] for each in summary["inputs"])
        figures = rotate([command], min(arguments.rounds, 5))[command]
        rows.append({
            "bytes": os.path.getsize(path), "events": events,
            "nanosecondsPerEvent": figures.cpu / events * 1e9, "peakMiB": figures.peak_kib / 1024,
        })
        print(f"| {size} | {events} | {rows[-1]['nanosecondsPerEvent']:.0f}"
              f" | {rows[-1]['peakMiB']:.0f} |", flush=True)
    return rows


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dnplog", help="the release build")
    parser.add_argument("--size", default="1G", help="of the noise corpus; the others have half")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", nargs="+", default=[], help="corpora by name; 'several' for calls with many inputs")
    parser.add_argument("--fast", action="store_true", help="leave out tools that take minutes")
    parser.add_argument("--data", default=".build/corpora")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    names = list(dict.fromkeys(case.corpus.name for case in CASES)) + ["several"]
    for name in arguments.only:
        if name not in names:
            sys.exit(f"bench: there is no corpus '{name}': choose from {', '.join(names)}")
    missing = sorted(tool for tool in PACKAGES if not has(tool))
    if missing:
        names = " ".join(PACKAGES[tool] for tool in missing)
        print(f"not installed, left out: {' '.join(missing)} (apt-get install {names})",
              file=sys.stderr)
    if "/usr/bin/time" in missing:
        sys.exit("bench: the peak memory comes from GNU time: install the package time")
    print("| corpus | beside | ratio | goal | | s | CPU s | peak MiB |")
    print("|---|---|---|---|---|---|---|---|")
    rows = []
    for case in CASES:
        if not arguments.only or case.corpus.name in arguments.only:
            rows += measure(case, arguments)
    several = []
    if not arguments.only or "several" in arguments.only:
        several = measure_several(arguments, corpus_path)
    growth = []
    if not arguments.only:
        print("\n| dense log | events | CPU ns an event | peak MiB |")
        print("|---|---|---|---|")
        growth = measure_growth(arguments)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(
                {"schema": "dnplog.bench/1", "size": arguments.size, "rows": rows,
                 "several": several, "growth": growth}, file, indent=1)


if __name__ == "__main__":
    main()
