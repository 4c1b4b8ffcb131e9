#include "engine/shapes.h"

namespace attn {
namespace {

Index projected_width(const std::optional<Cow<Matrix>>& weights, Index input_width) {
  return weights ? (*weights)->cols() : input_width;
}

}  // namespace

Index value_width(const Scene& scene) {
  return scene.values ? (*scene.values)->cols() : scene.embeddings->cols();
}

Index width_of_q(const Scene& scene, std::size_t h) {
  return projected_width(scene.heads[h].w_q, scene.query_embeddings().cols());
}

Index width_of_k(const Scene& scene, std::size_t h) {
  return projected_width(scene.heads[h].w_k, scene.embeddings->cols());
}

Index width_of_v(const Scene& scene, std::size_t h) {
  return projected_width(scene.heads[h].w_v, value_width(scene));
}

}  // namespace attn
