#pragma once

#include <string>
#include <vector>

#include "engine/attention/gradients.h"
#include "engine/blocks/network.h"
#include "engine/blocks/stages.h"
#include "engine/gradients/given_numbers.h"
#include "engine/gradients/loss.h"

namespace attn {

// Gradients of a network, like scene_gradients.h for a scene: forward, losses of the logits, and
// backward, stage by stage.

/// Evaluates all stages of stages_of() in double precision; the last one's `x` is the logits.
/// `network` must pass require_valid().
std::vector<WideStage> evaluate_wide(const Network& network);

/// Gradients of all numbers, where `by_logits`, L x V′, is the gradient of the logits, and `more`
/// an optional loss of a block's weights. Throws SceneError if `more` is infinite.
Gradients network_gradients(const Network& network, const std::vector<WideStage>& stages,
                            const WideMatrix& by_logits, const BlockLoss* more = nullptr);

/// Counterpart of visit_scene_numbers() of given_numbers.h.
template <typename OfNetwork, typename Visit>
void visit_network_numbers(OfNetwork& network, const Visit& visit) {
  const auto norm = [&](auto& given, const std::string& place) {
    if (!given) return;
    visit_given(given->gain, place + "/gain", visit);
    visit_given(given->shift, place + "/shift", visit);
  };
  visit("/embedding", network.embedding);
  visit_given(network.embedding_scale, "/embedding_scale", visit);
  if (network.types) visit("/types/table", network.types->table);
  visit_owner_numbers(network.position, "/position", visit);
  norm(network.norm_in, "/norm_in");
  for (std::size_t b = 0; b < network.blocks.size(); ++b) {
    auto& block = network.blocks[b];
    const std::string place = "/blocks/" + std::to_string(b);
    if (block.attention) visit_attention_numbers(*block.attention, place + "/attention", visit);
    if (block.mlp) {
      visit(place + "/mlp/w_1", block.mlp->w_1);
      visit_given(block.mlp->b_1, place + "/mlp/b_1", visit);
      visit(place + "/mlp/w_2", block.mlp->w_2);
      visit_given(block.mlp->b_2, place + "/mlp/b_2", visit);
      visit_given(block.mlp->w_3, place + "/mlp/w_3", visit);
      visit_given(block.mlp->b_3, place + "/mlp/b_3", visit);
    }
    norm(block.attention_norm, place + "/attention_norm");
    norm(block.mlp_norm, place + "/mlp_norm");
    norm(block.attention_norm_after, place + "/attention_norm_after");
    norm(block.mlp_norm_after, place + "/mlp_norm_after");
  }
  norm(network.norm_out, "/norm_out");
  if (network.head) {
    visit("/head/w", network.head->w);
    visit_given(network.head->b, "/head/b", visit);
    norm(network.head->norm, "/head/norm");
  }
  visit_given(network.unembedding, "/unembedding", visit);
  visit_given(network.unembedding_bias, "/unembedding_bias", visit);
  visit_given(network.logits_cap, "/logits_cap", visit);
}

}  // namespace attn
