#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "app/figure/text/text_bitmap.h"
#include "app/gl/base/gl_object.h"
#include "app/ui/theme/fonts.h"

namespace attn::ui {

/// Lines of text that ImGui can't set: joined, stacked, from right to left, or coloured. They are
/// set as in figures and kept as textures for as long as they are on the screen.
class ShapedText {
 public:
  /// `fonts` says how large a face is, and outlives this.
  explicit ShapedText(const Fonts& fonts) : fonts_(fonts) {}

  float width(Face face, std::string_view text);
  /// Draws with the upper left corner of the line at `at`, which is on whole pixels.
  void draw(ImDrawList* list, Face face, ImVec2 at, ImU32 color, std::string_view text);
  /// The text with … for its end where it is wider than `width`.
  std::string shortened(Face face, std::string_view text, float width);

  /// How often textures were freed so far: from then on others can have their names.
  std::size_t textures_freed() const { return freed_; }

  /// Frees what the last frame did not use, where it is much. Needs the OpenGL context.
  void frame_begins();

 private:
  struct ShapedLine {
    float width = 0;
    bool is_drawn = false;
    TextBitmap place{};  ///< without pixels
    gl::TextureObject ink{}, colors{};
    float room = -1;         ///< it was last shortened to
    std::string cut{};       ///< what came out
    std::uint64_t used = 0;  ///< in this frame
  };
  ShapedLine& line(Face face, std::string_view text);

  const Fonts& fonts_;
  std::array<std::map<std::string, ShapedLine, std::less<>>, static_cast<std::size_t>(Face::kCount)>
      lines_;
  std::uint64_t frame_ = 0;
  std::size_t freed_ = 0;
};

}  // namespace attn::ui
