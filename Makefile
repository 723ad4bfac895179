# dnplog: `make demo` shows it, `make test` proves it.

SWIFT ?= swift
export DESTDIR PREFIX
SAMPLE ?= samples/prefetch/happy-device.log
FAULTY ?= samples/prefetch/other-schedule-executed.log
DNPLOG := .build/release/dnplog
SOURCES := Sources Tests Package.swift Plugins

.DEFAULT_GOAL := help
.PHONY: help setup build install uninstall deb demo check test test-integrations sanitize coverage fuzz instructions bench accuracy lines format clean

help:
	@echo "make demo    build dnplog and judge two sample logs"
	@echo "make test    check the format, build everything, run all tests, count instructions"
	@echo "make check   check the format and run the quick tests: two minutes where all is built"
	@echo "make test-integrations  run it beside the programs that it works with (ONLY=html,ci for some)"
	@echo "make sanitize  run all tests under address and thread checks (ONLY=thread for one)"
	@echo "make coverage  run all tests and tell how much of each module they run"
	@echo "make fuzz    run the readers on hostile bytes (TIME=60 seconds each, ONLY=lines,json for some)"
	@echo "make build   build $(DNPLOG)"
	@echo "make install  install it under PREFIX, /usr/local if none is given; make uninstall removes it"
	@echo "make deb     package it for Debian, below .build/packages"
	@echo "make bench   measure it beside public tools (BENCH='--size 100M --fast' for a quick look)"
	@echo "make instructions  count those of the release beside the stored ones"
	@echo "make accuracy  measure what is found of what is injected or changed, for docs/accuracy.md"
	@echo "make lines   list the lines that are understood, for docs/lines.md"
	@echo "make format  format the sources"
	@echo "make clean   remove what was built"

# The C libraries that the package links; installed only where one is missing.
setup:
	@SWIFT=$(SWIFT) scripts/setup

build: setup
	@SWIFT=$(SWIFT) scripts/build

# Where Swift is only the user's: `make build`, then `sudo make install`, which builds nothing.
install:
	@[ -x $(DNPLOG) ] || $(MAKE) --no-print-directory build
	@scripts/install install $(DNPLOG)

uninstall:
	@scripts/install uninstall $(DNPLOG)

# For the Debian that it is built on: other releases have other versions of the C libraries.
deb: build
	@scripts/package $(DNPLOG) .build/packages

# The second log is faulty on purpose: its exit status is shown, not obeyed.
demo: build
	@scripts/demo $(DNPLOG) $(SAMPLE) $(FAULTY)

# What takes long runs in `make test` alone: random and mutated logs, and all scenarios.
SLOW := Mutat|RememberedStep|Accuracy|ClosedLoop|Oracle|Fuzz|EngineBound|ContainerAgreement|WrongBytes|AssumedClock|Distribution|DetailLimit|ArchiveCommand|ExplainAgreement|ExportTests

check:
	@SWIFT=$(SWIFT) scripts/setup tests
	$(SWIFT) format lint --strict -r -p $(SOURCES)
	$(SWIFT) build --build-tests
	@SWIFT=$(SWIFT) scripts/suite --skip-build --skip '$(SLOW)'

test:
	@SWIFT=$(SWIFT) scripts/setup tests
	$(SWIFT) format lint --strict -r -p $(SOURCES)
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	@SWIFT=$(SWIFT) scripts/suite
	python3 benchmarks/instructions.py .build/debug/dnplog --build debug

# It wants Debian and the network, for the programs that dnplog works with.
test-integrations: build
	@DNPLOG=$(DNPLOG) Tests/Integrations/run

# Two builds of all, and the suite in each: an hour or more.
sanitize:
	@SWIFT=$(SWIFT) scripts/setup tests
	@SWIFT=$(SWIFT) scripts/sanitize

coverage:
	@SWIFT=$(SWIFT) scripts/setup tests
	@SWIFT=$(SWIFT) scripts/coverage

# Each reader by itself, under libFuzzer and AddressSanitizer.
fuzz:
	@SWIFT=$(SWIFT) scripts/setup
	@SWIFT=$(SWIFT) Tests/Fuzzing/run

# Of the release, beside the stored counts; RECORD=--record stores them.
instructions: build
	@SWIFT=$(SWIFT) scripts/setup tests
	python3 benchmarks/instructions.py $(DNPLOG) --build release $(RECORD)

# A gigabyte of corpora and some twenty minutes, unless BENCH asks for less.
bench: build
	@SWIFT=$(SWIFT) scripts/setup rivals
	python3 benchmarks/bench.py $(DNPLOG) --json .build/bench.json $(BENCH)
	python3 benchmarks/query.py $(DNPLOG)

# Recording counts as a failure, so that nobody records by mistake and calls it tested.
accuracy: setup
	$(SWIFT) build --build-tests
	-DNPLOG_RECORD=1 $(SWIFT) test --skip-build --filter 'AccuracyTests|MutationTests'
	@git --no-pager diff --stat docs/accuracy.md

lines: setup
	$(SWIFT) build --build-tests
	-DNPLOG_RECORD=1 $(SWIFT) test --skip-build --filter LinesPageTests
	@git --no-pager diff --stat docs/lines.md

format:
	$(SWIFT) format -i -r -p $(SOURCES)

clean:
	$(SWIFT) package clean
