#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/document/view/view_options.h"
#include "engine/attention/evaluation.h"

namespace attn {

inline constexpr std::size_t kFewestCompared = 2, kMostCompared = 4;

/// "Softmax", "Softmax, over queries"
std::string label_with_over(const Normalizer& normalizer);

/// The same tokens under one score function and normalizer, or under a setting.
struct Compared {
  ViewOptions::Compare::Panel panel;
  std::shared_ptr<const Evaluation> evaluation;  ///< null where it can't be had
  std::string problem{};                         ///< why, in words; of a change with its place

  /// Of what was computed; else as the panel has them.
  std::string_view score_label() const;
  std::string normalizer_label() const;
};

/// What a panel is called: "dot, softmax", "as it is", or the setting's name.
std::string name_of(const ViewOptions::Compare::Panel& panel);

using Comparison = std::vector<Compared>;

/// What is compared: the chosen, 2 to 4; a setting alone with the scene as it is; where none are
/// chosen, the dot product with and without its scale, by what the scene has, or where its scores
/// are given, these with another normalizer.
std::vector<ViewOptions::Compare::Panel> compared_kinds(const Attention& attention,
                                                        const ViewOptions& options);

/// Whether the second less the first of so many is to stand beside them.
bool compares_difference(const ViewOptions& options, std::size_t count);

/// Evaluates copies of the scene. The last result is kept: the same scene and panels give the same
/// pointer. In a LaterScope it may throw MadeLater.
std::shared_ptr<const Comparison> compare(const std::shared_ptr<const Evaluation>& evaluation,
                                          const std::vector<ViewOptions::Compare::Panel>& panels);

/// What the weights of `head` are in the second of `comparison`, which is kept, less those in the
/// first; kMasked where either is. Null where one of both can't be had.
std::shared_ptr<const Matrix> weight_difference(const std::shared_ptr<const Comparison>& comparison,
                                                Index head);

/// How far weights went from one matrix to another, over the rows of `difference` that see a key.
struct ChangeSummary {
  double rise = 0, fall = 0;  ///< the largest of each, at least 0
  double moved = 0;           ///< the mean of ½ Σ |b − a|: of shares, so much of a row moved
};
ChangeSummary summary_of_change(const Matrix& difference);

/// What a matrix of weights comes to, over the rows that see a key.
struct WeightSummary {
  double entropy = 0;  ///< the mean, in nats
  double keys = 0;     ///< the mean of e^entropy: how many keys count
  double largest = 0;  ///< of all weights
};
WeightSummary summary_of(const Matrix& weights);

}  // namespace attn
