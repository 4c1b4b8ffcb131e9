// Any bytes as the config.json of a model: it is refused in one bounded line, or its settings are
// within their bounds.

#include <cstddef>
#include <cstdint>
#include <string>

#include "app/model/families/family.h"
#include "app/model/families/model_network.h"
#include "app/model/files/model_error.h"
#include "tests/fuzz/require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace attn;
  using test::require;
  try {
    const ModelConfig config("config.json", {reinterpret_cast<const char*>(data), size});
    const ModelFamily& family = family_of(config);
    const ModelSettings settings = settings_of(family, config);
    require(settings.heads >= 1 && settings.heads % settings.key_heads == 0, "heads have keys");
    require(settings.width >= 1 && settings.head_width >= 1 && settings.inner >= 1, "widths");
    require(settings.vocabulary >= 1 && settings.layers >= 0, "words and layers");
    require(!settings.window || *settings.window >= 1, "a window has a key");
    require(most_tokens(settings, family) >= 0, "tokens");
    for (int n = 0; n < settings.layers; ++n) {
      if (family.is_windowed != nullptr) family.is_windowed(settings, n);
      if (family.has_rope != nullptr) family.has_rope(settings, n);
    }
  } catch (const ModelError& error) {
    test::require_one_line(error.what());
  }
  return 0;
}
