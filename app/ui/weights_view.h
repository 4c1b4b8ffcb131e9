#pragma once

#include "app/ui/heatmap_view.h"
#include "app/ui/mask_paint.h"
#include "app/ui/view.h"

namespace attn::ui {

/// Middle: the weights of the selected head as a heatmap.
class WeightsView : public View {
 public:
  void draw(Ui& ui, Session& session, const Box& box) override;

 private:
  /// At the right end of the line; answers where they begin.
  float tools(Ui& ui, Session& session, const Box& line);
  /// Of A and B, which is drawn: the difference only where there is one.
  Version version(const Session& session) const;
  /// The evaluation whose tokens stand around the heatmap.
  const Evaluation& source(const Session& session) const;
  void upload_if_new(const Session& session);
  void draw_hint(Ui& ui, const Session& session, const Box& box) const;

  HeatmapView heatmap_;
  MaskPaint paint_;
  Matrix shown_;                      // the weights, kMasked where the score is
  std::size_t shown_evaluation_ = 0;  // which evaluation they are of
  Index shown_head_ = -1;
  Version shown_version_ = Version::kNow;
  std::shared_ptr<const Evaluation> shown_kept_;
};

}  // namespace attn::ui
