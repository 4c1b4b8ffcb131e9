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

/// Text style: font, size and weight.
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
  kLarge,       ///< heading in presenter mode
  kCell,        ///< cells with numbers only
  kCellStrong,  ///< cells with numbers only
  kCount
};

/// ImGui's fonts at one content scale: the bundled ones, and system fonts as fallback. Only
/// requested characters are loaded; others show as a box.
class Fonts {
 public:
  /// Loads into `atlas`, which must outlive this object.
  Fonts(ImFontAtlas& atlas, float scale);

  float scale() const { return scale_; }
  /// Sets another content scale, from the next load() on.
  void set_scale(float scale) {
    scale_ = scale;
    is_missing_ = true;
  }

  ImFont* font(Face face) const { return fonts_[static_cast<std::size_t>(face)]; }
  /// ImGui's font size of `face` in pixels: the line height.
  float line_height(Face face) const;
  /// Distance in pixels from a line's upper edge to ImGui's baseline.
  float baseline(Face face) const;
  /// Style of the face for text set outside ImGui.
  LineStyle style(Face face) const;

  /// Requests the characters of `text`, available from the next frame on.
  void need(std::string_view text);
  /// Whether system fonts would be searched for missing characters.
  bool wants_others() const { return !unusual().empty(); }
  /// Reloads the fonts if requested characters are missing. Call only between frames, and once
  /// before the first.
  void load();
  /// Number of loads: ImGui's texture has other pixels after each.
  std::size_t loads() const { return loads_; }

 private:
  std::vector<char32_t> unusual() const;
  std::vector<FallbackFont> find_others() const;
  void add_shipped();
  void merge(Face face, const FallbackFont& other);

  ImFontAtlas& atlas_;
  float scale_;
  std::array<ImFont*, static_cast<std::size_t>(Face::kCount)> fonts_{};
  std::vector<bool> known_;                              ///< by character
  std::set<char32_t> characters_;                        ///< characters to load
  std::set<char32_t> own_;                               ///< characters of the program's own texts
  std::set<std::tuple<Face, const char*, int>> merged_;  ///< fallbacks that ImGui adds on demand
  std::deque<std::vector<ImWchar>> ranges_;              ///< read by the atlas as long as it lives
  bool is_missing_ = true;
  std::size_t loads_ = 0;
};

/// Requests the characters of the scene's tokens.
void need_glyphs(Fonts& fonts, const Scene& scene);

}  // namespace attn::ui
