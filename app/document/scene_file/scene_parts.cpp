#include "app/document/scene_file/scene_parts.h"

#include <algorithm>

namespace attn {
namespace {

bool has_other_sentence(const Scene& a, const Scene& b) {
  return a.tokens != b.tokens || a.query_tokens() != b.query_tokens() ||
         a.queries.has_value() != b.queries.has_value();
}

bool has_other_attention(const Scene& a, const Scene& b) {
  return !(a.score == b.score) || a.bias != b.bias;
}

/// Added and removed heads are handled separately.
bool has_other_weights(const Scene& a, const Scene& b) {
  const auto common = static_cast<std::ptrdiff_t>(std::min(a.heads.size(), b.heads.size()));
  return !std::equal(a.heads.begin(), a.heads.begin() + common, b.heads.begin());
}

bool has_other_normalizer(const Scene& a, const Scene& b) {
  Normalizer other = a.normalizer;
  other.temperature = b.normalizer.temperature;
  return !(other == b.normalizer);
}

/// Returns whether a lock of "temperature" also locks the part: both are under that heading.
bool is_locked_as(const std::set<std::string>& locked, const std::string& part) {
  return locked.contains(part) || (part == "normalizer" && locked.contains("temperature"));
}

struct ChangingPart {
  const char* id;
  bool (*differs)(const Scene& a, const Scene& b);
};

constexpr ChangingPart kChanging[] = {
    {"inputs", has_other_sentence},
    {"queries", [](const Scene& a, const Scene& b) { return a.queries != b.queries; }},
    {"embeddings.table",
     [](const Scene& a, const Scene& b) {
       return a.embeddings != b.embeddings || a.values != b.values;
     }},
    {"weights", has_other_weights},
    {"attention", has_other_attention},
    {"temperature",
     [](const Scene& a, const Scene& b) {
       return a.normalizer.temperature != b.normalizer.temperature;
     }},
    {"normalizer", has_other_normalizer},
    {"mask", [](const Scene& a, const Scene& b) { return a.masks != b.masks; }},
    {"heads",
     [](const Scene& a, const Scene& b) {
       return a.heads.size() != b.heads.size() || !(a.combine == b.combine);
     }},
    {"position", [](const Scene& a, const Scene& b) { return !(a.position == b.position); }},
};

}  // namespace

std::vector<std::string> changed_parts(const Scene& before, const Scene& after) {
  std::vector<std::string> parts;
  for (const ChangingPart& part : kChanging) {
    if (part.differs(before, after)) parts.emplace_back(part.id);
  }
  return parts;
}

std::string locked_change(const std::set<std::string>& locked, const Scene& before,
                          const Scene& after) {
  if (locked.empty()) return "";
  const auto changed = changed_parts(before, after);
  const auto found = std::ranges::find_if(
      changed, [&](const std::string& id) { return is_locked_as(locked, id); });
  return found == changed.end() ? "" : *found;
}

}  // namespace attn
