#pragma once

#include <memory>
#include <string>

#include "app/gl/compute/compute_backend.h"

namespace attn::gl {

/// A backend in the current context that has computed a small scene with a bit of everything, and
/// agreed with the engine. Throws ComputeError, in words, where it doesn't. `preamble` goes before
/// each shader.
std::unique_ptr<ComputeBackend> checked_compute_backend(const std::string& preamble = "");

}  // namespace attn::gl
