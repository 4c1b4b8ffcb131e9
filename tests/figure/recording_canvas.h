#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/figure/canvas/drawing.h"
#include "app/figure/files/figure.h"
#include "engine/attention/evaluation.h"
#include "tests/figure/figure_test.h"

namespace attn::test {

/// Keeps what is drawn on it.
class RecordingCanvas : public Canvas {
 public:
  struct Said {
    std::string text;
    double width, ascent, height, size;
    TextSpot place;
  };
  RecordingCanvas(const FigureTheme& theme, double resolution) : Canvas(theme, resolution) {}

  void rect(const Rect& rect, double, const Finish& finish) override {
    (finish.fill ? filled : outlined).push_back(rect);
  }
  void shape(const Outline&, const Finish&) override {}
  void disc(Point, double, const Finish&) override {}
  void cells(std::span<const ColoredRect> drawn, double, bool) override {
    std::vector<Rect>& rects = matrices.emplace_back();
    for (const ColoredRect& cell : drawn) rects.push_back(cell.rect);
  }
  void hatch(std::span<const Rect> drawn, double) override {
    hatched.emplace_back(drawn.begin(), drawn.end());
  }
  void image(const Rect& rect, const Picture&) override { matrices.push_back({rect}); }
  void text(const Text& text, const Paint&, const TextSpot& place) override {
    texts.push_back(
        {text.text(), text.width(), text.ascent(), text.height(), text.style().size, place});
  }
  void clip(const std::optional<Rect>&, double) override {}

  std::vector<Rect> filled, outlined;
  std::vector<std::vector<Rect>> matrices;  ///< the cells of each, or all of an image
  std::vector<std::vector<Rect>> hatched;
  std::vector<Said> texts;
};

/// Bounding box of `rects`.
inline Rect around(const std::vector<Rect>& rects) {
  if (rects.empty()) return {};
  double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9;
  for (const Rect& rect : rects) {
    left = std::min(left, rect.x), top = std::min(top, rect.y);
    right = std::max(right, rect.right()), bottom = std::max(bottom, rect.bottom());
  }
  return {left, top, right - left, bottom - top};
}

/// A figure, and what is drawn for it.
struct Recorded {
  Drawing drawing;
  std::unique_ptr<RecordingCanvas> canvas;

  explicit Recorded(Drawing drawn) : drawing(std::move(drawn)) {
    canvas = std::make_unique<RecordingCanvas>(*drawing.theme, drawing.scale);
    drawing.draw(*canvas);
  }
  /// The cells of the first matrix, hatched or not.
  Rect matrix() const {
    std::vector<Rect> all = canvas->matrices.at(0);
    const bool is_image = all.size() == 1 && canvas->hatched.empty();
    if (!is_image && !canvas->hatched.empty()) {
      const std::vector<Rect>& masked = canvas->hatched.at(0);
      all.insert(all.end(), masked.begin(), masked.end());
    }
    return around(all);
  }
  /// The colours that the legend says.
  Rect bar() const {
    for (const auto& cells : canvas->matrices) {
      if (cells.size() == 256 && around(cells).width < 20) return around(cells);
    }
    return {};
  }
};

inline std::shared_ptr<const Evaluation> evaluation_of(const Example& example) {
  return std::make_shared<const Evaluation>(Evaluation{example.scene, example.trace});
}

inline Recorded recorded(const Example& example, const FigureOptions& options = {}) {
  return Recorded(draw_figure(evaluation_of(example), options));
}

}  // namespace attn::test
