// Any bytes as what a program sends to the window: refused in one bounded line before memory is
// taken for sizes that were not sent, or messages whose scenes are refused or valid.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/document/messages/message.h"
#include "engine/reference/check.h"
#include "tests/fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attn;
  using test::require;
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  MessageReader reader;
  try {
    // Pieces of the sizes that the input itself has.
    for (std::size_t piece = 1; !bytes.empty(); piece = 1 + piece * 7 % 4099) {
      const std::size_t count =
          std::min({piece, bytes.size(), static_cast<std::size_t>(reader.missing())});
      require(count > 0, "more is missing until a message is complete");
      reader.buffer() += bytes.substr(0, count);
      bytes.remove_prefix(count);
      reader.advance();
      require(reader.held() <= size, "nothing is held that was not sent");
      if (reader.missing() > 0) continue;
      try {
        const Scene scene = scene_in(reader.take());
        require(!scene.tokens.empty(), "a scene has tokens");
      } catch (const SceneError& error) {
        test::require_one_line(error.what());
      }
    }
  } catch (const MessageError& error) {
    test::require_one_line(error.what());
  }
  return 0;
}
