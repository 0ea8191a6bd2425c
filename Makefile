# The front door. `make run` and `make test` install what is missing, build, and do their job.
BUILD := build/release
PEAL := $(BUILD)/apps/cli/peal
PREFIX ?= /usr/local

SITE := build/studio
NODE_MODULES := ([ -d node_modules ] && [ node_modules -nt package-lock.json ] || npm ci --no-fund --no-audit --loglevel=error)

.PHONY: help setup setup-tests program build run test test-readers deep benchmarks bench docs pictures install check-format clean site studio test-studio pd

help:
	@echo "make run      build, render the demo scene, say where the sound and pictures are"
	@echo "make test     build, run every fast test"
	@echo "make deep     slow tests, sanitizers over all tests, fuzzing; hours, then one table"
	@echo "make bench    build, print the benchmark tables"
	@echo "make studio   build the browser pages and say how to open them (peal studio)"
	@echo "make test-studio  build them, run their tests in a real browser and in Pure Data"
	@echo "make pd       build the externals for Pure Data and say how to open them"
	@echo "make install  install the program, its scenes and documentation below PREFIX ($(PREFIX))"
	@echo "make pictures make the pictures of README and docs anew (long)"
	@echo "make docs     write the generated pages (scene reference, JSON schema)"
	@echo "make build    build only"

setup:
	@scripts/setup

# With what only tests need (ffmpeg, mpirun, SDL), at once; `make run` does without.
setup-tests:
	@scripts/setup tests

$(BUILD)/build.ninja: | setup
	@cmake --preset release $(if $(PEAL_WERROR),-DCMAKE_COMPILE_WARNING_AS_ERROR=ON)

# The program alone: all that `make run` needs.
program: setup $(BUILD)/build.ninja
	@cmake --build --preset release --target peal

build: setup $(BUILD)/build.ninja
	@cmake --build --preset release

run: program
	@$(PEAL) render scenes/coins.json -o out/coins
	@echo
	@echo "Listen to  out/coins/main.wav   (a hundred coins are poured on a wooden table)"
	@echo "Look at    out/coins/main.png   (waveform and spectrogram), out/coins/motion.glb (in Blender)"

test: setup-tests build
	@ctest --preset release -j $$(nproc)

# What reads files that others made, and what runs inside games, with address and undefined-behaviour
# sanitizers: small enough for every change. All tests: `make deep`.
READERS := io_data io_mesh io_schema engine engine_bank engine_instruments
test-readers: export LSAN_OPTIONS := suppressions=$(CURDIR)/tests/leaks.supp:print_suppressions=0
test-readers: setup-tests
	@cmake --preset asan $(if $(PEAL_WERROR),-DCMAKE_COMPILE_WARNING_AS_ERROR=ON) > /dev/null
	@cmake --build --preset asan --target $(addprefix unit_,$(READERS))
	@for module in $(READERS); do build/asan/tests/unit_$$module --gtest_filter=-*Slow.* --gtest_brief=1 || exit 1; done

deep: setup-tests
	@scripts/setup fuzz
	@scripts/deep

benchmarks: setup $(BUILD)/build.ninja
	@cmake --build --preset release --target benchmarks

bench: benchmarks
	@scripts/bench $(BUILD)

# Needs Node.js and clang's WebAssembly target, which the other targets do without.
site: program
	@scripts/setup studio
	@$(MAKE) --no-print-directory -s -C apps/studio/wasm
	@cd apps/studio/web && $(NODE_MODULES) && node build.mjs
	@node apps/studio/banks/pack.mjs $(PEAL) $(SITE)/banks
	@node apps/studio/examples/render.mjs $(PEAL) $(SITE)/examples

studio: site
	@echo
	@echo "Play it    $(PEAL) studio"

# Configures anew: Pure Data may not have been there when the build folder was made.
test-studio: site
	@cmake --preset release > /dev/null
	@cmake --build --preset release --target pd_externals
	@ctest --preset release -L '^pd$$'
	@cd apps/studio && node --test tests/*.test.mjs

pd: setup
	@scripts/setup pd
	@cmake --preset release > /dev/null
	@cmake --build --preset release --target pd_friction pd_modal
	@echo
	@echo "Play it    pd -path $(BUILD)/apps/pd 'apps/pd/peal_friction~-help.pd'"

docs: program
	@scripts/write-docs $(PEAL)

pictures: program
	@scripts/write-pictures $(PEAL)

install: program
	@cmake --build --preset release --target libraries
	@cmake --install $(BUILD) --prefix $(PREFIX)

check-format:
	@git ls-files '*.h' '*.cpp' '*.inl' | xargs clang-format --dry-run --Werror
	@cd apps/studio/web && $(NODE_MODULES)
	@git ls-files '*.ts' '*.mjs' | xargs apps/studio/web/node_modules/.bin/prettier --log-level warn --check

clean:
	@rm -rf build out
