#pragma once

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "app/ui/numbers/number_field.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/attention/kinds.h"

namespace attn::ui {

// The lines that the right panel's sections are made of: a word, and the control that it names.

/// Where a line's control begins: the word before it has what is left of it.
float control_x(const Ui& ui, const Pen& pen);

/// The next line, with its word, which may be a formula; answers the room for its control.
Box word_line(Ui& ui, Pen& pen, std::string_view word, float height);

/// The same for a list of `labels`: below its word where one of them has no room beside it.
Box list_line(Ui& ui, Pen& pen, std::string_view word, std::span<const std::string_view> labels);

/// A formula on its ground, set smaller where it is long.
void formula_box(Ui& ui, Pen& pen, std::string_view tex);

/// "Score  [Dot product ▾]": answers the row that was chosen. The box's tooltip has the formula, or
/// `words` where the scene has another than the kind.
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
