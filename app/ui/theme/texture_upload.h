#pragma once

#include <cstdint>
#include <span>

#include "app/gl/base/gl_object.h"

namespace attn::ui {

/// A texture of width x height pixels R, G, B, A, rows from the top, alpha not premultiplied.
gl::TextureObject upload_texture(int width, int height, std::span<const std::uint8_t> rgba);

}  // namespace attn::ui
