"""Watching beside a writer that rotates, cuts and hurries: kills, memory, and the processor on a quiet log.

A watching program is killed and started again 200 times while a log is written, renamed, copied and cut; at
the end its summary is that of one `validate` of all bytes. A stream of an hour's worth of lines leaves its
memory flat, and a quiet log costs less than a hundredth of a processor.
"""
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.environ["DNPLOG"]
KILLS = int(os.environ.get("KILLS", "200"))
#: Bytes a second that the fast writer is to reach.
FAST = 100_000_000


def simulated(days, *words):
    """The lines of a device that ran for so many days."""
    command = [PROGRAM, "simulate", "happy", "--days", str(days), *words]
    return subprocess.run(command, check=True, capture_output=True).stdout


def summary(words, folder, **others):
    done = subprocess.run([PROGRAM, *words], cwd=folder, capture_output=True, check=False, **others)
    return json.loads(done.stdout.splitlines()[-1] if "ndjson" in words else done.stdout)


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.log = self.folder / "device.log"

    def tearDown(self):
        shutil.rmtree(self.folder)

    def watch(self, *words):
        out = open(self.folder / "out", "wb")
        errors = open(self.folder / "errors", "ab")
        with out, errors:
            return subprocess.Popen(
                [PROGRAM, "watch", *words, "--format", "ndjson", "device.log"], cwd=self.folder,
                stdout=out, stderr=errors, stdin=subprocess.DEVNULL)

    def end(self, child):
        """Ends the watching and returns its summary."""
        child.send_signal(signal.SIGTERM)
        child.wait(timeout=120)
        return json.loads((self.folder / "out").read_bytes().splitlines()[-1])

    def whole(self, data):
        """What validate says of all bytes, under the same name."""
        (self.folder / "all").mkdir()
        (self.folder / "all" / "device.log").write_bytes(data)
        return summary(["validate", "--format", "json", "device.log"], self.folder / "all")

    def assert_same(self, found, whole):
        """Both are long: what differs is named."""
        parts = [key for key in whole if found.get(key) != whole[key]]
        told = {key: (str(found.get(key))[:300], str(whole[key])[:300]) for key in parts}
        self.assertEqual(told, {})

    def events(self):
        # Of what was killed the last line is cut.
        lines = (self.folder / "out").read_bytes().split(b"\n")[:-1]
        return [json.loads(line) for line in lines if line.startswith(b'{"schema":"dnplog.watch')]


class Writer:
    """Writes a log in pieces that end anywhere, and rotates it in every way."""

    def __init__(self, log, data, seed):
        self.log, self.data, self.random = log, data, random.Random(seed)
        self.written = 0
        log.write_bytes(b"")

    def write(self, count):
        with open(self.log, "ab", buffering=0) as file:
            file.write(self.data[self.written:self.written + count])
        self.written = min(len(self.data), self.written + count)

    def rotate(self):
        name = str(self.log)
        # All of them stay: a slow machine may leave many calls without a checkpoint.
        for number in range(99, 0, -1):
            if os.path.exists(f"{name}.{number}"):
                os.rename(f"{name}.{number}", f"{name}.{number + 1}")
        if self.random.random() < 0.5:
            os.rename(name, name + ".1")
            pathlib.Path(name).write_bytes(b"")
        else:
            shutil.copy2(name, name + ".1")
            os.truncate(name, 0)


