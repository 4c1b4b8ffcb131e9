#include "app/gl/base/renderer.h"

#include <algorithm>
#include <array>
#include <string_view>

#include <epoxy/gl.h>

namespace attn::gl {

bool renders_by_software() {
  const auto* bytes = glGetString(GL_RENDERER);
  const std::string_view name = bytes != nullptr ? reinterpret_cast<const char*>(bytes) : "";
  constexpr std::array<std::string_view, 5> kSoftware{"llvmpipe", "softpipe", "Software", "SWR",
                                                      "swrast"};
  return std::ranges::any_of(
      kSoftware, [&](std::string_view one) { return name.find(one) != std::string_view::npos; });
}

}  // namespace attn::gl
