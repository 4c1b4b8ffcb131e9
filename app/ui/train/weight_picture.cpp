#include "app/ui/train/weight_picture.h"

#include <algorithm>
#include <cmath>

#include "app/figure/text/visible_text.h"
#include "app/ui/theme/fonts.h"
#include "app/ui/toolkit/tooltip.h"
#include "engine/color/colormap.h"

namespace attn::ui {
namespace {

ImU32 color_in(const Theme& theme, const char* map, ColorRange range, float value) {
  const Rgb rgb = color_of(theme.colors_of(*find_colormap(map)), range, value);
  return IM_COL32(rgb.r, rgb.g, rgb.b, 255);
}

}  // namespace

float whole_cell(float size, Index count) {
  const float cell = size / static_cast<float>(std::max<Index>(1, count));
  return cell < 1 ? cell : std::floor(cell);
}

WeightColors WeightColors::of(const Matrix& weights) {
  constexpr float kRounding = 1e-5F;
  if (weights.size() == 0) return {};
  const bool are_shares = weights.minCoeff() >= 0 && weights.maxCoeff() <= 1 + kRounding;
  return {are_shares ? 0 : weights.cwiseAbs().maxCoeff()};
}

ImU32 WeightColors::operator()(const Theme& theme, float weight) const {
  return most > 0 ? signed_color(theme, weight, most) : color_in(theme, "indigo", {0, 1}, weight);
}

ImU32 signed_color(const Theme& theme, float number, float most) {
  return color_in(theme, "red-blue", {-most, most}, number);
}

ImU32 ink_on(ImU32 ground) {
  const ImVec4 c = ImGui::ColorConvertU32ToFloat4(ground);
  const float light = 0.299F * c.x + 0.587F * c.y + 0.114F * c.z;
  return light > 0.55F ? IM_COL32(20, 22, 34, 255) : IM_COL32(255, 255, 255, 255);
}

/// Maximum of the weights that share a pixel.
static Matrix largest_of_pixels(const Matrix& weights, float cell) {
  const auto pixels = [&](Index count) {
    return std::max<Index>(1, static_cast<Index>(std::floor(static_cast<float>(count) * cell)));
  };
  Matrix largest = Matrix::Zero(pixels(weights.rows()), pixels(weights.cols()));
  for (Index row = 0; row < weights.rows(); ++row) {
    for (Index column = 0; column < weights.cols(); ++column) {
      float& one =
          largest(row * largest.rows() / weights.rows(), column * largest.cols() / weights.cols());
      if (std::abs(weights(row, column)) > std::abs(one)) one = weights(row, column);
    }
  }
  return largest;
}

void weight_picture(Ui& ui, ImVec2 at, float cell, float gap, const Matrix& weights, float alpha) {
  if (cell < 1) return weight_picture(ui, at, 1, 0, largest_of_pixels(weights, cell), alpha);
  constexpr float kPaper = 0.5F / 255;
  const WeightColors colors = WeightColors::of(weights);
  for (Index row = 0; row < weights.rows(); ++row) {
    for (Index column = 0; column < weights.cols(); ++column) {
      const float weight = weights(row, column);
      if (!(std::abs(weight) > (colors.most > 0 ? colors.most : 1) * kPaper)) continue;
      const ImVec2 low(at.x + cell * static_cast<float>(column),
                       at.y + cell * static_cast<float>(row));
      const ImU32 color = colors(ui.theme, weight);
      fill_box({low, {low.x + cell - gap, low.y + cell - gap}},
               alpha < 1 ? with_alpha(color, alpha) : color);
    }
  }
}

/// Text scaled down from its face's size.
static void small_word_in(Ui& ui, const Box& box, float scale, ImU32 color, std::string_view text,
                          float align) {
  const Theme& theme = ui.theme;
  const ImVec2 whole = text_size(theme, Face::kSmall, text);
  const ImVec2 size(whole.x * scale, whole.y * scale);
  const ImVec2 at(std::round(box.min.x + (box.width() - size.x) * align),
                  std::round((box.min.y + box.max.y - size.y) / 2));
  theme.texts().add(text, at, {at.x + size.x, at.y + size.y});
  theme.need_glyphs(text);
  imgui::list()->AddText(theme.font(Face::kSmall), theme.line_height(Face::kSmall) * scale, at,
                         color, text.data(), text.data() + text.size());
}

constexpr float kReadable = 0.84F;  // smallest scale of the smallest face: 10 pixels at scale 1

bool has_room_for(const Ui& ui, float width, std::string_view word) {
  const float scale = is_simple(word) ? kReadable : 1;
  return scale * text_size(ui.theme, Face::kSmall, word).x <= width;
}

void word_in(Ui& ui, const Box& box, Face face, ImU32 color, std::string_view text, float align) {
  for (const Face one : {face, Face::kMonoSmall, Face::kSmall}) {
    if (text_size(ui.theme, one, text).x > box.width()) continue;
    return text_in(ui, box, one, color, text, align);
  }
  const bool is_plain = is_simple(text);
  const float width = box.width() / (is_plain ? kReadable : 1);
  const auto fits = [&](std::string_view one) {
    return text_size(ui.theme, Face::kSmall, one).x <= width;
  };
  const std::string word = fits(text) ? std::string(text)
                           : is_plain ? letters_to_fit(text, fits)
                                      : shortened(ui.theme, Face::kSmall, text, width);
  if (word != text) note_more(ui, box.min, box.max, text);
  if (word.empty()) return;
  const float scale = std::min(1.F, box.width() / text_size(ui.theme, Face::kSmall, word).x);
  if (scale < 1) return small_word_in(ui, box, scale, color, word, align);
  text_in(ui, box, Face::kSmall, color, word, align);
}

void fitting_heading(Ui& ui, Pen& pen, std::string_view text, std::string_view hint) {
  const Theme& theme = ui.theme;
  const float width = heading_width(theme, text) + theme.px(6);
  const bool fits = width + text_size(theme, Face::kSmall, hint).x <= pen.width;
  heading(ui, pen, text, fits ? hint : "");
}

}  // namespace attn::ui
