// Any bytes as what the program keeps for itself: settings, which stay readable with what they
// don't know, and records of work that was not saved.

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "app/document/files/settings.h"
#include "app/document/recovery/autosave_slot.h"
#include "tests/fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using attn::test::require;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const attn::Settings settings = attn::parse_settings(bytes);
  const std::string written = attn::format_settings(settings, bytes);
  require(attn::parse_settings(written) == settings, "settings are read back equal");
  require(attn::format_settings(settings, written) == written, "and written alike");
  if (const auto work = attn::parse_record(bytes)) {
    const auto again = attn::parse_record(
        attn::format_record(work->scene, {work->path, work->stamp}, work->ended));
    require(again && again->scene == work->scene && again->path == work->path &&
                again->stamp == work->stamp && again->ended == work->ended,
            "a record is read back equal");
  }
  return 0;
}
