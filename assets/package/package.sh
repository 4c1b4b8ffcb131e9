#!/bin/sh
# Makes Debian's packages and the portable archives of what is committed: package.sh ROOT OUT [ARCHITECTURE]
# With an architecture, arm64, only the program's package for it.
# The same commit on the same system gives the same bytes.
set -eu
root=$1 out=$2 architecture=${3:-}
here=$root/assets/package
. /etc/os-release
version=$(sed -n 's/^project(attentoscope VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
# A system's package is older than that of the next system, which an upgrade installs.
package_version=$version${VERSION_ID:++deb$VERSION_ID}
SOURCE_DATE_EPOCH=$(git -C "$root" log -1 --format=%ct)
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
work=$root/build/package-work
rm -rf "$work" "$out"
mkdir -p "$work" "$out"

# run LOG COMMAND…: quietly; if it fails, its last lines are told.
run() {
  log=$work/$1
  shift
  "$@" >"$log" 2>&1 || { tail -n 40 "$log" >&2; exit 1; }
}

# Sources of the package, with Debian's folder where its tools look for it.
source=$work/attentoscope-$package_version
mkdir "$source"
git -C "$root" archive HEAD | tar -x -C "$source" --exclude=.ci
mv "$source/assets/package/debian" "$source/debian"
cat >"$source/debian/changelog" <<TEXT
attentoscope ($package_version) unstable; urgency=medium

  * What changed is in CHANGELOG.md.

 -- $(sed -n 's/^Maintainer: //p' "$source/debian/control")  $(date -u -R -d "@$SOURCE_DATE_EPOCH")
TEXT
cd "$source"
if [ -n "$architecture" ]; then
  export DEB_BUILD_PROFILES="cross nopython"
  sudo=
  [ "$(id -u)" -eq 0 ] || sudo=sudo
  run build-dep.log $sudo apt-get build-dep -y --no-install-recommends --host-architecture "$architecture" \
    --build-profiles cross,nopython .
  run deb.log dpkg-buildpackage --no-sign --build=any --host-arch "$architecture"
  mv "$work"/*.deb "$work"/attentoscope_*.changes "$work"/attentoscope_*.buildinfo "$out/"
  lintian --fail-on error "$out"/attentoscope_*.changes
  ls -l "$out"
  exit
fi
run deb.log dpkg-buildpackage --no-sign --build=full
mv "$work"/*.deb "$work"/attentoscope_*.dsc "$work"/attentoscope_*.tar.* "$work"/attentoscope_*.changes \
  "$work"/attentoscope_*.buildinfo "$out/"
desktop-file-validate "$here/attentoscope.desktop"
# The project has no address in the web yet. Older versions do not ask for one.
appstreamcli validate --no-net --override=url-homepage-missing=info "$here/attentoscope.metainfo.xml" 2>/dev/null ||
  appstreamcli validate --no-net "$here/attentoscope.metainfo.xml"
lintian --fail-on error "$out"/attentoscope_*.changes

# pack NAME: the folder NAME as NAME.tar.xz.
pack() {
  tar -C "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
    --mode=u+rw,go+r-w -c "$1" | xz -9 -T1 >"$out/$1.tar.xz"
}

# What belongs to the system: the C library, the compiler's (an older one would be in the way of
# drivers that are newer than the program), and OpenGL.
c_library='ld-linux|libc|libm|libdl|librt|libpthread|libresolv'
system=$c_library'|libgcc_s|libstdc\+\+|libGL|libEGL|libGLX|libGLdispatch|libOpenGL'

# copy_library FILE: into lib, with its licence.
copy_library() {
  [ ! -e "lib/$(basename "$1")" ] || return 0
  cp -L "$1" lib/
  package=$(dpkg -S "$(readlink -f "$1")" "$1" 2>/dev/null | head -n 1 | sed 's/[:,].*//')
  cp "/usr/share/doc/$package/copyright" "lib/licences/$package.txt"
}

# copy_needed FILE…: all libraries that these need and the system does not have to have.
copy_needed() {
  for library in $(ldd "$@" | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | sort -u | grep -Ev "/($system)[-.]"); do
    copy_library "$library"
  done
}

