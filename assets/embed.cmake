# Writes OUT, a C++ file that holds the bytes of each of FILES (paths below ROOT), for assets.h.
# Run as a script: cmake -DROOT=… -DOUT=… -DFILES=a;b -P embed.cmake
set(arrays "")
set(rows "")
set(number 0)
foreach(file IN LISTS FILES)
  file(READ "${ROOT}/${file}" hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${hex}")
  # A string literal compiles many times faster than a list of numbers.
  string(REGEX REPLACE "(................................................................)" "\\1\"\n\"" bytes "${bytes}")
  string(APPEND arrays "const char bytes_${number}[] =\n\"${bytes}\";\n")
  string(APPEND rows "    {\"${file}\", {bytes_${number}, sizeof(bytes_${number}) - 1}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUT}.new" "// Made by embed.cmake.
#include \"assets/assets.h\"

namespace attn {
namespace {
${arrays}
const Asset kAssets[] = {
${rows}};
}  // namespace

std::span<const Asset> assets() { return kAssets; }

}  // namespace attn
")
file(RENAME "${OUT}.new" "${OUT}")
