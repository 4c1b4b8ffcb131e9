#pragma once

#include <stdexcept>

namespace attn::gl {

/// The graphics driver cannot compute; the message says why. Not an error of the scene.
class ComputeError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The driver could compute a smaller scene.
class ComputeTooLarge : public ComputeError {
  using ComputeError::ComputeError;
};

}  // namespace attn::gl
