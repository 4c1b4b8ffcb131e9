#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <string_view>

#include "app/ui/imgui.h"

namespace attn::ui {

/// What a text is, which says how it is set.
enum class Face { kBody, kMedium, kSmall, kCaption, kTitle, kMono, kMonoSmall, kMonoBold, kCount };

/// The fonts that ImGui draws with, at one content scale. They hold the characters that were asked
/// for and no others.
class Fonts {
 public:
  explicit Fonts(float scale);

  ImFont* font(Face face) const { return fonts_[static_cast<std::size_t>(face)]; }
  /// The size that ImGui sets `face` at, in pixels: the height of a line.
  float line_height(Face face) const;

  /// Makes sure that the characters of `text` can be drawn, from the next frame on.
  void need(std::string_view text);
  /// Loads the fonts anew where a character is wanted that they lack. Between frames only, and once
  /// before the first.
  void load();

 private:
  float scale_;
  std::array<ImFont*, static_cast<std::size_t>(Face::kCount)> fonts_{};
  std::set<unsigned> glyphs_;
  bool glyphs_missing_ = true;
};

}  // namespace attn::ui
