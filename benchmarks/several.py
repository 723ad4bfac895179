"""Calls with many inputs: 4,000 small logs beside a trivial program for each, and one job beside two."""
import os
import subprocess

from cases import Corpus
from corpus import size_of
from rotation import rotate

DEVICES = 4000
#: The most that our time may be of that of `xargs`, which starts `wc -l` for each log on two cores.
GOAL = 1.5
#: The logs of which each job reads one.
LONG = "100M"


def small_logs(arguments):
    """Makes the small logs, of some 30 lines each, and a list of their paths."""
    folder = os.path.join(arguments.data, f"small-{DEVICES}")
    names = os.path.join(folder, "list")
    if not os.path.exists(names):
        os.makedirs(folder, exist_ok=True)
        subprocess.run([arguments.dnplog, "simulate", "happy", "--devices", str(DEVICES),
                        "--output", folder], check=True, stdout=subprocess.DEVNULL)
        logs = sorted(os.path.join(folder, name) for name in os.listdir(folder)
                      if name.endswith(".log"))
        with open(names + ".part", "w") as file:
            file.writelines(log + "\n" for log in logs)
        os.rename(names + ".part", names)
    with open(names) as file:
        for log in file:
            with open(log.rstrip("\n"), "rb") as each:
                each.read()
    return names


def pairs_of(arguments, corpus_path):
    """What is measured: a label, our command, the one beside it, and the goal for the ratio."""
    ours = arguments.dnplog + " validate -q"
    names = small_logs(arguments)
    small = f"{ours} --paths-from {names}"
    yield (f"{DEVICES} small logs", "xargs -P2 -n1 wc -l",
           small, f"xargs -P2 -n1 wc -l < {names}", GOAL)
    yield f"{DEVICES} small logs", "--jobs 1", small + " --jobs 2", small + " --jobs 1", None
    if size_of(arguments.size) >= size_of(LONG):
        # Two files of the same bytes: they are told apart by what they are, not by what they hold.
        logs = [corpus_path(Corpus(f"dense-{number}.log", "dense", size=LONG), arguments)
                for number in (1, 2)]
        long = f"{ours} --max-details 10 {' '.join(logs)}"
        yield f"2 logs of {LONG}", "--jobs 1", long + " --jobs 2", long + " --jobs 1", None


def measure_several(arguments, corpus_path):
    """Rows of ratios, printed as they come; all commands on the same inputs run in one rotation."""
    print("\n| inputs | beside | ratio | goal | | s | CPU s | peak MiB |")
    print("|---|---|---|---|---|---|---|---|")
    groups = {}
    for pair in pairs_of(arguments, corpus_path):
        groups.setdefault(pair[0], []).append(pair)
    rows = []
    for inputs, pairs in groups.items():
        commands = list(dict.fromkeys(command for pair in pairs for command in pair[2:4]))
        figures = rotate(commands, min(arguments.rounds, 5))
        for _, rival, us, them, goal in pairs:
            our, their = figures[us], figures[them]
            ratio = our.ratio(their)
            rows.append({
                "inputs": inputs, "rival": rival, "ratio": ratio, "goal": goal,
                "seconds": our.wall, "cpuSeconds": our.cpu, "rivalSeconds": their.wall,
                "rivalCPUSeconds": their.cpu, "peakMiB": our.peak_kib / 1024,
                "status": sorted(our.statuses),
            })
            mark = f"{ratio / goal:.1f}x over" if goal and ratio > goal else ""
            print(f"| {inputs} | {rival} | {ratio:.2f} | {goal or '-'} | {mark} | {our.wall:.3f}"
                  f" | {our.cpu:.3f} | {our.peak_kib / 1024:.0f} |", flush=True)
    return rows
