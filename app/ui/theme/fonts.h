#pragma once

#include <array>
#include <cstddef>
#include <deque>
#include <future>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "app/paint/fallback_fonts.h"
#include "app/paint/missing_scripts.h"
#include "app/paint/text_bitmap.h"
#include "app/ui/theme/imgui.h"
#include "engine/attention/scene.h"
#include "engine/base/text.h"

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
  /// Says once which scripts of the requested characters no font has; empty: none.
  std::string take_missing_words() { return std::exchange(missing_words_, {}); }
  /// Number of loads: ImGui's texture has other pixels after each.
  std::size_t loads() const { return loads_; }

 private:
  std::vector<char32_t> unusual() const;
  std::vector<char32_t> unusual_of_all() const;
  std::vector<FallbackFont> find_others() const;
  void add_shipped();
  void merge(Face face, const FallbackFont& other);

  ImFontAtlas& atlas_;
  float scale_;
  std::array<ImFont*, static_cast<std::size_t>(Face::kCount)> fonts_{};
  std::vector<bool> known_;                              ///< by character
  std::set<char32_t> characters_;                        ///< characters to load
  std::set<char32_t> beyond_;                            ///< characters that ImGui cannot set
  std::set<char32_t> own_;                               ///< characters of the program's own texts
  std::set<std::tuple<Face, const char*, int>> merged_;  ///< fallbacks that ImGui adds on demand
  std::deque<std::vector<ImWchar>> ranges_;              ///< read by the atlas as long as it lives
  MissingScripts scripts_;
  std::string missing_words_;
  bool is_missing_ = true;
  std::size_t loads_ = 0;
};

/// Requests the characters of the scene's tokens.
void need_glyphs(Fonts& fonts, const Scene& scene);

/// Loads the fonts of a scene's first frame on a second thread while the window opens. Created
/// before the ImGui context, and outlives it.
class EarlyFonts {
 public:
  /// Starts loading at the scale that the theme is expected to have.
  EarlyFonts(float scale, const Scene& scene);

  /// Atlas for creating the context; null if ImGui loads glyphs on demand. Blocks until loaded.
  ImFontAtlas* atlas();

  /// Fonts of the current context's atlas. Call once.
  std::unique_ptr<Fonts> take_fonts();

 private:
  float scale_;
  ImFontAtlas atlas_;
  std::unique_ptr<Fonts> fonts_;
  std::future<void> loaded_;  ///< last member: its destructor joins before the others are destroyed
};

/// Whether ImGui sets the text correctly: one glyph per character, left to right. Other text needs
/// shaped_text.h.
bool is_simple(char32_t character);
bool is_simple(std::string_view text);

}  // namespace attn::ui
