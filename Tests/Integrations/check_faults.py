"""Checks that faults of the system and signals lose nothing.

A run that exports two files, records in a history and copies a store is made with each of its system
calls failing once (EIO, ENOSPC, EMFILE, EINTR, by a library that is loaded before the C library), and is
ended by signals at random moments. Behind each run: an exported file is the old one or a new one, whole;
the history is consistent; nothing else is left; and no run says that all is well when it is not.

    DNPLOG=.build/release/dnplog python3 Tests/Integrations/check_faults.py [--points 1000] [--seed 1]
"""

import argparse
import contextlib
import errno
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
OLD = "old\n"
EXPORTS = ("m.prom", "r.xml")
#: What a call may fail with; EINTR is told by half of all calls instead.
CODES = {
    "open": (errno.EMFILE, errno.EIO, errno.ENOSPC),
    "read": (errno.EIO,),
    "write": (errno.ENOSPC, errno.EIO),
    "sync": (errno.EIO, errno.ENOSPC),
    "rename": (errno.EIO, errno.ENOSPC),
    "folder": (errno.ENOSPC, errno.EMFILE),
}
#: Signals that somebody may send; those that cannot be caught leave a file to the next run.
SIGNALS = ("TERM", "INT", "HUP", "QUIT", "PIPE", "USR1", "XCPU", "ALRM", "KILL")

problems = []


def check(condition, run, what):
    if not condition and len(problems) < 40:
        problems.append(f"{run}: {what}")


class Place:
    """A folder with a log, a store, a history and exported files."""

    def __init__(self, folder, dnplog):
        self.dnplog, self.folder = dnplog, folder
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        # Outside of what is looked at, since it is made where a call has failed.
        self.mark = folder.parent / "mark"
        subprocess.run([dnplog, "simulate", "state", "--days", "5", "-o", "device.log", "--state-out", "state"],
                       cwd=folder, check=True, stdout=subprocess.DEVNULL)
        store = next(path for path in sorted((folder / "state").iterdir())
                     if path.read_bytes()[:6] == b"SQLite")
        # With a log beside it, it is read from a copy.
        shutil.copy(store, folder / "store.db")
        self.keeper = sqlite3.connect(folder / "store.db")
        self.keeper.execute("PRAGMA journal_mode = WAL")
        self.keeper.execute("CREATE TABLE of_the_test (a)")
        self.keeper.commit()
        shutil.rmtree(folder / "state")
        self.command = [dnplog, "validate", "-q", "--progress", "never", "--state", "store.db",
                        "--history", "h.db", "--history-events",
                        "--export", "prometheus=m.prom", "--export", "junit=r.xml", "device.log"]
        self.reset()
        self.allowed = {"device.log", "store.db", "store.db-wal", "store.db-shm", "h.db", "tmp", *EXPORTS}

    def reset(self, history=True):
        for name in EXPORTS:
            (self.folder / name).write_text(OLD)
        for name in ("h.db", "h.db-journal", "h.db-wal", "h.db-shm") if history else ():
            (self.folder / name).unlink(missing_ok=True)

    def start(self, **variables):
        environment = dict(os.environ, TMPDIR=str(self.temporary), SOURCE_DATE_EPOCH="1763100000",
                           SWIFT_BACKTRACE="enable=no", **variables)
        # Whatever this was started with, the program meets signals as any other does.
        return subprocess.Popen(self.command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=usual_signals)

    def run(self, **variables):
        child = self.start(**variables)
        output, errors = child.communicate(timeout=60)
        return child.returncode, output.decode(), errors.decode()

    def litter(self):
        left = [path.name for path in self.folder.iterdir() if path.name not in self.allowed]
        return left + [f"tmp/{path.name}" for path in self.temporary.iterdir()]

    def exports(self):
        return {name: (self.folder / name).read_text() for name in EXPORTS}

    def history_problem(self):
        path = self.folder / "h.db"
        if not path.exists() or path.stat().st_size == 0:
            return None
        with contextlib.closing(sqlite3.connect(path)) as database:
            answer = database.execute("PRAGMA integrity_check").fetchall()
            tables = database.execute("SELECT count(*) FROM sqlite_master WHERE name = 'runs'").fetchone()
            if answer == [("ok",)] and tables == (1,):
                # A run is there with all that belongs to it, or not at all.
                whole = database.execute(
                    "SELECT count(*) FROM runs WHERE id NOT IN (SELECT run FROM inputs)").fetchone()
                return None if whole == (0,) else f"{whole[0]} runs lack their inputs"
        return None if answer == [("ok",)] else f"integrity_check: {answer[:3]}"


