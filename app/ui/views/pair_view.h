#pragma once

#include "app/figure/views/pair_quantity.h"
#include "app/ui/heatmap/heatmap_view.h"
#include "app/ui/heatmap/softmax_cells.h"
#include "app/ui/views/view.h"

namespace attn::ui {

/// Middle: the weights or the scores of the selected head as a heatmap.
class PairView : public View {
 public:
  using View::View;
  DrawnNumbers draw(Ui& ui, Access access, const ViewPlace& place) override;
  std::optional<Box> matrix() const override { return heatmap_.area(); }
  std::optional<ViewLegend> legend() const override { return legend_; }
  void rest() override;

 private:
  /// What the heatmap is made from, and from what it need not be made again.
  struct HeatmapSource {
    Version version = Version::kNow;
    std::shared_ptr<const Evaluation> now, kept;
    const PairQuantity* quantity = nullptr;
    Index head = -1;
    std::string range;
    float temperature = 1;  ///< of the weights, which may be newer than that of `now`
    bool operator==(const HeatmapSource&) const = default;
  };
  void tools(Ui& ui, Access access, const std::optional<Box>& bar);
  /// Whether it can be chosen which scores are shown: where those that are used are not the raw.
  bool has_choice(const Workspace& workspace) const;
  void choose_scores(Ui& ui, Pen& pen);
  /// What is shown: that of the tab, or raw scores.
  const PairQuantity& quantity(const Workspace& workspace) const;
  /// Of A and B, which is drawn: the difference only where there is one.
  Version version(const Workspace& workspace) const;
  /// The evaluation whose tokens stand around the heatmap.
  const Evaluation& source(const Workspace& workspace) const;
  /// Draws the weights from where compute shaders made them. False where they aren't there.
  bool draw_from_device(const Workspace& workspace, Index head);
  /// What the tools asked for that needs all numbers: done when they are there.
  void take_wishes(Access access);
  Matrix numbers(const Workspace& workspace, const Evaluation& evaluation) const;
  void upload_if_new(const Workspace& workspace);
  void upload(const Workspace& workspace, const HeatmapSource& key, bool keeps_shading);
  bool hides_keys(const Workspace& workspace) const;
  HeatmapPlot plot(const Workspace& workspace);
  void leave_legend(const Ui& ui, HeatmapPlot& plot);

  /// The first that the tab has, and the second, raw scores, where there is one.
  const PairQuantity& tab_ = pair_quantity(kind().figure(0));
  const PairQuantity* raw_ = kind().figures.empty() ? nullptr : &pair_quantity(kind().figure(1));
  bool is_raw_ = false;  // was chosen
  bool wants_copy_ = false, wants_to_keep_ = false;
  bool opens_legend_ = false;  // it was clicked in the last frame
  bool is_presented_ = false;
  HeatmapView heatmap_;
  MaskPaint paint_;
  HeatmapSource key_;
  Matrix made_;    // numbers, kMasked where a pair is masked, that are in no Trace
  Matrix shades_;  // what is coloured, where it is not the numbers
  Shading shading_;
  // What is drawn: these, or those of the evaluation in key_.
  const Matrix* values_ = &made_;
  const Matrix* mask_ = &made_;
  const Matrix* drawn_ = &made_;
  gl::ScoresUpload upload_;
  SoftmaxCells softmax_;
  bool is_softmax_ = false;  // it draws the weights
  bool has_masked_ = false;
  // What stands beside the weights of an evaluation's head.
  LabelledMatrix margins_{};
  std::shared_ptr<const Evaluation> margins_of_;
  Index margins_head_ = -1;
  Version margins_version_ = Version::kNow;
  std::optional<ViewLegend> legend_;  // that was left to the stage
};

}  // namespace attn::ui
