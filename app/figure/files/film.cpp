#include "app/figure/files/film.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include <zlib.h>

#include "app/document/files/files.h"
#include "app/document/files/interrupt.h"
#include "app/figure/canvas/gif.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/files/png_figure.h"
#include "app/figure/files/staging_folder.h"
#include "app/figure/numbers/evaluated_scene.h"
#include "app/figure/text/color_table.h"
#include "engine/base/isolate.h"

namespace attn {
namespace {

/// Pixels, packed: a film's frames are many, and mostly flat.
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

  /// Four bytes a pixel, on a larger ground as it is in the upper left corner.
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

std::string gif_of(const Reel& reel, const Film& film, const Watch& watch) {
  const int count = film.sweep.frames;
  std::vector<PackedFrame> frames;
  ColorTable colors(reel.theme().panel);
  int width = 0, height = 0;
  for (int n = 0; n < count; ++n) {
    watch.step(n, 2 * count);
    const Shot shot = reel.shot(n);
    const Pixels pixels = pixels_of(draw_figure(shot.evaluation, shot.options));
    width = std::max(width, pixels.width), height = std::max(height, pixels.height);
    colors.count(pixels.rgba.get(),
                 static_cast<std::size_t>(pixels.width) * static_cast<std::size_t>(pixels.height));
    frames.emplace_back(pixels);
  }
  colors.choose(kMostGifColors);
  GifWriter writer(width, height, colors.colors(), static_cast<int>(std::lround(100 / film.fps)));
  for (int n = 0; n < count; ++n) {
    watch.step(count + n, 2 * count);
    const auto pixels = frames[static_cast<std::size_t>(n)].on(width, height);
    writer.add(colors.indices(pixels.data(), pixels.size() / 4));
  }
  return writer.finish();
}

/// Where a file's name takes the number of its frame.
struct FrameNumber {
  std::size_t begin, length;
  std::size_t digits;  ///< at least so many; 0: as many as the film's last frame has, and 3
};

/// The first of {frame}, %d and %01d to %09d at or after `from`.
std::optional<FrameNumber> find_frame_number(std::string_view name, std::size_t from = 0) {
  constexpr std::string_view kWord = "{frame}";
  for (std::size_t at = from; at < name.size(); ++at) {
    const std::string_view rest = name.substr(at);
    if (rest.starts_with(kWord)) return FrameNumber{at, kWord.size(), 0};
    if (rest.starts_with("%d")) return FrameNumber{at, 2, 1};
    if (rest.starts_with("%0") && rest.size() > 3 && rest[2] >= '1' && rest[2] <= '9' &&
        rest[3] == 'd') {
      return FrameNumber{at, 4, static_cast<std::size_t>(rest[2] - '0')};
    }
  }
  return std::nullopt;
}

/// The name of frame n of `count`.
std::string name_of(const std::string& pattern, int n, int count) {
  std::string name;
  std::size_t from = 0;
  while (const auto found = find_frame_number(pattern, from)) {
    const std::size_t digits = found->digits > 0
                                   ? found->digits
                                   : std::max<std::size_t>(3, std::to_string(count - 1).size());
    const std::string number = std::to_string(n);
    name += pattern.substr(from, found->begin - from);
    name += std::string(digits - std::min(digits, number.size()), '0') + number;
    from = found->begin + found->length;
  }
  return name + pattern.substr(from);
}

void write_frames(const Reel& reel, int count, const std::string& pattern, const Watch& watch) {
  StagingFolder stage(pattern.substr(0, pattern.rfind('/') + 1));
  std::vector<std::string> paths;
  for (int n = 0; n < count; ++n) {
    watch.step(n, count);
    const Shot shot = reel.shot(n);
    paths.push_back(name_of(pattern, n, count));
    write_export(shot.evaluation, shot.options, {shot.options.head, shot.options.all_heads},
                 stage.place(paths.back()));
  }
  watch.step(count, count);
  const HeldSignals held;
  stage.publish(paths);
  settle_output(pattern);
}

std::string views_with_shift() {
  std::string words;
  for (const FigureView& view : figure_view_table()) {
    if (view.has_shift) words += (words.empty() ? "" : " or ") + std::string(view.id);
  }
  return words;
}

}  // namespace

bool shows_shift(std::string_view view) {
  const FigureView* row = find_figure_view(view);
  return row && row->has_shift;
}

Reel::Reel(const Scene& scene, const FigureOptions& options, const Sweep& sweep)
    : options_(options), sweep_(sweep), swept_(scene, options.state, sweep) {
  if (options.bare_cell > 0) {
    throw OptionError("--bare: means nothing beside --sweep, whose frames say the number");
  }
  if (sweep.name == "shift" && !shows_shift(options.view)) {
    throw OptionError("--sweep: expected " + views_with_shift() + " for shift, found " +
                      options.view);
  }
}

Shot Reel::shot(int n) const {
  SweptScene::Frame frame = swept_.frame(n);
  Trace trace = evaluate_beside(frame.scene, frame.scene);
  Shot shot{
      std::make_shared<const Evaluation>(Evaluation{std::move(frame.scene), std::move(trace)}),
      options_};
  shot.options.state = std::move(frame.state);
  if (!shot.options.caption.empty()) shot.options.caption = isolated(shot.options.caption) + " · ";
  shot.options.caption += sweep_.words(n);
  return shot;
}

bool has_frame_number(const std::string& path) {
  return find_frame_number(path, path.rfind('/') + 1).has_value();
}

void write_film(const Scene& scene, const FigureOptions& options, const Film& film,
                const std::string& path, const Watch& watch) {
  const Reel reel(scene, options, film.sweep);
  if (ending_of(path) != kFilmEnding) {
    write_frames(reel, film.sweep.frames, path, watch);
    return;
  }
  const std::string bytes = gif_of(reel, film, watch);
  watch.step(2 * film.sweep.frames, 2 * film.sweep.frames);
  write_file(path, bytes);
}

}  // namespace attn
