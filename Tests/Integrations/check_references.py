"""Conditions beside the reference implementations of their languages, CEL and node-semver in Python; damaged
gzip beside `gzip -dc`.

Conditions and versions are made at random. Each becomes a rule that is tested on one line with known
values: where the reference says true, false or error, `dnplog rules test` must find satisfied, violated
or inconclusive. What `dnplog redact` prints of a damaged file must begin with all that zlib
decodes of it, and gzip with it.
"""
import gzip
import json
import os
import pathlib
import random
import re
import subprocess
import tempfile
import unittest
import zlib

import celpy
import nodesemver

PROGRAM = os.environ["DNPLOG"]
CATALOGUE = """catalog: Values for conditions
group: Z
events:
  - event: probe
    summary: Values for conditions.
    tags: [DNP-PLUGIN]
    level: info
    origin: proposed
    fields: {version: string, i: int, j: int, d: double, s: string, b: bool}
    text: ["Probe ({*})"]
"""
RULE = """  - id: {id}
    title: The condition holds
    severity: error
    bucket: A
    scope: log
    when: {{event: probe, as: p}}
    check: [{check}]
    tests:
      - {{name: t, outcome: {outcome}, log: {log}}}
"""


def judge(cases):
    """Runs conditions on lines; each case is a condition, its values and the outcome that must come."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        (root / "catalog").mkdir()
        (root / "catalog" / "probe.yaml").write_text(CATALOGUE)
        rules = []
        for number, (condition, values, outcome) in enumerate(cases):
            told = ", ".join(f"{name}={value}" for name, value in values.items())
            rules.append(RULE.format(id=f"r{number}", check=json.dumps(condition), outcome=outcome,
                                     log=json.dumps(f"[DNP-PLUGIN] Probe ({told})")))
        (root / "pack.yaml").write_text(
            "pack: probes\ntitle: Conditions with known values\nrules:\n" + "".join(rules))
        done = subprocess.run([PROGRAM, "rules", "test", folder], capture_output=True, text=True,
                              timeout=300)
    wrong = [f"{condition}  with {values}: expected {outcome}"
             for number, (condition, values, outcome) in enumerate(cases)
             if re.search(rf"probes/r{number}\b", done.stdout + done.stderr)]
    return done, wrong


class SemverTests(unittest.TestCase):
    """`satisfies` beside node-semver."""

    def version(self, numbers):
        text = ".".join(str(numbers.choice([0, 1, 2, 3, 10])) for _ in range(3))
        if numbers.random() < 0.3:
            text += "-" + numbers.choice(["alpha", "beta.1", "rc.1", "rc.2", "0", "alpha.beta"])
        return text

    def partial(self, numbers):
        parts = self.version(numbers).split("-")[0].split(".")[:numbers.choice([1, 2, 3, 3])]
        if len(parts) < 3 and numbers.random() < 0.4:
            parts.append(numbers.choice(["x", "*", "X"]))
        return ".".join(parts)

    def range(self, numbers):
        def simple():
            kind = numbers.random()
            if kind < 0.15:
                return f"{self.partial(numbers)} - {self.partial(numbers)}"
            if kind < 0.3:
                return self.partial(numbers)
            operator = numbers.choice([">", ">=", "<", "<=", "=", "^", "~"])
            operand = self.version(numbers) if numbers.random() < 0.7 else self.partial(numbers)
            return operator + operand

        def together():
            first = simple()
            if " - " in first or numbers.random() < 0.5:
                return first
            return first + " " + numbers.choice([">", ">=", "<", "<=", "^", "~"]) + self.version(numbers)

        return " || ".join(together() for _ in range(numbers.choice([1, 1, 2])))

    def test_versions_are_in_the_ranges_that_node_semver_puts_them_in(self):
        numbers = random.Random(27)
        cases = []
        while len(cases) < 3000:
            version, wanted = self.version(numbers), self.range(numbers)
            try:
                holds = nodesemver.satisfies(version, wanted, loose=False)
            except ValueError:
                continue
            cases.append((f"p.version.satisfies('{wanted}')", {"version": version},
                          "satisfied" if holds else "violated"))
        outcomes = {outcome for _, _, outcome in cases}
        self.assertEqual(outcomes, {"satisfied", "violated"})
        done, wrong = judge(cases)
        self.assertEqual(wrong, [], done.stdout[-3000:] + done.stderr[-3000:])
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])


class CELTests(unittest.TestCase):
    """Conditions beside CEL's implementation in Python."""

    def setUp(self):
        self.maxDiff = None
        self.environment = celpy.Environment()

    def number(self, numbers, depth):
        if depth == 0 or numbers.random() < 0.3:
            return numbers.choice(["p.i", "p.j", "0", "1", "2", "7", "-3", "size(p.s)", "p.s.size()"])
        operator = numbers.choice(["+", "-", "*", "/", "%"])
        return f"({self.number(numbers, depth - 1)} {operator} {self.number(numbers, depth - 1)})"

    def text(self, numbers):
        return numbers.choice(["p.s", "'a'", "'abc'", "''", "(p.s + 'x')", "'\\u00e9'"])

    def flag(self, numbers, depth):
        kind = numbers.randrange(9 if depth else 5)
        if kind == 0:
            return numbers.choice(["p.b", "!p.b"])
        if kind == 1:
            operator = numbers.choice(["==", "!=", "<", "<=", ">", ">="])
            return f"{self.number(numbers, 2)} {operator} {self.number(numbers, 2)}"
        if kind == 2:
            operator = numbers.choice(["==", "!=", "<", "<=", ">", ">="])
            return f"{self.text(numbers)} {operator} {self.text(numbers)}"
        if kind == 3:
            call = numbers.choice(["startsWith", "endsWith", "contains"])
            # The reference has no functions of a text that `+` made (cel-python 0.5.0).
            callee = numbers.choice(["p.s", "'abc'", "''"])
            return f"{callee}.{call}({self.text(numbers)})"
        if kind == 4:
            operator = numbers.choice(["<", "<=", ">", ">="])
            return f"p.d {operator} {numbers.choice(['0.5', '-1.25', '2e3', '(p.d * 2.0)'])}"
        if kind == 5:
            return f"({self.flag(numbers, depth - 1)} && {self.flag(numbers, depth - 1)})"
        if kind == 6:
            return f"({self.flag(numbers, depth - 1)} || {self.flag(numbers, depth - 1)})"
        if kind == 7:
            return f"!({self.flag(numbers, depth - 1)})"
        return (f"({self.flag(numbers, depth - 1)} ? {self.flag(numbers, depth - 1)}"
                f" : {self.flag(numbers, depth - 1)})")

    def outcome(self, condition, values):
        fields = celpy.celtypes.MapType({
            celpy.celtypes.StringType(name): value for name, value in {
                "i": celpy.celtypes.IntType(values["i"]), "j": celpy.celtypes.IntType(values["j"]),
                "d": celpy.celtypes.DoubleType(values["d"]),
                "s": celpy.celtypes.StringType(values["s"]),
                "b": celpy.celtypes.BoolType(values["b"] == "true")}.items()})
        program = self.environment.program(self.environment.compile(condition))
        try:
            return "satisfied" if bool(program.evaluate({"p": fields})) else "violated"
        except celpy.CELEvalError:
            return "inconclusive"

    def test_conditions_come_to_what_CEL_says(self):
        numbers = random.Random(28)
        cases = []
        while len(cases) < 1500:
            values = {"i": numbers.choice([-7, -1, 0, 1, 3, 12]), "j": numbers.choice([-2, 0, 5]),
                      "d": numbers.choice([-1.25, 0.5, 3.75]),
                      "s": numbers.choice(["abc", "a", "zz", "xabc"]),
                      "b": numbers.choice(["true", "false"])}
            condition = self.flag(numbers, 3)
            # A condition over constants alone is refused when it is loaded.
            if "p." not in condition:
                continue
            cases.append((condition, values, self.outcome(condition, values)))
        self.assertEqual({outcome for _, _, outcome in cases},
                         {"satisfied", "violated", "inconclusive"})
        done, wrong = judge(cases)
        self.assertEqual(wrong, [], done.stdout[-3000:] + done.stderr[-3000:])
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr[-3000:])


