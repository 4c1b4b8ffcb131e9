#include "app/figure/files/film_frames.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <vector>

#include <zlib.h>

#include "app/document/files/file_writer.h"
#include "app/document/files/interrupt.h"
#include "app/figure/canvas/gif.h"
#include "app/figure/files/export_files.h"
#include "app/figure/files/png_figure.h"
#include "app/figure/text/color_table.h"

namespace attn {
namespace {

/// Run-length compressed pixels: a film has many frames, mostly of flat areas.
class PackedFrame {
 public:
  explicit PackedFrame(const Pixels& pixels) : width_(pixels.width), height_(pixels.height) {
    uLongf size = compressBound(bytes());
    packed_.resize(size);
    const int done = compress2(packed_.data(), &size, pixels.rgba.get(), bytes(), Z_BEST_SPEED);
    if (done != Z_OK) throw std::bad_alloc();
    packed_.resize(size);
    packed_.shrink_to_fit();
  }

  int width() const { return width_; }
  int height() const { return height_; }

  /// Four bytes per pixel, extended with the background of the upper left corner.
  std::vector<unsigned char> on(int width, int height) const {
    std::vector<unsigned char> own(bytes());
    uLongf size = bytes();
    if (uncompress(own.data(), &size, packed_.data(), packed_.size()) != Z_OK) {
      throw std::bad_alloc();
    }
    if (width == width_ && height == height_) return own;
    const auto line = 4 * static_cast<std::size_t>(width_);
    std::vector<unsigned char> whole;
    for (int n = 0; n < width * height; ++n)
      whole.insert(whole.end(), own.begin(), own.begin() + 4);
    for (std::size_t y = 0; y < static_cast<std::size_t>(height_); ++y) {
      std::copy_n(&own[y * line], line, &whole[4 * y * static_cast<std::size_t>(width)]);
    }
    return whole;
  }

 private:
  std::size_t bytes() const {
    return 4 * static_cast<std::size_t>(width_) * static_cast<std::size_t>(height_);
  }
  int width_, height_;
  std::vector<unsigned char> packed_;
};

}  // namespace

std::string gif_of(const FilmFrames& film, double fps, const Watch& watch) {
  std::vector<PackedFrame> frames;
  ColorTable colors(film.theme->panel);
  int width = 0, height = 0;
  for (int n = 0; n < film.count; ++n) {
    watch.step(n, 2 * film.count);
    const Pixels pixels = pixels_of(film.draw(n));
    width = std::max(width, pixels.width), height = std::max(height, pixels.height);
    colors.count(pixels.rgba.get(),
                 static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height));
    frames.emplace_back(pixels);
  }
  colors.choose(kMostGifColors);
  GifWriter writer(width, height, colors.colors(), static_cast<int>(std::lround(100 / fps)));
  for (int n = 0; n < film.count; ++n) {
    watch.step(film.count + n, 2 * film.count);
    const auto pixels = frames[static_cast<std::size_t>(n)].on(width, height);
    writer.add(colors.indices(pixels.data(), pixels.size() / 4));
  }
  std::string bytes = writer.finish();
  watch.step(2 * film.count, 2 * film.count);
  return bytes;
}

void write_numbered(int count, const std::string& pattern, const FrameBytes& bytes,
                    const Watch& watch) {
  FileBatch files;
  for (int n = 0; n < count; ++n) {
    watch.step(n, count);
    files.add(frame_name(pattern, n, count), bytes(n));
  }
  watch.step(count, count);
  const HeldSignals held;
  files.commit();
  settle_output(pattern);
}

}  // namespace attn
