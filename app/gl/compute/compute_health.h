#pragma once

#include <epoxy/gl.h>

namespace attn::gl {

/// Asks why the current context is lost: GL_NO_ERROR where it is not.
using ResetStatus = GLenum (*)();

/// What the driver says; GL_NO_ERROR where it can't tell.
GLenum reset_status();

/// Throws ComputeError in words where the current context is lost, by `status`, or the driver has
/// an error to tell.
void require_healthy(ResetStatus status);

}  // namespace attn::gl
