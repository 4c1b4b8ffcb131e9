#include "app/figure/files/film.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <vector>

#include <zlib.h>

#include "app/document/files/file_writer.h"
#include "app/document/files/files.h"
#include "app/figure/canvas/drawing.h"
#include "app/figure/canvas/gif.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/files/painted_figure.h"
#include "app/figure/numbers/evaluated_scene.h"
#include "app/platform/interrupt.h"
#include "engine/base/clamped.h"
#include "engine/base/text.h"

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

std::string views_with_shift() {
  const auto id = [](const FigureView& view) { return view.traits.has_shift ? view.id : ""; };
  return joined(figure_view_table(), id, " or ");
}

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

bool shows_shift(std::string_view view) {
  const FigureView* row = find_figure_view(view);
  return row && row->traits.has_shift;
}

Reel::Reel(const Scene& scene, const FigureOptions& options, const Sweep& sweep)
    : scene_(scene), options_(options), sweep_(sweep), number_(swept_number(scene, sweep)) {
  if (options.bare_cell > 0) {
    throw OptionError("--bare: has no effect with --sweep, whose frames show the number");
  }
  if (sweep.name == "shift" && !shows_shift(options.view)) {
    throw OptionError("--sweep: expected " + views_with_shift() + " for shift, found " +
                      options.view);
  }
}

Shot Reel::shot(int n) const {
  const double value = sweep_.value(n);
  Scene scene = number_ ? number_->with(value) : scene_;
  Trace trace = evaluate_beside(scene, scene);
  Shot shot{std::make_shared<const Evaluation>(Evaluation{std::move(scene), std::move(trace)}),
            options_};
  if (!number_) {
    shot.options.state.options.positions.shift =
        static_cast<int>(clamped(std::round(value), -1e6, 1e6));
  }
  if (!shot.options.caption.empty()) shot.options.caption = isolated(shot.options.caption) + " · ";
  shot.options.caption += sweep_.words(n);
  return shot;
}

void write_film(const Scene& scene, const FigureOptions& options, const Film& film,
                const std::string& path, const Watch& watch) {
  const Reel reel(scene, options, film.sweep);
  const int count = film.sweep.frames;
  if (ending_of(path) != kFilmEnding) {
    const auto bytes = [&](int n) {
      const Shot shot = reel.shot(n);
      return export_bytes(shot.evaluation, shot.options,
                          {shot.options.head, shot.options.all_heads}, ending_of(path));
    };
    write_numbered(count, path, bytes, watch);
    return;
  }
  const auto draw = [&](int n) {
    const Shot shot = reel.shot(n);
    return draw_figure(shot.evaluation, shot.options);
  };
  write_file(path, gif_of({count, draw, &reel.theme()}, film.fps, watch));
}

}  // namespace attn
