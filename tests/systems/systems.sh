#!/bin/sh
# Tries the last commit in bare systems, as a stranger would who follows the README: ./dev systems
# systems.sh ROOT [--test] [SUITE…]. Needs root's rights and debootstrap. A bare system is made once
# and kept in ATTN_SYSTEMS (build/systems if not set); each try works in a copy of it. With --test,
# ./dev test runs there, too.
set -eu
root=$1
shift
test=
[ "${1:-}" != --test ] || { test=$1; shift; }
[ $# -gt 0 ] || set -- bookworm trixie sid
base=${ATTN_SYSTEMS:-$root/build/systems}
mirror=$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' \
  /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null | head -n 1)
mkdir -p "$base"

clean() {
  umount -l "$copy/proc" "$copy/dev" 2>/dev/null || true
  rm -rf --one-file-system "$copy"
}

table="| system | GCC | Eigen | Dear ImGui | GLFW | \`./dev run\` | golden cases | X11 | Wayland | Wayland at 2 | \`./dev test\` |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
status=0
for suite in "$@"; do
  bare=$base/$suite copy=$base/$suite-$$
  [ -e "$bare/etc/debian_version" ] ||
    debootstrap --variant=minbase --include=ca-certificates,git "$suite" "$bare" "$mirror" \
      >"$base/$suite.log"
  trap clean EXIT
  cp -a --reflink=auto "$bare" "$copy"
  # Packages come from where this system's come from.
  cp /etc/apt/apt.conf.d/99* "$copy/etc/apt/apt.conf.d/" 2>/dev/null || true
  cp /etc/resolv.conf /etc/hosts "$copy/etc/" 2>/dev/null || true
  git clone -q "$root" "$copy/root/attentoscope"
  mount --bind /proc "$copy/proc"
  mount --bind /dev "$copy/dev"
  echo "dev: trying Debian $(cat "$copy/etc/debian_version") ($suite)"
  row=$(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
    chroot "$copy" sh -c "cd /root/attentoscope && tests/systems/try_system.sh $suite /root/out $test")
  rm -rf "$base/$suite-out"
  cp -a "$copy/root/out" "$base/$suite-out"
  clean
  trap - EXIT
  table="$table
$row"
  case $row in *'**no**'*) status=1 ;; esac
done
echo "$table"
echo "dev: logs and pictures of the windows are in $base/SUITE-out"
exit $status
