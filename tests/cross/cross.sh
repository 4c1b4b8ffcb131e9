#!/bin/sh
# Builds `compute` for other systems than this one and runs all golden cases there: for Windows (mingw,
# wine), ARM64 (GCC, qemu) and WebAssembly (emscripten, node). cross.sh ROOT [windows|arm64|wasm…]
# The packages are installed by `./dev cross`.
set -eu
root=$1
shift
build=$root/build/cross
sources=$build/sources
mkdir -p "$sources/lists/partial"

# fetch_sources: zlib and md4c, as this release of Debian has them; they have no packages for Windows and
# WebAssembly.
fetch_sources() {
  ! ls -d "$sources"/zlib-* "$sources"/md4c-* >/dev/null 2>&1 || return 0
  mirror=$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' \
    /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null | head -n 1)
  suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
  echo "deb-src $mirror $suite main" >"$sources/deb-src.list"
  apt="apt-get -qq -o APT::Sandbox::User=root -o Dir::Etc::SourceList=$sources/deb-src.list
    -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists=$sources/lists"
  (
    cd "$sources"
    $apt update
    $apt source --download-only --tar-only zlib md4c
    for archive in ./*.orig.tar.*; do tar xf "$archive"; done
  )
}

# try NAME RUNNER PROGRAM CMAKE… configures by the command CMAKE, builds, and runs the golden cases.
try() {
  name=$1 runner=$2 program=$3
  shift 3
  echo "== $name"
  "$@" -S "$root" -B "$build/$name" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DATTN_WINDOW=OFF \
    -DATTN_GLSL=OFF -DATTN_TESTS=OFF -DATTN_LIBRARIES="$root/tests/cross/libraries.cmake" \
    -DATTN_CROSS_SOURCES="$sources" >"$build/$name.log" 2>&1 || { cat "$build/$name.log"; exit 1; }
  cmake --build "$build/$name" --target attentoscope
  # An output is written, and replaced.
  example=$root/assets/examples/01-sleepy-child.attn.json
  for _ in 1 2; do
    $runner "$build/$name/$program" compute "$example" --out "$build/$name/result.json"
  done
  $runner "$build/$name/$program" compute "$example" | tr -d '\r' >"$build/$name/printed.json"
  cmp "$build/$name/result.json" "$build/$name/printed.json"
  python3 "$root/tests/systems/compare_golden.py" "$runner $build/$name/$program" "$root/tests/golden" \
    "$root/tests/golden2"
}

windows() {
  export WINEPREFIX="$build/wine" WINEDEBUG=-all
  wine=$(command -v wine64 || echo /usr/lib/wine/wine64)
  try windows "$wine" attentoscope-compute.exe cmake -DCMAKE_SYSTEM_NAME=Windows \
    -DCMAKE_SYSTEM_PROCESSOR=x86_64 -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc-posix \
    -DCMAKE_CXX_COMPILER=x86_64-w64-mingw32-g++-posix -DCMAKE_EXE_LINKER_FLAGS=-static
}

arm64() {
  try arm64 "qemu-aarch64 -L /usr/aarch64-linux-gnu" attentoscope-compute cmake -DCMAKE_SYSTEM_NAME=Linux \
    -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc \
    -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++
}

wasm() { try wasm node attentoscope-compute.js emcmake cmake; }

fetch_sources
for system in "${@:-windows arm64 wasm}"; do
  for one in $system; do "$one"; done
done
