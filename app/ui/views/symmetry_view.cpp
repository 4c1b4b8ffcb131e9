#include "app/figure/numbers/order_effect.h"
#include "app/ui/views/diagram_panel.h"

namespace attn::ui {
namespace {

/// Next seed with another order, if there is one.
std::uint64_t next_seed(std::uint64_t seed, Index count) {
  const Origins now = order_of(count, seed);
  constexpr int kTries = 20;
  for (int n = 0; n < kTries; ++n) {
    ++seed;
    if (seed != 0 && order_of(count, seed) != now) break;
  }
  return seed;
}

/// View of the effect of shuffled tokens, without and with positions. The scene does not change.
class SymmetryView : public DiagramPanel {
 public:
  using DiagramPanel::DiagramPanel;

 protected:
  bool follows_cells() const override { return true; }

  void controls(Ui& ui, Access access, Pen& pen) override {
    const Theme& theme = ui.theme;
    std::uint64_t& seed = access.look.view.options.symmetry.seed;
    const Box line = pen.take(theme.line_height(Face::kMedium));
    float end = line.min.x;
    if (link(ui, "symmetry.shuffle", Face::kMedium, line.min, "Shuffle again", end)) {
      seed = next_seed(seed, access->scene().key_count());
    }
    const ImVec2 next(end + theme.px(20), line.min.y);
    if (link(ui, "symmetry.order", Face::kMedium, next, "Back to order", end)) seed = 0;
    pen.take(theme.px(10));
  }
};

}  // namespace

std::unique_ptr<View> make_symmetry_view(const ViewKind& kind) {
  return std::make_unique<SymmetryView>(kind);
}

}  // namespace attn::ui
