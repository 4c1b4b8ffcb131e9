#pragma once

#include <vector>

#include "engine/attention/combine.h"
#include "engine/attention/shapes.h"
#include "engine/gradients/loss.h"
#include "tests/support/random.h"

namespace attn::test {

/// Rows of shares, 0 where `scores` are kMasked.
inline Matrix random_shares(Random& random, const WideMatrix& scores) {
  Matrix target = random.uniform(scores.rows(), scores.cols()).cwiseAbs();
  for (Index i = 0; i < target.rows(); ++i) {
    for (Index j = 0; j < target.cols(); ++j) {
      if (std::isinf(scores(i, j))) target(i, j) = 0;
    }
    const float sum = target.row(i).sum();
    if (sum > 0) target.row(i) /= sum;
  }
  return target;
}

inline Loss weights_loss(std::string_view id, const Matrix& target) {
  Loss loss;
  loss.kind = &loss_kind(id);
  loss.target = target;
  loss.has_target.assign(static_cast<std::size_t>(target.rows()), true);
  return loss;
}

/// Some of all that can be wanted of the scene, which is not infinite.
inline std::vector<Loss> random_losses(Random& random, const Scene& scene, const WideTrace& trace) {
  std::vector<Loss> losses;
  if (trace.output) {
    Loss square;
    square.target = random.matrix(trace.output->rows(), trace.output->cols());
    losses.push_back(square);
    Loss words;
    words.kind = &loss_kind("cross_entropy");
    words.factor = 0.5F;
    for (Index i = 0; i < trace.output->rows(); ++i) {
      words.targets.push_back(random.below(static_cast<int>(trace.output->cols()) + 1) - 1);
    }
    losses.push_back(words);
  }
  const WideHead& first = trace.heads[0];
  Loss of_weights = weights_loss("weights_mse", random_shares(random, first.scores));
  of_weights.has_target[0] = random.coin();
  losses.push_back(of_weights);
  const Normalizer& normalizer = scene.normalizer;
  if (normalizer.kind->omega && normalizer.over == Over::kKeys && normalizer.temperature >= 0.1F) {
    Loss own = weights_loss("weights_fy", random_shares(random, first.scores));
    own.head = 0;
    own.factor = 2;
    losses.push_back(own);
  }
  if (!scene.heads[0].subtract && normalizer.kind->is_exponential &&
      normalizer.temperature >= 0.1F) {
    Loss divergence = weights_loss("weights_kl", random_shares(random, first.scores));
    divergence.head = 0;
    losses.push_back(divergence);
  }
  return losses;
}

}  // namespace attn::test
