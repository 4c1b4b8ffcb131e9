#pragma once

#include <memory>
#include <string>

#include "app/figure/canvas/pixel_image.h"

namespace attn {

/// Picture behind a heatmap, or the reason why it is missing.
struct BackPicture {
  std::shared_ptr<const PixelImage> pixels{};
  std::string problem{};  ///< "cat.png: No such file or directory"; empty if nothing is wrong
  bool operator==(const BackPicture&) const = default;
};

/// Reads the PNG file at `path` into memory, for drawing below colours: in light grey, with at most
/// kMostBackSide pixels on a side. Throws std::runtime_error with the file's name and the reason.
std::shared_ptr<const PixelImage> read_back_picture(const std::string& path);
inline constexpr int kMostBackSide = 4096;

/// Picture that a file in `folder` (empty or with a trailing slash) refers to by `name`: in this
/// folder or below, or an absolute path that the user chose; without a name none. Never throws: the
/// reason is in its `problem`.
BackPicture back_picture_in(const std::string& folder, const std::string& name);

/// Notes that the user chose the file at the absolute `path`: until the program ends, files may
/// refer to it by this path.
void note_chosen_picture(const std::string& path);

}  // namespace attn
