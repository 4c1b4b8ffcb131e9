#include "app/document/edits/scene_bytes.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

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

/// What each scene has of its own.
double own_bytes(const Scene& scene) {
  const double texts = bytes_of(scene.title) + bytes_of(scene.notes) + bytes_of(scene.view) +
                       bytes_of(scene.tokens) +
                       (scene.queries ? bytes_of(scene.queries->tokens) : 0);
  return texts + static_cast<double>(sizeof scene + scene.heads.size() * sizeof(Head) +
                                     scene.masks.size() * sizeof(Mask) +
                                     scene.combine.projections.size() * sizeof(Cow<Matrix>));
}

/// Calls `each` with every part that scenes may share.
template <typename Each>
void for_shared(const Scene& scene, const Each& each) {
  const auto maybe = [&each](const auto& part) {
    if (part) each(*part);
  };
  each(scene.embeddings);
  if (scene.queries) each(scene.queries->embeddings);
  maybe(scene.values);
  each(scene.position.table);
  maybe(scene.position.slopes);
  for (const Head& head : scene.heads) {
    for (const auto* matrix :
         {&head.w_q, &head.w_k, &head.w_v, &head.w_a, &head.scores, &head.w_g}) {
      maybe(*matrix);
    }
    for (const auto* row :
         {&head.v, &head.b_q, &head.b_k, &head.b_v, &head.g_q, &head.g_k, &head.b_g, &head.w_f}) {
      maybe(*row);
    }
    if (head.subtract) {
      each(head.subtract->w_q);
      each(head.subtract->w_k);
    }
  }
  maybe(scene.bias);
  for (const Mask& mask : scene.masks) {
    each(mask.valid);
    each(mask.allowed);
    each(mask.edges);
    each(mask.ids);
    maybe(mask.query_ids);
  }
  maybe(scene.combine.w_o);
  maybe(scene.combine.b_o);
  each(scene.combine.w);
  for (const Cow<Matrix>& matrix : scene.combine.projections) each(matrix);
}

}  // namespace

void SceneBytes::add(const Scene& scene) {
  // What needs memory comes first, so that where there is none nothing was counted.
  for_shared(scene, [this](const auto& part) { shared_[&*part]; });
  total_ += own_bytes(scene);
  for_shared(scene, [this](const auto& part) {
    SharedPart& shared = shared_[&*part];
    if (shared.uses++ > 0) return;
    shared.bytes = bytes_of(*part);
    total_ += shared.bytes;
  });
}

void SceneBytes::remove(const Scene& scene) {
  total_ -= own_bytes(scene);
  for_shared(scene, [this](const auto& part) {
    const auto found = shared_.find(&*part);
    if (--found->second.uses > 0) return;
    total_ -= found->second.bytes;
    shared_.erase(found);
  });
}

}  // namespace attn
