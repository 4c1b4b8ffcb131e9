#pragma once

#include <span>
#include <string>

#include "app/figure/files/figure_preview.h"
#include "app/figure/page/figure_options.h"
#include "app/figure/panels/panel.h"

namespace attn {

struct Drawing;

/// How panels stand on their page.
struct PanelsOptions {
  int columns = 0;  ///< 0: as many as look well and have room
  bool letters = false;
  FigureOptions figure{};  ///< title, caption, size, theme: what is of no single view
};

/// All `panels`, whose evaluations are there, as one figure. Throws OptionError in words, which
/// name the panel.
Drawing draw_panels(std::span<const FigurePanel> panels, const PanelsOptions& options,
                    double usual_scale);

/// What draw_panels() draws, as preview_figure() has it.
FigurePreview preview_panels(std::span<const FigurePanel> panels, const PanelsOptions& options,
                             double usual_scale, int width, int height);

/// The bytes of a file that ends in `ending`: ".png".
std::string panels_bytes(std::span<const FigurePanel> panels, const PanelsOptions& options,
                         const std::string& ending);
/// Draws and writes it as write_figure() does.
void write_panels(std::span<const FigurePanel> panels, const PanelsOptions& options,
                  const std::string& path);

}  // namespace attn
