"""What is measured: corpora, the commands beside us, and the goal for each ratio."""
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Corpus:
    """A file that corpus.py makes."""
    name: str
    kind: str
    #: Share of the size asked for: the noise corpus is twice as large as the others.
    share: float = 0.5
    members: int = 0
    #: A size of its own, whatever is asked for.
    size: str = ""


@dataclass(frozen=True)
class Rival:
    """A public tool on the same file, and the most that our time may be of its time."""
    label: str
    #: `{file}` is the corpus, `{here}` this folder.
    command: str
    goal: float
    #: What we are called with.
    ours: str = "validate {file}"
    #: The ratio must hold on one core, for both.
    one_core: bool = False
    slow: bool = False

    @property
    def tool(self):
        return self.command.split()[0]


@dataclass(frozen=True)
class Case:
    corpus: Corpus
    rivals: tuple[Rival, ...] = field(default_factory=tuple)
    #: MiB of memory that our process may take at its peak.
    peak: int = 16


NEEDLES = r"-e '\[DNP-' -e 'DNP-' -e 'DN\|' -e 'DailyNotification'"

CASES = (
    Case(Corpus("small.log", "dense", size="26K"), (
        # 3 ms where ripgrep takes 1.4.
        Rival("rg --version", "rg --version", 2.1, ours="--version"),
        Rival("grep -c, 200 lines", "grep -c DNP- {file}", 3),
    )),
    Case(Corpus("noise.log", "noise", share=1), (
        Rival("wc -l", "wc -l {file}", 1.3),
        Rival("rg --no-mmap -c, four needles", "rg --no-mmap -c " + NEEDLES + " {file}", 1.0),
        Rival("wc -l, one core", "wc -l {file}", 1.7, one_core=True),
        Rival("seven counting greps", "{here}/rivals/seven-counts.sh {file}", 1 / 12, slow=True),
        Rival("lnav -n", "lnav -n -c ';SELECT count(*) FROM all_logs' {file}", 1 / 25, slow=True),
        Rival(
            "mtail, one counter",
            "mtail -one_shot -progs {here}/rivals/lines-by-tag.mtail -logs {file}", 1 / 130,
            slow=True),
    )),
    Case(Corpus("dense.log", "dense"), (
        Rival(r"rg -c '\[DNP-'", r"rg -c '\[DNP-' {file}", 0.9),
        Rival(r"rg -c '\[DNP-', one core", r"rg -c '\[DNP-' {file}", 1.4, one_core=True),
    )),
    Case(Corpus("json.jsonl", "json"), (
        Rival("rg -c '\"event\"'", "rg -c '\"event\"' {file}", 0.9),
        Rival("rg -c '\"event\"', one core", "rg -c '\"event\"' {file}", 1.6, one_core=True),
        Rival("jq -r .event", "jq -r .event {file}", 1 / 35, slow=True),
    )),
    Case(Corpus("mixed.log", "mixed"), (
        Rival("rg -c 'DNP-|\"event\"'", "rg -c 'DNP-|\"event\"' {file}", 0.9),
    )),
    Case(Corpus("noise.log.gz", "noise", share=1, members=1), (
        Rival("igzip -dc", "igzip -dc {file} >/dev/null", 1.15),
        Rival("zcat", "zcat {file} >/dev/null", 0.17),
    ), peak=20),
    Case(Corpus("dense.log.gz", "dense", members=1), (
        Rival("igzip -dc", "igzip -dc {file} >/dev/null", 1.6),
    ), peak=20),
    Case(Corpus("noise-256.log.gz", "noise", share=1, members=256), (
        Rival("igzip -dc", "igzip -dc {file} >/dev/null", 1.0),
    ), peak=32),
)

#: Debian's packages of the rivals.
PACKAGES = {
    "rg": "ripgrep", "igzip": "isal", "jq": "jq", "lnav": "lnav", "mtail": "mtail",
    "zcat": "gzip", "wc": "coreutils", "taskset": "util-linux", "/usr/bin/time": "time",
}
