#include "app/figure/canvas/png.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <csetjmp>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <stdexcept>

#include <libdeflate.h>
#include <png.h>

namespace attn {
namespace {

// Errors are thrown, not printed.
void fail(png_structp png, png_const_charp) { png_longjmp(png, 1); }
void ignore(png_structp, png_const_charp) {}

// libpng's two structures, freed together.
struct PngStructs {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, ignore);
  png_infop info = png ? png_create_info_struct(png) : nullptr;
  ~PngStructs() { png_destroy_write_struct(&png, &info); }
};

void append(png_structp png, png_bytep bytes, png_size_t count) {
  try {
    static_cast<std::string*>(png_get_io_ptr(png))
        ->append(reinterpret_cast<const char*>(bytes), count);
  } catch (const std::bad_alloc&) {
    png_error(png, "no memory");
  }
}
void flush(png_structp) {}

bool is_opaque(std::size_t pixels, const unsigned char* rgba) {
  unsigned char all = 0xff;
  for (std::size_t i = 0; i < pixels; ++i) all &= rgba[4 * i + 3];
  return all == 0xff;
}

constexpr int kTexts = 2;

// UTF-8 text as an iTXt chunk. `words` must live until the file is written.
png_text text(const char* key, std::string& words) {
  png_text chunk{};
  chunk.compression = PNG_ITXT_COMPRESSION_NONE;
  chunk.key = const_cast<char*>(key);
  chunk.text = words.data();
  return chunk;
}

/// Bytes as returned by libdeflate.
struct Deflated {
  std::unique_ptr<unsigned char[]> bytes;
  std::size_t size = 0;
};

/// Compresses all lines at once by libdeflate: faster and smaller than zlib in libpng.
Deflated deflate(std::span<const unsigned char> lines) {
  // Few colours and flat areas: filters would increase the size, and more effort hardly reduce it.
  constexpr int kEffort = 1;
  const std::unique_ptr<libdeflate_compressor, void (*)(libdeflate_compressor*)> compressor(
      libdeflate_alloc_compressor(kEffort), libdeflate_free_compressor);
  if (!compressor) throw std::bad_alloc();
  const std::size_t most = libdeflate_zlib_compress_bound(compressor.get(), lines.size());
  Deflated result{std::make_unique_for_overwrite<unsigned char[]>(most)};
  result.size = libdeflate_zlib_compress(compressor.get(), lines.data(), lines.size(),
                                         result.bytes.get(), most);
  return result;
}

// libpng reports errors by longjmp: no object here may need its destructor.
bool write_image(png_structp png, png_infop info, int width, int height, bool opaque,
                 const Deflated& pixels, const PngNotes& notes, png_textp texts) {
  if (setjmp(png_jmpbuf(png))) return false;
  const auto per_metre = static_cast<png_uint_32>(std::lround(notes.pixels_per_inch / 0.0254));
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 8,
               opaque ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGBA, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_sRGB(png, info, PNG_sRGB_INTENT_PERCEPTUAL);
  png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
  for (int i = 0; i < kTexts; ++i) {
    if (*texts[i].text != 0) png_set_text(png, info, &texts[i], 1);
  }
  png_write_info(png, info);
  constexpr std::size_t kLongestChunk = std::size_t{1} << 30;
  for (std::size_t first = 0; first < pixels.size; first += kLongestChunk) {
    png_write_chunk(png, reinterpret_cast<png_const_bytep>("IDAT"), pixels.bytes.get() + first,
                    std::min(kLongestChunk, pixels.size - first));
  }
  png_write_chunk(png, reinterpret_cast<png_const_bytep>("IEND"), nullptr, 0);
  return true;
}

}  // namespace

std::string encode_png(int width, int height, bool opaque, const PngRow& row, const PngNotes& notes,
                       unsigned char* room) {
  std::string bytes;
  PngStructs writer;
  if (!writer.info) throw std::runtime_error("no memory for the picture");
  // Each line: a filter byte (none), and its pixels.
  const std::size_t line = 1 + static_cast<std::size_t>(width) * (opaque ? 3 : 4);
  const std::size_t size = line * static_cast<std::size_t>(height);
  std::unique_ptr<unsigned char[]> own;
  if (!room) room = (own = std::make_unique_for_overwrite<unsigned char[]>(size)).get();
  for (int y = 0; y < height; ++y) {
    unsigned char* const out = room + static_cast<std::size_t>(y) * line;
    row(y, out + 1);
    *out = 0;  // only now: `row` may read this byte
  }
  const Deflated pixels = deflate({room, size});
  std::string title = notes.title, description = notes.description;
  std::array<png_text, kTexts> texts{text("Title", title), text("Description", description)};
  png_set_write_fn(writer.png, &bytes, append, flush);
  if (!write_image(writer.png, writer.info, width, height, opaque, pixels, notes, texts.data())) {
    throw std::runtime_error("the picture could not be encoded");
  }
  return bytes;
}

std::string encode_png(int width, int height, const unsigned char* rgba, const PngNotes& notes) {
  const auto columns = static_cast<std::size_t>(width);
  const bool opaque = is_opaque(columns * static_cast<std::size_t>(height), rgba);
  const auto copy = [=](int y, unsigned char* out) {
    const unsigned char* in = rgba + static_cast<std::size_t>(y) * 4 * columns;
    if (!opaque) {
      std::memcpy(out, in, 4 * columns);
      return;
    }
    for (std::size_t x = 0; x < columns; ++x, in += 4, out += 3) std::memcpy(out, in, 3);
  };
  return encode_png(width, height, opaque, copy, notes);
}

}  // namespace attn
