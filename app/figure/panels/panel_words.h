#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/figure/panels/panel_sources.h"

namespace attn {

/// Distinguishing and common words of a figure's panels.
struct PanelWords {
  std::vector<std::string> titles;  ///< above each; may be empty
  std::string all;                  ///< "Weights · softmax. (a) T = 1. (b) T = 0.5."
};
PanelWords words_of_panels(std::span<const FigurePanel> panels, bool letters);

/// "(b) − (a)" for the difference in panel n, or "B − A".
std::string words_of_difference(std::size_t n, bool letters);

}  // namespace attn
