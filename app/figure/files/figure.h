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

/// Views that can be drawn, and endings (with dot) of the files.
std::span<const std::string_view> figure_views();
std::span<const std::string_view> figure_endings();

/// Ending of a file's name, with dot, in lower case; "" if there is none.
std::string ending_of(std::string_view path);

/// Lays out the figure of `options`; `usual_scale`: default scale. Throws OptionError.
Drawing draw_figure(const std::shared_ptr<const Evaluation>& evaluation,
                    const FigureOptions& options, double usual_scale = 2);

/// Draws the figure and writes it to `path`, in the format of its ending, case-insensitive.
/// Deterministic. Throws OptionError for invalid options, otherwise std::runtime_error; leaves no
/// incomplete file.
void write_figure(const std::shared_ptr<const Evaluation>& evaluation, const FigureOptions& options,
                  const std::string& path);
void write_figure(const Scene& scene, const Trace& trace, const FigureOptions& options,
                  const std::string& path);

/// Bytes of the result of `draw` in the format of `path`, at its default scale.
std::string figure_bytes(const std::function<Drawing(double usual_scale)>& draw,
                         const std::string& path);
/// Writes the result of `draw` to `path`, in its format at the default scale, like write_figure().
void write_drawing(const std::function<Drawing(double usual_scale)>& draw, const std::string& path);

}  // namespace attn
