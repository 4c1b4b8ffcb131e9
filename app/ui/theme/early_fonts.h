#pragma once

#include <future>
#include <memory>

#include "app/ui/theme/fonts.h"
#include "engine/attention/scene.h"

namespace attn::ui {

/// The fonts for a scene's first frame, loaded by another thread while the window opens, which
/// takes longer. Made before the ImGui context, and outlives it.
class EarlyFonts {
 public:
  /// Begins, at the scale that the theme is expected to have.
  EarlyFonts(float scale, const Scene& scene);

  /// What the context is to be created with: none where ImGui loads glyphs by itself. Waits.
  ImFontAtlas* atlas();

  /// The fonts, of the atlas of the current context. Once.
  std::unique_ptr<Fonts> take();

 private:
  float scale_;
  ImFontAtlas atlas_;
  std::unique_ptr<Fonts> fonts_;
  std::future<void> loaded_;  ///< the last member: it is waited for before the others go
};

}  // namespace attn::ui
