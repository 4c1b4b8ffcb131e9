#include "app/document/history/scene_bytes.h"

#include <string>
#include <vector>

#include "engine/reference/parts.h"

namespace attn {
namespace {

double bytes_of(const std::string& text) {
  return static_cast<double>(sizeof(std::string) + text.capacity());
}
double bytes_of(const std::vector<std::string>& texts) {
  double bytes = 0;
  for (const std::string& text : texts) bytes += bytes_of(text);
  return bytes;
}
double bytes_of(const std::vector<bool>& bits) { return static_cast<double>(bits.size()) / 8; }
template <typename Number>
double bytes_of(const std::vector<Number>& numbers) {
  return static_cast<double>(numbers.size() * sizeof numbers[0]);
}
template <typename Numbers>
double bytes_of(const Eigen::PlainObjectBase<Numbers>& numbers) {
  return static_cast<double>(numbers.size()) * sizeof(typename Numbers::Scalar);
}

/// Memory that a scene does not share.
double own_bytes(const Scene& scene) {
  const double texts = bytes_of(scene.title) + bytes_of(scene.notes) + bytes_of(scene.view) +
                       bytes_of(scene.tokens) +
                       (scene.queries ? bytes_of(scene.queries->tokens) : 0);
  return texts + static_cast<double>(sizeof scene + scene.heads.size() * sizeof(Head) +
                                     scene.masks.size() * sizeof(Mask) +
                                     scene.combine.projections.size() * sizeof(Cow<Matrix>));
}

/// Calls `each` with the address and size of everything that scenes may share.
template <typename Each>
void for_shared(const Scene& scene, const Each& each) {
  for (const PartKind& kind : part_kinds()) {
    for (std::size_t h = 0; kind.numbers && h < (kind.is_of_head ? scene.heads.size() : 1); ++h) {
      const std::span<const float> numbers = kind.numbers(scene, h);
      if (!numbers.empty()) each(numbers.data(), static_cast<double>(numbers.size_bytes()));
    }
  }
  const auto each_of = [&each](const auto& shared) { each(&*shared, bytes_of(*shared)); };
  for (const Mask& mask : scene.masks) {
    each_of(mask.valid);
    each_of(mask.allowed);
    each_of(mask.edges);
    each_of(mask.ids);
    if (mask.query_ids) each_of(*mask.query_ids);
  }
}

}  // namespace

void SceneBytes::add(const Scene& scene) {
  // Allocations come first, so that on failure nothing was counted.
  for_shared(scene, [this](const void* address, double) { shared_[address]; });
  total_ += own_bytes(scene);
  for_shared(scene, [this](const void* address, double bytes) {
    SharedPart& shared = shared_[address];
    if (shared.uses++ > 0) return;
    shared.bytes = bytes;
    total_ += bytes;
  });
}

void SceneBytes::remove(const Scene& scene) {
  total_ -= own_bytes(scene);
  for_shared(scene, [this](const void* address, double) {
    const auto found = shared_.find(address);
    if (--found->second.uses > 0) return;
    total_ -= found->second.bytes;
    shared_.erase(found);
  });
}

}  // namespace attn
