#!/bin/sh
# Tries the last commit in bare systems, as a stranger would who follows the README: ./dev systems
# systems.sh ROOT [--test] [SUITE…]. With --test, ./dev test runs there, too.
set -eu
root=$1
shift
test=
[ "${1:-}" != --test ] || { test=$1; shift; }
[ $# -gt 0 ] || set -- bookworm trixie sid
. "$root/tests/systems/bare.sh"

table="| system | GCC | Eigen | Dear ImGui | GLFW | \`./dev run\` | golden cases | X11 | Wayland | Wayland at 2 | \`./dev test\` |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
status=0
for suite in "$@"; do
  copy_system "$suite"
  git clone -q "$root" "$copy/root/attentoscope"
  echo "dev: trying Debian $(cat "$copy/etc/debian_version") ($suite)"
  row=$(in_copy "cd /root/attentoscope && tests/systems/try_system.sh $suite /root/out $test")
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
