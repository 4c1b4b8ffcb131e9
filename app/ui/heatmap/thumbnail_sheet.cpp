#include "app/ui/heatmap/thumbnail_sheet.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/ui/heatmap/heatmap_cells.h"
#include "engine/attention/trace.h"
#include "engine/color/colormap.h"

namespace attn::ui {
namespace {

/// Scales `small` by whole pixels per cell into the square with this upper left corner.
void put_thumbnail(Matrix& picture, Index top, Index left, Index side, const Matrix& small) {
  const Index longer = std::max(small.rows(), small.cols());
  const Index high = std::max<Index>(1, side * small.rows() / longer);
  const Index wide = std::max<Index>(1, side * small.cols() / longer);
  for (Index y = 0; y < high; ++y) {
    for (Index x = 0; x < wide; ++x) {
      picture(top + y, left + x) = small(y * small.rows() / high, x * small.cols() / wide);
    }
  }
}

}  // namespace

void ThumbnailSheet::draw(Ui& ui, const Box& area, const SheetLook& look,
                          std::vector<std::shared_ptr<const Matrix>> thumbnails) {
  if (thumbnails.empty() || look.columns <= 0 || look.side <= 0) return;
  if (!heatmap_) heatmap_ = std::make_unique<gl::Heatmap>();
  if (thumbnails_ != thumbnails || !(look == look_)) {
    look_ = look;
    rows_ = (std::ssize(thumbnails) + look.columns - 1) / look.columns;
    Matrix picture = Matrix::Zero(rows_ * look.pitch, look.columns * look.pitch);
    most_ = 1;
    is_signed_ = false;
    const Index inset = (look.pitch - look.side) / 2;
    for (std::size_t n = 0; n < thumbnails.size(); ++n) {
      if (!thumbnails[n]) continue;
      const auto at = static_cast<Index>(n);
      put_thumbnail(picture, at / look.columns * look.pitch + inset,
                    at % look.columns * look.pitch + inset, look.side, *thumbnails[n]);
    }
    for (const float number : picture.reshaped()) {
      if (number == kMasked) continue;
      is_signed_ = is_signed_ || number < 0;
      most_ = std::max(most_, std::abs(number));
    }
    heatmap_->set(picture);
    thumbnails_ = std::move(thumbnails);
  }
  const ImVec2 size(static_cast<float>(look.columns * look.pitch),
                    static_cast<float>(rows_ * look.pitch));
  draw_heatmap_cells(ui, *heatmap_,
                     {.matrix = {area.min, {area.min.x + size.x, area.min.y + size.y}},
                      .area = area,
                      .cell_width = 1,
                      .cell_height = 1,
                      .colormap = *find_colormap(is_signed_ ? "red-blue" : "indigo"),
                      .range = {is_signed_ ? -most_ : 0, most_}});
}

}  // namespace attn::ui
