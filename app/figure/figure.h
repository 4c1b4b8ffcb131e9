#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/colormap.h"
#include "engine/scene.h"
#include "engine/trace.h"

namespace attn {

/// What a figure shows and how: the options of `export`.
struct FigureOptions {
  std::string view = "weights";
  Index head = 0;
  const Colormap* colormap = nullptr;  ///< the view's own where null
  double scale = 2;                    ///< pixels for each unit (1/96 inch) of the layout
};

/// Draws the figure and writes it to `path`, whose ending says the format (PNG). The same scene
/// gives the same bytes. Throws std::runtime_error in words; nothing is left half written.
void write_figure(const Scene& scene, const Trace& trace, const FigureOptions& options,
                  const std::string& path);

/// The bytes of a PNG file: `rgba` holds width · height pixels of four bytes, rows from the top,
/// alpha not premultiplied.
std::string encode_png(int width, int height, const unsigned char* rgba);

}  // namespace attn
