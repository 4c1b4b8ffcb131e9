#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "app/gl/base/gl_object.h"
#include "app/paint/text_bitmap.h"
#include "app/ui/theme/fonts.h"

namespace attn::ui {

/// Cache of text lines that ImGui cannot set: ligatures, stacked marks, right to left, colour
/// emoji. They are shaped as in figures and cached as textures while visible.
class ShapedText {
 public:
  /// `fonts` gives the sizes of faces and must outlive this object.
  explicit ShapedText(const Fonts& fonts) : fonts_(fonts) {}

  float width(Face face, std::string_view text);
  /// Draws with the line's upper left corner at `at`, rounded to whole pixels.
  void draw(Face face, ImVec2 at, ImU32 color, std::string_view text);
  /// `text` shortened with … to `width`.
  std::string shortened(Face face, std::string_view text, float width);

  /// Number of freed textures: afterwards new textures may reuse their names.
  std::size_t textures_freed() const { return freed_; }

  /// Frees entries not used in the last frame if the cache is large. Needs the OpenGL context.
  void frame_begins();

 private:
  struct ShapedLine {
    float width = 0;
    bool is_drawn = false;
    TextBitmap place{};  ///< metrics, without pixels
    gl::TextureObject ink{}, colors{};
    float room = -1;         ///< width of the last call of shortened()
    std::string cut{};       ///< shortened text
    std::uint64_t used = 0;  ///< last frame of use
  };
  ShapedLine& line(Face face, std::string_view text);

  const Fonts& fonts_;
  std::array<std::map<std::string, ShapedLine, std::less<>>, static_cast<std::size_t>(Face::kCount)>
      lines_;
  std::uint64_t frame_ = 0;
  std::size_t freed_ = 0;
};

}  // namespace attn::ui
