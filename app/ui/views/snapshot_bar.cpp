#include "app/ui/views/snapshot_bar.h"

#include <array>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/figure/text/visible_text.h"

namespace attn::ui {
namespace {

constexpr std::array<std::string_view, 3> kVersions = {"B now", "A kept", "B − A"};

std::string number_text(float number) {
  return number == kMasked ? "masked" : with_minus(fixed(number, 3));
}

/// Values of the cell in both: "Book → Reads: A 0.877, B 0.512, B − A -0.365", the longest text
/// first.
std::vector<std::string> cell_texts(const Workspace& workspace, const PairQuantity& quantity,
                                    Cell cell) {
  const Scene& scene = workspace.evaluation().scene;
  const auto number = [&](const Evaluation& evaluation) {
    const HeadTrace& head = evaluation.trace.heads[static_cast<std::size_t>(workspace.head())];
    const bool is_masked = quantity.mask(head)(cell.query, cell.key) == kMasked;
    return is_masked ? kMasked : quantity.numbers(head)(cell.query, cell.key);
  };
  const float a = number(*workspace.look.snapshot.kept), b = number(workspace.evaluation());
  const std::string both = "A " + number_text(a) + ", B " + number_text(b);
  const std::string pair =
      visible_text(scene.query_tokens()[static_cast<std::size_t>(cell.query)]) + " → " +
      visible_text(scene.tokens[static_cast<std::size_t>(cell.key)]);
  if (a == kMasked || b == kMasked) return {pair + ": " + both, both};
  const std::string change = "B − A " + with_minus(fixed(b - a, 3));
  return {pair + ": " + both + ", " + change, both + ", " + change, change};
}

}  // namespace

void snapshot_bar(Ui& ui, Access access, const PairQuantity& quantity, Pen& pen) {
  const Theme& theme = ui.theme;
  const Box line = pen.take(theme.px(26));
  const auto refused =
      no_difference(*access.look.snapshot.kept, access->evaluation(), access->head());
  int shown = static_cast<int>(access.look.snapshot.shown);
  if (segmented(ui, "snapshot.show", line.min, line.height(), kVersions, shown)) {
    access.look.snapshot.shown = static_cast<Version>(shown);
  }
  float x = line.min.x;
  for (const std::string_view label : kVersions) {
    x += text_size(theme, Face::kBody, label).x + theme.px(24);
  }
  const float y = line.min.y + (line.height() - theme.line_height(Face::kSmall)) / 2;
  const bool keeps = link(ui, "snapshot.keep", Face::kSmall, {x + theme.px(14), y}, "Keep as A", x);
  const bool drops = link(ui, "snapshot.drop", Face::kSmall, {x + theme.px(14), y}, "Drop A", x);
  if (const auto cell = access->shown(); cell && !refused) {
    const Box rest{{x + theme.px(14), line.min.y}, line.max};
    ui.map.add("snapshot.cell", rest.min, rest.max);
    text_in(ui, rest, Face::kSmall, theme.colors().secondary,
            fitting_in(ui, rest, Face::kSmall, cell_texts(access, quantity, *cell)), 1);
  }
  if (refused && access.look.snapshot.shown == Version::kDifference) {
    const std::string words = "B − A can't be drawn: " + *refused + ". B is shown.";
    ui.map.add("snapshot.refused", pen.at, {pen.at.x + pen.width, pen.at.y + theme.px(20)});
    complaint_line(ui, pen, &words);
  }
  pen.take(theme.px(8));
  if (keeps) access.keep_as_a();
  if (drops) access.look.snapshot.drop();
}

}  // namespace attn::ui
