#include "app/failure.h"

#include "app/document/utf8.h"
#include "engine/text.h"

namespace attn {
namespace {

constexpr std::string_view kProgram = "attentoscope: ";
constexpr std::size_t kMaxPlaceBytes = 2700;  // longer ones are shortened where they are made
constexpr std::size_t kMaxTextBytes = 800;

/// `text` on one line of at most `bytes`, cut between characters.
std::string fitted(std::string_view text, std::size_t bytes) {
  constexpr std::string_view kCut = "…";
  std::string line = shown(valid_utf8(text), text.size());
  if (line.size() <= bytes) return line;
  const auto continues = [&](std::size_t at) { return (line[at] & 0xC0) == 0x80; };
  std::size_t end = bytes - kCut.size();
  while (end > 0 && continues(end)) --end;
  return line.substr(0, end).append(kCut);
}

/// The place and the words are what helps: the file's name gets the bytes that they leave.
std::string line_about(std::string_view file, std::string_view place, std::string_view text) {
  std::string rest = ": ";
  if (!place.empty()) rest += fitted(place, kMaxPlaceBytes) + ": ";
  rest += fitted(text, kMaxTextBytes);
  const std::size_t used = kProgram.size() + rest.size() + 1;
  return std::string(kProgram) + fitted(file, kMaxLineBytes - 1 - used) + rest;
}

}  // namespace

Failure::Failure(Status status, std::string_view text)
    : std::runtime_error(std::string(kProgram) + fitted(text, kMaxLineBytes - 2 - kProgram.size())),
      status_(status) {}

Failure::Failure(Status status, std::string_view file, std::string_view text)
    : std::runtime_error(line_about(file, "", text)), status_(status) {}

Failure::Failure(std::string_view file, const Problem& problem)
    : std::runtime_error(line_about(file, problem.place, problem.text)), status_(Status::kWrong) {}

}  // namespace attn
