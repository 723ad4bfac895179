"""Completions load in bash, zsh and fish and give the expected words; the manual page is sound.

DNPLOG names the program. A shell that is not installed is an error: what is not tried is not proven.
"""

import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

PROGRAM = pathlib.Path(os.environ["DNPLOG"]).resolve()

# A command line whose last word is to be completed, a word that must come, and one that must not.
CASES = [
    (["va"], "validate", "events"),
    (["rules", ""], "params", "validate"),
    (["validate", "--form"], "--format", "--export"),
    (["validate", "--format", "ju"], "junit", "json"),
    (["validate", "--input-format", "threadt"], "threadtime", "docker"),
    (["validate", "--tz", "Europe/Berl"], "Europe/Berlin", "Europe/Paris"),
    (["validate", "--profile", "wal"], "wallet-sync", "pull"),
    (["explain", "hints/fetch-has-o"], "hints/fetch-has-outcome", "validate"),
    (["simulate", "hap"], "happy", "validate"),
    (["rules", "schema", "pro"], "profile", "pack"),
]


def run(words, folder, **others):
    return subprocess.run(
        words, cwd=folder, env=environment(folder), capture_output=True, text=True, timeout=120,
        check=False, **others)


def environment(folder):
    """A user without settings of their own, for whom `dnplog` is the program under test."""
    return {
        "PATH": f"{folder}:/usr/local/bin:/usr/bin:/bin", "HOME": str(folder), "TERM": "dumb",
        "LC_ALL": "C.UTF-8", "LANG": "C.UTF-8",
    }


def bash(line, folder):
    words = " ".join(f"'{word}'" for word in ["dnplog", *line])
    script = f"""
        compopt() {{ :; }}
        source <(dnplog completions bash)
        complete -p dnplog > /dev/null || exit 1
        COMP_WORDS=({words}); COMP_CWORD={len(line)}; _dnplog; printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    return run(["bash", "--norc", "-c", script], folder)


def fish(line, folder):
    script = f"dnplog completions fish | source; complete -C 'dnplog {' '.join(line)}' | cut -f1"
    return run(["fish", "--no-config", "-c", script], folder)


def zsh(line, folder):
    """Types the line into a zsh in a terminal and asks for the list of words."""
    (folder / ".zfunc").mkdir(exist_ok=True)
    (folder / ".zfunc/_dnplog").write_text(run(["dnplog", "completions", "zsh"], folder).stdout)
    (folder / ".zshrc").write_text(
        "fpath=(~/.zfunc $fpath); autoload -U compinit; compinit -u -D; PS1='ready> '\n"
        "setopt no_always_last_prompt; LISTMAX=0; bindkey '^D' list-choices; unsetopt zle_bracketed_paste\n"
        "bindkey -e; bindkey '^Xl' list-choices; stty columns 200\n")
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execvpe("zsh", ["zsh", "-i"], environment(folder))
    try:
        read_until(terminal, "ready> ")
        os.write(terminal, ("dnplog " + " ".join(line)).encode() + b"\x18l")
        text = read_for(terminal, 6, settled=1.0)
    finally:
        os.write(terminal, b"\x03exit\n")
        os.close(terminal)
        os.waitpid(child, 0)
    # What was typed comes back first; the words stand on the lines behind it.
    _, _, listed = text.partition("\n")
    # A single match is put in place of the word instead of listed.
    inserted = text.replace("\r", "").replace("\x08", "")
    return subprocess.CompletedProcess(["zsh"], 0, listed + "\n" + inserted, "")


def read_until(terminal, mark, limit=20):
    text = ""
    end = time.monotonic() + limit
    while mark not in text:
        if time.monotonic() > end:
            raise AssertionError(f"zsh never said {mark!r}: {text!r}")
        text += read_some(terminal, 0.2)
    return text


def read_for(terminal, limit, settled):
    """What comes until nothing has come for a while."""
    text, last, end = "", time.monotonic(), time.monotonic() + limit
    while time.monotonic() < end and (not text.count("\n") or time.monotonic() - last < settled):
        more = read_some(terminal, 0.1)
        if more:
            text, last = text + more, time.monotonic()
    return text


def read_some(terminal, wait):
    if not select.select([terminal], [], [], wait)[0]:
        return ""
    try:
        return os.read(terminal, 65536).decode(errors="replace")
    except OSError:
        return ""


def check_completions(folder):
    failures = []
    for shell in (bash, zsh, fish):
        if shutil.which(shell.__name__) is None:
            failures.append(f"{shell.__name__} is not installed")
            continue
        for line, expected, unexpected in CASES:
            result = shell(line, folder)
            words = set(re.findall(r"[^\s\x1b]+", result.stdout))
            shown = f"{shell.__name__}: dnplog {' '.join(line)}"
            if expected not in words:
                failures.append(f"{shown}: no {expected!r} in {result.stdout!r} {result.stderr!r}")
            if unexpected in words:
                failures.append(f"{shown}: {unexpected!r} in {result.stdout!r}")
            if result.stderr.strip():
                failures.append(f"{shown}: said {result.stderr!r}")
    return failures


def check_manual(folder):
    page = folder / "dnplog.1"
    page.write_text(run(["dnplog", "man"], folder).stdout)
    failures = []
    for tool in (["man", "-l", "--warnings", "-P", "cat", str(page)], ["mandoc", "-T", "lint", "-W", "warning", str(page)]):
        if shutil.which(tool[0]) is None:
            failures.append(f"{tool[0]} is not installed")
            continue
        result = run(tool, folder)
        said = result.stderr + (result.stdout if tool[0] == "mandoc" else "")
        # Sources without a repository have no date.
        said = re.sub(r".*WARNING: missing date.*\n", "", said)
        if said.strip():
            failures.append(f"{' '.join(tool[:3])}: status {result.returncode}: {said}")
        if tool[0] == "man":
            text = re.sub(".\b", "", result.stdout)
            for heading in ("EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"):
                if f"\n{heading}\n" not in text:
                    failures.append(f"the manual page has no section {heading}")
    return failures


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "dnplog").symlink_to(PROGRAM)
        failures = check_completions(folder) + check_manual(folder)
    for failure in failures:
        print(failure, file=sys.stderr)
    if not failures:
        print(f"{len(CASES)} command lines in bash, zsh and fish, and the manual page: as expected")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
