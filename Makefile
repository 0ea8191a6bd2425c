# The front door. `make run` and `make test` install what is missing, build, and do their job.
BUILD := build/release
PEAL := $(BUILD)/apps/cli/peal
PREFIX ?= /usr/local

.PHONY: help setup program build run test bench docs install check-format clean

help:
	@echo "make run      build, render the demo scene, say where the sound and pictures are"
	@echo "make test     build, run every fast test"
	@echo "make bench    build, print the benchmark tables"
	@echo "make install  install the program, its scenes and documentation below PREFIX ($(PREFIX))"
	@echo "make docs     write the generated pages (scene reference, JSON schema)"
	@echo "make build    build only"

setup:
	@scripts/setup

$(BUILD)/build.ninja: | setup
	@cmake --preset release -DPEAL_UNITY=ON

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

test: build
	@ctest --preset release -j $$(nproc)

bench: build
	@scripts/bench $(BUILD)

docs: program
	@scripts/write-docs $(PEAL)

install: program
	@cmake --install $(BUILD) --prefix $(PREFIX)

check-format:
	@git ls-files '*.h' '*.cpp' '*.inl' | xargs clang-format --dry-run --Werror

clean:
	@rm -rf build out
