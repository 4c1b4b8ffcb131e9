#pragma once

#include <stdexcept>

namespace attn {

/// Error in a model's files, or in a request to the model: one line, "FILE: PLACE: text".
class ModelError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace attn
