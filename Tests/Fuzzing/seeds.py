"""What fuzzing begins with: inputs made from the samples, and the words of the catalogue."""
import glob
import gzip
import io
import os
import random
import re
import tarfile
import zipfile

#: The words of each kind of input beside those of the catalogue.
WORDS = {
    "json": [b"{", b"}", b"[", b"]", b'":"', rb"\u00e9", rb"\ud83d\ude00", b"null", b"true", b"1e308", b"-0"],
    "yaml": [b"- ", b": ", b"|\n", b">-\n", b"&a", b"*a", b"<<: ", b"!!str ", b"---\n", b"...", b"? ", b"# "],
    "gzip": [b"\x1f\x8b\x08", b"\x1f\x8b\x08\x04", b"\x00\x00\xff\xff"],
    "tar": [b"ustar\x0000", b"ustar  \x00", b"././@LongLink", b"L", b"x", b"g", b"17 path=", b"\x80"],
    "zip": [b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06", b"PK\x06\x06", b"PK\x06\x07", b"\x08\x00"],
    "shapes": [b"{word}", b"{count}", b"{at}", b"{took}", b"{*}", b"({*})", b"{samples}", b"[DNP-FUZZ] ", b"count=1",
               b"at=2025-11-14T05:53:00Z", b"took=1.5 h"],
    "catalogue": [b"catalog: x\n", b"group: A\n", b"events:\n", b"  - event: x\n", b"    summary: x\n",
                  b"    tags: [DNP-FETCH]\n", b"    level: info\n", b"    origin: proposed\n",
                  b"    fields:\n", b"      a: int?\n", b"    text:\n", b"      - \"a {*}\"\n", b"anywhere: true",
                  b"untagged: true", b"ambiguous: true", b"column: ", b"choices: [a, b]", b"type: instant"],
    "expressions": [b"has(", b"count(", b"size(", b"timestamp(", b"duration(", b"&&", b"||", b"==", b" in ",
                    b"$limit", b"ok.ttl", b".contains(", b".containsAny([", b"satisfies(", b"30s",
                    b"9223372036854775808"],
}
ALIKE = {"summary": "json", "feed": "json", "loki": "json", "records": "json", "rules": "yaml",
         "configuration": "yaml"}
#: Kinds whose inputs hold no words of logs.
WORDLESS = {"gzip", "tar", "zip", "expressions", "stores", "histories", "checkpoints", "shapes",
            "catalogue"}


def samples(root, *patterns):
    for pattern in patterns:
        for path in sorted(glob.glob(os.path.join(root, pattern), recursive=True)):
            if os.path.isfile(path):
                yield path


def read(path):
    with open(path, "rb") as file:
        return file.read()


def logs(root):
    """The text logs among the samples."""
    for path in samples(root, "samples/**/*.log", "samples/**/*.jsonl", "samples/**/*.txt"):
        yield read(path)


def windows(data, lines):
    """Parts of so many lines of a log."""
    rows = data.splitlines(keepends=True)
    for start in range(0, len(rows), lines):
        yield b"".join(rows[start:start + lines])


def inputs(root, target):
    if target == "heads":
        heads = set()
        for data in logs(root):
            for line in data.splitlines()[:6]:
                heads.add(line[:300])
        for path in samples(root, "Tests/LogReadingTests/Containers/**/*"):
            heads.update(line[:300] for line in read(path).splitlines()[:40])
        yield from sorted(heads)
    elif target in ("lines", "redaction"):
        for data in logs(root):
            yield from list(windows(data, 6))[:8]
    elif target == "judging":
        for data in logs(root):
            yield data[:6000]
    elif target == "loki":
        for path in samples(root, "samples/**/*loki*", "Tests/**/*loki*"):
            yield read(path)[:2000]
        yield b'{"status":"success","data":{"resultType":"streams","result":[{"stream":{"app":"a"},' \
              b'"values":[["1763098800000000000","[DNP-FETCH] Starting fetch"]]}]}}'
    elif target == "gzip":
        for data in logs(root):
            yield gzip.compress(data[:1500], mtime=0)
        yield gzip.compress(b"a\n", mtime=0) + gzip.compress(b"b\n" * 50, mtime=0)
    elif target in ("tar", "zip"):
        yield from archives(root, target)
        for path in samples(root, f"samples/**/*.{target}", f"Tests/**/*.{target}"):
            if os.path.getsize(path) < 40000:
                yield read(path)
    elif target in ("json", "feed"):
        for path in samples(root, "samples/feed/**/*.json", "samples/artifacts/**/*.json",
                            "samples/state/**/*.json", "rules/schema/*.json"):
            if not path.endswith(".expected.json"):
                yield read(path)[:4000]
    elif target in ("yaml", "rules"):
        for path in samples(root, "rules/**/*.yaml"):
            text = read(path).decode()
            head, separator, rest = text.partition("\nrules:\n")
            yield (head + "\n").encode()[:2000]
            for rule in re.split(r"\n(?=  - id:)", "\n" + rest)[1:]:
                one = f"pack: fuzzed\ntitle: t\n{params(head)}rules:\n{rule.lstrip(chr(10))}\n"
                if len(one) < 2000:
                    yield one.encode()
    elif target == "configuration":
        for key in ("platform: ios", "tz: UTC", "year: 2025", "app: [a.b.c]", "env: {network: wifi}", "env: [fault=none]",
                    "input-format: nslog", "rules: rules", "profile: default", "pack: [feed]", "set: [fetch_limit=9s]",
                    "skip: feed/x", "strict: true", "allow-empty: false", "format: json", "label: {build: 1}",
                    "max-details: 5", "color: never", "progress: never", "jobs: 2", "quiet: true"):
            yield (key + "\n").encode()
    elif target == "catalogue":
        for path in samples(root, "rules/catalog/*.yaml"):
            head, separator, rest = read(path).decode().partition("\nevents:\n")
            for event in re.split(r"\n(?=  - event:)", "\n" + rest)[1:]:
                yield (head + separator + event.lstrip("\n") + "\n").encode()[:2000]
    elif target == "shapes":
        lines = [line for data in logs(root) for line in data.splitlines()]
        for path in samples(root, "rules/catalog/*.yaml"):
            for shape in re.findall(r'- "([^"]*\{[^"]*)"', read(path).decode()):
                head = re.split(r"[{(]", shape)[0].encode()
                near = [line for line in lines if len(head) > 5 and head in line][:2]
                for mark in (b"", b"!"):
                    yield mark + shape.encode() + b"\n" + b"\n".join(near) + b"\n"
    elif target == "records":
        for path in samples(root, "samples/artifacts/*.json", "samples/artifacts/*.txt"):
            if not path.endswith(".expected.json"):
                yield read(path)[:4000]
    elif target == "checkpoints":
        numbers = random.Random(7)
        for _ in range(400):
            changes = numbers.randrange(1, 4)
            yield bytes([numbers.randrange(3, 12)]) + bytes(
                numbers.randrange(256) for _ in range(5 * changes))
        for data in logs(root):
            yield b"\x02" + data[:1500]
    elif target == "expressions":
        seen = set()
        for path in samples(root, "rules/*.yaml"):
            seen.update(re.findall(r'"([^"\n]{3,150})"', read(path).decode()))
        yield from (text.encode() for text in sorted(seen))
    elif target == "states":
        for path in samples(root, "samples/state/**/*", "Tests/DeviceStateTests/Dumps/**/*"):
            if os.path.getsize(path) < 60000:
                yield read(path)[:8000]
    elif target == "stores":
        for path in samples(root, "samples/state/**/*.db", "samples/state/**/*.sqlite"):
            if os.path.getsize(path) < 40000:
                yield read(path)


def archives(root, kind):
    """Small archives in the forms that Python's library writes."""
    files = [(f"logs/device-{number}.log", data[:900])
             for number, data in enumerate(list(logs(root))[:4])]
    long_name = [("d" * 80 + "/" + "n" * 60 + ".log", files[0][1])]
    if kind == "tar":
        for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
            for entries in (files[:1], files, long_name):
                output = io.BytesIO()
                with tarfile.open(fileobj=output, mode="w", format=form) as archive:
                    for name, data in entries:
                        member = tarfile.TarInfo(name)
                        member.size = len(data)
                        archive.addfile(member, io.BytesIO(data))
                yield output.getvalue().rstrip(b"\0") + bytes(1024)
    else:
        for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            for entries in (files[:1], files, long_name):
                output = io.BytesIO()
                with zipfile.ZipFile(output, "w", method) as archive:
                    for name, data in entries:
                        archive.writestr(zipfile.ZipInfo(name), data, compress_type=method)
                yield output.getvalue()


def params(head):
    """The parameters of a pack, which its rules name."""
    found = re.search(r"\nparams:\n(?:  .*\n?)+", "\n" + head + "\n")
    return found.group(0).lstrip("\n") if found else ""


def sow(root, target, folder):
    """Writes the first inputs of a target, and returns their folder."""
    os.makedirs(folder, exist_ok=True)
    for number, data in enumerate(inputs(root, target)):
        with open(os.path.join(folder, f"seed-{number:04}"), "wb") as file:
            file.write(data)
    return folder


def quoted(word):
    """A word as libFuzzer's dictionaries write it."""
    return '"' + "".join(chr(byte) if 0x20 <= byte < 0x7F and byte not in b'"\\' else f"\\x{byte:02x}"
                         for byte in word) + '"'


def dictionary(root, target, folder):
    """Writes the words that inputs of a target are made of, and returns the file; None without words."""
    kind = ALIKE.get(target, target)
    words = set(WORDS.get(kind, []))
    if kind not in WORDLESS:
        for path in samples(root, "rules/catalog/*.yaml"):
            text = read(path).decode()
            words.update(tag.encode() for tag in re.findall(r"DNP-[A-Z-]+|DN\|[A-Z_]+", text))
            for single, double in re.findall(r"shape: (?:'((?:[^']|'')*)'|\"((?:[^\"\\\\]|\\\\.)*)\")", text):
                for part in re.split(r"\{.*?\}", single.replace("''", "'") or double):
                    if 3 <= len(part.strip()) <= 40:
                        words.add(part.strip().encode())
    if not words:
        return None
    path = os.path.join(folder, f"{target}.dict")
    with open(path, "w") as file:
        file.write("".join(quoted(word) + "\n" for word in sorted(words)))
    return path
