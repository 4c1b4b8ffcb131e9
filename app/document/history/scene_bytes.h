#pragma once

#include <cstddef>
#include <unordered_map>

#include "engine/attention/scene.h"

namespace attn {

/// Memory used by scenes together: shared matrices count once.
class SceneBytes {
 public:
  /// Throws std::bad_alloc without counting anything.
  void add(const Scene& scene);
  /// Removes a scene that was added and has not changed.
  void remove(const Scene& scene);
  double total() const { return total_; }

 private:
  struct SharedPart {
    std::size_t uses = 0;
    double bytes = 0;
  };
  std::unordered_map<const void*, SharedPart> shared_;
  double total_ = 0;
};

}  // namespace attn
