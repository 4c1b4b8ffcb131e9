#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/figure/files/watch.h"
#include "app/figure/page/figure_options.h"
#include "app/figure/text/figure_theme.h"
#include "app/figure/training/training_diagrams.h"
#include "engine/attention/evaluation.h"

namespace attn {

/// Title and colours of a figure about training.
struct TrainingWords {
  std::string title{}, subtitle{};
  const FigureTheme* theme = &kLightFigure;
};

/// Writes the curves of a run, and the weights of all heads of a network, to `path` by
/// write_figure(). Throws as it does.
void write_loss(const LearningCurves& curves, const TrainingWords& words, const std::string& path);
void write_layers(std::span<const std::shared_ptr<const Evaluation>> layers,
                  const TrainingWords& words, const std::string& path);

/// Writes all heads of imported attention to a file, and measures of them, with the title, caption,
/// size, font, theme, colour map and range of `options`.
void write_overview(const Overview& overview, const TrainingWords& words,
                    const FigureOptions& options, const std::string& path);
void write_head_chart(const HeadChart& chart, const TrainingWords& words,
                      const FigureOptions& options, const std::string& path);

/// Likewise any diagram, which `diagram_in` draws for a width in units.
void write_diagram(const std::function<Diagram(const Ruler&, double width)>& diagram_in,
                   const TrainingWords& words, const FigureOptions& options,
                   const std::string& path);

/// Number of dots for a side of each head in such a figure: more cells cannot be seen.
Index overview_dots(const FigureOptions& options, Index layers, Index heads);

/// Head at a step of a run.
struct HeadShot {
  std::shared_ptr<const Evaluation> evaluation;  ///< evaluation of its layer
  std::string words;                             ///< text below it: "step 40"
};

/// Writes a film of head `head` by write_film(), in the format of `path`. Throws as it does.
void write_head_film(const std::vector<HeadShot>& shots, Index head, const TrainingWords& words,
                     double fps, const std::string& path, const Watch& watch = {});

}  // namespace attn
