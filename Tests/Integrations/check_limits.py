"""Checks what hostile and huge inputs come to, and that memory stays below what docs/reliability.md states.

    DNPLOG=.build/release/dnplog python3 Tests/Integrations/check_limits.py [--only NAME] [--table]

--table prints the rows of docs/reliability.md. Each case has the highest peak that it may have, in MiB;
above it the check fails, as it does where the status or the message is another one.
"""

import argparse
import datetime
import gzip
import io
import json
import os
import pathlib
import re
import signal
import struct
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import zlib

#: No input may take more, beside the largest summaries.
PEAK = 64
SUCCESS = b"[DNP-FETCH] Fetch success (status=200, bytes=1234, ttl=86400)\n"

cases = []


def case(what, command, statuses, words, peak=PEAK, after=None):
    """Declares a case: its function makes the files, and may return what feeds standard input."""

    def declare(make):
        cases.append((make.__name__, what, command, statuses, words, peak, after, make))
        return make

    return declare


def feed(blocks):
    """Feeds a pipe until the blocks end or the reader does."""

    def write(pipe):
        try:
            for block in blocks():
                pipe.write(block)
            pipe.close()
        except (BrokenPipeError, ValueError, OSError):
            pass

    return write


@case("a line of 10 GB, through a pipe", "validate -q -", (1,), "no line of the plugin|longer|INCONCLUSIVE")
def long_line(folder):
    block = b"a" * (1 << 20)
    return feed(lambda: (block for _ in range(10_000)))


@case("a gzip stream without an end; control-C after 5 s", "validate -q -", (130,), "", after=5)
def endless_gzip(folder):
    member = gzip.compress(b"noise of a server\n" * 100_000, 1)

    def blocks():
        while True:
            yield member

    return feed(blocks)


@case("a gzip file of 10 MB that holds 4 GB", "validate -q bomb.gz", (1,), "INCONCLUSIVE")
def gzip_bomb(folder):
    member = gzip.compress(b"noise of a server\n" * (1 << 20), 9)
    with open(folder / "bomb.gz", "wb") as file:
        for _ in range((4 << 30) // (18 << 20)):
            file.write(member)


def zip_bytes(name, data, size, method, offset, crc):
    local = struct.pack("<4s5H3I2H", b"PK\3\4", 20, 0, method, 0, 0, crc, len(data), size, len(name), 0)
    central = struct.pack("<4s6H3I5H2I", b"PK\1\2", 20, 20, 0, method, 0, 0, crc, len(data), size, len(name),
                          0, 0, 0, 0, 0, offset)
    return local + name + data, central + name


def zip_end(count, directory, offset):
    return struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, count, count, len(directory), offset, 0)


@case("a zip whose file is the zip itself, by sizes that lie", "validate -q quine.zip", (1, 2), "dnplog: ")
def zip_quine(folder):
    name = b"quine.zip"
    local, central = zip_bytes(name, b"", 0, 0, 0, 0)
    total = len(local) + len(central) + 22
    local = struct.pack("<4s5H3I2H", b"PK\3\4", 20, 0, 0, 0, 0, 0, total, total, len(name), 0) + name
    central = struct.pack("<4s6H3I5H2I", b"PK\1\2", 20, 20, 0, 0, 0, 0, 0, total, total, len(name),
                          0, 0, 0, 0, 0, 0) + name
    (folder / "quine.zip").write_bytes(local + central + zip_end(1, central, len(local)))


@case("a zip of 70 KB, 200 of whose files share the same bytes: 4.7 GB", "validate -q shared.zip", (1, 2), "")
def zip_shared(folder):
    text = b"noise of a server\n" * (20 << 20 >> 4)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(text) + packer.flush()
    local, _ = zip_bytes(b"0.log", data, len(text), 8, 0, zlib.crc32(text))
    directory = b"".join(zip_bytes(b"%d.log" % index, data, len(text), 8, 0, zlib.crc32(text))[1]
                         for index in range(200))
    (folder / "shared.zip").write_bytes(local + directory + zip_end(200, directory, len(local)))


@case("a tar whose file says 8 GB and has 60 bytes", "validate -q lying.tar", (1, 2), "end in the middle|damaged")
def tar_lying(folder):
    entry = tarfile.TarInfo("a.log")
    entry.size = 8_000_000_000
    with open(folder / "lying.tar", "wb") as file:
        file.write(entry.tobuf() + SUCCESS)


