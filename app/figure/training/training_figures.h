#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/figure/files/watch.h"
#include "app/figure/text/figure_theme.h"
#include "app/figure/training/training_diagrams.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// What stands above such a figure, and its colours.
struct TrainingWords {
  std::string title{}, subtitle{};
  const FigureTheme* theme = &kLightFigure;
};

/// Writes the curves of a run, and the weights of all heads of a network, to `path`, as
/// write_figure() does. Throws as it does.
void write_loss(const LearningCurves& curves, const TrainingWords& words, const std::string& path);
void write_layers(std::span<const std::shared_ptr<const Evaluation>> layers,
                  const TrainingWords& words, const std::string& path);

/// Writes all heads of attention from elsewhere in the same way, as wide as a paper's format and
/// on its pixels (paper_formats.h).
struct PaperFormat;
void write_overview(const Overview& overview, const TrainingWords& words, const PaperFormat& format,
                    const std::string& path);

/// One head at a step of a run.
struct HeadShot {
  std::shared_ptr<const Evaluation> evaluation;  ///< of its layer
  std::string words;                             ///< below it: "step 40"
};

/// A film of head `head`, written as write_film() does by the name of `path`. Throws as it does.
void write_head_film(const std::vector<HeadShot>& shots, Index head, const TrainingWords& words,
                     double fps, const std::string& path, const Watch& watch = {});

}  // namespace attn
