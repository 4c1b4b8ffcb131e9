#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
std::string write_figure(const std::shared_ptr<const Evaluation>& evaluation,
                         const FigureOptions& options, const std::string& path);

/// Bytes of the result of `draw` in the format of `path`, at its default scale.
std::string figure_bytes(const std::function<Drawing(double usual_scale)>& draw,
                         const std::string& path);
/// Writes the result of `draw` to `path`, in its format at the default scale, like write_figure().
/// Returns a remark, "" if there is none: that it is higher than the page that it is for, "12.3 in
/// high, more than a page (9 in)", or that its type was reduced to a small one.
std::string write_drawing(const std::function<Drawing(double usual_scale)>& draw,
                          const std::string& path);

/// Preview image of a figure, and the size of its file.
struct FigurePreview {
  int file_width = 0, file_height = 0;  ///< pixels, or units for vector formats
  int width = 0, height = 0;            ///< pixels
  std::vector<unsigned char> rgba{};    ///< four bytes each, rows from the top
};

/// `drawing` with at most `width` x `height` pixels, and no larger than its file.
FigurePreview preview_drawing(Drawing drawing, int width, int height);

/// Preview of draw_figure() with at most `width` x `height` pixels, and no larger than the file.
/// Throws like draw_figure().
FigurePreview preview_figure(const std::shared_ptr<const Evaluation>& evaluation,
                             const FigureOptions& options, double usual_scale, int width,
                             int height);

}  // namespace attn
