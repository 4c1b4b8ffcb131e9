#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "engine/attention/evaluation.h"
#include "engine/base/matrix.h"

namespace attn {

// A run of training, and all heads of a network or of attention from elsewhere, as diagrams.

/// How well a network did at a step.
struct LearningPoint {
  Index step = 0;
  double loss = 0;      ///< mean of −ln p of what is wanted, or of squares
  double accuracy = 0;  ///< share of the answers that are right
};

/// A run of training: of each step the batch that it learned from, as the network was before it,
/// and of some the network after it, on sequences that it does not learn from.
struct LearningCurves {
  std::vector<LearningPoint> training, test;
  bool has_accuracy = true;  ///< false where numbers are wanted: no answer is right
};

/// Loss (left axis) and accuracy (right axis) over the steps: those of tests strong, those of what
/// is learned from faint. Where steps are more than can be told apart, means of as many as it says.
Diagram loss_diagram(const LearningCurves& curves, const Ruler& ruler, double width, double height);

/// What a head of a network is called: "L0.H1".
std::string head_name(Index layer, Index head);

/// The weights of all heads of a network, a row of panels for each of its layers, on one scale of
/// colours; each panel with the mean entropy of its rows. A layer without attention has none.
/// Marks: "layers.head[l][h]".
Diagram layers_diagram(std::span<const std::shared_ptr<const Evaluation>> layers,
                       const Ruler& ruler, double width);

/// One head of many.
struct OverviewHead {
  Index layer = 0, head = 0;
  std::shared_ptr<const Matrix> thumbnail{};  ///< kMasked where no key is shown; null: none
  double number = 0;                          ///< what colours its frame; NaN: it has none
};

/// All heads of attention from elsewhere.
struct Overview {
  Index layers = 0, heads = 0;  ///< of the layer that has most
  std::vector<OverviewHead> all{};
  std::string measure{};                                 ///< what the numbers are: "entropy"
  std::vector<std::string> layer_names{}, head_names{};  ///< empty: "0", "1" …
};

/// Layers downwards, their heads across, a small matrix each on one scale of colours, in a frame
/// whose colour is its number; what both mean stands below. It is `width` units wide. Marks:
/// "overview.head[l][h]".
Diagram overview_diagram(const Overview& overview, const Ruler& ruler, double width);

}  // namespace attn
