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

# start_weston [OPTION…]: on $display; sets weston to its process.
start_weston() {
  export XDG_RUNTIME_DIR=/tmp/weston-runtime
  mkdir -p -m 700 "$XDG_RUNTIME_DIR"
  rm -f "$XDG_RUNTIME_DIR"/*
  DISPLAY=$display weston --backend=x11-backend.so --socket=weston --width=1280 --height=800 \
    --idle-time=0 "$@" &
  weston=$!
  tries=100
  until [ -S "$XDG_RUNTIME_DIR/weston" ]; do
    tries=$((tries - 1)); [ $tries -gt 0 ] || return 1
    sleep 0.2
  done
}

on_wayland() {
  start_weston --xwayland || return 1
  # A GLFW without Wayland reaches Weston through its X server.
  WAYLAND_DISPLAY=weston DISPLAY=$(sed -n 's/.*xserver listening on display \(:[0-9]*\).*/\1/p' \
    "$out/log" | tail -n 1) open_window "$out/wayland.png"
  status=$?
  kill "$weston"
  return $status
}

# full_screen PICTURE: the example on the whole screen, without the time of the evaluation, which
# differs. The mouse rests in the last corner. 95 is the key F11, which xdotool may press with Alt.
full_screen() {
  XDG_CONFIG_HOME=/tmp/fresh-settings "$program" "$example" &
  window=$!
  sleep 5
  DISPLAY=$display xdotool mousemove 2000 1500 sleep 1 key 95 sleep 3 mousemove 2559 1599 sleep 2
  DISPLAY=$display import -window root -crop 2560x1600+0+0 +repage "$1"
  mogrify -fill black -draw "rectangle 1500,0 2559,79" "$1"
  kill "$window"
  wait "$window"
}

# On Wayland at a screen's scale of 2 each pixel is that of X11 with type of twice the size.
alike_at_scale_2() {
  Xvfb -displayfd 3 -noreset -screen 0 2560x1600x24 3>"$out/display" &
  large=$!
  sleep 2
  display=:$(cat "$out/display")
  echo "Xft.dpi: 192" | DISPLAY=$display xrdb -nocpp -merge
  DISPLAY=$display full_screen "$out/x11-2.png"
  start_weston --scale=2 && WAYLAND_DISPLAY=weston full_screen "$out/wayland-2.png"
  kill "$weston" "$large"
  # Mesa rounds a few pixels to the next of 256 steps of a colour.
  compare -metric AE -fuzz 1% "$out/x11-2.png" "$out/wayland-2.png" "$out/difference-2.png"
}

: >"$out/log"
run=$(DISPLAY='' WAYLAND_DISPLAY='' && export DISPLAY WAYLAND_DISPLAY &&
  if timeout 3000 ./dev run >>"$out/log" 2>&1; then echo yes; else echo "**no**"; fi)
install python3 xvfb weston xwayland xdotool imagemagick x11-xserver-utils >>"$out/log" 2>&1
golden=$(python3 tests/systems/compare_golden.py "$program" tests/golden tests/golden2 2>>"$out/log")
Xvfb -displayfd 3 -screen 0 1600x1000x24 3>"$out/display" >>"$out/log" 2>&1 &
server=$!
for try in 1 2 3 4 5 6 7 8 9 10; do [ -s "$out/display" ] || sleep 1; done
display=:$(cat "$out/display")
x11=$(cell on_x11)
wayland=$(cell on_wayland)
kill "$server"
scaled="X11 only"
if dpkg --compare-versions "$(version libglfw3-dev)" ge 3.4; then scaled=$(cell alike_at_scale_2); fi
tests="not run"
if [ -n "$test" ]; then
  rm -rf build  # what ./dev run compiled didn't fail on warnings
  ./dev test >"$out/test.log" 2>&1 && passed=yes || passed="**no**"
  tests=$(sed -n "s/^dev: all tests passed in/$passed,/p" "$out/test.log")
fi
echo "| $name | $(g++ -dumpfullversion) | $(version libeigen3-dev) | $(version libimgui-dev) |" \
  "$(version libglfw3-dev) | $run | ${golden:-**no**} | $x11 | $wayland | $scaled | ${tests:-**no**} |"
