#include "app/figure/text/color_table.h"

#include <algorithm>
#include <array>
#include <limits>
#include <span>

namespace attn {
namespace {

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
