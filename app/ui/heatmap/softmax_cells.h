#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/gl/heatmap/scores_upload.h"
#include "app/gl/heatmap/softmax_pixels.h"
#include "app/ui/heatmap/heatmap_cells.h"
#include "engine/attention/evaluation.h"
#include "engine/fast/weights.h"

namespace attn::ui {

/// Large weights drawn from their scores and the sums of their rows, so that while the temperature
/// is dragged no matrix of weights is computed, read or uploaded. Where many cells share a pixel no
/// matrix is uploaded at all, only the pixels are.
class SoftmaxCells {
 public:
  /// Whether there are many weights, that are a softmax of the scores at `temperature`.
  static bool can_draw(const Evaluation& evaluation, float temperature);

  /// From now on draws the weights of that head at `temperature`, which may differ from the
  /// evaluation's: can_draw() must hold.
  void set(std::shared_ptr<const Evaluation> evaluation, Index head, float temperature);

  /// Draws them, as `heatmap` where a cell is not smaller than a pixel.
  void draw(Ui& ui, gl::Heatmap& heatmap, const HeatmapCells& cells);

  /// Keeps the evaluation no longer, until set() is called again.
  void let_go() {
    evaluation_.reset();
    forget();
  }

  /// The heatmap got something else.
  void forget() { is_uploaded_ = false; }

 private:
  const Matrix& scores() const;
  void draw_pixels(Ui& ui, const HeatmapCells& cells);

  std::shared_ptr<const Evaluation> evaluation_;
  Index head_ = -1;
  float temperature_ = 0, sharpness_ = 1;
  RowSums sums_;
  std::vector<gl::Heatmap::SoftmaxRow> rows_;
  gl::ScoresUpload upload_;
  bool is_uploaded_ = false;  ///< the heatmap has the scores
  bool has_rows_ = false;     ///< and their sums

  struct Grid {
    gl::PixelAxis rows, columns;
    bool operator==(const Grid&) const = default;
  };
  gl::SoftmaxPixels pixels_;
  std::unique_ptr<gl::Heatmap> picture_;  ///< of the pixels
  std::optional<Grid> drawn_;  ///< the grid of `picture_`; none where the weights changed since
};

}  // namespace attn::ui
