#include "app/figure/canvas/pixel_image.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <csetjmp>
#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>
#include <utility>

#include <png.h>

namespace attn {
namespace {

constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";
constexpr std::size_t kMostChunkBytes = std::size_t{1} << 23;  // of a chunk other than pixels
constexpr std::uint32_t kOpaque = 0xff000000;

/// Reason of libpng, without memory of its own: it is written before a longjmp.
using PngReason = std::array<char, 100>;

void keep_reason(png_structp png, png_const_charp words) {
  auto& reason = *static_cast<PngReason*>(png_get_error_ptr(png));
  std::strncpy(reason.data(), words, reason.size() - 1);
  png_longjmp(png, 1);
}
void ignore_warning(png_structp, png_const_charp) {}

void take_bytes(png_structp png, png_bytep out, png_size_t count) {
  auto& left = *static_cast<std::string_view*>(png_get_io_ptr(png));
  if (left.size() < count) png_error(png, "it ends too early");
  std::memcpy(out, left.data(), count);
  left.remove_prefix(count);
}

// libpng's two structures of a file that is read, freed together.
struct PngReader {
  PngReason reason{};
  png_structp png =
      png_create_read_struct(PNG_LIBPNG_VER_STRING, &reason, keep_reason, ignore_warning);
  png_infop info = png ? png_create_info_struct(png) : nullptr;
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
};

// libpng reports errors by longjmp: no object in these two functions may need its destructor.

/// Reads all before the pixels, which will have four bytes R, G, B, A.
bool begin_image(png_structp png, png_infop info) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_read_info(png, info);
  png_set_expand(png);
  png_set_scale_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  return true;
}

bool read_rows(png_structp png, png_bytepp rows) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_read_image(png, rows);
  return true;
}

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (const char byte : bytes.substr(at, 4)) {
    number = number << 8 | static_cast<unsigned char>(byte);
  }
  return number;
}

/// Checks the signature and the size in the header.
void check_png(std::string_view bytes) {
  if (!bytes.starts_with(kPngSignature)) throw std::runtime_error("expected a PNG file");
  constexpr std::size_t kWidth = 16, kHeight = 20, kEnd = 24;
  if (bytes.size() < kEnd) throw std::runtime_error("damaged PNG file: it ends too early");
  const std::uint64_t width = number_at(bytes, kWidth), height = number_at(bytes, kHeight);
  if (width * height <= kMostReadPixels) return;
  throw std::runtime_error("expected at most " + std::to_string(kMostReadPixels) +
                           " pixels, found " + std::to_string(width) + " x " +
                           std::to_string(height));
}

std::uint32_t packed(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
  return kOpaque | red << 16 | green << 8 | blue;
}

/// Replaces bytes R, G, B, A by the opaque colour on white.
void put_on_white(std::vector<std::uint32_t>& pixels) {
  for (std::uint32_t& pixel : pixels) {
    unsigned char rgba[4];
    std::memcpy(rgba, &pixel, sizeof rgba);
    const auto on_white = [alpha = rgba[3]](unsigned char value) {
      return static_cast<std::uint32_t>((value * alpha + 255 * (255 - alpha) + 127) / 255);
    };
    pixel = packed(on_white(rgba[0]), on_white(rgba[1]), on_white(rgba[2]));
  }
}

std::uint32_t channel(std::uint32_t pixel, int shift) { return pixel >> shift & 255U; }

/// Pixels of `count` under step n of `steps`: end excluded.
std::pair<int, int> under(int n, int steps, int count) {
  const auto edge = [&](int at) { return static_cast<int>(std::int64_t{at} * count / steps); };
  return {edge(n), edge(n + 1)};
}

std::uint32_t mean_of(const PixelImage& image, std::pair<int, int> rows,
                      std::pair<int, int> columns) {
  std::uint64_t sums[3] = {}, count = 0;
  for (int y = rows.first; y < rows.second; ++y) {
    const std::uint32_t* const row =
        image.argb.data() + static_cast<std::ptrdiff_t>(y) * image.width;
    for (int x = columns.first; x < columns.second; ++x, ++count) {
      for (int n = 0; n < 3; ++n) sums[n] += channel(row[x], 16 - 8 * n);
    }
  }
  const auto mean = [&](std::uint64_t sum) {
    return static_cast<std::uint32_t>((sum + count / 2) / count);
  };
  return packed(mean(sums[0]), mean(sums[1]), mean(sums[2]));
}

}  // namespace

PixelImage decode_png(std::string_view bytes) {
  check_png(bytes);
  PngReader reader;
  if (!reader.info) throw std::runtime_error("no memory for the picture");
  const auto damaged = [&] {
    return std::runtime_error(std::string("damaged PNG file: ") + reader.reason.data());
  };
  png_set_user_limits(reader.png, kMostReadPixels, kMostReadPixels);
  png_set_chunk_malloc_max(reader.png, kMostChunkBytes);
  // Texts and profiles, for which libpng takes the memory that a chunk says it needs, are skipped.
  png_set_keep_unknown_chunks(reader.png, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
  png_set_read_fn(reader.png, &bytes, take_bytes);
  if (!begin_image(reader.png, reader.info)) throw damaged();
  PixelImage image{static_cast<int>(png_get_image_width(reader.png, reader.info)),
                   static_cast<int>(png_get_image_height(reader.png, reader.info)),
                   {}};
  const auto width = static_cast<std::size_t>(image.width);
  const auto height = static_cast<std::size_t>(image.height);
  image.argb.resize(width * height);
  std::vector<png_bytep> rows(height);
  for (std::size_t y = 0; y < height; ++y) {
    rows[y] = reinterpret_cast<png_bytep>(image.argb.data() + y * width);
  }
  if (!read_rows(reader.png, rows.data())) throw damaged();
  put_on_white(image.argb);
  return image;
}

PixelImage reduced(const PixelImage& image, int width, int height) {
  PixelImage small{std::min(width, image.width), std::min(height, image.height), {}};
  if (small.width == image.width && small.height == image.height) return image;
  small.argb.reserve(static_cast<std::size_t>(small.width) *
                     static_cast<std::size_t>(small.height));
  for (int y = 0; y < small.height; ++y) {
    for (int x = 0; x < small.width; ++x) {
      small.argb.push_back(
          mean_of(image, under(y, small.height, image.height), under(x, small.width, image.width)));
    }
  }
  return small;
}

PixelImage in_grey(PixelImage image, double darkest) {
  for (std::uint32_t& pixel : image.argb) {
    const double luminance =
        (0.2126 * channel(pixel, 16) + 0.7152 * channel(pixel, 8) + 0.0722 * channel(pixel, 0)) /
        255;
    const auto grey =
        static_cast<std::uint32_t>(std::lround(255 * (darkest + (1 - darkest) * luminance)));
    pixel = packed(grey, grey, grey);
  }
  return image;
}

}  // namespace attn