class Kills(Folder):
    def test_killed_at_random_points_the_summary_is_that_of_validate(self):
        data = simulated(400)
        writer = Writer(self.log, data, 7)
        resumed = 0
        # Without a checkpoint a call begins with the file that is there.
        writer.write(100)
        child = self.watch("--checkpoint", "state", "--interval", "1")
        while not (self.folder / "state").exists():
            time.sleep(0.02)
        child.kill()
        child.wait()
        for number in range(KILLS):
            child = self.watch("--checkpoint", "state", "--interval", "1")
            end = len(data) * (number + 1) // KILLS
            until = time.monotonic() + writer.random.choice([0.02, 0.1, 0.4, 1.3])
            while writer.written < end:
                writer.write(writer.random.randrange(1, 4000))
            while time.monotonic() < until:
                time.sleep(0.01)
            if number % 9 == 8:
                writer.rotate()
            child.kill()
            child.wait()
            resumed += any(e["event"] == "start" and e["resumedAt"] for e in self.events())
            if number % 9 == 4:
                writer.rotate()
        child = self.watch("--checkpoint", "state", "--interval", "1")
        while not any(e["event"] == "status" for e in self.events()):
            time.sleep(0.05)
        found = self.end(child)
        self.assertEqual((self.folder / "errors").read_text(), "")
        self.assertGreater(resumed, KILLS // 4)
        self.assert_same(found, self.whole(data))
        print(f"killed {KILLS} times, went on from a checkpoint {resumed} times")


class Speed(Folder):
    def test_a_fast_writer_loses_nothing_when_it_rotates(self):
        piece = simulated(20, "--noise", "0.98")
        data = piece * (300_000_000 // len(piece))
        self.log.write_bytes(b"")
        child = self.watch()
        begin = time.monotonic()
        written = 0
        file = open(self.log, "ab", buffering=0)
        number = 0
        while written < len(data):
            count = min(len(data) - written, 1_000_003)
            file.write(data[written:written + count])
            written += count
            # Each hundred megabytes or so.
            if written // 100_000_000 > number:
                number += 1
                file.close()
                for older in range(5, 0, -1):
                    if os.path.exists(f"{self.log}.{older}"):
                        os.rename(f"{self.log}.{older}", f"{self.log}.{older + 1}")
                os.rename(self.log, f"{self.log}.1")
                file = open(self.log, "ab", buffering=0)
            ahead = written / FAST - (time.monotonic() - begin)
            if ahead > 0:
                time.sleep(ahead)
        file.close()
        seconds = time.monotonic() - begin
        found = self.end(child)
        self.assertEqual(found["inputs"][0]["bytes"], len(data))
        self.assert_same(found, self.whole(data))
        print(f"{len(data) / 1e6:.0f} MB at {len(data) / 1e6 / seconds:.0f} MB/s")


def memory(child):
    text = pathlib.Path(f"/proc/{child.pid}/status").read_text()
    return int(re.search(r"VmRSS:\s+(\d+)", text)[1])


def processor(child):
    fields = pathlib.Path(f"/proc/{child.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Cost(Folder):
    def test_memory_is_flat_over_an_hour_of_input(self):
        # A device that logs 100 lines a second for an hour.
        hour = simulated(60, "--noise", "0.9")
        lines = hour.count(b"\n")
        hour *= max(1, 360_000 // lines)
        self.log.write_bytes(b"")
        child = self.watch("--interval", "1")
        sizes = []
        step = len(hour) // 40
        for part in range(40):
            with open(self.log, "ab") as file:
                file.write(hour[part * step:(part + 1) * step])
            time.sleep(0.5)
            sizes.append(memory(child))
        self.end(child)
        first, last = max(sizes[8:12]), max(sizes[-4:])
        print(f"memory {first} kB after a quarter of {len(hour) / 1e6:.0f} MB, {last} kB at the end")
        self.assertLess(last, first * 1.25 + 4096)

    def test_a_quiet_log_costs_less_than_a_hundredth_of_a_processor(self):
        self.log.write_bytes(simulated(3))
        for words in [[], ["--poll"]]:
            child = self.watch(*words)
            time.sleep(3)
            before, begin = processor(child), time.monotonic()
            time.sleep(20)
            share = (processor(child) - before) / (time.monotonic() - begin)
            self.end(child)
            print(f"a quiet log takes {share:.2%} of a processor {' '.join(words)}")
            self.assertLess(share, 0.01)


if __name__ == "__main__":
    unittest.main(verbosity=2)
