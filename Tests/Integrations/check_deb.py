"""The Debian package: what it holds, and that apt installs it where there is no Swift."""
import gzip
import hashlib
import os
import shutil
import subprocess
import tempfile
import unittest

import clean_system

#: What runs in the clean system.
INSIDE = """
cd /tmp
keep swift sh -c 'command -v swift swiftc; find / -xdev -name "libswift*"'
keep before sh -c 'find / -xdev -path /tmp -prune -o -name "*dnplog*" -print'
keep install apt-get install -y --no-install-recommends ./dnplog.deb
keep version dnplog --version
keep pass dnplog validate happy-device.log
keep fail dnplog validate fetch-no-success.log
gzip -k happy-device.log
keep gzip dnplog validate happy-device.log.gz
keep zone dnplog validate --tz Africa/Abidjan happy-device.log
keep linked ldd /usr/bin/dnplog
keep verify dpkg --verify dnplog
keep manual gzip -dc /usr/share/man/man1/dnplog.1.gz
keep shells apt-get install -y --no-install-recommends bash-completion zsh fish
keep bash bash -c '. /usr/share/bash-completion/bash_completion
  _completion_loader dnplog; complete -p dnplog'
keep zsh zsh -fc 'autoload -U compinit && compinit -u && echo "$_comps[dnplog]"'
keep fish fish -c 'complete -C "dnplog valid"'
keep remove apt-get purge -y dnplog
keep after sh -c 'find / -xdev -path /tmp -prune -o -name "*dnplog*" -print'
"""


def setUpModule():
    """Makes one package for all tests: most of its time goes into compressing it."""
    global FOLDER, PACKAGE
    FOLDER = tempfile.mkdtemp()
    unittest.addModuleCleanup(shutil.rmtree, FOLDER)
    PACKAGE = clean_system.package(FOLDER)


class Package(unittest.TestCase):
    """What the file holds."""

    @classmethod
    def setUpClass(cls):
        cls.root = os.path.join(FOLDER, "root")
        subprocess.run(["dpkg-deb", "-R", PACKAGE, cls.root], check=True)

    def field(self, name):
        return subprocess.run(["dpkg-deb", "-f", PACKAGE, name], check=True,
                              capture_output=True, text=True).stdout.strip()

    def files(self):
        found = set()
        for place, _, names in os.walk(os.path.join(self.root, "usr")):
            found |= {os.path.relpath(os.path.join(place, name), self.root) for name in names}
        return found

    def test_it_depends_on_what_the_program_links(self):
        depends = [word.split()[0] for word in self.field("Depends").split(", ")]
        for name in ("libc6", "libsqlite3-0", "libyaml-0-2", "zlib1g", "tzdata"):
            self.assertIn(name, depends)
        # A Debian package of Swift is not to be had everywhere.
        self.assertFalse([name for name in depends if "swift" in name])

    def test_it_holds_program_manual_completions_schemas_and_examples(self):
        files = self.files()
        for path in ("usr/bin/dnplog", "usr/share/man/man1/dnplog.1.gz",
                     "usr/share/bash-completion/completions/dnplog",
                     "usr/share/zsh/vendor-completions/_dnplog",
                     "usr/share/fish/vendor_completions.d/dnplog.fish",
                     "usr/share/doc/dnplog/copyright", "usr/share/doc/dnplog/changelog.gz"):
            self.assertIn(path, files)
        for name in os.listdir("rules/schema"):
            self.assertIn(f"usr/share/dnplog/schema/{name}", files)
        for kit in ("prometheus", "systemd"):
            for name in os.listdir(f"integrations/{kit}"):
                if os.path.isfile(f"integrations/{kit}/{name}"):
                    self.assertIn(f"usr/share/doc/dnplog/examples/{kit}/{name}", files)

    def test_its_sums_are_those_of_its_files(self):
        with open(os.path.join(self.root, "DEBIAN/md5sums")) as file:
            sums = {path: digest for digest, path in (line.split() for line in file)}
        self.assertEqual(set(sums), self.files())
        for path, digest in sums.items():
            with open(os.path.join(self.root, path), "rb") as file:
                self.assertEqual(hashlib.md5(file.read()).hexdigest(), digest, path)

    def test_everyone_may_read_it(self):
        for place, _, names in os.walk(os.path.join(self.root, "usr")):
            self.assertEqual(os.stat(place).st_mode & 0o777, 0o755, place)
            for name in names:
                path = os.path.join(place, name)
                expected = 0o755 if path.endswith("/bin/dnplog") else 0o644
                self.assertEqual(os.stat(path).st_mode & 0o777, expected, path)

    def test_the_changes_are_those_of_the_project(self):
        with gzip.open(os.path.join(self.root, "usr/share/doc/dnplog/changelog.gz")) as packed, \
                open("CHANGELOG.md", "rb") as file:
            self.assertEqual(packed.read(), file.read())

    def test_lintian_finds_no_error(self):
        found = subprocess.run(["lintian", "--allow-root", "--fail-on", "error", PACKAGE],
                               capture_output=True, text=True)
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)

    def test_the_same_program_makes_the_same_package(self):
        with tempfile.TemporaryDirectory() as folder, open(PACKAGE, "rb") as first, \
                open(clean_system.package(folder), "rb") as second:
            self.assertEqual(hashlib.sha256(first.read()).digest(),
                             hashlib.sha256(second.read()).digest())

    def test_a_program_without_a_version_is_refused_and_nothing_is_left(self):
        with tempfile.TemporaryDirectory() as folder:
            made = subprocess.run(["scripts/package", "/bin/true", folder],
                                  capture_output=True, text=True)
            self.assertNotEqual(made.returncode, 0)
            self.assertIn("prints no version", made.stderr)
            self.assertEqual(os.listdir(folder), [])


class CleanSystem(unittest.TestCase):
    """What apt makes of it in a Debian of essential packages alone."""

    @classmethod
    def setUpClass(cls):
        cls.results = clean_system.run(
            FOLDER, INSIDE, PACKAGE,
            ["samples/prefetch/happy-device.log", "samples/hints/fetch-no-success.log"])

    def check(self, name, status, text=""):
        found, output = self.results[name]
        self.assertEqual(found, status, output)
        self.assertIn(text, output)

    def test_the_system_has_no_swift_and_no_dnplog(self):
        self.assertEqual(self.results["swift"][1], "")
        self.assertEqual(self.results["before"][1], "")

    def test_apt_installs_it_and_what_it_depends_on(self):
        self.check("install", 0, "Setting up dnplog")
        self.check("version", 0, "dnplog ")
        status, output = self.results["linked"]
        self.assertEqual(status, 0)
        self.assertNotIn("not found", output)

    def test_it_judges_logs(self):
        self.check("pass", 0, "PASS")
        self.check("fail", 1, "FAIL")
        self.check("gzip", 0, "PASS")

    def test_it_knows_time_zones_by_name(self):
        self.check("zone", 0, "PASS")

    def test_dpkg_finds_each_file_as_it_was_packed(self):
        self.assertEqual(self.results["verify"], (0, ""))

    def test_the_manual_is_there(self):
        self.check("manual", 0, "check logs of the Daily Notification Plugin")

    def test_each_shell_finds_its_completions(self):
        self.check("shells", 0)
        self.check("bash", 0, "dnplog")
        self.check("zsh", 0, "_dnplog")
        self.check("fish", 0, "validate")

    def test_nothing_is_left_when_it_is_removed(self):
        self.check("remove", 0, "Removing dnplog")
        self.assertEqual(self.results["after"][1], "")


if __name__ == "__main__":
    unittest.main()
