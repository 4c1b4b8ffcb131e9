#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/files/import_offer.h"
#include "app/ui/heatmap/heatmap_view.h"
#include "app/ui/heatmap/thumbnail_sheet.h"
#include "app/ui/toolkit/widgets.h"

namespace attn::ui {

/// Layout of the cards of a layer's heads.
struct HeadCards {
  Index columns = 1, rows = 1, seen = 1;  ///< all rows, and those that are visible at a time
  float pitch = 1;

  float height() const { return pitch * static_cast<float>(seen); }
};

/// Preview of an import: the heatmap of the chosen head with the sums of its rows, and below it the
/// heads of its layer, of which a click or the arrow keys choose one.
class ImportPicture {
 public:
  void draw(Ui& ui, ImportOffer& offer, const Box& box);
  /// Gives back the memory of the picture.
  void release();

 private:
  void take(const Ui& ui, const ImportPreview& preview);
  void draw_title(Ui& ui, const ImportOffer& offer, const Box& line);
  void draw_heads(Ui& ui, ImportOffer& offer, const Box& box, const HeadCards& cards);
  static void draw_card(Ui& ui, const Box& square, std::size_t head, bool has_picture,
                        bool is_chosen);

  std::unique_ptr<HeatmapView> heatmap_;
  ThumbnailSheet heads_;
  std::shared_ptr<const Matrix> drawn_;      // uploaded weights
  std::vector<std::string> rows_, columns_;  // labels of its rows and columns
  bool has_masked_ = false;
  Index first_row_ = 0;  // of the heads
  Index shown_head_ = -1;
  std::optional<double>
      behind_since_{};   // ImGui's time since which the preview is of another choice
  std::string hovered_;  // "cat → slept 0.57"
};

}  // namespace attn::ui
