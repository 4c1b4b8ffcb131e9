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

/// Draws large weights from their scores and row sums: dragging the temperature computes, reads and
/// uploads no matrix of weights. If many cells share a pixel, only the pixels are uploaded.
class SoftmaxCells {
 public:
  /// Returns whether there are many weights that are a softmax of the scores at `temperature`.
  static bool can_draw(const Evaluation& evaluation, float temperature);

  /// Selects the weights of `head` at `temperature`, which may differ from the evaluation's.
  /// Precondition: can_draw().
  void set(std::shared_ptr<const Evaluation> evaluation, Index head, float temperature);

  /// Draws the weights, using `heatmap` if cells are at least a pixel.
  void draw(Ui& ui, gl::Heatmap& heatmap, const HeatmapCells& cells);

  /// Gives back the evaluation and all pixels until the next set().
  void release() {
    evaluation_.reset();
    if (picture_) picture_->release();
    pixels_ = {};
    forget();
  }

  /// Invalidates the upload; call it after other numbers were uploaded to the heatmap.
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
  bool has_rows_ = false;     ///< the heatmap has the row sums

  struct Grid {
    gl::PixelAxis rows, columns;
    bool operator==(const Grid&) const = default;
  };
  gl::SoftmaxPixels pixels_;
  std::unique_ptr<gl::Heatmap> picture_;  ///< heatmap of the pixels
  std::optional<Grid> drawn_;             ///< grid of `picture_`; none if the weights changed since
};

}  // namespace attn::ui
