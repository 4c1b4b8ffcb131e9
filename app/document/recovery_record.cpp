#include "app/document/recovery_record.h"

#include <stdexcept>

#include "app/document/percent.h"
#include "app/document/scene_file.h"
#include "engine/problem.h"

namespace attn {
namespace {

constexpr std::string_view kRecordVersion = "1 ";
constexpr std::string_view kEnded = "ended ";
constexpr std::string_view kCutOff = "running ";

bool skip(std::string_view& text, std::string_view start) {
  if (!text.starts_with(start)) return false;
  text.remove_prefix(start.size());
  return true;
}

}  // namespace

std::string format_record(const Scene& scene, const std::string& path, bool ended) {
  const std::string json = format_scene(scene);
  if (static_cast<long long>(json.size()) > kMaxSceneBytes) {
    throw std::runtime_error("expected a scene of at most " + std::to_string(kMaxSceneBytes >> 20) +
                             " MiB, found more");
  }
  std::string record = std::string(kRecordStart) + std::string(kRecordVersion);
  record += ended ? kEnded : kCutOff;
  record += percent_encoded(path) + "\n";
  return record + json;
}

std::optional<Recovered> parse_record(std::string_view bytes) try {
  if (!skip(bytes, kRecordStart) || !skip(bytes, kRecordVersion)) return std::nullopt;
  Recovered recovered;
  recovered.ended = skip(bytes, kEnded);
  if (!recovered.ended && !skip(bytes, kCutOff)) return std::nullopt;
  const auto end = bytes.find('\n');
  if (end == std::string_view::npos) return std::nullopt;
  recovered.path = percent_decoded(bytes.substr(0, end));
  recovered.scene = parse_scene(bytes.substr(end + 1));
  return recovered;
} catch (const SceneError&) {
  return std::nullopt;
}

}  // namespace attn
