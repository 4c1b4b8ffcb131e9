#include "app/figure/inspector/source.h"

#include "engine/base/text.h"

namespace attn {
namespace {

/// Removes a trailing "[12]" from `name`, if there is one.
std::optional<Index> take_index(std::string_view& name) {
  if (!name.ends_with(']')) return std::nullopt;
  const auto open = name.rfind('[');
  if (open == std::string_view::npos) return std::nullopt;
  const auto index = parsed<Index>(name.substr(open + 1, name.size() - open - 2));
  if (index) name = name.substr(0, open);
  return index;
}

}  // namespace

std::optional<Side> side_in(const std::vector<Source>& sources, std::string_view control) {
  if (sources.empty()) return std::nullopt;
  std::string_view name = control;
  const auto column = take_index(name);
  const auto row = column ? take_index(name) : std::nullopt;
  for (const Source& source : sources) {
    const bool is_cell = row && source.name == name && source.covers(*row, *column);
    const bool is_control = source.name == control && !source.row && !source.column;
    if (is_cell || is_control) return source.side;
  }
  return std::nullopt;
}

}  // namespace attn
