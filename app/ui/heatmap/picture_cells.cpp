#include "app/ui/heatmap/picture_cells.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "app/gl/base/texture_upload.h"

namespace attn::ui {
namespace {

gl::TextureObject texture_of(const PixelImage& image) {
  std::vector<std::uint8_t> rgba;
  rgba.reserve(4 * image.argb.size());
  for (const std::uint32_t pixel : image.argb) {
    for (const int shift : {16, 8, 0, 24}) {
      rgba.push_back(static_cast<std::uint8_t>(pixel >> shift & 255U));
    }
  }
  return gl::upload_texture(image.width, image.height, rgba);
}

/// Hatches the box of a masked cell.
void hatch_box(const Theme& theme, const Box& box) {
  fill_box(box, theme.colors().panel);
  imgui::list()->PushClipRect(box.min, box.max, true);
  const float step = theme.px(6);
  const float last = box.max.x + box.max.y;
  for (float sum = std::floor((box.min.x + box.min.y) / step) * step; sum < last; sum += step) {
    imgui::list()->AddLine({sum - box.min.y, box.min.y}, {sum - box.max.y, box.max.y},
                           theme.colors().faint, 1);
  }
  imgui::list()->PopClipRect();
}

}  // namespace

void PictureCells::draw(Ui& ui, const Box& area, const MatrixMark& mark) {
  const int width = std::max(1, static_cast<int>(std::ceil(area.width())));
  const int height = std::max(1, static_cast<int>(std::ceil(area.height())));
  if (picture_ != mark.behind || width_ != width || height_ != height) {
    picture_ = mark.behind;
    width_ = width, height_ = height;
    texture_ = texture_of(reduced(*picture_, width, height));
  }
  imgui::list()->AddImage(imgui::texture(texture_.id()), area.min, area.max);
  const Colormap& colors = ui.theme.colors_of(*mark.colormap);
  const float cell_width = area.width() / static_cast<float>(mark.columns());
  const float cell_height = area.height() / static_cast<float>(mark.rows());
  for (Index i = 0; i < mark.rows(); ++i) {
    for (Index j = 0; j < mark.columns(); ++j) {
      const ImVec2 at(area.min.x + static_cast<float>(j) * cell_width,
                      area.min.y + static_cast<float>(i) * cell_height);
      const Box cell{at, {at.x + cell_width, at.y + cell_height}};
      if (mark.is_masked(i, j)) {
        hatch_box(ui.theme, cell);
        continue;
      }
      const Rgb color = color_of(colors, mark.range, mark.shade(i, j));
      fill_box(cell, with_alpha(IM_COL32(color.r, color.g, color.b, 255),
                                static_cast<float>(kOverPicture)));
    }
  }
}

}  // namespace attn::ui
