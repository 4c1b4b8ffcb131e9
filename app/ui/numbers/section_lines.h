#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "app/ui/numbers/number_field.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/attention/kinds.h"

namespace attn::ui {

// Lines of the right panel's sections: a word, and its control.

/// x of the controls: words use the space before it.
float control_x(const Ui& ui, const Pen& pen);

/// Draws the word of the next line, which may be a formula; returns the box of its control.
Box word_line(Ui& ui, Pen& pen, std::string_view word, float height);

/// Line for a list of `labels`: below its word if one of them does not fit next to it.
Box list_line(Ui& ui, Pen& pen, std::string_view word, std::span<const std::string_view> labels);

/// Draws a formula on a background, smaller if it is long.
void formula_box(Ui& ui, Pen& pen, std::string_view tex);

/// Draws "Score  [Dot product ▾]"; returns the chosen row. The tooltip shows the formula, or
/// `words` if the scene's formula differs from the kind's.
template <typename Kind>
const Kind* choose_kind(Ui& ui, Pen& pen, std::string_view word, std::string_view name,
                        std::span<const Kind> kinds, const Kind* now, std::string words = {}) {
  std::vector<std::string_view> labels;
  int chosen = 0;
  for (const Kind& kind : kinds) {
    if (&kind == now) chosen = static_cast<int>(labels.size());
    labels.push_back(kind.label);
  }
  const Box box = list_line(ui, pen, word, labels);
  if (words.empty()) words = "$" + std::string(now->formula) + "$";
  note_more_rich(ui, box.min, box.max, words);
  const bool changed = choice(ui, name, box, labels, chosen);
  pen.take(ui.theme.px(8));
  return changed ? &kinds[static_cast<std::size_t>(chosen)] : nullptr;
}

}  // namespace attn::ui
