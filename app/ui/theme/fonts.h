#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "app/figure/text/fallback_fonts.h"
#include "app/figure/text/text_bitmap.h"
#include "app/ui/theme/imgui.h"
#include "engine/attention/scene.h"

namespace attn::ui {

/// What a text is, which says how it is set.
enum class Face {
  kBody,
  kMedium,
  kSmall,
  kCaption,
  kTitle,
  kMono,
  kMonoSmall,
  kMonoBold,
  kText,
  kTextMedium,
  kHeading,
  kLarge,       ///< a heading in presenter mode
  kCell,        ///< numbers alone
  kCellStrong,  ///< likewise
  kCount
};

/// The fonts that ImGui draws with, at one content scale: the shipped ones, and the machine's for
/// characters that those lack. They hold the characters that were asked for and no others; any
/// other shows as a box.
class Fonts {
 public:
  /// Loads into `atlas`, which outlives it.
  Fonts(ImFontAtlas& atlas, float scale);

  float scale() const { return scale_; }
  /// Sets all faces at another content scale, from the next load() on.
  void set_scale(float scale) {
    scale_ = scale;
    is_missing_ = true;
  }

  ImFont* font(Face face) const { return fonts_[static_cast<std::size_t>(face)]; }
  /// The size that ImGui sets `face` at, in pixels: the height of a line.
  float line_height(Face face) const;
  /// How far below a line's upper edge ImGui puts the baseline, in pixels.
  float baseline(Face face) const;
  /// The same face outside of ImGui.
  LineStyle style(Face face) const;

  /// Makes sure that the characters of `text` can be drawn, from the next frame on.
  void need(std::string_view text);
  /// Whether the machine's fonts would be looked through for missing characters.
  bool wants_others() const { return !unusual().empty(); }
  /// Loads the fonts anew where a character is wanted that they lack. Between frames only, and once
  /// before the first.
  void load();
  /// How often they were loaded: the pixels of ImGui's texture differ each time.
  std::size_t loads() const { return loads_; }

 private:
  std::vector<char32_t> unusual() const;
  std::vector<FallbackFont> find_others() const;
  void add_shipped();
  void merge(Face face, const FallbackFont& other);

  ImFontAtlas& atlas_;
  float scale_;
  std::array<ImFont*, static_cast<std::size_t>(Face::kCount)> fonts_{};
  std::vector<bool> known_;        ///< by character
  std::set<char32_t> characters_;  ///< what is to be loaded
  std::set<char32_t> own_;         ///< what the program's own texts need of it
  std::set<std::tuple<Face, const char*, int>> merged_;  ///< where ImGui asks fonts by itself
  std::deque<std::vector<ImWchar>> ranges_;  ///< the atlas reads them for as long as it lives
  bool is_missing_ = true;
  std::size_t loads_ = 0;
};

/// Those of its tokens.
void need_glyphs(Fonts& fonts, const Scene& scene);

}  // namespace attn::ui
