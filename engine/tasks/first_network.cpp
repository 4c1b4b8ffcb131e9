#include "engine/tasks/first_network.h"

#include <cmath>
#include <utility>

namespace attn {
namespace {

/// Each matrix has its own random stream, so that an added matrix changes no other.
class RandomMatrices {
 public:
  explicit RandomMatrices(std::uint64_t seed) : seed_(seed) {}

  Cow<Matrix> matrix(Index rows, Index columns, Index fan_in) {
    Draw draw(seed_, next_++);
    const double deviation = 1 / std::sqrt(static_cast<double>(fan_in));
    Matrix made(rows, columns);
    for (Index n = 0; n < made.size(); ++n) {
      made.data()[n] = static_cast<float>(deviation * draw.normal());
    }
    return Cow<Matrix>(std::move(made));
  }
  Cow<Matrix> weights(Index rows, Index columns) { return matrix(rows, columns, rows); }

 private:
  std::uint64_t seed_, next_ = 0;
};

Cow<RowVector> zeros(Index count) { return Cow<RowVector>(RowVector::Zero(count)); }

Block first_block(const LearningTask& task, const Sizes& sizes, RandomMatrices& made) {
  const Index width = sizes.width;
  Attention attention;
  attention.normalizer.kind = task.normalizer;
  attention.heads.resize(static_cast<std::size_t>(sizes.heads));
  for (Head& head : attention.heads) {
    head.w_q = made.weights(width, width / sizes.heads);
    head.w_k = made.weights(width, width / sizes.heads);
    head.w_v = made.weights(width, width / sizes.heads);
  }
  if (sizes.is_causal) attention.masks.emplace_back();
  if (sizes.has_residual) attention.combine.w_o = made.weights(width, width);
  Block block{.attention = std::move(attention), .residual = sizes.has_residual};
  if (sizes.mlp > 0) {
    block.mlp = Mlp{.w_1 = made.weights(width, sizes.mlp),
                    .b_1 = zeros(sizes.mlp),
                    .w_2 = made.weights(sizes.mlp, width)};
  }
  return block;
}

}  // namespace

Network first_network(const LearningTask& task, const Sizes& sizes, std::uint64_t seed) {
  RandomMatrices made(seed);
  const auto count = [](const auto& words) { return std::ssize(words); };
  Network network;
  network.title = task.label;
  network.vocabulary = task.vocabulary;
  put_sequence(task, example(task, seed, Sequences::kTest, 0), network);
  network.embedding = made.matrix(count(task.vocabulary), sizes.width, sizes.width);
  Cow<Matrix> places = made.matrix(task.length, sizes.width, sizes.width);
  if (sizes.has_positions) {
    network.position.kind = &position_kind("learned");
    network.position.table = std::move(places);
  }
  network.unembedding = made.weights(sizes.width, count(task.classes));
  network.unembedding_bias = zeros(count(task.classes));
  for (Index layer = 0; layer < sizes.layers; ++layer) {
    network.blocks.push_back(first_block(task, sizes, made));
  }
  return network;
}

void put_sequence(const LearningTask& task, const Example& example, Network& network) {
  network.tokens = token_names(task, example.tokens);
  if (!task.is_of_points) return;
  network.inputs = Matrix(Eigen::Map<const Matrix>(
      example.inputs.data(), std::ssize(example.tokens), std::ssize(task.vocabulary)));
}

double products_of_step(const LearningTask& task, const Sizes& sizes, Index batch) {
  const auto as = [](Index n) { return static_cast<double>(n); };
  const double L = as(task.length), D = as(sizes.width), F = as(sizes.mlp);
  const double layer = L * D * (4 * D + 2 * F) + 2 * L * L * D;
  const double logits = L * D * as(std::ssize(task.classes));
  // The backward pass takes two products for each forward one.
  return 3 * (as(sizes.layers) * layer + logits) * as(batch);
}

}  // namespace attn
