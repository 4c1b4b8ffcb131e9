#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/attention/where.h"
#include "engine/reference/seen_pairs.h"

namespace attn {

// The cost of attention: its multiplications. A division by a number and a square count as one,
// too. Pairs that masks hide count nothing. Not counted are
// - sums, comparisons, and functions of one number (e^x, ln, tanh, σ, roots, sines),
// - numbers that depend on places alone, and so can be kept in a table: P, angles, the terms of
//   ALiBi and others, γ^|i − j|, σ · ln n of a normalizer's `length`,
// - the search for the threshold of sparsemax and entmax, and a sink's own steps,
// - the identity that an absent matrix stands for, and a factor, scale or temperature of 1.
// The slope 0.2 of `leaky_relu` counts as one, whatever its sign.

/// Numbers for each query, for each key, and for each pair of them that is seen.
struct Tally {
  double per_query = 0, per_key = 0, per_pair = 0;
  double at(double queries, double keys, double pairs) const {
    return per_query * queries + per_key * keys + per_pair * pairs;
  }
  Tally& operator+=(const Tally& other);
};

/// Multiplications of a part of the table (parts.h), of all heads together.
struct PartCost {
  Part part;
  double multiplications = 0;  ///< of this scene
  /// A sum of products of sizes, in the TeX of app/document/formulas/formula.h; `n` are the pairs
  /// that are seen.
  std::string formula;
};

/// The pairs that each of the scene's heads sees, by all masks and by scores that are given.
/// Takes as long as there are pairs.
std::vector<double> count_seen_pairs(const Scene& scene);
/// Whether that is surely the same of both scenes. Fast where they share their masks.
bool see_alike(const Scene& a, const Scene& b);

/// The cost of a scene, and of the same with another number of tokens: of keys, where queries come
/// from elsewhere, else of both. A token more is one more query at the end, and in self-attention
/// its key; what is kept of the tokens before is not computed again.
class Cost {
 public:
  explicit Cost(const Scene& scene) : Cost(scene, count_seen_pairs(scene)) {}
  /// `seen`: count_seen_pairs(scene).
  Cost(const Scene& scene, const std::vector<double>& seen);

  /// Those that take any multiplication, in the order of the table.
  const std::vector<PartCost>& parts() const { return parts_; }
  /// All of them together.
  const Tally& work() const { return work_; }
  const SeenPairs& pairs() const { return pairs_; }

  // Counts for this scene, with all its masks.
  Index queries() const { return queries_; }
  Index keys() const { return keys_; }
  /// Visible pairs per head; none if given scores hide different pairs in each head.
  std::optional<double> seen_pairs() const { return seen_pairs_; }
  double multiplications() const { return multiplications_; }

  /// Whether `tokens` tokens stay as they were with one more: no query before sees its key, and
  /// nothing (the sigmoid's offset −ln L, columns that are normalised) depends on how many there
  /// are. Else all rows are computed anew, from the keys and values that were kept.
  bool rows_stay(Index tokens) const;

  // Counts for `tokens` tokens, with the masks by position.
  double of_sequence(Index tokens) const { return sequence(work_, tokens); }
  double of_one_more(Index tokens) const { return one_more(work_, tokens); }
  /// Keys, values and what else is kept of `tokens` tokens for the next one (the KV cache): of
  /// heads that share theirs once (Shazeer 2019), of a window what queries to come still see.
  double numbers_kept(Index tokens) const;

  /// Counts without masks, and with separate keys and values per head.
  double of_full_sequence(Index tokens) const;
  double full_numbers_kept(Index tokens) const;

  /// Running sums of φ(k) · v and of φ(k), which take the place of pairs and are all that is kept
  /// (linear attention; Katharopoulos et al. 2020, eq. 4 to 6), where scores are products of what
  /// is made of q and of k, and weights s / Σ s. Not with a cap, with terms that are added, forget
  /// gates, `subtract`, or masks other than `causal`.
  struct RunningSums {
    Tally work;  ///< no pairs
    double numbers_kept = 0;
  };
  const std::optional<RunningSums>& running_sums() const { return running_sums_; }

  // The cheaper way: by running sums where they can be had.
  const Tally& least_work() const { return running_sums_ ? running_sums_->work : work_; }
  double least_of_sequence(Index tokens) const { return sequence(least_work(), tokens); }
  double least_of_one_more(Index tokens) const { return one_more(least_work(), tokens); }
  double least_numbers_kept(Index tokens) const;

 private:
  Index queries_of(Index tokens) const { return is_cross_ ? queries_ : tokens; }
  double sequence(const Tally& work, Index tokens) const;
  double one_more(const Tally& work, Index tokens) const;

  Index queries_, keys_;
  bool is_cross_, depends_on_count_;
  SeenPairs pairs_;
  std::vector<PartCost> parts_;
  Tally work_, full_work_;
  std::optional<double> seen_pairs_;
  double multiplications_ = 0, numbers_of_token_ = 0, full_numbers_of_token_ = 0;
  std::optional<RunningSums> running_sums_;
};

}  // namespace attn
