"""Measures commands against each other on a machine that is shared and noisy.

The commands run A B C A B C ..., so that a drift of the machine hits all of them alike; what is
compared is the ratio of two commands within one round, and of these ratios the median.
"""
import os
import statistics
import tempfile
import threading
import time


class Figures:
    """What the rounds of one command came to."""

    def __init__(self, command):
        self.command = command
        self.walls, self.cpus, self.statuses = [], [], set()
        self.peak_kib = 0

    @property
    def wall(self):
        return statistics.median(self.walls)

    @property
    def cpu(self):
        return statistics.median(self.cpus)

    def ratio(self, other):
        """The median of the ratios to another command, round by round."""
        return statistics.median(a / b for a, b in zip(self.walls, other.walls))


def rotate(commands, rounds):
    """Runs every command once uncounted, then `rounds` times in turn; returns figures by command."""
    figures = {command: Figures(command) for command in commands}
    with tempfile.NamedTemporaryFile("r") as peak:
        for command in commands:
            # A parent's own size leaks into what wait4 reports, so the peak comes from time(1).
            once(command, ["/usr/bin/time", "-q", "-f", "%M", "-o", peak.name])
            figures[command].peak_kib = int(open(peak.name).read().split()[-1])
    for _ in range(rounds):
        for command in commands:
            wall, cpu, status = once(command)
            figures[command].walls.append(wall)
            figures[command].cpus.append(cpu)
            figures[command].statuses.add(status)
    return figures


def once(command, before=()):
    """Runs a command and returns its wall time, its CPU time and its exit status.

    Its output goes to a pipe that is drained: a tool that sees /dev/null may do less.
    """
    reading, writing = os.pipe()

    def drain():
        while os.read(reading, 1 << 20):
            pass

    drainer = threading.Thread(target=drain)
    is_simple = not any(sign in command for sign in "|;&")
    argv = [*before, "/bin/sh", "-c", "exec " + command if is_simple else command]
    begin = time.perf_counter()
    child = os.posix_spawn(argv[0], argv, os.environ, file_actions=[
        (os.POSIX_SPAWN_DUP2, writing, 1), (os.POSIX_SPAWN_CLOSE, reading)])
    os.close(writing)
    drainer.start()
    _, status, usage = os.wait4(child, 0)
    end = time.perf_counter()
    drainer.join()
    os.close(reading)
    return end - begin, usage.ru_utime + usage.ru_stime, os.waitstatus_to_exitcode(status)
