# The front door. `make run` and `make test` install what is missing, build, and do their job.
BUILD := build/release
PEAL := $(BUILD)/apps/cli/peal
PREFIX ?= /usr/local

.PHONY: run test build setup bench install check-format docs clean help

help:
	@echo "make run      build, render the demo scene, say where the sound and pictures are"
	@echo "make test     build, run every fast test"
	@echo "make bench    build, print the benchmark tables"
	@echo "make install  install the program and its headers below PREFIX ($(PREFIX))"
	@echo "make docs     write the generated pages (scene reference, JSON schema)"
	@echo "make build    build only"

setup:
	@scripts/setup

build: setup
	@[ -f $(BUILD)/build.ninja ] || cmake --preset release
	@cmake --build --preset release

run: build
	@$(PEAL) render scenes/drop.json -o out/drop
	@echo
	@echo "Listen to  out/drop/main.wav   (a steel ball and an aluminium bar fall on concrete)"
	@echo "Look at    out/drop/main.png   (waveform and spectrogram), out/drop/report.json"

test: build
	@ctest --preset release -j $$(nproc)

bench: build
	@scripts/bench $(BUILD)

docs: build
	@scripts/write-docs $(PEAL)

install: build
	@cmake --install $(BUILD) --prefix $(PREFIX)

check-format:
	@git ls-files '*.h' '*.cpp' '*.inl' | xargs clang-format --dry-run --Werror

clean:
	@rm -rf build out
