#include "app/figure/canvas/gif.h"

#include <algorithm>
#include <array>
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

}  // namespace attn
