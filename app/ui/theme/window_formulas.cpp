#include "app/ui/theme/window_formulas.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/figure/files/glyph_pixels.h"
#include "app/figure/math/set_formula.h"
#include "app/gl/base/texture_upload.h"

namespace attn::ui {
namespace {

constexpr std::size_t kMostFormulas = 256;  // unused formulas in the cache
constexpr int kAtlas = 1024;                // side of an atlas texture in pixels
constexpr std::size_t kMostAtlases = 4;     // limit, after which all atlases are rebuilt
constexpr int kQuarters = 4;                // subpixel positions
constexpr float kResultRadius = 0.22F;      // corner radius of a result's background in ems

/// Position of a sign from the formula's left side: quarter pixels, and whole pixels rounded down.
int quarters_of(const SetFormula::Sign& sign) {
  return static_cast<int>(std::lround(sign.at.x * kQuarters));
}
int whole_pixel_of(const SetFormula::Sign& sign) {
  return static_cast<int>(std::floor(static_cast<double>(quarters_of(sign)) / kQuarters));
}

}  // namespace

WindowFormulas::Kept& WindowFormulas::kept(std::string_view tex, const FormulaStyle& style) {
  FormulaKey key{std::string(tex), style.size, style.width, style.bar, style.display};
  const auto [at, is_new] = kept_.try_emplace(std::move(key));
  if (is_new) at->second.formula = set_formula(formula_or_problem(tex), style);
  at->second.used = frame_;
  return at->second;
}

const SetFormula& WindowFormulas::set(std::string_view tex, const FormulaStyle& style) {
  return kept(tex, style).formula;
}

const WindowFormulas::GlyphPicture& WindowFormulas::place(const GlyphKey& key) {
  const auto [at, is_new] = places_.try_emplace(key);
  if (!is_new) return at->second;
  const GlyphPixels pixels =
      glyph_pixels(key.glyph, key.size, static_cast<double>(key.quarters) / kQuarters);
  if (row_x_ + pixels.width > kAtlas) {
    row_x_ = 0;
    row_y_ += std::exchange(row_height_, 0);
  }
  if (atlases_.empty() || row_y_ + pixels.height > kAtlas) {
    atlases_.push_back(gl::upload_texture(kAtlas, kAtlas, {}));
    row_x_ = row_y_ = row_height_ = 0;
  }
  if (std::max(pixels.width, pixels.height) > kAtlas) return at->second;  // larger than any screen
  gl::upload_part(atlases_.back(), row_x_, row_y_, pixels.width, pixels.height, pixels.rgba);
  const auto share = [](int x, int y) {
    return ImVec2(static_cast<float>(x) / kAtlas, static_cast<float>(y) / kAtlas);
  };
  at->second = {atlases_.back().id(),
                share(row_x_, row_y_),
                share(row_x_ + pixels.width, row_y_ + pixels.height),
                static_cast<float>(pixels.left),
                static_cast<float>(pixels.top),
                static_cast<float>(pixels.width),
                static_cast<float>(pixels.height)};
  row_x_ += pixels.width;
  row_height_ = std::max(row_height_, pixels.height);
  return at->second;
}

const std::vector<const WindowFormulas::GlyphPicture*>& WindowFormulas::pictures_of(Kept& one) {
  if (one.pictures.size() == one.formula.signs.size()) return one.pictures;
  one.pictures.clear();
  for (const SetFormula::Sign& sign : one.formula.signs) {
    const int behind = quarters_of(sign) - whole_pixel_of(sign) * kQuarters;
    one.pictures.push_back(&place({sign.glyph, sign.size, behind}));
  }
  return one.pictures;
}

void WindowFormulas::draw(ImVec2 at, std::string_view tex, const FormulaStyle& style,
                          const Palette& palette) {
  Kept& known = kept(tex, style);
  const SetFormula& formula = known.formula;
  const ImVec2 corner(std::round(at.x), std::round(at.y));
  texts_.add(tex, corner,
             {corner.x + static_cast<float>(formula.width),
              corner.y + static_cast<float>(formula.height)});
  const auto size = static_cast<float>(style.size);
  for (const Rect& rect : formula.grounds) {
    const ImVec2 min(std::round(corner.x + static_cast<float>(rect.x)),
                     std::round(corner.y + static_cast<float>(rect.y)));
    const ImVec2 max(std::round(corner.x + static_cast<float>(rect.right())),
                     std::round(corner.y + static_cast<float>(rect.bottom())));
    imgui::list()->AddRectFilled(min, max, palette.field, size * kResultRadius);
    imgui::stroke_rect(min, max, palette.hairline, size * kResultRadius, 1);
  }
  const std::vector<const GlyphPicture*>& pictures = pictures_of(known);
  for (std::size_t n = 0; n < pictures.size(); ++n) {
    const SetFormula::Sign& sign = formula.signs[n];
    const GlyphPicture& one = *pictures[n];
    if (one.width == 0) continue;
    const ImVec2 min(corner.x + static_cast<float>(whole_pixel_of(sign)) + one.left,
                     corner.y + std::round(static_cast<float>(sign.at.y)) + one.top);
    imgui::list()->AddImage(imgui::texture(one.texture), min,
                            {min.x + one.width, min.y + one.height}, one.from, one.to,
                            color_of_ink(palette, sign.ink));
  }
  for (const auto& [rect, ink] : formula.bars) {
    const ImVec2 min(corner.x + static_cast<float>(rect.x), corner.y + static_cast<float>(rect.y));
    imgui::list()->AddRectFilled(
        min, {min.x + static_cast<float>(rect.width), min.y + static_cast<float>(rect.height)},
        color_of_ink(palette, ink));
  }
}

void WindowFormulas::frame_begins() {
  if (kept_.size() > kMostFormulas) {
    std::erase_if(kept_, [this](const auto& entry) { return entry.second.used != frame_; });
  }
  ++frame_;
  if (atlases_.size() <= kMostAtlases) return;
  for (auto& [key, one] : kept_) one.pictures.clear();
  places_.clear();
  atlases_.clear();
  ++freed_;
  row_x_ = row_y_ = row_height_ = 0;
}

}  // namespace attn::ui
