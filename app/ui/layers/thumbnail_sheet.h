#pragma once

#include <memory>
#include <vector>

#include "app/gl/heatmap/heatmap.h"
#include "app/ui/toolkit/widgets.h"
#include "engine/base/matrix.h"

namespace attn::ui {

/// Many small matrices in rows of squares, drawn as one picture: as many as are on the screen.
class ThumbnailSheet {
 public:
  struct SheetLook {
    Index columns = 0;
    Index pitch = 0;  ///< pixels from one to the next
    Index side = 0;   ///< pixels of each, in the middle of its square
    bool operator==(const SheetLook&) const = default;
  };

  /// Draws them from the left upper corner of `area`, row by row; what is null is left blank.
  void draw(Ui& ui, const Box& area, const SheetLook& look,
            std::vector<std::shared_ptr<const Matrix>> thumbnails);

 private:
  std::unique_ptr<gl::Heatmap> heatmap_;
  SheetLook look_{};
  std::vector<std::shared_ptr<const Matrix>> thumbnails_;  // that were uploaded
  Index rows_ = 0;
  float most_ = 1;
  bool is_signed_ = false;
};

}  // namespace attn::ui
