#include "app/document/edits/shared_keys.h"

#include "engine/attention/shapes.h"

namespace attn {

std::vector<std::size_t> heads_with_keys_of(const Scene& scene, std::size_t h) {
  const std::size_t source = keys_head(scene, h);
  std::vector<std::size_t> heads;
  for (std::size_t n = source; n < scene.heads.size(); ++n) {
    if (keys_head(scene, n) == source) heads.push_back(n);
  }
  return heads;
}

Head with_own_keys(const Scene& scene, std::size_t h) {
  const Head& keys = scene.heads[keys_head(scene, h)];
  Head own = scene.heads[h];
  own.keys_of.reset();
  own.w_k = keys.w_k, own.b_k = keys.b_k, own.g_k = keys.g_k;
  own.w_v = keys.w_v, own.b_v = keys.b_v;
  return own;
}

}  // namespace attn
