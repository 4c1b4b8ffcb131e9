#include "app/ui/views/compare_view.h"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "app/figure/numbers/comparison.h"
#include "app/figure/views/compare_diagram.h"
#include "engine/attention/normalize.h"
#include "engine/attention/score.h"

namespace attn::ui {
namespace {

using Panels = std::vector<ViewOptions::Compare::Panel>;

/// A choice among the rows of `kinds`; true when `id` is another now.
template <typename Kind>
bool choose(Ui& ui, const std::string& name, const Box& box, std::span<const Kind> kinds,
            std::string& id) {
  std::vector<std::string_view> labels;
  int chosen = 0;
  for (const Kind& kind : kinds) {
    if (kind.id == id) chosen = static_cast<int>(labels.size());
    labels.push_back(kind.label);
  }
  if (!choice(ui, name, box, labels, chosen)) return false;
  id = kinds[static_cast<std::size_t>(chosen)].id;
  return true;
}

/// One panel more: with what no other has, where there is such.
void add_panel(Panels& panels) {
  ViewOptions::Compare::Panel added = panels.back();
  for (const NormalizerKind& kind : normalizer_kinds()) {
    added.normalizer = kind.id;
    if (std::ranges::count(panels, added) == 0) break;
  }
  panels.push_back(added);
}

/// The links to the right of the choices; true when the panels differ now.
bool change_count(Ui& ui, const Box& above, const Box& below, float x, Panels& panels) {
  const float line = ui.theme.line_height(Face::kSmall);
  const auto clicked = [&](std::string_view name, const Box& box, std::string_view words) {
    float end = 0;
    return link(ui, name, Face::kSmall, {x, box.min.y + (box.height() - line) / 2}, words, end);
  };
  const std::size_t before = panels.size();
  if (before < kMostCompared && clicked("compare.add", above, "+ panel")) add_panel(panels);
  if (before > kFewestCompared && clicked("compare.remove", below, "− panel")) panels.pop_back();
  return panels.size() != before;
}

}  // namespace

std::string CompareView::hint(const Workspace& workspace) const {
  return "head " + std::to_string(workspace.look.view.head) +
         " of the same scene, at its temperature · bars: the row";
}

void CompareView::controls(Ui& ui, Access access, Pen& pen) {
  const Theme& theme = ui.theme;
  Panels panels = compared_kinds(access->scene(), access.look.view.options);
  const PanelGrid grid = compared_panels(static_cast<int>(panels.size()),
                                         static_cast<double>(pen.width / theme.scale()));
  const Box scores = pen.take(theme.px(28));
  pen.take(theme.px(4));
  const Box normalizers = pen.take(theme.px(28));
  pen.take(theme.px(10));
  const auto column = [&](const Box& line, std::size_t n) {
    const Rect panel = grid.panel(static_cast<int>(n));
    const float x = line.min.x + theme.px(static_cast<float>(panel.x));
    return Box{{x, line.min.y}, {x + theme.px(static_cast<float>(panel.width)), line.max.y}};
  };
  bool changed = false;
  for (std::size_t n = 0; n < panels.size(); ++n) {
    const std::string name = "compare." + std::to_string(n);
    changed |= choose(ui, name + ".score", column(scores, n), score_kinds(), panels[n].score);
    changed |= choose(ui, name + ".normalizer", column(normalizers, n), normalizer_kinds(),
                      panels[n].normalizer);
  }
  const float right = column(scores, panels.size() - 1).max.x;
  if (!theme.appearance().presenting) {
    changed |= change_count(ui, scores, normalizers, right + theme.px(16), panels);
  }
  if (changed) access.look.view.options.compare.panels = panels;
}

}  // namespace attn::ui
