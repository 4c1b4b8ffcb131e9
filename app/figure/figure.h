#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/document/view_state.h"
#include "app/figure/png.h"
#include "engine/colormap.h"
#include "engine/scene.h"
#include "engine/trace.h"

namespace attn {

/// Whether cells hold their numbers.
enum class Numbers {
  automatic,  ///< where they fit at a size that can be read in print
  on,         ///< however small, as long as cells are drawn one by one
  off,
};

/// What a figure shows and how: the options of `export`.
struct FigureOptions {
  std::string view = "weights";
  Index head = 0;
  const Colormap* colormap = nullptr;  ///< the view's own where null
  double scale = 2;  ///< pixels for each unit (1/96 inch) of the layout, 0.25 to 8
  Numbers numbers = Numbers::automatic;
  ViewState state{};  ///< what is chosen in the views; head and colour map are those above
};

/// The views that can be drawn, and the endings (with their dot) of the files that can be written.
std::span<const std::string_view> figure_views();
std::span<const std::string_view> figure_endings();

/// Draws the figure and writes it to `path`, whose ending, in capitals or not, says the format. The
/// same scene gives the same bytes. Throws std::runtime_error in words; nothing is left half
/// written.
void write_figure(const Scene& scene, const Trace& trace, const FigureOptions& options,
                  const std::string& path);

}  // namespace attn
