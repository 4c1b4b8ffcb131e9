#include "tests/figure/read_gif.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include <gif_lib.h>

namespace attn::test {
namespace {

int take(GifFileType* gif, GifByteType* bytes, int count) {
  std::string& left = *static_cast<std::string*>(gif->UserData);
  const std::size_t taken = std::min(static_cast<std::size_t>(count), left.size());
  std::memcpy(bytes, left.data(), taken);
  left.erase(0, taken);
  return static_cast<int>(taken);
}

Rgb color_of(const ColorMapObject& map, GifByteType index) {
  const GifColorType& color = map.Colors[index];
  return {color.Red, color.Green, color.Blue};
}

void draw(std::vector<Rgb>& screen, int width, const SavedImage& image, const ColorMapObject& map,
          int transparent) {
  const GifImageDesc& area = image.ImageDesc;
  for (int y = 0; y < area.Height; ++y) {
    for (int x = 0; x < area.Width; ++x) {
      const GifByteType index = image.RasterBits[y * area.Width + x];
      if (index == transparent) continue;
      screen.at(static_cast<std::size_t>((area.Top + y) * width + area.Left + x)) =
          color_of(map, index);
    }
  }
}

bool has_loop(const SavedImage& image) {
  const ExtensionBlock* blocks = image.ExtensionBlocks;
  for (int n = 0; n + 1 < image.ExtensionBlockCount; ++n) {
    const bool is_netscape =
        blocks[n].ByteCount == 11 && std::memcmp(blocks[n].Bytes, "NETSCAPE2.0", 11) == 0;
    const ExtensionBlock& next = blocks[n + 1];
    if (is_netscape && next.ByteCount == 3 && next.Bytes[0] == 1) {
      return next.Bytes[1] == 0 && next.Bytes[2] == 0;
    }
  }
  return false;
}

}  // namespace

Film read_gif(const std::string& bytes) {
  std::string left = bytes;
  int error = 0;
  GifFileType* gif = DGifOpen(&left, take, &error);
  if (!gif || DGifSlurp(gif) != GIF_OK) throw std::runtime_error("no GIF file");
  Film film{gif->SWidth, gif->SHeight, false, {}, {}};
  std::vector<Rgb> screen(static_cast<std::size_t>(film.width * film.height));
  for (int n = 0; n < gif->ImageCount; ++n) {
    GraphicsControlBlock control;
    if (DGifSavedExtensionToGCB(gif, n, &control) != GIF_OK) {
      throw std::runtime_error("a frame without a delay");
    }
    if (control.DisposalMode != DISPOSE_DO_NOT) throw std::runtime_error("a frame that goes");
    draw(screen, film.width, gif->SavedImages[n], *gif->SColorMap, control.TransparentColor);
    film.frames.push_back(screen);
    film.delays.push_back(control.DelayTime);
  }
  film.loops = gif->ImageCount > 0 && has_loop(gif->SavedImages[0]);
  DGifCloseFile(gif, &error);
  return film;
}

}  // namespace attn::test
