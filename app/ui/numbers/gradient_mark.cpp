#include "app/ui/numbers/gradient_mark.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/ui/toolkit/tooltip.h"

namespace attn::ui {

float typical_size(const Matrix& numbers) {
  constexpr double kShare = 0.99;
  if (numbers.size() == 0) return 0;
  std::vector<float> sizes;
  for (Index n = 0; n < numbers.size(); ++n) sizes.push_back(std::abs(numbers.data()[n]));
  const auto at = static_cast<std::ptrdiff_t>(kShare * static_cast<double>(sizes.size() - 1));
  std::ranges::nth_element(sizes, sizes.begin() + at);
  return sizes[static_cast<std::size_t>(at)];
}

void gradient_mark(const Theme& theme, const Box& cell, float gradient, float typical, ImU32 ink) {
  if (!(typical > 0) || !std::isfinite(gradient)) return;
  const float most = std::min(theme.px(11), cell.width() - 2);
  const float base = most * std::sqrt(std::min(1.F, std::abs(gradient) / typical));
  if (base < theme.px(3)) return;
  const ImVec2 center((cell.min.x + cell.max.x) / 2, (cell.min.y + cell.max.y) / 2);
  const float half = base / 2, height = base * 0.42F, up = gradient < 0 ? -1.F : 1.F;
  imgui::list()->AddTriangleFilled({center.x - half, center.y - up * height},
                                   {center.x + half, center.y - up * height},
                                   {center.x, center.y + up * height}, ink);
}

void corner_slope(Ui& ui, const Box& cell, double slope, double typical, std::string_view of) {
  const Theme& theme = ui.theme;
  const Box corner{{cell.max.x - theme.px(14), cell.max.y - theme.px(11)},
                   {cell.max.x, cell.max.y}};
  gradient_mark(theme, corner, static_cast<float>(slope), static_cast<float>(typical),
                with_alpha(theme.colors().text, 0.8F));
  if (!cell.contains(ImGui::GetIO().MousePos) || of.empty()) return;
  const std::string words = (of == "loss" ? "−∂loss" : "∂weight") + std::string("/∂number ") +
                            with_minus(brief(-slope, 3));
  theme.need_glyphs(words);
  note_more(ui, cell.min, cell.max, words);
}

}  // namespace attn::ui
