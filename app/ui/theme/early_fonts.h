#pragma once

#include <future>
#include <memory>

#include "app/ui/theme/fonts.h"
#include "engine/attention/scene.h"

namespace attn::ui {

/// Loads the fonts of a scene's first frame on a second thread while the window opens. Created
/// before the ImGui context, and outlives it.
class EarlyFonts {
 public:
  /// Starts loading at the scale that the theme is expected to have.
  EarlyFonts(float scale, const Scene& scene);

  /// Atlas for creating the context; null if ImGui loads glyphs on demand. Blocks until loaded.
  ImFontAtlas* atlas();

  /// Fonts of the current context's atlas. Call once.
  std::unique_ptr<Fonts> take();

 private:
  float scale_;
  ImFontAtlas atlas_;
  std::unique_ptr<Fonts> fonts_;
  std::future<void> loaded_;  ///< last member: its destructor joins before the others are destroyed
};

}  // namespace attn::ui
