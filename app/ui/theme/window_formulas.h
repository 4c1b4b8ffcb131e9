#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "app/figure/math/set_formula.h"
#include "app/gl/base/gl_object.h"
#include "app/ui/theme/imgui.h"
#include "app/ui/theme/palette.h"

namespace attn::ui {

/// Formulas of the window: set as in figures, and kept as textures for as long as they are on the
/// screen.
class WindowFormulas {
 public:
  /// `tex`, which is a formula of ours, in a style in pixels; what is wrong with one that is not is
  /// set as words.
  const SetFormula& set(std::string_view tex, const FormulaStyle& style);
  /// Draws it with its upper left corner at `at`, in these colours.
  void draw(ImDrawList* list, ImVec2 at, std::string_view tex, const FormulaStyle& style,
            const Palette& palette);

  /// How many textures were made so far.
  std::size_t textures_made() const { return textures_made_; }

  /// Frees what was not used for a while, where it is much. Needs the OpenGL context.
  void frame_begins();

 private:
  struct Key {
    std::string tex;
    double size, width, bar;
    bool display;
    auto operator<=>(const Key&) const = default;
  };
  struct Texture {
    gl::TextureObject object;
    float width, height;
  };
  struct Kept {
    SetFormula formula{};
    std::map<ImU32, Texture> textures{};  ///< by the colour of what has none of its own
    std::uint64_t used = 0;               ///< in this frame
  };
  Kept& kept(std::string_view tex, const FormulaStyle& style);

  std::map<Key, Kept> kept_;
  std::uint64_t frame_ = 0;
  std::size_t textures_made_ = 0;
};

}  // namespace attn::ui
