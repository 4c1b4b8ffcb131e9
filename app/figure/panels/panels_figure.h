#pragma once

#include <span>
#include <string>

#include "app/figure/files/figure.h"
#include "app/figure/page/figure_options.h"
#include "app/figure/panels/panel_sources.h"

namespace attn {

struct Drawing;

/// Page layout of panels.
struct PanelsOptions {
  int columns = 0;  ///< 0: a suitable number that fits
  bool letters = false;
  bool outer = false;  ///< names at the outer edges only, and ranges shared: panels of equal tokens
  FigureOptions figure{};  ///< title, caption, size, theme: options of the whole figure
};

/// Draws all `panels`, with their evaluations, as one figure. Throws OptionError, naming the panel.
Drawing draw_panels(std::span<const FigurePanel> panels, const PanelsOptions& options,
                    double usual_scale);

/// Preview of draw_panels(), like preview_figure().
FigurePreview preview_panels(std::span<const FigurePanel> panels, const PanelsOptions& options,
                             double usual_scale, int width, int height);

/// Bytes of a file with the ending `ending`: ".png".
std::string panels_bytes(std::span<const FigurePanel> panels, const PanelsOptions& options,
                         const std::string& ending);
/// Draws the panels and writes the figure like write_figure().
std::string write_panels(std::span<const FigurePanel> panels, const PanelsOptions& options,
                         const std::string& path);

}  // namespace attn
