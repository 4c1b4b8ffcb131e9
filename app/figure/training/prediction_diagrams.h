#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "app/figure/tables/view_table.h"
#include "engine/base/matrix.h"

namespace attn {

// What a model says next, as diagrams and tables.

/// Token that may come next.
struct NextTokenBar {
  std::string token;
  double p = 0;
  double before = 0;  ///< p without the changes
  float logit = 0;
  int id = 0;
};

/// Probabilities of the next token: the likeliest ones, and all others together.
struct NextTokenBars {
  std::vector<NextTokenBar> bars{};  ///< the likeliest first
  Index others = 0;                  ///< number of the others
  double others_p = 0, others_before = 0;
  bool has_before = false;
};

/// Draws a bar for each token, and with changes also a faint one without them, and the difference.
Diagram next_tokens_diagram(const NextTokenBars& next, const Ruler& ruler, double width);
/// Table of the same numbers; the last row has the others.
ViewTable next_tokens_table(const NextTokenBars& next);

/// Probabilities of some tokens as each layer's states say them (nostalgebraist 2020, "logit
/// lens").
struct ReadoutCurves {
  std::vector<std::string> tokens{};
  Matrix p{};                      ///< layers x tokens
  std::optional<Matrix> before{};  ///< without the changes
};

/// Draws a curve of each token over the layers, and with changes also a faint one without them.
Diagram readout_diagram(const ReadoutCurves& readout, const Ruler& ruler, double width);
ViewTable readout_table(const ReadoutCurves& readout);

}  // namespace attn
