#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/figure/panels/panel.h"

namespace attn {

/// What tells the panels of a figure apart, and what they have in common.
struct PanelWords {
  std::vector<std::string> titles;  ///< above each; may be empty
  std::string all;                  ///< "Weights · softmax. (a) T = 1. (b) T = 0.5."
};
PanelWords words_of_panels(std::span<const FigurePanel> panels, bool letters);

/// "(b) − (a)" of the difference that panel n is, or "B − A".
std::string words_of_difference(std::size_t n, bool letters);

}  // namespace attn
