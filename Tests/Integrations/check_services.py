"""The units of systemd and the line of cron, from the package, in a Debian that boots.

A container boots with dnplog, cron and the node exporter as Debian sets them up. It runs the service
for a log that fails, one that passes and one that is missing, lets cron run its line, and looks at
what the node exporter offers.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import clean_system

EXAMPLES = "/usr/share/doc/dnplog/examples/prometheus"
WATCHING = "/usr/share/doc/dnplog/examples/systemd/dnplog-watch.service"
#: Unpacked while the system is made, where nothing starts.
PREPARE = f"""
keep install apt-get install -y --no-install-recommends /tmp/dnplog.deb
cp "{EXAMPLES}/dnplog@.service" "{EXAMPLES}/dnplog@.timer" /etc/systemd/system/
keep verify systemd-analyze verify --man=no dnplog@pixel.service dnplog@pixel.timer
keep security systemd-analyze security --offline=true --threshold=20 dnplog@.service
cp {WATCHING} /etc/systemd/system/
keep verify-watch systemd-analyze verify --man=no dnplog-watch.service
keep security-watch systemd-analyze security --offline=true --threshold=20 dnplog-watch.service
mkdir -p /var/log/dnplog
cp /tmp/happy-device.log /var/log/dnplog/device.log
mv /tmp/fetch-no-success.log /var/log/dnplog/pixel.log
mv /tmp/happy-device.log /var/log/dnplog/emulator.log
mkdir -p /etc/systemd/system/multi-user.target.wants
printf '[Unit]\\nAfter=multi-user.target\\n[Service]\\nType=oneshot\\nExecStart=/booted\\n' \\
    > /etc/systemd/system/check.service
