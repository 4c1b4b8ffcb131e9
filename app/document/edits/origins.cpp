#include "app/document/edits/origins.h"

#include <numeric>

#include "app/document/edits/matrix_fill.h"

namespace attn {

Origins same_places(Index count) {
  Origins origins(static_cast<std::size_t>(count));
  std::iota(origins.begin(), origins.end(), Index{0});
  return origins;
}

Origins resized(Index count, Index new_count) {
  Origins origins = same_places(std::min(count, new_count));
  origins.resize(static_cast<std::size_t>(new_count), kNew);
  return origins;
}

Origins inserted(Index count, Index at) {
  Origins origins = same_places(count);
  origins.insert(origins.begin() + at, kNew);
  return origins;
}

Origins removed(Index count, Index at) {
  Origins origins = same_places(count);
  origins.erase(origins.begin() + at);
  return origins;
}

Origins moved(Index count, Index from, Index to) {
  Origins origins = removed(count, from);
  origins.insert(origins.begin() + to, from);
  return origins;
}

Origins shuffled(Index count, std::uint64_t seed) {
  Origins origins = same_places(count);
  for (std::size_t n = origins.size(); n > 1; --n) {
    std::swap(origins[n - 1], origins[static_cast<std::size_t>(next_random(seed) % n)]);
  }
  return origins;
}

}  // namespace attn
