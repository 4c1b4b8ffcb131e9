#!/bin/sh
# Makes the packages of the last commit twice in bare systems, and tries them in other bare systems,
# as their users would: ./dev systems --packages. packages.sh ROOT [SUITE…]
set -eu
root=$1
shift
[ $# -gt 0 ] || set -- bookworm trixie
. "$root/tests/systems/bare.sh"

say() { echo "dev: $suite: $*"; }
fail() { say "$*" >&2; exit 1; }

# open_display: an X server of this machine, which the copy reaches. Sets `display`, `server`.
open_display() {
  rm -f "$out/display"
  Xvfb -displayfd 3 -noreset -screen 0 1300x820x24 3>"$out/display" 2>/dev/null &
  server=$!
  until [ -s "$out/display" ]; do sleep 0.2; done
  display=:$(cat "$out/display")
  mkdir -p "$copy/tmp/.X11-unix"
  mount --bind /tmp/.X11-unix "$copy/tmp/.X11-unix"
}

# as_user COMMAND: the command of a shell in the copy, of an account without any rights.
as_user() {
  in_copy "su user -c 'cd; export DISPLAY=$display PATH=/usr/bin:/bin; $1'"
}

add_user() {
  in_copy "useradd -m user"
  cp "$root/assets/examples/08-it.attn.json" "$copy/home/user/scene.attn.json"
}

# unpack NAME: an archive in the user's folder; a bare system has no xz.
unpack() {
  tar -xf "$out/first/$1.tar.xz" -C "$copy/home/user"
  in_copy "chown -R user /home/user"
}

# try_archive NAME PICTURE: the archive's program writes a figure and opens a window.
try_archive() {
  unpack "$1"
  as_user "$1/bin/attentoscope export scene.attn.json --view weights --out a.pdf && test -s a.pdf"
  as_user "timeout 120 $1/bin/attentoscope scene.attn.json --size 1280x800 --screenshot a.png"
  cp "$copy/home/user/a.png" "$out/$2.png"
}

try_archives() {
  copy_system "$suite"
  add_user
  open_display
  name=$(basename "$out"/first/attentoscope-*-software.tar.xz -software.tar.xz)
  try_archive "$name-software" software
  unpack "$name"
  as_user "! $name/bin/attentoscope --screenshot b.png" 2>"$out/no-opengl" ||
    fail "a window without OpenGL"
  grep -q -- "-software" "$out/no-opengl" || fail "missing OpenGL: $(cat "$out/no-opengl")"
  in_copy "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    libgl1 libegl1 libgl1-mesa-dri" >"$out/apt.log" 2>&1
  try_archive "$name" archive
  kill "$server"
  clean
  say "archives: a figure and a window with Mesa in the archive, and with the system's"
}

# try_arm64: where the packages were made, the one for ARM64, whose program runs in an emulator.
try_arm64() {
  in_copy "dpkg --add-architecture arm64 && apt-get update -qq && cd /root/attentoscope && ./dev package arm64" \
    >"$out/arm64.log" 2>&1 || { tail -n 30 "$out/arm64.log"; exit 1; }
  cp "$copy"/root/attentoscope/build/package-arm64/*.deb "$out/"
  in_copy "cd /root/attentoscope && dpkg-deb -x build/package-arm64/attentoscope_*_arm64.deb /tmp/arm64 &&
    python3 tests/systems/compare_golden.py 'qemu-aarch64 /tmp/arm64/usr/bin/attentoscope' tests/golden tests/golden2"
  say "arm64: $(basename "$out"/*_arm64.deb), whose program agrees with the golden cases under qemu"
}

# try_notebook: runs the notebook of the tests as a user does; its pictures are in notebook.html.
try_notebook() {
  apt_install jupyter-nbconvert python3-ipykernel python3-torch
  cp "$root/tests/python/pytorch.ipynb" "$copy/home/user/"
  as_user "jupyter nbconvert --execute --to html pytorch.ipynb" >"$out/notebook.log" 2>&1 || fail "$(cat "$out/notebook.log")"
  cp "$copy/home/user/pytorch.html" "$out/notebook.html"
  [ "$(grep -o '<svg' "$out/notebook.html" | wc -l)" -ge 3 ] || fail "the notebook lacks pictures: $out/notebook.html"
}

# try_pip: the module by `pip install .`, where the packages were made.
try_pip() {
  apt_install python3-venv python3-numpy
  in_copy "cd /root/attentoscope && python3 -m venv --system-site-packages /tmp/venv && /tmp/venv/bin/pip install -q . &&
    cd /tmp && venv/bin/python -c 'import attentoscope; attentoscope.train(\"copy\", steps=1)' && venv/bin/attentoscope --version" \
    >"$out/pip.log" 2>&1 || fail "$(tail -n 30 "$out/pip.log")"
  say "pip install .: the module trained, the program ran"
}

# files: of the whole copy, but for what apt and dpkg keep for themselves.
files() {
  in_copy "find / -xdev ! -path '/proc/*' ! -path '/dev/*' ! -path '/tmp/*' ! -path '/var/*' ! -path '/home/*'" | sort
}

apt_install() {
  in_copy "DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $*" >>"$out/apt.log" 2>&1
}

try_debs() {
  copy_system "$suite"
  add_user
  open_display
  cp "$out"/first/*.deb "$copy/tmp/"
  in_copy "apt-get update -qq"
  # What a desktop has.
  apt_install xdg-utils libglib2.0-bin libfile-mimeinfo-perl shared-mime-info desktop-file-utils man-db
  apt_install "/tmp/attentoscope_*.deb /tmp/python3-attentoscope_*.deb"
  as_user "attentoscope --version && man attentoscope | grep -q temperature"
  for kind in scene.attn.json:scene+json a.attn-net.json:network+json a.attn-figure.json:figure+json a.attn-model.json:model+json \
    a.npy:numpy-array a.npz:numpy-archive a.safetensors:safetensors; do
    as_user "[ -e ${kind%:*} ] || echo x >${kind%:*}; gio info -a standard::content-type ${kind%:*}" | grep -q "${kind#*:}" ||
      fail "${kind%:*} has no type ${kind#*:}"
  done
  for type in application/x-attentoscope-scene+json application/x-numpy-archive application/x-safetensors; do
    as_user "xdg-mime query default $type" | grep -q attentoscope.desktop || fail "$type opens something else"
  done
  as_user "xdg-open scene.attn.json >/dev/null 2>&1" &
  tries=100
  until DISPLAY=$display xwininfo -root -tree 2>/dev/null | grep -q '"Attentoscope"' &&
    pgrep -f 'attentoscope .*scene.attn.json' >/dev/null; do
    tries=$((tries - 1)); [ $tries -gt 0 ] || fail "xdg-open opens no window"
    sleep 0.2
  done
  pkill -f 'attentoscope .*scene.attn.json' || true
  as_user "python3 -c \"import attentoscope as at; print(at.Scene.open(\\\"scene.attn.json\\\"))\""
  try_notebook
  files >"$out/with"
  in_copy "DEBIAN_FRONTEND=noninteractive apt-get purge -y -qq attentoscope python3-attentoscope" >>"$out/apt.log" 2>&1
  files >"$out/without"
  if grep -i attentoscope "$out/without"; then fail "the package leaves traces"; fi
  if as_user "xdg-mime query default application/x-attentoscope-scene+json" | grep .; then fail "its type stays"; fi
  kill "$server"
  clean
  say "packages: installed, opened a scene by xdg-open, the notebook ran, removed without traces"
}

for suite in "$@"; do
  out=$base/$suite-packages
  rm -rf "$out"
  mkdir -p "$out"
  copy_system "$suite"
  git clone -q "$root" "$copy/root/attentoscope"
  for time in first second; do
    in_copy "cd /root/attentoscope && ./dev package" >"$out/$time.log" 2>&1 || { tail -n 30 "$out/$time.log"; exit 1; }
    mv "$copy/root/attentoscope/build/package" "$out/$time"
  done
  try_pip
  try_arm64
  clean
  # The list of what they were built with has the time, and .changes its sum.
  for file in "$out"/first/*.deb "$out"/first/*.tar.xz "$out"/first/*.dsc; do
    cmp "$file" "$out/second/$(basename "$file")"
  done
  say "the same bytes twice: $(cd "$out/first" && ls *.deb *.tar.xz *.dsc | tr '\n' ' ')"
  try_archives
  try_debs
done
trap - EXIT