ln -s ../check.service /etc/systemd/system/multi-user.target.wants/
mv /tmp/booted /booted
mv /tmp/results /kept
"""
#: Run by the system that has booted, whose /tmp is new.
BOOTED = f"""
folder=/var/lib/prometheus/node-exporter
for name in pixel emulator missing; do keep start-$name systemctl start dnplog@$name.service; done
keep failed systemctl is-failed dnplog@missing.service
keep journal journalctl --no-pager -u "dnplog@*"
keep timer systemctl enable --now dnplog@emulator.timer
keep waiting systemctl list-timers --no-pager "dnplog@*"
scrape() {{ bash -c 'exec 3<> /dev/tcp/127.0.0.1/9100
  printf "GET /metrics HTTP/1.0\\r\\n\\r\\n" >&3; cat <&3'; }}
keep scrape scrape
keep start-watch systemctl start dnplog-watch.service
until [ -e $folder/dnplog-device.prom ]; do sleep 0.2; done
mv /var/log/dnplog/device.log /var/log/dnplog/device.log.1
cat /var/log/dnplog/pixel.log > /var/log/dnplog/device.log
keep reload-watch systemctl reload dnplog-watch.service
keep stop-watch systemctl stop dnplog-watch.service
keep result-watch systemctl show --property=Result dnplog-watch.service
keep metrics-watch cat $folder/dnplog-device.prom
rm $folder/dnplog-device.prom
keep again-watch systemctl start dnplog-watch.service
until [ -e $folder/dnplog-device.prom ]; do sleep 0.2; done
systemctl stop dnplog-watch.service
keep once-watch grep "^dnplog_lines_total" $folder/dnplog-device.prom
keep journal-watch journalctl --no-pager -u dnplog-watch.service
rm $folder/*
# Each minute, not each ten.
sed 's/^[*][/]10 /* /' {EXAMPLES}/crontab > /tmp/crontab
keep crontab crontab /tmp/crontab
seconds=0
while [ ! -e $folder/dnplog-pixel.prom ] && [ $seconds -lt 100 ]; do sleep 1; seconds=$((seconds + 1)); done
sleep 1
keep cron cat $folder/dnplog-pixel.prom
keep modes stat -c "%a %U %n" $folder/*
cp -R /tmp/results/. /kept
poweroff
"""


class Services(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        shutil.copy(clean_system.package(cls.folder), os.path.join(cls.folder, "dnplog.deb"))
        for name, script in (("prepare", PREPARE), ("booted", BOOTED)):
            path = os.path.join(cls.folder, name)
            with open(path, "w") as file:
                file.write(clean_system.KEEP + script)
            os.chmod(path, 0o755)
        files = [os.path.join(cls.folder, name) for name in ("dnplog.deb", "prepare", "booted")]
        logs = ["samples/prefetch/happy-device.log", "samples/hints/fetch-no-success.log"]
        root = os.path.join(cls.folder, "root")
        clean_system.make(
            root, "directory",
            ["systemd", "systemd-sysv", "dbus", "cron", "prometheus-node-exporter"],
            [f"--customize-hook=copy-in {' '.join(files + logs)} /tmp",
             "--chrooted-customize-hook=/tmp/prepare"])
        # With a network of its own, of which loopback alone is up.
        booted = subprocess.run(
            ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network",
             "--console=pipe", "--boot", "-D", root],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", timeout=300)
        cls.results = clean_system.read_results(os.path.join(root, "kept"))
        if "modes" not in cls.results:
            raise AssertionError(f"the system did not do its work:\n{booted.stdout}")

    def check(self, name, status, text=""):
        found, output = self.results[name]
        self.assertEqual(found, status, output)
        self.assertIn(text, output)

    def test_systemd_accepts_the_units_and_finds_them_confined(self):
        self.check("install", 0)
        self.assertEqual(self.results["verify"], (0, ""))
        self.check("security", 0)

    def test_a_verdict_is_no_failure_of_the_service(self):
        self.check("start-pixel", 0)
        self.check("start-emulator", 0)

    def test_a_log_that_is_missing_is_one(self):
        self.check("start-missing", 1)
        self.check("failed", 0, "failed")

    def test_the_journal_holds_the_report(self):
        self.check("journal", 0, "hints/fetch-has-outcome")
        self.check("journal", 0, "/var/log/dnplog/missing.log")

    def test_the_timer_waits_for_its_time(self):
        self.check("timer", 0)
        self.check("waiting", 0, "dnplog@emulator.service")

    def test_the_node_exporter_offers_each_log_under_its_label(self):
        status, text = self.results["scrape"]
        self.assertEqual(status, 0)
        found = dict(re.findall(r'^dnplog_last_run_success[{]device="(\w+)"[}] (\d)', text, re.M))
        self.assertEqual(found, {"pixel": "1", "emulator": "1", "missing": "0"})
        self.assertIn('dnplog_last_run_verdict{device="pixel",verdict="fail"} 1', text)
        self.assertIn('dnplog_last_run_verdict{device="emulator",verdict="pass"} 1', text)
        self.assertIn("node_textfile_scrape_error 0", text)

    def test_the_watching_service_follows_a_rotation_and_counts_once(self):
        self.assertEqual(self.results["verify-watch"], (0, ""))
        self.check("security-watch", 0)
        for name in ("start", "reload", "stop", "again"):
            self.check(f"{name}-watch", 0)
        self.check("result-watch", 0, "Result=success")
        # 19 lines of the first log, and 17 of the second.
        self.check("metrics-watch", 0, 'dnplog_lines_total{device="device"} 36')
        self.check("once-watch", 0, 'dnplog_lines_total{device="device"} 36')
        self.check("journal-watch", 0, "hints/fetch-has-outcome")
        self.assertNotIn("checkpoint", self.results["journal-watch"][1])

    def test_cron_runs_its_line(self):
        self.check("crontab", 0)
        self.check("cron", 0, 'dnplog_last_run_verdict{device="pixel",verdict="fail"} 1')

    def test_the_files_are_the_roots_and_for_all_to_read(self):
        self.check("modes", 0, "644 root /var/lib/prometheus/node-exporter/dnplog-pixel.prom")


if __name__ == "__main__":
    if os.geteuid() != 0:
        print("only root boots a container")
        sys.exit(77)
    unittest.main()
