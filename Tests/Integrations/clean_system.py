"""A Debian of essential packages alone, for the checks that install dnplog."""
import os
import shutil
import subprocess

#: `keep NAME COMMAND` runs a command and keeps its output and its status under the name.
KEEP = """#!/bin/sh
mkdir -p /tmp/results
keep() { name=$1; shift; "$@" > /tmp/results/$name.out 2>&1; echo $? > /tmp/results/$name.status; }
"""


def package(folder):
    """Makes the package as `make deb` does, and returns its path."""
    # Whoever runs the check has no address that Lintian takes for one.
    environment = dict(os.environ, DEBFULLNAME="Packager", DEBEMAIL="packager@example.org")
    made = subprocess.run(["scripts/package", os.environ["DNPLOG"], folder], env=environment,
                          capture_output=True, text=True)
    if made.returncode != 0:
        raise AssertionError(f"scripts/package: status {made.returncode}\n{made.stderr}")
    return made.stdout.strip()


def debian_release():
    """The release that this machine runs, such as bookworm."""
    with open("/etc/os-release") as file:
        fields = dict(line.rstrip("\n").split("=", 1) for line in file if "=" in line)
    return fields["VERSION_CODENAME"].strip('"')


def make(target, form, include, hooks):
    """Makes a system of that form, with some packages more, and runs hooks in it."""
    made = subprocess.run(
        ["mmdebstrap", "--variant=apt", f"--format={form}",
         *([f"--include={','.join(include)}"] if include else []), *hooks,
         debian_release(), target], capture_output=True, text=True)
    if made.returncode != 0:
        raise AssertionError(f"mmdebstrap: status {made.returncode}\n{made.stderr}")


def run(folder, script, deb, files):
    """Runs a script in a clean system, with the package and files in /tmp; returns what it kept."""
    # Where mmdebstrap is not root, it is another user who copies from the folder.
    os.chmod(folder, 0o755)
    inside = os.path.join(folder, "inside")
    with open(inside, "w") as file:
        file.write(KEEP + script)
    os.chmod(inside, 0o755)
    named = os.path.join(folder, "dnplog.deb")
    shutil.copy(deb, named)
    make("/dev/null", "null", [],
         [f"--customize-hook=copy-in {inside} {named} {' '.join(files)} /tmp",
          "--chrooted-customize-hook=/tmp/inside",
          f"--customize-hook=copy-out /tmp/results {folder}"])
    return read_results(os.path.join(folder, "results"))


def read_results(folder):
    """The status and the output of each command that was kept, by its name."""
    def read(name):
        with open(os.path.join(folder, name), errors="replace") as file:
            return file.read()
    names = [name[:-7] for name in os.listdir(folder) if name.endswith(".status")]
    return {name: (int(read(name + ".status")), read(name + ".out")) for name in names}
