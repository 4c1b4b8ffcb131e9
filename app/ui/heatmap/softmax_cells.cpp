#include "app/ui/heatmap/softmax_cells.h"

#include <cmath>
#include <numbers>

#include "engine/attention/normalize.h"
#include "engine/fast/fast.h"

namespace attn::ui {

bool SoftmaxCells::can_draw(const Evaluation& evaluation, float temperature) {
  constexpr Index kMany = 512 * 512;
  const Scene& scene = evaluation.scene;
  return scene.query_count() * scene.key_count() >= kMany &&
         scene.normalizer.kind->is_exponential && temperature > 0 &&
         std::isfinite(std::numbers::log2e_v<float> / temperature) && std::isfinite(temperature) &&
         is_fast(scene);
}

const Matrix& SoftmaxCells::scores() const { return evaluation_->trace.head(head_).scores; }

void SoftmaxCells::set(std::shared_ptr<const Evaluation> evaluation, Index head,
                       float temperature) {
  const bool has_scores =
      evaluation_ && head_ == head && same_but_temperature(evaluation_->scene, evaluation->scene);
  evaluation_ = std::move(evaluation);
  if (has_scores && temperature_ == temperature) return;
  head_ = head;
  temperature_ = temperature;
  if (!has_scores) {
    is_uploaded_ = false;
    pixels_.forget();
  }
  drawn_.reset();
  has_rows_ = false;
  sharpness_ = std::numbers::log2e_v<float> / temperature;
  compute_row_sums(scores(), temperature, has_scores, sums_);
  rows_.clear();
  for (std::size_t i = 0; i < sums_.sums.size(); ++i) {
    // All cells of a row that sees no key are masked.
    rows_.push_back(sums_.sums[i] > 0
                        ? gl::Heatmap::SoftmaxRow{sums_.largest[i], -std::log2(sums_.sums[i])}
                        : gl::Heatmap::SoftmaxRow{});
  }
}

void SoftmaxCells::draw(Ui& ui, gl::Heatmap& heatmap, const HeatmapCells& cells) {
  if (cells.cell_width < 1 && cells.cell_height < 1) {
    draw_pixels(ui, cells);
    return;
  }
  if (!is_uploaded_) {
    upload_.upload(heatmap, scores(), evaluation_->scene, head_, "softmax",
                   [&] { heatmap.set_scores(scores()); });
  }
  if (!is_uploaded_ || !has_rows_) heatmap.set_softmax(sharpness_, rows_);
  is_uploaded_ = has_rows_ = true;
  draw_heatmap_cells(ui, heatmap, cells);
}

void SoftmaxCells::draw_pixels(Ui& ui, const HeatmapCells& cells) {
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const auto axis = [](float start, float length, float clip, float clip_length, float size,
                       Index count) {
    return gl::pixel_axis(start, length, static_cast<int>(count),
                          gl::pixels_in(start, length, clip, clip_length, static_cast<int>(size)));
  };
  const Box& matrix = cells.matrix;
  const Box& area = cells.area;
  Grid grid{
      axis(matrix.min.y, matrix.height(), area.min.y, area.height(), screen.y, scores().rows()),
      axis(matrix.min.x, matrix.width(), area.min.x, area.width(), screen.x, scores().cols())};
  if (grid.rows.cells.empty() || grid.columns.cells.empty()) return;
  if (!picture_) picture_ = std::make_unique<gl::Heatmap>();
  if (drawn_ != grid) {
    const Matrix& pixels = pixels_.compute(scores(), sharpness_, rows_, grid.rows, grid.columns);
    picture_->set_scores(pixels);
    picture_->set_softmax(1, std::vector<gl::Heatmap::SoftmaxRow>(grid.rows.cells.size()));
    drawn_ = std::move(grid);
  }
  const auto at = [&](std::size_t x, std::size_t y) {
    return ImVec2(static_cast<float>(drawn_->columns.first_pixel + static_cast<int>(x)),
                  static_cast<float>(drawn_->rows.first_pixel + static_cast<int>(y)));
  };
  const Box box{at(0, 0), at(drawn_->columns.cells.size(), drawn_->rows.cells.size())};
  draw_heatmap_cells(ui, *picture_,
                     {.matrix = box,
                      .area = box,
                      .cell_width = 1,
                      .cell_height = 1,
                      .colormap = cells.colormap,
                      .range = cells.range});
}

}  // namespace attn::ui
