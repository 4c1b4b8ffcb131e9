#include "engine/train/plain_learner.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/attention/normalize.h"
#include "engine/base/problem.h"

namespace attn {
namespace {

/// Squared errors of numeric answers.
Answers read_numbers(const Example& one, WideMatrix& logits) {
  Answers answers;
  for (Index i = 0; i < logits.rows(); ++i) {
    if (one.targets[static_cast<std::size_t>(i)] == kNoTarget) {
      logits.row(i).setZero();
      continue;
    }
    for (Index c = 0; c < logits.cols(); ++c) {
      const auto n = static_cast<std::size_t>(i * logits.cols() + c);
      const double missed = logits(i, c) - static_cast<double>(one.numbers[n]);
      answers.loss += missed * missed;
      logits(i, c) = 2 * missed;
    }
    ++answers.wanted;
  }
  return answers;
}

/// Loss of a sequence's logits, which are replaced by their gradient.
Answers read_logits(const Example& one, WideMatrix& logits) {
  if (!one.numbers.empty()) return read_numbers(one, logits);
  Answers answers;
  for (Index i = 0; i < logits.rows(); ++i) {
    auto row = logits.row(i);
    const Index target = one.targets[static_cast<std::size_t>(i)];
    if (target == kNoTarget) {
      row.setZero();
      continue;
    }
    Index likeliest = 0;
    const double largest = row.maxCoeff(&likeliest);
    const double of_target = row(target);
    row = (row.array() - largest).exp().matrix().eval();
    const double sum = row.sum();
    row /= sum;
    row(target) -= 1;
    answers.loss += largest - of_target + std::log(sum);
    answers.right += likeliest == target;
    ++answers.wanted;
  }
  return answers;
}

}  // namespace

/// Loss of target weights: for normalizers whose weights can be 0 the Fenchel–Young loss, which for
/// softmax is the divergence from the target; without one the mean square. Both are finite.
std::optional<BlockLoss> PlainLearner::aimed_loss(const Example& one) const {
  const auto block = static_cast<std::size_t>(target_ == nullptr ? 0 : target_->layer);
  if (target_ == nullptr || target_->count() == 0) return std::nullopt;
  if (block >= network_.blocks.size() || !network_.blocks[block].attention) return std::nullopt;
  const Attention& attention = *network_.blocks[block].attention;
  if (!target_->is_of(std::ssize(network_.tokens), std::ssize(network_.blocks),
                      std::ssize(attention.heads))) {
    return std::nullopt;
  }
  const Normalizer& normalizer = attention.normalizer;
  const bool has_own = normalizer.kind->omega != nullptr && normalizer.over == Over::kKeys &&
                       normalizer.temperature > 0;
  const auto wanted = std::ssize(one.targets) - std::ranges::count(one.targets, kNoTarget);
  BlockLoss made{.block = static_cast<int>(block),
                 .loss = {.kind = &loss_kind(has_own ? "weights_fy" : "weights_mse"),
                          .factor = target_->factor * static_cast<float>(wanted),
                          .target = target_->rows,
                          .has_target = {},
                          .targets = {},
                          .head = static_cast<int>(target_->head),
                          .place = {}}};
  for (Index row = 0; row < target_->rows.rows(); ++row) {
    made.loss.has_target.push_back(target_->has(row));
  }
  return made;
}

void PlainLearner::see_habits(const std::vector<WideStage>& traces, const Example& one) {
  std::size_t n = 0;
  for (const WideStage& stage : traces) {
    for (const WideHead& head : stage.attention.heads) {
      if (n == habits_.size()) habits_.emplace_back();
      add_habits(
          one.tokens, [&](Index query, Index key) { return head.weights(query, key); },
          habits_[n++]);
    }
  }
}

Answers PlainLearner::go(const LearnedNumbers& learned, std::span<const Example> examples,
                         std::vector<float>* gradient) {
  Answers answers;
  habits_.clear();
  learned.write_to(network_);
  for (const Example& one : examples) {
    if (!one.inputs.empty()) {
      network_.inputs = Matrix(Eigen::Map<const Matrix>(one.inputs.data(), std::ssize(one.tokens),
                                                        std::ssize(network_.vocabulary)));
    }
    for (std::size_t n = 0; n < one.tokens.size() && one.inputs.empty(); ++n) {
      network_.tokens[n] = network_.vocabulary[static_cast<std::size_t>(one.tokens[n])];
    }
    const std::vector<WideStage> traces = evaluate_wide(network_);
    WideMatrix by = traces.back().x;
    answers += read_logits(one, by);
    if (gradient == nullptr) {
      see_habits(traces, one);
      continue;
    }
    float* to = gradient->data();
    const std::optional<BlockLoss> aimed = aimed_loss(one);
    const Gradients gradients = network_gradients(network_, traces, by, aimed ? &*aimed : nullptr);
    for (const PlacedGradient& of : gradients.entries()) {
      if (!is_learned_at(of.place, of.form == GradientForm::kNumber)) continue;
      for (Index n = 0; n < of.numbers.size(); ++n, ++to) {
        *to += static_cast<float>(of.numbers.data()[n]);
      }
    }
  }
  return answers;
}

Answers PlainLearner::answer(const LearnedNumbers& learned, std::span<const Example> examples,
                             std::vector<float>* gradient) {
  try {
    return go(learned, examples, gradient);
  } catch (const SceneError&) {  // numbers exceed float32's range
    return {.loss = std::numeric_limits<double>::quiet_NaN(), .right = 0, .wanted = 0};
  }
}

}  // namespace attn
