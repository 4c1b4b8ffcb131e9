#pragma once

#include <cstdint>
#include <span>

#include "app/gl/base/gl_object.h"

namespace attn::gl {

// Pixels are R, G, B, A, rows from the top, alpha not premultiplied.

/// Creates a texture of width x height pixels; uninitialised without `rgba`.
TextureObject upload_texture(int width, int height, std::span<const std::uint8_t> rgba);

/// Uploads width x height pixels with their upper left corner at (x, y).
void upload_part(const TextureObject& texture, int x, int y, int width, int height,
                 std::span<const std::uint8_t> rgba);

}  // namespace attn::gl
