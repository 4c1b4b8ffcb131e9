#include "app/ui/theme/window_formulas.h"

#include <cmath>

#include "app/figure/files/formula_pixels.h"
#include "app/ui/theme/texture_upload.h"

namespace attn::ui {
namespace {

constexpr std::size_t kMostFormulas = 256;  // are kept that nothing shows
constexpr int kMostPixels = 8192;           // on a side: no driver takes less
constexpr int kReach = 2;                   // of slanted signs out of their boxes

Rgb rgb_of(ImU32 color) {
  return {static_cast<std::uint8_t>(color >> IM_COL32_R_SHIFT & 255U),
          static_cast<std::uint8_t>(color >> IM_COL32_G_SHIFT & 255U),
          static_cast<std::uint8_t>(color >> IM_COL32_B_SHIFT & 255U)};
}

FigureTheme theme_of(const Palette& palette) {
  FigureTheme theme = kTransparentFigure;
  theme.text = rgb_of(palette.text);
  theme.secondary = rgb_of(palette.secondary);
  theme.faint = rgb_of(palette.faint);
  theme.query = rgb_of(palette.query);
  theme.key = rgb_of(palette.key);
  theme.value = rgb_of(palette.value);
  theme.good = rgb_of(palette.good);
  theme.warning = rgb_of(palette.warning);
  return theme;
}

MathNode read(std::string_view tex) {
  try {
    return read_formula(tex);
  } catch (const FormulaError& error) {
    return {.kind = MathNode::Kind::words, .text = error.what()};
  }
}

}  // namespace

WindowFormulas::Kept& WindowFormulas::kept(std::string_view tex, const FormulaStyle& style) {
  Key key{std::string(tex), style.size, style.width, style.bar, style.display};
  const auto [at, is_new] = kept_.try_emplace(std::move(key));
  if (is_new) at->second.formula = set_formula(read(tex), style);
  at->second.used = frame_;
  return at->second;
}

const SetFormula& WindowFormulas::set(std::string_view tex, const FormulaStyle& style) {
  return kept(tex, style).formula;
}

void WindowFormulas::draw(ImDrawList* list, ImVec2 at, std::string_view tex,
                          const FormulaStyle& style, const Palette& palette) {
  Kept& one = kept(tex, style);
  // What is dim is so as a whole.
  const ImU32 opaque = palette.text | IM_COL32_A_MASK;
  const auto [texture, is_new] = one.textures.try_emplace(opaque);
  if (is_new) {
    const FormulaPixels pixels =
        formula_pixels(one.formula, theme_of(palette), kReach, kMostPixels);
    texture->second = {upload_texture(pixels.width, pixels.height, pixels.rgba),
                       static_cast<float>(pixels.width), static_cast<float>(pixels.height)};
    ++textures_made_;
  }
  const auto& [object, width, height] = texture->second;
  const ImVec2 min(std::round(at.x) - kReach, std::round(at.y) - kReach);
  list->AddImage(imgui::texture(object.id()), min, {min.x + width, min.y + height}, {0, 0}, {1, 1},
                 (palette.text & IM_COL32_A_MASK) | 0x00ffffffU);
}

void WindowFormulas::frame_begins() {
  if (kept_.size() > kMostFormulas) {
    std::erase_if(kept_, [this](const auto& entry) { return entry.second.used != frame_; });
  }
  ++frame_;
}

}  // namespace attn::ui
