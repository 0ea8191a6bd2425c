#!/bin/sh
# The installed engine as others use it: install.sh <build folder> <source folder> <program peal> <work folder>
# Installs the component, packs a bank, builds the examples against the installation (find_package and
# pkg-config), runs them, and looks at what they are linked with.
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

# A bank that was cut off is an error with a sentence.
head -c 1000 "$work/bar.pealbank" >"$work/cut.pealbank"
if "$work/with_pkg_config" "$work/cut.pealbank" "$work/third.raw" >"$work/cut.log"; then
  say "a bank that was cut off was taken"
  exit 1
fi
cat "$work/cut.log"
