# Bare systems to try something in, made once and kept in ATTN_SYSTEMS (build/systems if not set).
# Sourced by scripts that set `root`; needs root's rights and debootstrap.
base=${ATTN_SYSTEMS:-$root/build/systems}
mirror=$(sed -n 's/^URIs: *//p; s/^deb \(\[[^]]*\] \)\?\([^ ]*\) .*/\2/p' \
  /etc/apt/sources.list.d/*.sources /etc/apt/sources.list 2>/dev/null | head -n 1)
mkdir -p "$base"

# copy_system SUITE: sets `copy` to a new copy of the bare system, which clean removes.
copy_system() {
  bare=$base/$1
  copy=$(mktemp -d "$base/$1-XXXXXX")
  trap clean EXIT
  [ -e "$bare/etc/debian_version" ] ||
    debootstrap --variant=minbase --include=ca-certificates,git "$1" "$bare" "$mirror" >"$base/$1.log"
  cp -a --reflink=auto "$bare/." "$copy"
  # Packages come from where this system's come from.
  cp /etc/apt/apt.conf.d/99* "$copy/etc/apt/apt.conf.d/" 2>/dev/null || true
  cp /etc/resolv.conf /etc/hosts "$copy/etc/" 2>/dev/null || true
  mount --bind /proc "$copy/proc"
  mount --bind /dev "$copy/dev"
}

# in_copy COMMAND: the command of a shell in the copy, as root.
in_copy() {
  env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 chroot "$copy" sh -c "$1"
}

clean() {
  umount -l "$copy/proc" "$copy/dev" "$copy/tmp/.X11-unix" 2>/dev/null || true
  rm -rf --one-file-system "$copy"
}