def usual_signals():
    for number in range(1, 32):
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])


def is_whole(name, text):
    """Whether an exported file has its end."""
    return text.endswith("</testsuites>\n" if name == "r.xml" else "\n") and len(text) > len(OLD)


def check_state(place, run, litter=True):
    for name, text in place.exports().items():
        check(text == OLD or is_whole(name, text), run, f"{name} is a part of a file: {text[-60:]!r}")
    check(place.history_problem() is None, run, place.history_problem())
    # The journal of SQLite is gone as soon as the history has been opened.
    left = place.litter()
    if litter:
        check(not left, run, f"left behind: {left}")
    return left


def check_faults(place, library):
    status, output, errors = place.run()
    assert status in (0, 1), (status, output, errors)
    expected = (status, output, place.exports())
    count = 0
    for call, codes in CODES.items():
        for code in codes:
            number, misses = 0, 0
            while misses < 1:
                number += 1
                place.reset()
                place.mark.unlink(missing_ok=True)
                status, output, errors = place.run(
                    LD_PRELOAD=str(library), FAULT_CALL=call, FAULT_NUMBER=str(number),
                    FAULT_ERRNO=str(code), FAULT_MARK=str(place.mark))
                if not place.mark.exists():
                    misses += 1
                    continue
                count += 1
                run = f"{call} {number} {errno.errorcode[code]}"
                check(status in (0, 1, 2), run, f"status {status}: {errors}")
                check_state(place, run)
                if status == expected[0] and (output, place.exports()) != expected[1:]:
                    check("dnplog: " in errors, run, "something is missing, and nothing says so")
                if status == 2:
                    check("dnplog: " in errors or not errors, run, f"no message of ours: {errors}")
    for call in ("read", "write", "open"):
        place.reset()
        status, output, errors = place.run(
            LD_PRELOAD=str(library), FAULT_CALL=call, FAULT_NUMBER="0", FAULT_ERRNO=str(errno.EINTR))
        count += 1
        if call != "open":
            check((status, output, place.exports()) == expected, f"EINTR of {call}", f"{status}: {errors}")
        check_state(place, f"EINTR of {call}")
    return count


def check_signals(place, points, seed):
    randomly = random.Random(seed)
    place.reset()
    usual = []
    for _ in range(5):
        begin = time.monotonic()
        place.run()
        usual.append(time.monotonic() - begin)
    usual = sorted(usual)[2]
    ended = 0
    for point in range(points):
        name = randomly.choice(SIGNALS)
        place.reset(history=randomly.random() < 0.2)
        child = place.start()
        time.sleep(randomly.random() * usual * 1.1)
        child.send_signal(getattr(signal, "SIG" + name))
        child.communicate(timeout=60)
        run = f"signal {point}: {name}"
        number = getattr(signal, "SIG" + name)
        ended += child.returncode < 0
        check(child.returncode in (0, 1, 2, 130, -number), run, f"status {child.returncode}")
        left = check_state(place, run, litter=False)
        # SQLite needs the journal of a history that was about to be made, and removes it with the next
        # run. What a signal could not have removed goes then too.
        check(name == "KILL" or set(left) <= {"h.db-journal"}, run, f"left behind: {left}")
        if left:
            place.run()
            check(not place.litter(), run, f"the next run left {place.litter()} of {left}")
    return ended


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dnplog = os.path.abspath(os.environ["DNPLOG"])
    if sys.platform != "linux" or not shutil.which("cc"):
        print("it takes Linux and a C compiler")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        library = folder / "faults.so"
        subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", library, HERE / "faults.c", "-ldl"], check=True)
        (folder / "place").mkdir()
        place = Place(folder / "place", dnplog)
        begin = time.monotonic()
        faults = check_faults(place, library)
        print(f"{faults} faults in {time.monotonic() - begin:.0f} s")
        begin = time.monotonic()
        ended = check_signals(place, options.points, options.seed)
        print(f"{options.points} signals in {time.monotonic() - begin:.0f} s, {ended} of them in time")
        place.keeper.close()
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
