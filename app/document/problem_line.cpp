#include "app/document/problem_line.h"

#include "app/document/utf8.h"
#include "engine/text.h"

namespace attn {
namespace {

constexpr std::size_t kMaxPlaceBytes = 2700;  // longer ones are shortened where they are made
constexpr std::size_t kMaxTextBytes = 800;

}  // namespace

std::string one_line(std::string_view text, std::size_t bytes) {
  constexpr std::string_view kCut = "…";
  std::string line = shown(valid_utf8(text), text.size());
  if (line.size() <= bytes) return line;
  const auto continues = [&](std::size_t at) { return (line[at] & 0xC0) == 0x80; };
  std::size_t end = bytes - kCut.size();
  while (end > 0 && continues(end)) --end;
  return line.substr(0, end).append(kCut);
}

std::string problem_line(std::string_view file, std::string_view place, std::string_view text) {
  std::string rest = ": ";
  if (!place.empty()) rest += one_line(place, kMaxPlaceBytes) + ": ";
  rest += one_line(text, kMaxTextBytes);
  return one_line(file, kMaxProblemBytes - rest.size()) + rest;
}

}  // namespace attn