def decoded(stored):
    """What zlib makes of gzip members up to the first damage, each byte given by itself."""
    out, inflater = [], zlib.decompressobj(31)
    try:
        for place in range(len(stored)):
            out.append(inflater.decompress(stored[place:place + 1]))
            if inflater.eof:
                inflater = zlib.decompressobj(31)
    except zlib.error:
        pass
    return b"".join(out)


class GzipTests(unittest.TestCase):
    """Damaged files, and what can be decoded of them."""

    def files(self):
        numbers = random.Random(29)
        text = "".join(f"{line} some words {numbers.randrange(10**9)} {numbers.choice(['ab', 'cd e', 'f'])}\n"
                       for line in range(400)).encode()
        half = text.index(b"\n", len(text) // 2) + 1
        fixed = zlib.compressobj(9, zlib.DEFLATED, 31, 8, zlib.Z_FIXED)
        header = bytes([0x1f, 0x8b, 8, 0x1e, 1, 2, 3, 4, 0, 3, 3, 0, 9, 9, 9]) + b"name\0comment\0"
        header += (zlib.crc32(header) & 0xffff).to_bytes(2, "little")
        return {"stored": gzip.compress(text, 0), "fixed": fixed.compress(text) + fixed.flush(),
                "dynamic": gzip.compress(text), "header": header + gzip.compress(text)[10:],
                "members": gzip.compress(text[:half]) + gzip.compress(text[half:], 1)}

    def damaged(self, stored):
        """Damaged copies, by what was done to them."""
        places = range(1, len(stored), max(1, len(stored) // 40))
        for place in places:
            yield f"cut at {place}", stored[:place]
            yield f"bit of {place}", stored[:place] + bytes([stored[place] ^ 1 << place % 8]) + stored[place + 1:]
            yield f"zeros at {place}", (stored[:place] + bytes(24) + stored[place + 24:])[:len(stored)]
        for back in range(1, 9):
            changed = bytearray(stored)
            changed[-back] ^= 0x10
            yield f"byte {back} from the end", bytes(changed)
        for rest in (b"\0" * 512, b"some words\n", b"\x1f", b"\x1f\x8b\x08", os.urandom(500)):
            yield f"with {rest[:12]} behind", stored + rest

    def test_all_that_gzip_and_zlib_decode_is_printed(self):
        count = more = 0
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "device.log.gz")
            for name, stored in self.files().items():
                for damage, data in self.damaged(stored):
                    pathlib.Path(path).write_bytes(data)
                    # Of a member with garbage behind it gzip tells so, and prints it.
                    theirs = subprocess.run(["gzip", "-dc", path], capture_output=True).stdout
                    ours = subprocess.run([PROGRAM, "redact", path], capture_output=True).stdout
                    sound = decoded(data)
                    with self.subTest(name, damage=damage):
                        # Behind what zlib refuses gzip prints zeros, for text that was never there.
                        for what, wanted in (("gzip", theirs[:len(sound)]), ("zlib", sound)):
                            if not ours.startswith(wanted):
                                same = len(os.path.commonprefix([ours, wanted]))
                                self.fail(f"{what} decodes {len(wanted)} bytes, of which {same} are printed")
                    count += 1
                    more += len(ours) > len(sound)
        print(f"gzip: {count} damaged files; all that gzip and zlib decode of each is printed, "
              f"of {more} more, behind the damage")


if __name__ == "__main__":
    unittest.main()
