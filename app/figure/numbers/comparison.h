#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/document/view/view_options.h"
#include "engine/attention/evaluation.h"

namespace attn {

inline constexpr std::size_t kFewestCompared = 2, kMostCompared = 4;

/// "Softmax", "Softmax, over queries"
std::string label_with_over(const Normalizer& normalizer);

/// Attention of one compared panel: the scene with another score function and normalizer, or with a
/// stored setting.
struct Compared {
  ViewOptions::Compare::Panel panel;
  std::shared_ptr<const Evaluation> evaluation;  ///< null if it cannot be computed
  std::string problem{};                         ///< reason in words; for a change, with its place

  /// Labels of the evaluation; of the panel, if there is none.
  std::string_view score_label() const;
  std::string normalizer_label() const;
};

/// Name of a panel: "dot, softmax", "as it is", or the setting's name.
std::string name_of(const ViewOptions::Compare::Panel& panel);

using Comparison = std::vector<Compared>;

/// Compared panels: the chosen ones, 2 to 4; a single setting is compared with the scene as it is.
/// Default: the dot product with and without its scale, or, for given scores, the same scores with
/// another normalizer.
std::vector<ViewOptions::Compare::Panel> compared_kinds(const Attention& attention,
                                                        const ViewOptions& options);

/// Returns whether the difference of the second and first of `count` panels is shown.
bool compares_difference(const ViewOptions& options, std::size_t count);

/// Evaluates copies of the scene. The last result is cached: equal scene and panels give the same
/// pointer. In a LaterScope it may throw MadeLater.
std::shared_ptr<const Comparison> compare(const std::shared_ptr<const Evaluation>& evaluation,
                                          const std::vector<ViewOptions::Compare::Panel>& panels);

/// Weights of `head` in the second of `comparison` minus those in the first, cached; kMasked where
/// either is masked. Null if either is missing.
std::shared_ptr<const Matrix> weight_difference(const std::shared_ptr<const Comparison>& comparison,
                                                Index head);

/// Size of a change of weights, over the rows of `difference` that see a key.
struct ChangeSummary {
  double rise = 0, fall = 0;  ///< largest of each, at least 0
  double moved = 0;           ///< mean of ½ Σ |b − a|: for shares, the moved share of a row
};
ChangeSummary summary_of_change(const Matrix& difference);

/// Summary of a matrix of weights, over the rows that see a key.
struct WeightSummary {
  double entropy = 0;  ///< mean, in nats
  double keys = 0;     ///< mean of e^entropy: the effective number of keys
  double largest = 0;  ///< of all weights
};
WeightSummary summary_of(const Matrix& weights);

}  // namespace attn
