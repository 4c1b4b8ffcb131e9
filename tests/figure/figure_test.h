#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <cairo.h>

#include "app/figure/canvas/drawing.h"
#include "app/figure/files/figure.h"
#include "app/paint/cairo_canvas.h"
#include "engine/attention/mask.h"
#include "engine/attention/scene.h"
#include "engine/fast/evaluate.h"
#include "tests/support/picture.h"
#include "tests/support/temporary_folder.h"

namespace attn {

inline void write_figure(const Scene& scene, const Trace& trace, const FigureOptions& options,
                         const std::string& path) {
  write_figure(std::make_shared<const Evaluation>(Evaluation{scene, trace}), options, path);
}

}  // namespace attn

namespace attn::test {

/// The example that every new window opens with.
inline Scene first_example() {
  Scene scene;
  scene.title = "The sleepy child reads a book";
  scene.tokens = {"The", "Sleepy", "Child", "Reads", "A", "Book"};
  Matrix embeddings(6, 3);
  embeddings << 0, 0, 0, 2, 0, 1, 1, -1, -2, 2, 3, 1, -2, 0, 0, 0, 2, 1;
  Matrix values(6, 1);
  values << 0, -0.2f, 0.3f, 0.4f, 0, 0.1f;
  scene.embeddings = embeddings;
  scene.values = Cow<Matrix>(values);
  scene.score.kind = &score_kind("dot");
  return scene;
}

/// No query sees a later key, and none the first: the first query sees no key.
inline Scene masked_child() {
  Scene scene = first_example();
  Mask padding;
  padding.kind = &mask_kind("padding");
  padding.valid = std::vector<bool>{false, true, true, true, true, true};
  scene.masks = {Mask{}, padding};
  return scene;
}

/// M queries over L keys with weights that differ from cell to cell; words repeat.
struct Example {
  Scene scene;
  Trace trace;
};
inline Example example(Index M, Index L, const std::vector<std::string>& words) {
  Example made;
  made.scene.title = "An example";
  made.scene.queries = Queries{};
  const auto word = [&](Index i) { return words[static_cast<std::size_t>(i) % words.size()]; };
  for (Index j = 0; j < L; ++j) made.scene.tokens.push_back(word(j));
  for (Index i = 0; i < M; ++i) made.scene.queries->tokens.push_back(word(i));
  HeadTrace head;
  head.weights = Matrix(M, L);
  for (Index i = 0; i < M; ++i) {
    for (Index j = 0; j < L; ++j) {
      head.weights(i, j) = static_cast<float>((i * 37 + j * 101) % 256) / 255.0f;
    }
  }
  head.scores = head.weights;
  made.trace.heads = {head};
  return made;
}

/// Rasterises `drawing` at `scale` pixels per unit.
inline Picture picture_of(const Drawing& drawing, double scale) {
  Picture picture{static_cast<int>(std::ceil(drawing.width * scale)),
                  static_cast<int>(std::ceil(drawing.height * scale)),
                  {}};
  cairo_surface_t* surface =
      cairo_image_surface_create(CAIRO_FORMAT_ARGB32, picture.width, picture.height);
  cairo_t* cr = cairo_create(surface);
  cairo_scale(cr, scale, scale);
  {
    CairoCanvas canvas(cr, *drawing.theme, scale);
    drawing.draw(canvas);
  }
  cairo_destroy(cr);
  cairo_surface_flush(surface);
  const unsigned char* data = cairo_image_surface_get_data(surface);
  const int stride = cairo_image_surface_get_stride(surface);
  for (int y = 0; y < picture.height; ++y) {
    for (int x = 0; x < picture.width; ++x) {
      std::uint32_t pixel;
      std::memcpy(&pixel, data + y * stride + 4 * x, sizeof pixel);
      for (const int shift : {16, 8, 0, 24}) {
        picture.rgba.push_back(static_cast<std::uint8_t>(pixel >> shift));
      }
    }
  }
  cairo_surface_destroy(surface);
  return picture;
}

}  // namespace attn::test
