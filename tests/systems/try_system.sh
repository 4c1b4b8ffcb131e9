#!/bin/sh
# Does in a bare system what the README says, and prints one row of the table of `./dev systems`.
# Runs in the project's folder, as root. try_system.sh NAME FOLDER [--test]: pictures and logs go to
# FOLDER; with --test, ./dev test runs there, too.
set -u
name=$1 out=$2 test=${3:-}
mkdir -p "$out"
example=assets/examples/01-sleepy-child.attn.json
program=build/release/attentoscope

# cell COMMAND…: "yes" where it ends well; else the log tells.
cell() {
  if "$@" >>"$out/log" 2>&1; then echo yes; else echo "**no**"; fi
}

install() {
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
}

version() {
  dpkg-query -W -f='${source:Upstream-Version}' "$1" 2>/dev/null | sed 's/+.*//'
}

# open_window PICTURE: opens the example in a window and keeps what it shows.
open_window() {
  rm -f "$1"
  timeout 120 "$program" "$example" --screenshot "$1" && [ -s "$1" ]
}

on_x11() {
  DISPLAY=$display open_window "$out/x11.png"
}

on_wayland() {
  export XDG_RUNTIME_DIR=/tmp/weston-runtime
  mkdir -p -m 700 "$XDG_RUNTIME_DIR"
  DISPLAY=$display weston --backend=x11-backend.so --socket=weston --xwayland --width=1280 \
    --height=800 --idle-time=0 &
  weston=$!
  tries=100
  until [ -S "$XDG_RUNTIME_DIR/weston" ]; do
    tries=$((tries - 1)); [ $tries -gt 0 ] || return 1
    sleep 0.2
  done
  # A GLFW without Wayland reaches Weston through its X server.
  WAYLAND_DISPLAY=weston DISPLAY=$(sed -n 's/.*xserver listening on display \(:[0-9]*\).*/\1/p' \
    "$out/log" | tail -n 1) open_window "$out/wayland.png"
  status=$?
  kill "$weston"
  return $status
}

: >"$out/log"
run=$(DISPLAY='' WAYLAND_DISPLAY='' && export DISPLAY WAYLAND_DISPLAY &&
  if timeout 3000 ./dev run >>"$out/log" 2>&1; then echo yes; else echo "**no**"; fi)
install python3 xvfb weston xwayland >>"$out/log" 2>&1
golden=$(python3 tests/systems/compare_golden.py "$program" tests/golden tests/golden2 2>>"$out/log")
Xvfb -displayfd 3 -screen 0 1600x1000x24 3>"$out/display" >>"$out/log" 2>&1 &
server=$!
for try in 1 2 3 4 5 6 7 8 9 10; do [ -s "$out/display" ] || sleep 1; done
display=:$(cat "$out/display")
x11=$(cell on_x11)
wayland=$(cell on_wayland)
kill "$server"
tests="not run"
if [ -n "$test" ]; then
  rm -rf build  # what ./dev run compiled didn't fail on warnings
  ./dev test >"$out/test.log" 2>&1 && passed=yes || passed="**no**"
  tests=$(sed -n "s/^dev: all tests passed in/$passed,/p" "$out/test.log")
fi
echo "| $name | $(g++ -dumpfullversion) | $(version libeigen3-dev) | $(version libimgui-dev) |" \
  "$(version libglfw3-dev) | $run | ${golden:-**no**} | $x11 | $wayland | ${tests:-**no**} |"
