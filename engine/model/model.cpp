#include "engine/model/model.h"

#include <string>
#include <utility>

#include "engine/attention/combine.h"
#include "engine/attention/kinds.h"
#include "engine/attention/lookup.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/base/require.h"

namespace attn {
namespace {

void require_runnable_head(const Attention& attention, const Head& head, const std::string& place) {
  const bool has_own_keys = !head.keys_of;
  require(head.w_q.has_value(), place + "/w_q", "expected a matrix");
  require(!has_own_keys || head.w_k, place + "/w_k", "expected a matrix");
  require(!has_own_keys || head.w_v, place + "/w_v", "expected a matrix");
  require((*attention.heads.front().w_q)->cols() == (*head.w_q)->cols(), place + "/w_q",
          "expected the width of head 0");
  const std::pair<std::string_view, bool> others[] = {{"scores", head.scores.has_value()},
                                                      {"sink", head.sink.has_value()},
                                                      {"subtract", head.subtract.has_value()},
                                                      {"w_g", head.w_g.has_value()},
                                                      {"gain", head.gain.has_value()},
                                                      {"decay", head.decay.has_value()},
                                                      {"w_f", head.w_f.has_value()}};
  for (const auto& [key, is_set] : others) {
    require(!is_set, place + "/" + std::string(key),
            "expected none: a model's run has no such part");
  }
}

/// Matrices of several heads side by side, and their biases.
struct JoinedHeads {
  Matrix matrix;
  RowVector bias;
};

JoinedHeads joined_heads(const Attention& attention, std::optional<Cow<Matrix>> Head::*matrix,
                         std::optional<Cow<RowVector>> Head::*bias, bool is_of_all) {
  JoinedHeads made;
  bool has_bias = false;
  for (const Head& head : attention.heads) {
    if (!is_of_all && head.keys_of) continue;
    const Matrix& part = **(head.*matrix);
    const Index width = made.matrix.cols();
    made.matrix.conservativeResize(part.rows(), width + part.cols());
    made.matrix.rightCols(part.cols()) = part;
    made.bias.conservativeResize(width + part.cols());
    made.bias.tail(part.cols()).setZero();
    if (head.*bias) made.bias.tail(part.cols()) = **(head.*bias);
    has_bias |= (head.*bias).has_value();
  }
  if (!has_bias) made.bias.resize(0);
  return made;
}

}  // namespace

void require_runnable(const Attention& attention, const std::string& place) {
  const PairSum& score = attention.score.kind->pair_sum;
  const bool is_product = score.factor != nullptr && score.pairing == Pairing::kProduct &&
                          score.rows == PairSum::RowForm::kAsTheyAre;
  require(is_product, place + "/score/kind", "expected dot or scaled_dot in a model's run");
  const PositionKind& position = *attention.position.kind;
  require(position.rotate != nullptr || position.does_nothing(), place + "/position/kind",
          "expected none or rope in a model's run");
  require(!attention.bias, place + "/bias", "expected none in a model's run");
  require(attention.normalizer.over == Over::kKeys, place + "/normalizer/over",
          "expected keys in a model's run");
  for (std::size_t n = 0; n < attention.masks.size(); ++n) {
    require(!attention.masks[n].sigma, place + "/masks/" + std::to_string(n) + "/sigma",
            "expected none in a model's run");
  }
  require(takes(*attention.combine.kind, "w_o") && attention.combine.w_o, place + "/combine",
          "expected concat with w_o in a model's run");
  for (std::size_t h = 0; h < attention.heads.size(); ++h) {
    require_runnable_head(attention, attention.heads[h], place + "/heads/" + std::to_string(h));
  }
  const Head& first = attention.heads.front();
  for (std::size_t h = 1; h < attention.heads.size(); ++h) {
    const auto& w_v = attention.heads[h].w_v;
    require(!w_v || (*w_v)->cols() == (*first.w_v)->cols(),
            place + "/heads/" + std::to_string(h) + "/w_v", "expected the width of head 0");
  }
}

LayerWeights weights_of(const Attention& attention) {
  LayerWeights made;
  const auto join = [&](auto matrix, auto bias, bool is_of_all, StoredWeights& w, RowVector& b) {
    JoinedHeads heads = joined_heads(attention, matrix, bias, is_of_all);
    w = StoredWeights::of(heads.matrix);
    b = std::move(heads.bias);
  };
  join(&Head::w_q, &Head::b_q, true, made.q, made.b_q);
  join(&Head::w_k, &Head::b_k, false, made.k, made.b_k);
  join(&Head::w_v, &Head::b_v, false, made.v, made.b_v);
  made.o = StoredWeights::of(**attention.combine.w_o);
  return made;
}

std::size_t LayerWeights::bytes() const {
  std::size_t sum = 0;
  for (const StoredWeights* one : {&q, &k, &v, &o, &w_1, &w_3, &w_2}) sum += one->bytes();
  return sum;
}

void require_runnable(const Network& network) {
  for (std::size_t b = 0; b < network.blocks.size(); ++b) {
    const Block& block = network.blocks[b];
    if (!block.attention) continue;
    require_runnable(*block.attention, "/blocks/" + std::to_string(b) + "/attention");
  }
}

Model model_of(Network network) {
  require_runnable(network);
  Model made;
  made.embedding = StoredWeights::of(network.embedding->transpose());
  if (network.unembedding) made.unembedding = StoredWeights::of(**network.unembedding);
  if (network.head) made.head = StoredWeights::of(*network.head->w);
  std::vector<std::shared_ptr<const LayerWeights>> layers;
  for (const Block& block : network.blocks) {
    LayerWeights weights;
    if (block.attention) weights = weights_of(*block.attention);
    if (block.mlp) {
      weights.w_1 = StoredWeights::of(*block.mlp->w_1);
      if (block.mlp->w_3) weights.w_3 = StoredWeights::of(**block.mlp->w_3);
      weights.w_2 = StoredWeights::of(*block.mlp->w_2);
    }
    layers.push_back(std::make_shared<const LayerWeights>(std::move(weights)));
  }
  made.layer = [layers](std::size_t block) { return layers[block]; };
  made.network = std::move(network);
  return made;
}

}  // namespace attn
