#!/bin/sh
# The installed renderer as others use it: install.sh <build folder> <source folder> <work folder>
# Installs the component, builds the example against it and runs it; compiles the header with nothing else in
# reach; asks for components that are not there.
set -eu
build=$1 source=$2 work=$3
rm -rf "$work"
mkdir -p "$work/cache"
say() { echo "install: $*"; }
PEAL_CACHE=$work/cache
export PEAL_CACHE

cmake --install "$build" --component renderer --prefix "$work/prefix" >"$work/install.log"
cmake -S "$source/examples/renderer" -B "$work/example" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_BUILD_TYPE=Release >"$work/configure.log" 2>&1 || { cat "$work/configure.log"; exit 1; }
cmake --build "$work/example" >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
(cd "$work" && example/bar_and_ball >out.txt 2>progress.txt) || { cat "$work/out.txt" "$work/progress.txt"; exit 1; }
cat "$work/out.txt"
for line in '^near: 2 channel(s) at 48000 Hz, 96000 samples, peak [0-9.e-]* Pa = [0-9.]* dB SPL$' \
  '^far: 1 channel(s) at 48000 Hz, 48000 samples, peak [0-9.e-]* Pa = [0-9.]* dB SPL$' \
  '^mode 5 of the bar: *[0-9.]* Hz, falls by 60 dB in [0-9.]* s$'; do
  grep -q "$line" "$work/out.txt" || { say "no line like $line"; exit 1; }
done
grep -q 'sound *100 %' "$work/progress.txt" || { say "no progress of the sound"; exit 1; }

# The header needs nothing but the standard library: no Eigen, no JSON, no header of ours.
printf '#include <peal/renderer.h>\npeal::renderer::RenderOptions options;\nint main() {}\n' >"$work/alone.cpp"
c++ -std=c++20 -Wall -Wextra -Werror -fsyntax-only -I"$work/prefix/include" "$work/alone.cpp"
foreign=$(c++ -std=c++20 -M -I"$work/prefix/include" "$work/alone.cpp" | tr ' ' '\n' | grep -i 'eigen\|json\|fmt\|tbb' || true)
[ -z "$foreign" ] || { say "renderer.h includes $foreign"; exit 1; }
[ "$(ls "$work/prefix/include/peal" | tr '\n' ' ')" = "renderer.h version.h " ] || { say "other headers are installed"; exit 1; }

# A component that there is not, and one that is not installed here, are refused with a sentence.
asks_for() {
  mkdir -p "$work/asks"
  printf 'cmake_minimum_required(VERSION 3.25)\nproject(asks LANGUAGES C CXX)\nfind_package(peal REQUIRED COMPONENTS %s)\n' \
    "$1" >"$work/asks/CMakeLists.txt"
  rm -rf "$work/asks/build"
  cmake -S "$work/asks" -B "$work/asks/build" -DCMAKE_PREFIX_PATH="$2" >"$work/asks.log" 2>&1
}
if asks_for trombone "$work/prefix"; then say "a component that there is not was found"; exit 1; fi
grep -q "peal has no component 'trombone'" "$work/asks.log" || { cat "$work/asks.log"; exit 1; }
if asks_for engine "$work/prefix"; then say "a component that is not installed was found"; exit 1; fi
grep -q "is not installed" "$work/asks.log" || { cat "$work/asks.log"; exit 1; }

# Who asks for the engine alone needs none of the renderer's libraries, also where both are installed.
cmake --install "$build" --component engine --prefix "$work/prefix" >>"$work/install.log"
asks_for engine "$work/prefix" || { cat "$work/asks.log"; exit 1; }
if grep -q 'peal_renderer_' "$work/asks/build/CMakeCache.txt"; then say "the engine looks for the renderer's libraries"; exit 1; fi
asks_for 'engine renderer' "$work/prefix" || { cat "$work/asks.log"; exit 1; }
