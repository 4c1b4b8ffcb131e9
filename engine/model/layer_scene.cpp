#include "engine/model/layer_scene.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

namespace attn {
namespace {

/// Puts matrices into a head, whose queries begin at output `query` and whose keys are the `own`th.
void put_matrices(Head& head, const LayerWeights& weights, Index h, Index own, Index heads,
                  Index own_heads) {
  const Index dk = weights.q.outputs() / heads, dv = weights.v.outputs() / own_heads;
  const auto put = [](std::optional<Cow<Matrix>>& matrix, std::optional<Cow<RowVector>>& bias,
                      const StoredWeights& by, const RowVector& biases, Index first, Index count) {
    matrix = Cow<Matrix>(matrix_of(by, first, count));
    if (biases.size() > 0) bias = Cow<RowVector>(RowVector(biases.segment(first, count)));
  };
  put(head.w_q, head.b_q, weights.q, weights.b_q, h * dk, dk);
  if (head.keys_of) return;
  put(head.w_k, head.b_k, weights.k, weights.b_k, own * dk, dk);
  put(head.w_v, head.b_v, weights.v, weights.b_v, own * dv, dv);
}

bool is_off(const HeadChange& change) {
  return change.output && (change.output->array() == 0).all();
}

}  // namespace

Scene scene_of(const ModelRun& run, std::size_t block, std::vector<std::string> tokens) {
  Scene scene;
  static_cast<Attention&>(scene) = *run.attention(block);
  const std::shared_ptr<const LayerWeights> weights = run.attention_weights(block);
  const Index heads = std::ssize(scene.heads);
  const Index own_heads =
      std::ranges::count_if(scene.heads, [](const Head& head) { return !head.keys_of; });
  Index own = 0;
  for (Index h = 0; h < heads; ++h) {
    Head& head = scene.heads[static_cast<std::size_t>(h)];
    put_matrices(head, *weights, h, own, heads, own_heads);
    if (!head.keys_of) ++own;
    const auto change = run.changes().heads.find({block, static_cast<std::size_t>(h)});
    if (change != run.changes().heads.end() && is_off(change->second)) head.gain = 0.0F;
  }
  scene.combine.w_o = Cow<Matrix>(matrix_of(weights->o, 0, weights->o.outputs()));
  scene.tokens = std::move(tokens);
  scene.embeddings = Cow<Matrix>(run.attention_input(block));
  return scene;
}

std::vector<std::size_t> heads_changed_otherwise(const ModelRun& run, std::size_t block) {
  std::set<std::size_t> heads;
  for (const auto& [at, change] : run.changes().heads) {
    if (at.first != block) continue;
    HeadChange rest = change;
    if (is_off(change)) rest.output.reset();
    if (!(rest == HeadChange())) heads.insert(at.second);
  }
  for (const LinkCut& cut : run.changes().cuts_into(block)) {
    const Attention& attention = *run.attention(block);
    for (std::size_t h = 0; h < attention.heads.size(); ++h) {
      if (cut.is_into(attention, h, cut.input)) heads.insert(h);
    }
  }
  return {heads.begin(), heads.end()};
}

}  // namespace attn
