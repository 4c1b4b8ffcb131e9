#include "engine/train/learned_numbers.h"

#include <algorithm>

#include "engine/attention/lookup.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/blocks/network_gradients.h"

namespace attn {
namespace {

/// Calls each(matrix, learned, first) for each trainable matrix of `network`; `first`: its first
/// column in `learned`.
template <typename Net, typename Numbers, typename Each>
void for_each_matrix(Net& network, Numbers& learned, Each each) {
  const auto each_norm = [&](auto& norm, const LearnedNorm& of) {
    if (of.gain.is_there()) each(*norm->gain, of.gain, 0);
    if (of.shift.is_there()) each(*norm->shift, of.shift, 0);
  };
  each(network.embedding, learned.embedding, 0);
  each_norm(network.norm_in, learned.norm_in);
  if (learned.positions.rows > 0) each(network.position.table, learned.positions, 0);
  const Index D = learned.width;
  for (std::size_t b = 0; b < learned.layers.size(); ++b) {
    auto& block = network.blocks[b];
    const auto& layer = learned.layers[b];
    const Index dk = D / layer.heads;
    for (std::size_t h = 0; h < block.attention->heads.size(); ++h) {
      auto& head = block.attention->heads[h];
      const Index first = static_cast<Index>(h) * dk;
      each(*head.w_q, layer.w_qkv, first);
      each(*head.w_k, layer.w_qkv, D + first);
      each(*head.w_v, layer.w_qkv, 2 * D + first);
    }
    if (layer.w_o.rows > 0) each(*block.attention->combine.w_o, layer.w_o, 0);
    each_norm(block.attention_norm, layer.attention_norm);
    each_norm(block.mlp_norm, layer.mlp_norm);
    if (!layer.has_mlp()) continue;
    each(block.mlp->w_1, layer.w_1, 0);
    if (layer.b_1.rows > 0) each(*block.mlp->b_1, layer.b_1, 0);
    each(block.mlp->w_2, layer.w_2, 0);
    if (layer.b_2.rows > 0) each(*block.mlp->b_2, layer.b_2, 0);
  }
  each_norm(network.norm_out, learned.norm_out);
  if (network.unembedding) each(*network.unembedding, learned.unembedding, 0);
  if (learned.unembedding_bias.rows > 0) {
    each(*network.unembedding_bias, learned.unembedding_bias, 0);
  }
}

template <typename Numbers>
auto part_of(Numbers& numbers, const LearnedMatrix& in, Index first, Index cols) {
  using Steps = Eigen::OuterStride<>;
  using Part = std::conditional_t<std::is_const_v<Numbers>, const Matrix, Matrix>;
  return Eigen::Map<Part, 0, Steps>(numbers.data() + in.at + first, in.rows, cols, Steps(in.cols));
}

/// Head with trainable matrices only.
bool takes_head(const Head& head, Index width) {
  Head plain;
  plain.w_q = head.w_q;
  plain.w_k = head.w_k;
  plain.w_v = head.w_v;
  const auto is_so = [&](const std::optional<Cow<Matrix>>& w) {
    return w && (*w)->cols() == width;
  };
  return head == plain && is_so(head.w_q) && is_so(head.w_k) && is_so(head.w_v);
}

bool is_linear(const Attention& attention) { return attention.normalizer.kind->is_identity; }

bool takes_attention(const Attention& attention, Index D) {
  Attention plain;
  plain.heads = attention.heads;
  plain.masks = attention.masks;
  plain.combine.w_o = attention.combine.w_o;
  if (is_linear(attention)) plain.normalizer.kind = attention.normalizer.kind;
  const auto H = std::ssize(attention.heads);
  const auto is_causal = [](const Mask& mask) { return mask == Mask{}; };
  return attention == plain && D % H == 0 && std::ranges::all_of(attention.masks, is_causal) &&
         std::ranges::all_of(attention.heads,
                             [&](const Head& head) { return takes_head(head, D / H); });
}

bool takes_mlp(const Mlp& mlp) { return !mlp.w_3 && !mlp.b_3; }

bool is_learned(const Position& position) {
  return takes(*position.kind, "table") && position.kind->table;
}

/// Added positions are a learned table, or fixed.
bool takes_position(const Position& position, Index tokens) {
  if (is_learned(position)) return position.scale == 1 && position.table->rows() == tokens;
  return position.kind->table || position.kind->does_nothing();
}

// Numbers of any network.

/// Calls each(data, count) for trainable numbers; rows are contiguous.
template <typename Net, typename Each>
void for_each_number(Net& network, Each each) {
  visit_network_numbers(network, [&](const std::string& place, auto& given) {
    if (!is_learned_at(place, std::is_same_v<std::remove_cvref_t<decltype(given)>, float>)) return;
    using Given = std::remove_cvref_t<decltype(given)>;
    if constexpr (std::is_same_v<Given, float>) {
      each(&given, 1);
    } else if constexpr (std::is_const_v<std::remove_reference_t<decltype(given)>>) {
      each(given->data(), given->size());
    } else {
      auto& numbers = given.edit();
      each(numbers.data(), numbers.size());
    }
  });
}

}  // namespace

bool is_learned_at(std::string_view place, bool is_number) {
  return !is_number || place.find("/heads/") != std::string_view::npos;
}

bool LearnedNumbers::takes(const Network& network) {
  if (!takes_position(network.position, std::ssize(network.tokens))) return false;
  if (network.embedding_scale || network.types || network.head || network.logits_cap) return false;
  return std::ranges::all_of(network.blocks, [&](const Block& block) {
    return !block.parallel && block.norm_place != NormPlace::kBoth && block.attention &&
           takes_attention(*block.attention, network.width()) &&
           (!block.mlp || takes_mlp(*block.mlp));
  });
}

LearnedMatrix LearnedNumbers::place(Index rows, Index cols) {
  const auto at = std::ssize(numbers);
  numbers.resize(numbers.size() + static_cast<std::size_t>(rows * cols));
  return {at, rows, cols};
}

LearnedNorm LearnedNumbers::place(const std::optional<Norm>& norm) {
  if (!norm) return {};
  LearnedNorm placed{true, norm->kind->centers, norm->epsilon, {}, {}};
  if (norm->gain) placed.gain = place(1, width);
  if (norm->shift) placed.shift = place(1, width);
  return placed;
}

void LearnedNumbers::place_all(const Network& network) {
  const Index D = width;
  embedding = place(network.embedding->rows(), D);
  if (is_learned(network.position)) {
    positions = place(tokens, D);
  } else if (network.position.kind->table) {
    const Matrix fixed = position_shift(network.position, tokens, D).cast<float>();
    fixed_positions.assign(fixed.data(), fixed.data() + fixed.size());
  }
  norm_in = place(network.norm_in);
  for (const Block& block : network.blocks) {
    LearnedLayer layer;
    layer.heads = std::ssize(block.attention->heads);
    layer.is_causal = !block.attention->masks.empty();
    layer.is_linear = is_linear(*block.attention);
    layer.has_residual = block.residual;
    layer.is_post = block.norm_place == NormPlace::kPost;
    layer.w_qkv = place(D, 3 * D);
    if (block.attention->combine.w_o) layer.w_o = place(D, D);
    layer.attention_norm = place(block.attention_norm);
    layer.mlp_norm = place(block.mlp_norm);
    if (block.mlp) {
      const Index F = block.mlp->w_1->cols();
      layer.bend = block.mlp->activation->lanes;
      layer.w_1 = place(D, F);
      if (block.mlp->b_1) layer.b_1 = place(1, F);
      layer.w_2 = place(F, D);
      if (block.mlp->b_2) layer.b_2 = place(1, D);
    }
    layers.push_back(layer);
  }
  norm_out = place(network.norm_out);
  unembedding = network.unembedding ? place(D, classes) : embedding;
  if (network.unembedding_bias) unembedding_bias = place(1, classes);
  for_each_matrix(network, *this, [&](const auto& matrix, const LearnedMatrix& in, Index first) {
    part_of(numbers, in, first, matrix->cols()) = *matrix;
  });
}

LearnedNumbers::LearnedNumbers(const Network& network)
    : is_fast(takes(network)),
      tokens(std::ssize(network.tokens)),
      width(network.width()),
      classes(network.unembedding ? (*network.unembedding)->cols() : network.embedding->rows()) {
  if (is_fast) {
    place_all(network);
    return;
  }
  for_each_number(network, [&](const float* data, Index count) {
    numbers.insert(numbers.end(), data, data + count);
  });
}

void LearnedNumbers::write_to(Network& network) const {
  if (!is_fast) {
    const float* from = numbers.data();
    for_each_number(network, [&](float* data, Index count) {
      std::copy_n(from, count, data);
      from += count;
    });
    return;
  }
  for_each_matrix(network, *this, [&](auto& matrix, const LearnedMatrix& in, Index first) {
    matrix = std::remove_cvref_t<decltype(*matrix)>(part_of(numbers, in, first, matrix->cols()));
  });
}

}  // namespace attn
