#include "app/ui/theme/early_fonts.h"

namespace attn::ui {

EarlyFonts::EarlyFonts(float scale, const Scene& scene) : scale_(scale) {
  if constexpr (imgui::kLoadsGlyphsItself) return;
  fonts_ = std::make_unique<Fonts>(atlas_, scale);
  need_glyphs(*fonts_, scene);
  // System fallback fonts are looked up in the first frame.
  if (fonts_->wants_others()) return;
  loaded_ = std::async(std::launch::async, [this] {
    fonts_->load();
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    atlas_.GetTexDataAsRGBA32(&pixels, &width, &height);  // format of the renderer
  });
}

ImFontAtlas* EarlyFonts::atlas() {
  if (loaded_.valid()) loaded_.get();
  return imgui::kLoadsGlyphsItself ? nullptr : &atlas_;
}

std::unique_ptr<Fonts> EarlyFonts::take() {
  if (!fonts_) return std::make_unique<Fonts>(*ImGui::GetIO().Fonts, scale_);
  return std::move(fonts_);
}

}  // namespace attn::ui