# copy_opened NAME…: libraries that are opened by name while the program runs.
copy_opened() {
  for name in "$@"; do
    found=$(ldconfig -p | sed -n "s/.* => \(.*\/$name\)\$/\1/p" | head -n 1)
    [ -n "$found" ] || { echo "package: no library $name here" >&2; exit 1; }
    copy_library "$found"
    copy_needed "$found"
  done
}

machine=$(uname -m)
portable=attentoscope-$version-$machine
mkdir -p "$work/$portable"
cd "$work/$portable"
dpkg-deb --fsys-tarfile "$out/attentoscope_${package_version}_$(dpkg --print-architecture).deb" | tar -x
mv usr/bin usr/share .
rmdir usr
mkdir -p lib/licences
cp "$root/LICENSE" .
# The program has the compiler's libraries in it.
cd "$source"/obj-*
run portable.log cmake "-DCMAKE_EXE_LINKER_FLAGS=$(sed -n 's/^CMAKE_EXE_LINKER_FLAGS:STRING=//p' CMakeCache.txt) \
-static-libstdc++ -static-libgcc" .
run portable.log cmake --build . --target attentoscope
strip -o "$work/$portable/bin/attentoscope" attentoscope
cd "$work/$portable"
copy_needed bin/attentoscope
copy_opened libX11-xcb.so.1 libXcursor.so.1 libXi.so.6 libXrandr.so.2 libXinerama.so.1 libXxf86vm.so.1 \
  libwayland-client.so.0 libwayland-cursor.so.0 libwayland-egl.so.1 libxkbcommon.so.0
for file in lib/*.so*; do patchelf --set-rpath '$ORIGIN' "$file"; done
patchelf --set-rpath '$ORIGIN/../lib' bin/attentoscope
oldest=$(objdump -T bin/attentoscope lib/*.so* | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1 | tr _ ' ')
cat >START.txt <<TEXT
Start bin/attentoscope, from any folder and without installing anything. It runs where the C library is
$oldest or newer (ldd --version) and OpenGL is 3.3 or newer. Without OpenGL, take
$portable-software.tar.xz.
TEXT
pack "$portable"

# The same with Mesa's drivers that compute on the processor.
software=$portable-software
cp -a "$work/$portable" "$work/$software"
cd "$work/$software"
copy_opened libGL.so.1 libEGL.so.1 libGLX.so.0 libGLdispatch.so.0 libOpenGL.so.0 libGLX_mesa.so.0 libEGL_mesa.so.0
system=$c_library
mesa=$(ldconfig -p | sed -n 's/.* => \(.*\)\/libGLX_mesa.so.0$/\1/p' | head -n 1)
copy_needed lib/*.so* "$mesa/dri/swrast_dri.so"
mkdir -p lib/dri lib/egl
cp -L "$mesa/dri/swrast_dri.so" lib/dri/
for file in lib/*.so* lib/dri/*.so; do patchelf --set-rpath '$ORIGIN:$ORIGIN/..' "$file"; done
cat >lib/egl/mesa.json <<'TEXT'
{"file_format_version": "1.0.0", "ICD": {"library_path": "libEGL_mesa.so.0"}}
TEXT
mv bin/attentoscope lib/attentoscope
patchelf --set-rpath '$ORIGIN' lib/attentoscope
cat >bin/attentoscope <<'TEXT'
#!/bin/sh
# Starts Attentoscope with the OpenGL of this folder, which computes on the processor.
lib=$(dirname "$(readlink -f "$0")")/../lib
export LIBGL_ALWAYS_SOFTWARE=1 LIBGL_DRIVERS_PATH="$lib/dri" __GLX_VENDOR_LIBRARY_NAME=mesa
export __EGL_VENDOR_LIBRARY_FILENAMES="$lib/egl/mesa.json"
export LD_LIBRARY_PATH="$lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
exec "$lib/attentoscope" "$@"
TEXT
chmod +x bin/attentoscope
cat >START.txt <<TEXT
Start bin/attentoscope, from any folder and without installing anything. It runs where the C library is
$oldest or newer (ldd --version). OpenGL is in it, and computes on the processor.
TEXT
pack "$software"
ls -l "$out"
