#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "app/figure/page/figure_options.h"
#include "engine/attention/evaluation.h"

namespace attn {

struct Drawing;

/// The views that can be drawn, and the endings (with their dot) of the files that can be written.
std::span<const std::string_view> figure_views();
std::span<const std::string_view> figure_endings();

/// What `options` say, laid out; `usual_scale` is what no scale stands for. Throws OptionError in
/// words.
Drawing draw_figure(const std::shared_ptr<const Evaluation>& evaluation,
                    const FigureOptions& options, double usual_scale = 2);

/// Draws the figure and writes it to `path`, whose ending, in capitals or not, says the format. The
/// same scene gives the same bytes. Throws OptionError where the options are wrong, and otherwise
/// std::runtime_error, in words; nothing is left half written.
void write_figure(const std::shared_ptr<const Evaluation>& evaluation, const FigureOptions& options,
                  const std::string& path);
void write_figure(const Scene& scene, const Trace& trace, const FigureOptions& options,
                  const std::string& path);

/// The bytes of what `draw` makes for the usual scale of the format that `path` ends in.
std::string figure_bytes(const std::function<Drawing(double usual_scale)>& draw,
                         const std::string& path);
/// Writes what `draw` makes for the usual scale of the format to `path`, as write_figure() does.
void write_drawing(const std::function<Drawing(double usual_scale)>& draw, const std::string& path);

}  // namespace attn
