#include "app/document/files/problem_line.h"

#include <new>
#include <stdexcept>
#include <system_error>

#include "app/document/files/memory_limit.h"
#include "app/document/files/utf8.h"
#include "engine/base/text.h"

namespace attn {
namespace {

constexpr std::size_t kMaxPlaceBytes = 2700;  // longer ones are already shortened
constexpr std::size_t kMaxTextBytes = 800;

/// External text for use in our line.
std::string of_others(std::string_view text, std::size_t bytes) {
  return one_line(isolated(escaped(valid_utf8(text))), bytes);
}

}  // namespace

std::string one_line(std::string_view text, std::size_t bytes) {
  constexpr std::string_view kCut = "…", kClosed = "\u2069";
  std::string line = escaped_line(valid_utf8(text));
  if (line.size() <= bytes) return line;
  const auto continues = [&](std::size_t at) { return (line[at] & 0xC0) == 0x80; };
  std::size_t end = bytes - kCut.size() - kClosed.size();
  while (end > 0 && continues(end)) --end;
  return with_isolates_closed(line.substr(0, end).append(kCut));
}

std::string error_message(const std::exception& error) {
  // Threads are also refused for lack of memory.
  const auto* const system = dynamic_cast<const std::system_error*>(&error);
  const bool is_memory =
      dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
      dynamic_cast<const std::length_error*>(&error) != nullptr ||
      (system != nullptr && system->code() == std::errc::resource_unavailable_try_again);
  return is_memory ? out_of_memory_words() : error.what();
}

std::string problem_line(std::string_view file, std::string_view place, std::string_view text) {
  std::string rest = ": ";
  if (!place.empty()) rest += of_others(place, kMaxPlaceBytes) + ": ";
  rest += one_line(text, kMaxTextBytes);
  return of_others(file, kMaxProblemBytes - rest.size()) + rest;
}

}  // namespace attn
