#pragma once

#include <stdexcept>

namespace attn::gl {

/// The graphics driver can't compute: what happened, in words. It says nothing about the scene.
class ComputeError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// It could a smaller scene.
class ComputeTooLarge : public ComputeError {
  using ComputeError::ComputeError;
};

}  // namespace attn::gl
