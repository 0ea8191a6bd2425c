#!/bin/sh
# The installed engine as others use it: install.sh <build folder> <source folder> <program peal> <work folder>
# Installs the component, packs a bank, builds the examples against the installation (find_package and
# pkg-config, static and shared), runs them, and looks at what they are linked with and at what the
# shared library gives.
set -eu
build=$1 source=$2 peal=$3 work=$4
rm -rf "$work"
mkdir -p "$work"
say() { echo "install: $*"; }

cmake --install "$build" --component engine --prefix "$work/prefix" >"$work/install.log"
"$peal" pack "$source/examples/engine/bar.json" -o "$work/bar.pealbank" --quality draft --quiet

cmake -S "$source/examples/engine" -B "$work/examples" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DCMAKE_BUILD_TYPE=Release >"$work/configure.log" 2>&1 || { cat "$work/configure.log"; exit 1; }
cmake --build "$work/examples" >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
"$work/examples/first_sound" "$work/bar.pealbank" "$work/first.raw"
if [ -x "$work/examples/falling" ]; then
  "$work/examples/falling" "$work/bar.pealbank" "$work/falling.wav"
else
  say "skipped: Bullet is not installed (Debian: libbullet-dev)"
fi

# The live example without a sound card: SDL's disk driver takes what the callback renders, as fast as it
# comes, and its dummy driver throws it away at the pace of a card.
if [ -x "$work/examples/play_live" ]; then
  SDL_AUDIODRIVER=disk SDL_DISKAUDIOFILE="$work/live.raw" SDL_DISKAUDIODELAY=1 \
    "$work/examples/play_live" "$work/bar.pealbank" 3
  od -An -v -w4 -t f4 "$work/live.raw" | awk '
    { n++; if ($1 ~ /nan|inf/) bad++; x = $1 < 0 ? -$1 : $1 + 0; if (x > peak) peak = x; if (x > 1e-4) heard++ }
    END { printf "install: live: %d samples, peak %g, %d audible, %d not finite\n", n, peak, heard, bad
          exit !(n >= 2 * 3 * 40000 && bad == 0 && peak > 0.001 && peak <= 1 && heard > n / 20) }'
  SDL_AUDIODRIVER=dummy "$work/examples/play_live" "$work/bar.pealbank" 0.5
  if SDL_AUDIODRIVER=dummy "$work/examples/play_live" "$work/first.raw" 0.5; then
    say "play_live took a file that is no bank"
    exit 1
  fi
else
  say "skipped: SDL is not installed (Debian: libsdl2-dev)"
fi

# pkg-config; the library needs nothing but the C++ runtime.
PKG_CONFIG_PATH=$(dirname "$(find "$work/prefix" -name peal-engine.pc)")
export PKG_CONFIG_PATH
# shellcheck disable=SC2046
cc "$source/examples/engine/first_sound.c" $(pkg-config --cflags --libs peal-engine) -o "$work/with_pkg_config"
"$work/with_pkg_config" "$work/bar.pealbank" "$work/second.raw"
cmp "$work/first.raw" "$work/second.raw"
foreign=$(ldd "$work/with_pkg_config" | grep -v 'linux-vdso\|ld-linux\|libstdc++\|libm\.\|libgcc_s\|libc\.\|libpthread' || true)
if [ -n "$foreign" ]; then
  say "the engine needs more than the C++ runtime: $foreign"
  exit 1
fi

# The same with the shared library, by pkg-config and by find_package: the same samples.
library=$(find "$work/prefix" -name libpeal-engine.so)
# shellcheck disable=SC2046
cc "$source/examples/engine/first_sound.c" $(pkg-config --cflags --libs peal-engine-shared) \
  -Wl,-rpath,"$(dirname "$library")" -o "$work/with_shared"
cmake -S "$source/examples/engine" -B "$work/shared_examples" -DCMAKE_PREFIX_PATH="$work/prefix" \
  -DPEAL_ENGINE=peal::engine_shared >"$work/configure.log" 2>&1 || { cat "$work/configure.log"; exit 1; }
cmake --build "$work/shared_examples" --target first_sound >"$work/build.log" 2>&1 || { cat "$work/build.log"; exit 1; }
for program in "$work/with_shared" "$work/shared_examples/first_sound"; do
  if ! ldd "$program" | grep -q "libpeal-engine\.so\.[0-9]* => $work/prefix"; then
    say "$program is not linked with the shared library:"
    ldd "$program"
    exit 1
  fi
  "$program" "$work/bar.pealbank" "$work/shared.raw"
  cmp "$work/first.raw" "$work/shared.raw"
done

# What it gives: the calls that the headers declare, public members of peal::Engine, and nothing else;
# each with the version of the library's number.
abi=$(sed -n 's/#define PEAL_ENGINE_ABI //p' "$work/prefix"/include/peal/version.h)
nm -D --defined-only "$library" | grep -v ' A ' | awk '{print $NF}' >"$work/given.txt"
if grep -v "@@PEAL_ENGINE_$abi\$" "$work/given.txt"; then
  say "these symbols have not the version PEAL_ENGINE_$abi"
  exit 1
fi
sed 's/@.*//' "$work/given.txt" | sort -u >"$work/names.txt"
grep '^peal_' "$work/names.txt" >"$work/given_calls.txt"
sed -nE '/^static/d;s/^[a-z].*[ *](peal_[a-z0-9_]+)\(.*/\1/p' "$work"/prefix/include/peal/*_c.h | sort -u >"$work/declared_calls.txt"
diff "$work/declared_calls.txt" "$work/given_calls.txt" || { say "calls of the headers (<) and of the library (>) differ"; exit 1; }
if grep -v '^peal_' "$work/names.txt" | c++filt | grep -v '^peal::Engine::\(~Engine()\|[a-z_]*(\)'; then
  say "the shared library gives what is not public"
  exit 1
fi

# A bank that was cut off is an error with a sentence.
head -c 1000 "$work/bar.pealbank" >"$work/cut.pealbank"
if "$work/with_pkg_config" "$work/cut.pealbank" "$work/third.raw" >"$work/cut.log"; then
  say "a bank that was cut off was taken"
  exit 1
fi
cat "$work/cut.log"