@case("a tar whose file says 10 bytes and has 60", "validate -q short.tar", (1, 2), "broken|damaged|no tar data")
def tar_short(folder):
    entry = tarfile.TarInfo("a.log")
    entry.size = 10
    with open(folder / "short.tar", "wb") as file:
        file.write(entry.tobuf() + (SUCCESS * 20)[:1024] + bytes(10240))


@case("a million cycles that stay open", "validate -q -", (1,), "cycle")
def open_cycles(folder):
    def blocks():
        begin = datetime.datetime(2025, 11, 14)
        for index in range(1_000_000):
            when = begin + datetime.timedelta(minutes=index)
            yield b"[DNP-SCHEDULER] Scheduling notification for %sZ\n" % when.isoformat().encode()

    return feed(blocks)


@case("a million secrets that are logged, each another one", "validate -q -", (1,), "FAIL")
def leaks(folder):
    line = b"[DNP-FETCH] Starting fetch (scheduleId=daily_%d, url=/api, note=Bearer abc%ddef)\n"
    return feed(lambda: (line % (i, i) for i in range(1_000_000)))


@case("3,000 cycles in all detail, as JSON", "validate --max-details 3000 --format json days.log", (0, 1), "")
def all_details(folder):
    subprocess.run([os.environ["DNPLOG"], "simulate", "happy", "--days", "10000", "-o", "days.log"],
                   cwd=folder, check=True, stdout=subprocess.DEVNULL)


@case("more details than there may be", "validate --max-details 1000000 a.log", (2,), "3000|3,000")
def too_many_details(folder):
    (folder / "a.log").write_bytes(SUCCESS)


@case("an answer of Loki of a million lines, 75 MB", "validate -q loki.json", (1,), "")
def loki(folder):
    with open(folder / "loki.json", "w") as file:
        file.write('{"status":"success","data":{"resultType":"streams","result":[{"stream":{"a":"b"},"values":[')
        for index in range(1_000_000):
            text = SUCCESS.decode().strip() if index % 2 else "noise of a server"
            file.write(f'{"," if index else ""}["{1763099280000000000 + index * 1000000}","{text} {index}"]')
        file.write("]}]}}")


@case("a record of JSON nested a million deep", "validate -q deep.log", (1,), "")
def deep_record(folder):
    (folder / "deep.log").write_bytes(b'{"event":' + b'{"a":[' * 80_000 + b"\n" + b'{"DNP":' * 1_000_000 + b"\n")


@case("a snapshot of JSON nested a million deep", "validate -q --state deep.json a.log", (1, 2), "dnplog: ")
def deep_state(folder):
    (folder / "deep.json").write_bytes(b'{"schema":"dnplog.state/1","a":' + b"[" * 1_000_000)
    (folder / "a.log").write_bytes(SUCCESS)


@case("rules of YAML whose aliases stand for 10⁹ nodes", "validate -q --rules r.yaml a.log", (2, 3), "dnplog: |error|write the value out")
def yaml_rules(folder):
    bomb(folder / "r.yaml", "pack: x\n")
    (folder / "a.log").write_bytes(SUCCESS)


@case("a configuration of YAML whose aliases stand for 10⁹ nodes", "validate -q a.log", (2,), "dnplog: |write the value out")
def yaml_configuration(folder):
    bomb(folder / ".dnplog.yaml", "")
    (folder / "a.log").write_bytes(SUCCESS)


def bomb(path, head):
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    for level in range(1, 9):
        lines.append(f"a{level}: &a{level} [" + ", ".join([f"*a{level - 1}"] * 10) + "]")
    path.write_text(head + "\n".join(lines) + "\n")


@case("folders that link to each other", "validate -q loop", (1, 2), "")
def link_loop(folder):
    for name in ("loop", "loop/a", "loop/b"):
        (folder / name).mkdir()
    (folder / "loop/a/b").symlink_to("../b")
    (folder / "loop/b/a").symlink_to("../a")
    (folder / "loop/self.log").symlink_to("self.log")
    (folder / "loop/a/a.log").write_bytes(SUCCESS)


@case("a pipe with a name that nobody writes to; control-C after 1 s", "validate -q pipe", (130,), "", after=1)
def silent_pipe(folder):
    os.mkfifo(folder / "pipe")


@case("`/dev/zero` as a file", "validate -q /dev/zero", (2,), "is a device")
def zero_file(folder):
    pass


@case("`/dev/zero` as standard input; control-C after 5 s", "validate -q - < /dev/zero", (2, 130), "", after=5)
def zero_input(folder):
    return open("/dev/zero", "rb")


