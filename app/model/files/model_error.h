#pragma once

#include <stdexcept>

namespace attn {

/// A model that cannot be read: one line that names the file, and the place in it.
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace attn
