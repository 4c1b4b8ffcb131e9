#pragma once

#include <cstddef>
#include <unordered_map>

#include "engine/attention/scene.h"

namespace attn {

/// The memory that scenes take together: a matrix that several of them share counts once.
class SceneBytes {
 public:
  /// Throws std::bad_alloc where there is no room, and counts nothing then.
  void add(const Scene& scene);
  /// One that was added, and is as it was then.
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
