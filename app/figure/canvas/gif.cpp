#include "app/figure/canvas/gif.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <stdexcept>
#include <utility>

#include <gif_lib.h>

namespace attn {
namespace {

/// Index of pixels that do not change.
constexpr int kUnchanged = 255;

void expect(bool is_done) {
  if (!is_done) throw std::runtime_error("the film could not be encoded");
}

int append(GifFileType* gif, const GifByteType* bytes, int count) {
  try {
    static_cast<std::string*>(gif->UserData)
        ->append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(count));
    return count;
  } catch (const std::bad_alloc&) {
    return 0;
  }
}

struct FreeMap {
  void operator()(ColorMapObject* map) const { GifFreeMapObject(map); }
};

/// Palette of 256 entries, those beyond `colors` black.
std::unique_ptr<ColorMapObject, FreeMap> map_of(std::span<const Rgb> colors) {
  std::array<GifColorType, 256> entries{};
  std::ranges::transform(colors, entries.begin(), [](Rgb c) {
    return GifColorType{c.r, c.g, c.b};
  });
  return std::unique_ptr<ColorMapObject, FreeMap>(GifMakeMapObject(256, entries.data()));
}

struct Area {
  int left = 0, top = 0, width = 1, height = 1;
};

/// Colour as 0x00RRGGBB, and its number of pixels.
struct Count {
  std::uint32_t color = 0;
  double count = 0;

  double channel(int c) const { return static_cast<double>(color >> (16 - 8 * c) & 255); }
};

/// Set of colours to be represented by one.
struct ColorBox {
  std::span<Count> counts;
  int channel = 0;    // channel with the largest spread
  double spread = 0;  // sum of squared deviations in that channel
  double middle = 0;  // mean of that channel
};

ColorBox box_of(std::span<Count> counts) {
  ColorBox box{counts};
  for (int c = 0; c < 3; ++c) {
    double weight = 0, sum = 0, squares = 0;
    for (const Count& one : counts) {
      const double x = one.channel(c);
      weight += one.count;
      sum += one.count * x;
      squares += one.count * x * x;
    }
    const double spread = squares - sum * sum / weight;
    if (spread > box.spread) box = {counts, c, spread, sum / weight};
  }
  return box;
}

/// The most frequent colour, if it has about half of the pixels; else the mean.
Rgb color_for(const ColorBox& box) {
  double weight = 0;
  std::array<double, 3> sum{};
  const Count* largest = &box.counts[0];
  for (const Count& one : box.counts) {
    weight += one.count;
    for (int c = 0; c < 3; ++c) sum[static_cast<std::size_t>(c)] += one.count * one.channel(c);
    if (one.count > largest->count) largest = &one;
  }
  const auto rounded = [](double x) { return static_cast<std::uint8_t>(x + 0.5); };
  if (largest->count >= 0.4 * weight) {
    return {rounded(largest->channel(0)), rounded(largest->channel(1)),
            rounded(largest->channel(2))};
  }
  return {rounded(sum[0] / weight), rounded(sum[1] / weight), rounded(sum[2] / weight)};
}

/// Splits the box with the largest spread until there are enough.
std::vector<Rgb> split_colors(std::vector<Count>& counts, std::size_t most) {
  std::vector<ColorBox> boxes{box_of(counts)};
  while (boxes.size() < most) {
    const auto widest = std::ranges::max_element(boxes, {}, &ColorBox::spread);
    if (widest->spread <= 0) break;
    const ColorBox box = *widest;
    const auto is_low = [&](const Count& one) { return one.channel(box.channel) <= box.middle; };
    const auto high = std::stable_partition(box.counts.begin(), box.counts.end(), is_low);
    const auto low_count = static_cast<std::size_t>(high - box.counts.begin());
    if (low_count == 0 || low_count == box.counts.size()) {  // differ only by rounding
      widest->spread = 0;
      continue;
    }
    *widest = box_of(box.counts.first(low_count));
    boxes.push_back(box_of(box.counts.subspan(low_count)));
  }
  std::vector<Rgb> colors;
  colors.reserve(boxes.size());
  for (const ColorBox& box : boxes) colors.push_back(color_for(box));
  return colors;
}

std::uint8_t nearest(const std::vector<Rgb>& colors, std::uint32_t color) {
  const Count wanted{color};
  std::size_t best = 0;
  double smallest = std::numeric_limits<double>::max();
  for (std::size_t n = 0; n < colors.size(); ++n) {
    const double r = wanted.channel(0) - colors[n].r, g = wanted.channel(1) - colors[n].g,
                 b = wanted.channel(2) - colors[n].b;
    const double distance = r * r + g * g + b * b;
    if (distance < smallest) smallest = distance, best = n;
  }
  return static_cast<std::uint8_t>(best);
}

}  // namespace

struct GifWriter::Encoder {
  int width, height, delay;
  std::string bytes{};
  GifFileType* gif = nullptr;
  std::vector<std::uint8_t> shown{};  // pixels after the last frame; empty before the first

