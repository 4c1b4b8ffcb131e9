#include "engine/train/learned_numbers.h"

#include <algorithm>

#include "engine/attention/score.h"

namespace attn {
namespace {

/// Calls each(matrix, learned, first) for all that is learned of `network`, with the column of
/// `learned` where the matrix begins.
template <typename Net, typename Numbers, typename Each>
void for_each_matrix(Net& network, Numbers& learned, Each each) {
  each(network.embedding, learned.embedding, 0);
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
    if (!layer.has_mlp()) continue;
    each(block.mlp->w_1, layer.w_1, 0);
    if (layer.b_1.rows > 0) each(*block.mlp->b_1, layer.b_1, 0);
    each(block.mlp->w_2, layer.w_2, 0);
    if (layer.b_2.rows > 0) each(*block.mlp->b_2, layer.b_2, 0);
  }
  each(*network.unembedding, learned.unembedding, 0);
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

/// A head with matrices that are learned, and nothing else.
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

bool takes_attention(const Attention& attention, Index D) {
  Attention plain;
  plain.heads = attention.heads;
  plain.masks = attention.masks;
  plain.combine.w_o = attention.combine.w_o;
  const auto H = static_cast<Index>(attention.heads.size());
  const auto is_causal = [](const Mask& mask) { return mask == Mask{}; };
  return attention == plain && D % H == 0 && std::ranges::all_of(attention.masks, is_causal) &&
         std::ranges::all_of(attention.heads,
                             [&](const Head& head) { return takes_head(head, D / H); });
}

bool takes_mlp(const Mlp& mlp) {
  return !mlp.w_3 && !mlp.b_3 && mlp.activation == &activation_kind("relu");
}

}  // namespace

bool LearnedNumbers::takes(const Network& network) {
  const Position& position = network.position;
  const bool is_learned = position.kind == &position_kind("learned") && position.scale == 1 &&
                          position.table->rows() == static_cast<Index>(network.tokens.size());
  if (!is_learned && position.kind != &position_kind("none")) return false;
  if (network.norm_in || network.norm_out || !network.unembedding) return false;
  return std::ranges::all_of(network.blocks, [&](const Block& block) {
    return block.attention && takes_attention(*block.attention, network.width()) &&
           (!block.mlp || (takes_mlp(*block.mlp) && block.residual)) && !block.attention_norm &&
           !block.mlp_norm && block.norm_place == NormPlace::kPre;
  });
}

LearnedMatrix LearnedNumbers::place(Index rows, Index cols) {
  const auto at = static_cast<Index>(numbers.size());
  numbers.resize(numbers.size() + static_cast<std::size_t>(rows * cols));
  return {at, rows, cols};
}

LearnedNumbers::LearnedNumbers(const Network& network)
    : tokens(static_cast<Index>(network.tokens.size())),
      width(network.width()),
      classes((*network.unembedding)->cols()) {
  const Index D = width;
  embedding = place(network.embedding->rows(), D);
  if (network.position.kind == &position_kind("learned")) positions = place(tokens, D);
  for (const Block& block : network.blocks) {
    LearnedLayer layer;
    layer.heads = static_cast<Index>(block.attention->heads.size());
    layer.is_causal = !block.attention->masks.empty();
    layer.has_residual = block.residual;
    layer.w_qkv = place(D, 3 * D);
    if (block.attention->combine.w_o) layer.w_o = place(D, D);
    if (block.mlp) {
      const Index F = block.mlp->w_1->cols();
      layer.w_1 = place(D, F);
      if (block.mlp->b_1) layer.b_1 = place(1, F);
      layer.w_2 = place(F, D);
      if (block.mlp->b_2) layer.b_2 = place(1, D);
    }
    layers.push_back(layer);
  }
  unembedding = place(D, classes);
  if (network.unembedding_bias) unembedding_bias = place(1, classes);
  for_each_matrix(network, *this, [&](const auto& matrix, const LearnedMatrix& in, Index first) {
    part_of(numbers, in, first, matrix->cols()) = *matrix;
  });
}

void LearnedNumbers::write_to(Network& network) const {
  for_each_matrix(network, *this, [&](auto& matrix, const LearnedMatrix& in, Index first) {
    matrix = std::remove_cvref_t<decltype(*matrix)>(part_of(numbers, in, first, matrix->cols()));
  });
}

}  // namespace attn
