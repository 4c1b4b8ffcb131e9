#pragma once

#include <memory>
#include <vector>

#include "app/gl/heatmap/heatmap.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/base/matrix.h"

namespace attn::ui {

/// Grid of small matrices, drawn as one texture of the visible ones.
class ThumbnailSheet {
 public:
  struct SheetLook {
    Index columns = 0;
    Index pitch = 0;  ///< distance of squares in pixels
    Index side = 0;   ///< side of a thumbnail in pixels, centred in its square
    bool operator==(const SheetLook&) const = default;
  };

  /// Draws row by row from the upper left corner of `area`; null entries are left blank.
  void draw(Ui& ui, const Box& area, const SheetLook& look,
            std::vector<std::shared_ptr<const Matrix>> thumbnails);

 private:
  std::unique_ptr<gl::Heatmap> heatmap_;
  SheetLook look_{};
  std::vector<std::shared_ptr<const Matrix>> thumbnails_;  // uploaded thumbnails
  Index rows_ = 0;
  float most_ = 1;
  bool is_signed_ = false;
};

}  // namespace attn::ui