  std::size_t at(int x, int y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }

  ~Encoder() {
    int ignored;
    if (gif) EGifCloseFile(gif, &ignored);
  }

  void begin(std::span<const Rgb> colors) {
    int error = 0;
    gif = EGifOpen(&bytes, append, &error);
    const auto map = map_of(colors);
    expect(gif && map);
    EGifSetGifVersion(gif, true);
    expect(EGifPutScreenDesc(gif, width, height, 8, 0, map.get()) == GIF_OK);
    const std::array<GifByteType, 3> for_ever{1, 0, 0};
    expect(EGifPutExtensionLeader(gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(gif, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(gif, 3, for_ever.data()) == GIF_OK &&
           EGifPutExtensionTrailer(gif) == GIF_OK);
  }

  /// Bounding box of the changes since the last frame, at least one pixel.
  Area changed(const std::vector<std::uint8_t>& next) const {
    if (shown.empty()) return {0, 0, width, height};
    int left = width, right = -1, top = height, bottom = -1;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        if (shown[at(x, y)] == next[at(x, y)]) continue;
        left = std::min(left, x), right = std::max(right, x);
        top = std::min(top, y), bottom = y;
      }
    }
    if (right < 0) return {};
    return {left, top, right - left + 1, bottom - top + 1};
  }

  void put(const std::vector<std::uint8_t>& next, const Area& area) {
    GraphicsControlBlock control{DISPOSE_DO_NOT, false, delay, shown.empty() ? -1 : kUnchanged};
    std::array<GifByteType, 4> packed;
    EGifGCBToExtension(&control, packed.data());
    expect(EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, 4, packed.data()) == GIF_OK);
    expect(EGifPutImageDesc(gif, area.left, area.top, area.width, area.height, false, nullptr) ==
           GIF_OK);
    std::vector<GifPixelType> line(static_cast<std::size_t>(area.width));
    for (int y = area.top; y < area.top + area.height; ++y) {
      for (int x = 0; x < area.width; ++x) {
        const std::size_t n = at(area.left + x, y);
        const bool is_same = !shown.empty() && shown[n] == next[n];
        line[static_cast<std::size_t>(x)] = is_same ? kUnchanged : next[n];
      }
      expect(EGifPutLine(gif, line.data(), area.width) == GIF_OK);
    }
  }
};

GifWriter::GifWriter(int width, int height, std::span<const Rgb> colors, int delay)
    : encoder_(new Encoder{width, height, delay}) {
  if (width > kLargestGifSide || height > kLargestGifSide) {
    throw std::runtime_error("a GIF file has at most " + std::to_string(kLargestGifSide) +
                             " pixels on a side");
  }
  encoder_->begin(colors);
}

GifWriter::~GifWriter() = default;

void GifWriter::add(std::vector<std::uint8_t> indices) {
  encoder_->put(indices, encoder_->changed(indices));
  encoder_->shown = std::move(indices);
}

std::string GifWriter::finish() {
  int error = 0;
  expect(EGifCloseFile(std::exchange(encoder_->gif, nullptr), &error) == GIF_OK);
  return std::move(encoder_->bytes);
}

/// Colour of a pixel on the background.
std::uint32_t ColorTable::color_at(const unsigned char* pixel) const {
  const auto on = [&](int c, std::uint32_t ground) -> std::uint32_t {
    const std::uint32_t alpha = pixel[3];
    return (pixel[c] * alpha + ground * (255 - alpha) + 127) / 255;
  };
  return on(0, ground_.r) << 16 | on(1, ground_.g) << 8 | on(2, ground_.b);
}

void ColorTable::count(const unsigned char* rgba, std::size_t pixels) {
  for (std::size_t n = 0; n < pixels;) {
    const std::uint32_t color = color_at(rgba + 4 * n);
    std::size_t end = n + 1;
    while (end < pixels && std::equal(rgba + 4 * n, rgba + 4 * n + 4, rgba + 4 * end)) ++end;
    counts_[color] += end - n;
    n = end;
  }
}

void ColorTable::choose(std::size_t most) {
  std::vector<Count> counts;
  for (const auto& [color, count] : counts_) counts.push_back({color, static_cast<double>(count)});
  std::ranges::sort(counts, {}, &Count::color);
  colors_.clear();
  if (!counts.empty()) colors_ = split_colors(counts, most);
  index_.clear();
  for (const Count& one : counts) index_[one.color] = nearest(colors_, one.color);
}

std::vector<std::uint8_t> ColorTable::indices(const unsigned char* rgba, std::size_t pixels) const {
  std::vector<std::uint8_t> indices(pixels);
  for (std::size_t n = 0; n < pixels; ++n) {
    const bool is_same = n > 0 && std::equal(rgba + 4 * n - 4, rgba + 4 * n, rgba + 4 * n);
    indices[n] = is_same ? indices[n - 1] : index_.at(color_at(rgba + 4 * n));
  }
  return indices;
}

}  // namespace attn
