#include "app/document/recovery/recovery_record.h"

#include <algorithm>
#include <stdexcept>

#include "app/document/files/percent.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/base/problem.h"

namespace attn {
namespace {

constexpr std::string_view kRecordVersion = "2 ";
constexpr std::string_view kFirstRecordVersion = "1 ";  // without the content of the file
constexpr std::string_view kNoStamp = "-";
constexpr std::string_view kEnded = "ended ";
constexpr std::string_view kCutOff = "running ";

bool skip(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

/// Removes the text up to the next space, and the space.
std::string_view take_word(std::string_view& text) {
  const std::string_view word = text.substr(0, text.find(' '));
  text.remove_prefix(std::min(word.size() + 1, text.size()));
  return word;
}

}  // namespace

std::string format_record(const Scene& scene, const KnownFile& file, bool ended) {
  const std::string json = format_scene(scene);
  if (static_cast<long long>(json.size()) > kMaxSceneBytes) {
    throw std::runtime_error("expected a scene of at most " + std::to_string(kMaxSceneBytes >> 20) +
                             " MiB, found more");
  }
  std::string record = std::string(kRecordStart) + std::string(kRecordVersion);
  record += ended ? kEnded : kCutOff;
  record += (file.stamp ? format_stamp(*file.stamp) : std::string(kNoStamp)) + " ";
  record += percent_encoded(file.path) + "\n";
  return record + json;
}

std::optional<Recovered> parse_record(std::string_view bytes) try {
  if (!skip(bytes, kRecordStart)) return std::nullopt;
  const bool has_stamp = skip(bytes, kRecordVersion);
  if (!has_stamp && !skip(bytes, kFirstRecordVersion)) return std::nullopt;
  Recovered recovered;
  recovered.ended = skip(bytes, kEnded);
  if (!recovered.ended && !skip(bytes, kCutOff)) return std::nullopt;
  if (has_stamp) recovered.stamp = parse_stamp(take_word(bytes));
  const auto end = bytes.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  recovered.path = percent_decoded(bytes.substr(0, end));
  recovered.scene = parse_scene(bytes.substr(end + 1));
  return recovered;
} catch (const SceneError&) {
  return std::nullopt;
}

}  // namespace attn
