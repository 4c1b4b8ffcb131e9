#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/ui/numbers/gradient_mark.h"
#include "app/ui/toolkit/tooltip.h"
#include "app/ui/train/train_panels.h"
#include "app/ui/train/weight_picture.h"
#include "engine/base/clamped.h"

namespace attn::ui {
namespace {

struct MatrixChoice {
  std::string_view label;
  const Matrix* (*of)(const Attention& attention, std::size_t head);
};

const Matrix* given(const std::optional<Cow<Matrix>>& matrix) {
  return matrix ? &**matrix : nullptr;
}

constexpr std::array<MatrixChoice, 4> kChoices = {{
    {"$W_Q$", [](const Attention& a, std::size_t h) { return given(a.heads[h].w_q); }},
    {"$W_K$", [](const Attention& a, std::size_t h) { return given(a.heads[h].w_k); }},
    {"$W_V$", [](const Attention& a, std::size_t h) { return given(a.heads[h].w_v); }},
    {"$W_O$", [](const Attention& a, std::size_t) { return given(a.combine.w_o); }},
}};

const Matrix* matrix_of(const Network& network, HeadPlace head, int chosen) {
  const Block& block = network.blocks[static_cast<std::size_t>(head.layer)];
  return kChoices[static_cast<std::size_t>(chosen)].of(*block.attention,
                                                       static_cast<std::size_t>(head.head));
}

}  // namespace

void gradient_panel(Ui& ui, TrainingDesk& desk, Pen& pen, int& matrix) {
  const Theme& theme = ui.theme;
  const Palette& palette = theme.colors();
  const NetworkPicture* picture = desk.picture();
  const Network* gradient = desk.gradient();
  if (picture == nullptr || gradient == nullptr) return;
  std::vector<std::string_view> labels;
  const bool has_w_o = matrix_of(picture->network, desk.head, 3) != nullptr;
  for (const MatrixChoice& one : kChoices) {
    if (&one != &kChoices.back() || has_w_o) labels.push_back(one.label);
  }
  matrix = std::min(matrix, static_cast<int>(labels.size()) - 1);
  const Box line = pen.take(theme.px(24));
  choice(ui, "train.matrix", line.left_of(line.min.x + std::min(line.width(), theme.px(96))),
         labels, matrix);
  matrix = std::min(matrix, static_cast<int>(labels.size()) - 1);
  pen.take(theme.px(8));
  const Matrix& numbers = *matrix_of(picture->network, desk.head, matrix);
  const Matrix& by = *matrix_of(*gradient, desk.head, matrix);
  const float most = std::max(numbers.cwiseAbs().maxCoeff(), 1e-6F);
  const float typical = typical_size(by);
  const float cell = clamped(whole_cell(pen.width, numbers.cols()), theme.px(7), theme.px(22));
  const Box area = pen.take(cell * static_cast<float>(numbers.rows()));
  hit_area(ui, "train.gradient", area);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  std::string told;
  for (Index row = 0; row < numbers.rows(); ++row) {
    for (Index column = 0; column < numbers.cols(); ++column) {
      const ImVec2 low(area.min.x + cell * static_cast<float>(column),
                       area.min.y + cell * static_cast<float>(row));
      if (low.x + cell > area.max.x + 1) break;
      const Box box{low, {low.x + cell - 1, low.y + cell - 1}};
      const ImU32 ground = signed_color(theme, numbers(row, column), most);
      fill_box(box, ground);
      gradient_mark(theme, box, by(row, column), typical, ink_on(ground));
      if (!box.contains(mouse) || !ImGui::IsItemHovered()) continue;
      outline_box(box, palette.query, theme.px(2), theme.px(1.6F));
      told = "w " + brief(static_cast<double>(numbers(row, column)), 3) + "   −∂loss/∂w " +
             brief(-static_cast<double>(by(row, column)), 3);
    }
  }
  pen.take(theme.px(6));
  const Box below = pen.take(theme.line_height(Face::kSmall));
  const double norm = desk.shown()->gradient_norm;
  const std::string legend = "▲ grows  ▼ shrinks · norm " + brief(norm, 3);
  ui.map.say("train.gradient", told.empty() ? legend : told);
  const std::string words[] = {told.empty() ? legend : told, "▲ grows  ▼ shrinks"};
  theme.need_glyphs(words[0]);
  fitted_text_in(ui, below, Face::kSmall, palette.secondary, words);
}

}  // namespace attn::ui
