// Any bytes as the picture behind a map of patches: refused in one bounded line, or pixels of the
// size that it says, opaque, which can be made smaller.

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string_view>

#include "app/figure/canvas/pixel_image.h"
#include "tests/fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attn;
  using test::require;
  try {
    const PixelImage image = decode_png({reinterpret_cast<const char*>(data), size});
    require(image.width > 0 && image.height > 0, "a picture has pixels");
    const auto count =
        static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
    require(image.argb.size() == count, "as many as it says");
    const PixelImage small = reduced(image, 3, 5);
    require(small.width <= 3 && small.height <= 5, "at most so large");
    for (const std::uint32_t pixel : small.argb) require(pixel >> 24 == 255, "opaque");
  } catch (const std::runtime_error& error) {
    test::require_one_line(error.what());
  }
  return 0;
}
