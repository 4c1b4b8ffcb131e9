#pragma once

#include "app/ui/heatmap_view.h"
#include "app/ui/mask_paint.h"
#include "app/ui/session.h"

namespace attn::ui {

/// Middle: the weights of the selected head as a heatmap.
class WeightsView {
 public:
  void draw(Ui& ui, Session& session, const Box& box);

 private:
  /// At the right end of the line; answers where they begin.
  float tools(Ui& ui, Session& session, const Box& line);
  void upload_if_new(const Session& session);

  HeatmapView heatmap_;
  MaskPaint paint_;
  Matrix shown_;                      // the weights, kMasked where the score is
  std::size_t shown_evaluation_ = 0;  // which evaluation they are of
  Index shown_head_ = -1;
};

}  // namespace attn::ui