@case("a log that grows by 20 MB/s while it is read", "validate -q grows.log", (1,), "")
def growing(folder):
    path = folder / "grows.log"
    path.write_bytes(SUCCESS * 100_000)

    def grow(_):
        until = time.monotonic() + 3
        with open(path, "ab") as file:
            while time.monotonic() < until:
                file.write(SUCCESS * 1_000)
                file.flush()
                time.sleep(0.003)

    grow.needs_no_pipe = True
    return grow


def many(folder, count):
    (folder / "logs").mkdir()
    # No links: a file that is named twice is read once.
    for index in range(count):
        (folder / "logs" / f"{index}.log").write_bytes(SUCCESS)


@case("100,000 logs in a folder", "validate -q logs", (2,), "100000 inputs.* 50000")
def many_logs(folder):
    many(folder, 100_000)


@case("50,000 logs in a folder", "validate -q logs", (1,), "INCONCLUSIVE")
def most_logs(folder):
    many(folder, 50_000)


@case("100,000 logs in a folder, one by one", "validate --each -q logs", (1,), "")
def each_log(folder):
    many(folder, 100_000)


@case("a tar of 90,000 logs", "validate -q many.tar", (2,), "90000 inputs.* 50000")
def many_in_tar(folder):
    with tarfile.open(folder / "many.tar", "w") as archive:
        for index in range(90_000):
            entry = tarfile.TarInfo(f"logs/{index}.log")
            entry.size = len(SUCCESS)
            archive.addfile(entry, io.BytesIO(SUCCESS))


def measure(dnplog, folder, command, feeder, after):
    """The status, what was printed, the peak in MiB and the seconds of a call."""
    words = command.split(" < ")[0].split()
    pipe = subprocess.PIPE if callable(feeder) and not hasattr(feeder, "needs_no_pipe") else subprocess.DEVNULL
    if hasattr(feeder, "read"):
        pipe = feeder
    with open(folder / ".out", "wb+") as output:
        begin = time.monotonic()
        child = subprocess.Popen([dnplog, *words], cwd=folder, stdin=pipe, stdout=output,
                                 stderr=subprocess.STDOUT, preexec_fn=usual_interrupt)
        if callable(feeder):
            thread = threading.Thread(target=feeder, args=(child.stdin,), daemon=True)
            thread.start()
        if after:
            timer = threading.Timer(after, child.send_signal, (signal.SIGINT,))
            timer.start()
        guard = threading.Timer(300, child.kill)
        guard.start()
        _, state, usage = os.wait4(child.pid, 0)
        seconds = time.monotonic() - begin
        guard.cancel()
        child.returncode = os.waitstatus_to_exitcode(state)
        if child.stdin:
            try:
                child.stdin.close()
            except OSError:
                pass
        output.seek(max(0, os.path.getsize(output.name) - 4000))
        text = output.read().decode(errors="replace")
    return child.returncode, text, usage.ru_maxrss / 1024, seconds


def usual_interrupt():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--only")
    parser.add_argument("--table", action="store_true")
    options = parser.parse_args()
    if not options.only:
        # Each in a process of its own: a child's peak begins with the size of the one that starts it.
        words = ["--table"] if options.table else []
        return max([subprocess.run([sys.executable, __file__, *words, "--only", entry[0]]).returncode
                    for entry in cases])
    dnplog = os.environ["DNPLOG"] = os.path.abspath(os.environ["DNPLOG"])
    if sys.platform != "linux":
        print("it takes Linux")
        return 77
    failed = 0
    for name, what, command, statuses, words, peak, after, make in cases:
        if options.only != name:
            continue
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            status, text, used, seconds = measure(dnplog, folder, command, make(folder), after)
        said = text.strip().split("\n")[-1][:160] if text.strip() else "nothing"
        fault = []
        if status not in statuses:
            fault.append(f"status {status}, not {statuses}")
        if not re.search(words, text):
            fault.append(f"it did not say {words!r}")
        if used > peak:
            fault.append(f"{used:.0f} MiB, more than {peak}")
        if options.table:
            print(f"| {what} | `{command}` | {status}: {said} | {used:.0f} | {seconds:.1f} |")
        else:
            print(f"{'FAILED' if fault else 'ok':6} {name:20} {used:5.0f} MiB {seconds:6.1f} s  {status} {said}")
        for line in fault:
            print(f"       {line}")
        failed += bool(fault)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
