"""Each reader withstands a minute of fuzzing; see Tests/Fuzzing.

FUZZ_SECONDS is for another time. It builds the fuzzer, which takes some minutes the first time.
"""
import os
import platform
import subprocess
import sys

if platform.system() != "Linux":
    print("libFuzzer comes with the toolchains for Linux")
    sys.exit(77)
environment = dict(os.environ, TIME=os.environ.get("FUZZ_SECONDS", "60"))
environment.pop("ONLY", None)
sys.exit(subprocess.run(["Tests/Fuzzing/run"], env=environment).returncode)
