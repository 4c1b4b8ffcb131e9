#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/document/view/view_options.h"
#include "engine/attention/evaluation.h"

namespace attn {

inline constexpr std::size_t kFewestCompared = 2, kMostCompared = 4;

/// The same inputs under one score function and normalizer.
struct Compared {
  ViewOptions::Compare::Panel kinds;
  std::shared_ptr<const Evaluation> evaluation;  ///< null where they can't be had
  std::string problem{};                         ///< why, in words

  /// Its row of the table, or nothing for an id that there is none of.
  std::string_view score_label() const;
  std::string_view normalizer_label() const;
};

using Comparison = std::vector<Compared>;

/// What is compared: the chosen, 2 to 4; where none are chosen, the dot product with and without
/// its scale, by what the scene has.
std::vector<ViewOptions::Compare::Panel> compared_kinds(const Attention& attention,
                                                        const ViewOptions& options);

/// Evaluates copies of the scene, at its own temperature. The last result is kept: the same scene
/// and kinds give the same pointer. In a LaterScope it may throw MadeLater.
std::shared_ptr<const Comparison> compare(const std::shared_ptr<const Evaluation>& evaluation,
                                          const std::vector<ViewOptions::Compare::Panel>& kinds);

/// What a matrix of weights comes to, over the rows that see a key.
struct WeightSummary {
  double entropy = 0;  ///< the mean, in nats
  double keys = 0;     ///< the mean of e^entropy: how many keys count
  double largest = 0;  ///< of all weights
};
WeightSummary summary_of(const Matrix& weights);

}  // namespace attn
