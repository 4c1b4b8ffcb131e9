#include "app/document/lessons/lesson_parts.h"

#include <string_view>

namespace attn {
namespace {

struct Row {
  std::string_view prefix, part;
};

/// By how the names of matrices and controls begin (tests/ui/README.md); the first one counts.
constexpr Row kRows[] = {
    {"embeddings", "embeddings.table"},
    {"tokens", "embeddings.table"},
    {"values.0", "inputs"},
    {"values.1", "inputs"},
    {"values", "embeddings.table"},
    {"sentence", "inputs"},
    {"queries.0", "inputs"},
    {"queries.1", "inputs"},
    {"quer", "queries"},
    {"heads.count", "heads"},
    {"heads.of", "tab.heads"},
    {"heads.share", "tab.heads"},
    {"heads.keys", "tab.heads"},
    {"heads.links", "tab.heads"},
    {"heads.queries", "tab.heads"},
    {"heads.head", "tab.heads"},
    {"heads.", "weights"},
    {"head", "heads"},
    {"combine", "heads"},
    {"temperature", "temperature"},
    {"normalizer", "normalizer"},
    {"score", "attention"},
    {"bias", "attention"},
    {"mask", "mask"},
    {"row", "row"},
    {"inspector", "inspector"},
    {"outputs", "tab.outputs"},
    {"steps", "tab.steps"},
    {"positions", "tab.positions"},
    {"position", "position"},
    {"plane", "tab.plane"},
    {"graph", "tab.graph"},
    {"curve", "tab.curve"},
    {"symmetry", "tab.symmetry"},
    {"compare", "tab.compare"},
};

}  // namespace

std::string part_of(const LessonLight& light) {
  if (light.is_control && light.name.starts_with("tab.")) return light.name;
  if (!light.is_control && (light.name == "weights" || light.name == "scores")) {
    return "tab." + light.name;
  }
  for (const Row& row : kRows) {
    if (light.name.starts_with(row.prefix)) return std::string(row.part);
  }
  return {};
}

}  // namespace attn
