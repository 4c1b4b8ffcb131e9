#include "app/document/lessons/lesson_parts.h"

#include <cctype>

namespace attn {
namespace {

struct Row {
  std::string_view prefix, part;
};

/// By prefixes of the names of matrices and controls (tests/ui/README.md).
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
    {"position", "position"},
    {"learn", "learn"},
};

/// Returns whether a control belongs to the view: its name starts with the view's id. "heads.0.w_q"
/// does too, but is a matrix of head 0.
bool is_of_view(std::string_view name, const ViewKind& view) {
  const std::size_t end = view.id.size();
  if (!name.starts_with(view.id) || name.size() < end + 2) return false;
  const bool is_number = std::isdigit(static_cast<unsigned char>(name[end + 1])) != 0;
  return name[end] == '[' || (name[end] == '.' && !is_number);
}

}  // namespace

const ViewKind* heatmap_of(const LessonLight& light) {
  const ViewKind* view = light.is_control ? nullptr : find_view_kind(light.name);
  return view && view->is_heatmap ? view : nullptr;
}

std::string_view part_named_by(std::string_view name) {
  constexpr std::string_view kOfHead = "heads.";
  const bool is_of_head = name.starts_with(kOfHead) && name.size() > kOfHead.size() &&
                          std::isdigit(static_cast<unsigned char>(name[kOfHead.size()])) != 0;
  return is_of_head ? "weights" : std::string_view();
}

std::string part_of(const LessonLight& light) {
  if (const ViewKind* view = heatmap_of(light)) return std::string(view->part);
  if (light.is_control && !view_of_part(light.name).empty()) return light.name;
  // The longest prefix wins.
  std::string_view part;
  std::size_t longest = 0;
  for (const ViewKind& view : view_kinds()) {
    if (is_of_view(light.name, view)) part = view.part, longest = view.id.size() + 1;
  }
  for (const Row& row : kRows) {
    if (row.prefix.size() > longest && light.name.starts_with(row.prefix)) {
      part = row.part, longest = row.prefix.size();
    }
  }
  return std::string(part);
}

}  // namespace attn
