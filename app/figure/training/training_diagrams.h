#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/figure/diagram/diagram.h"
#include "engine/attention/evaluation.h"
#include "engine/base/matrix.h"

namespace attn {

// Diagrams of a training run, and of all heads of a network or of imported attention.

/// Result of a network at a step.
struct LearningPoint {
  Index step = 0;
  double loss = 0;      ///< mean of −ln p of the targets, or mean squared error
  double accuracy = 0;  ///< share of right answers
};

/// Curves of a training run: for each step the loss on its batch, before the update; for some steps
/// the result after it on test sequences.
struct LearningCurves {
  std::vector<LearningPoint> training, test;
  bool has_accuracy = true;  ///< false if targets are numbers: no answer is right or wrong
};

/// Draws loss (left axis) and accuracy (right axis) over the steps: test curves strong, training
/// curves faint. With more steps than can be shown, means over several steps, as the legend says.
Diagram loss_diagram(const LearningCurves& curves, const Ruler& ruler, double width, double height);

/// Name of a head of a network: "L0.H1".
std::string head_name(Index layer, Index head);

/// Draws the weights of all heads of a network, one row of panels per layer, on one colour scale;
/// each panel with the mean entropy of its rows. A layer without attention has no panels. Marks:
/// "layers.head[l][h]".
Diagram layers_diagram(std::span<const std::shared_ptr<const Evaluation>> layers,
                       const Ruler& ruler, double width);

/// One head of many.
struct OverviewHead {
  Index layer = 0, head = 0;
  std::shared_ptr<const Matrix> thumbnail{};  ///< kMasked where no key is shown; null: none
  double number = 0;                          ///< value that colours its frame; NaN: none
  Index rows = 0, columns = 0;                ///< of the matrix; the thumbnail may have less
};

/// All heads of imported attention.
struct Overview {
  Index layers = 0, heads = 0;  ///< of the layer with most heads
  std::vector<OverviewHead> all{};
  std::string measure{};                                 ///< name of the numbers: "entropy"
  std::vector<std::string> layer_names{}, head_names{};  ///< empty: "0", "1" …
  const Colormap* colormap = nullptr;                    ///< of the weights; null: by their signs
  std::string range{};  ///< of the weights' colours; empty: 0 … 1, or all
};

/// Draws layers downwards and their heads across, each as a small matrix on one colour scale, in a
/// frame coloured by its number; legends are below. `width` in units. Marks: "overview.head[l][h]".
Diagram overview_diagram(const Overview& overview, const Ruler& ruler, double width);

/// Numbers of all heads by one measure, layers x heads.
struct MeasuredLayers {
  std::string title{}, quantity{};          ///< "Mean entropy of the rows", "nats"
  std::shared_ptr<const Matrix> numbers{};  ///< kMasked: no number
};

/// Measures of all heads of several layers.
struct HeadChart {
  std::vector<MeasuredLayers> measures{};
  std::vector<std::string> layer_names{}, head_names{};
  bool are_bars = false;               ///< else heatmaps
  const Colormap* colormap = nullptr;  ///< null: viridis
};

/// Draws each measure as a heatmap of layers x heads with a legend of its own, or as bars: for each
/// layer one for each head. Marks: "measures[n]".
Diagram head_chart_diagram(const HeadChart& chart, const Ruler& ruler, double width);

}  // namespace attn
