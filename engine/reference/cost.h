#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/attention/scene.h"
#include "engine/attention/where.h"
#include "engine/reference/seen_pairs.h"

namespace attn {

// Cost of attention as a number of multiplications. Divisions and squares count as multiplications.
// Hidden pairs do not count, and neither do
// - sums, comparisons, and functions of one number (e^x, ln, tanh, σ, roots, sines),
// - numbers that only depend on positions, and can be stored in a table: P, angles, the terms of
//   ALiBi and others, γ^|i − j|, σ · ln n of a normalizer's `length`,
// - the search for the threshold of sparsemax and entmax, and a sink's own steps,
// - the identity that replaces an absent matrix, and a factor, scale or temperature of 1.
// The slope 0.2 of `leaky_relu` counts as one, whatever its sign.

/// Counts per query, per key, and per visible pair.
struct Tally {
  double per_query = 0, per_key = 0, per_pair = 0;
  double at(double queries, double keys, double pairs) const {
    return per_query * queries + per_key * keys + per_pair * pairs;
  }
  Tally& operator+=(const Tally& other);
};

/// Multiplications of a part of the table (parts.h), summed over all heads.
struct PartCost {
  Part part;
  double multiplications = 0;  ///< of this scene
  /// Sum of products of sizes, in the TeX of app/document/formulas/formula.h; `n` is the number of
  /// visible pairs.
  std::string formula;
};

/// Number of visible pairs of each head, by all masks and given scores. The time is proportional to
/// the number of pairs.
std::vector<double> count_seen_pairs(const Scene& scene);
/// Returns whether count_seen_pairs() is surely equal for both scenes. Fast if they share their
/// masks.
bool have_same_visible_pairs(const Scene& a, const Scene& b);

/// Cost of a scene, and of the scene with another number of tokens (in cross-attention: of keys).
/// In self-attention, an additional token is a query and a key at the end; results stored for
/// earlier tokens are not recomputed.
class Cost {
 public:
  explicit Cost(const Scene& scene) : Cost(scene, count_seen_pairs(scene)) {}
  /// `seen`: count_seen_pairs(scene).
  Cost(const Scene& scene, const std::vector<double>& seen);

  /// Parts with multiplications, in the order of the table.
  const std::vector<PartCost>& parts() const { return parts_; }
  const SeenPairs& pairs() const { return pairs_; }

  // Counts of queries, keys and visible pairs of this scene.
  Index queries() const { return queries_; }
  Index keys() const { return keys_; }
  /// Visible pairs per head; none if given scores hide different pairs in each head.
  std::optional<double> seen_pairs() const { return seen_pairs_; }
  double multiplications() const { return multiplications_; }

  /// Returns whether the rows of `tokens` tokens are unchanged when another token is added: no
  /// earlier query sees the new key, and nothing depends on the number of tokens (as the sigmoid's
  /// offset −ln L, or normalised columns). Otherwise all rows are recomputed from the cached keys
  /// and values.
  bool keeps_earlier_rows(Index tokens) const;

  // Counts for `tokens` tokens, with the masks by position, of the cheaper method: running sums if
  // possible, else pairs.

  const Tally& work() const { return running_sums_ ? running_sums_->work : work_; }
  double cost_of_sequence(Index tokens) const;
  double cost_of_next_token(Index tokens) const;
  /// Numbers in the KV cache of `tokens` tokens for the next one: keys, values and others. Shared
  /// keys and values count once (Shazeer 2019); for a window, only the keys that later queries
  /// still see.
  double cached_numbers(Index tokens) const;

  /// Counts without masks, and with separate keys and values per head.
  double cost_of_full_sequence(Index tokens) const;
  double full_cached_numbers(Index tokens) const;

  /// Running sums of φ(k) · v and of φ(k), which replace pairs and are the whole cache (linear
  /// attention; Katharopoulos et al. 2020, eq. 4 to 6). Possible if a score is a product of φ(q)
  /// and φ(k), and weights are s / Σ s; but not with a cap, added terms, forget gates, `subtract`,
  /// or masks other than `causal`.
  struct RunningSums {
    Tally work;  ///< no pairs
    double cached_numbers = 0;
  };
  const std::optional<RunningSums>& running_sums() const { return running_sums_; }

 private:
  Index queries_of(Index tokens) const { return is_cross_ ? queries_ : tokens; }

  Index queries_, keys_;
  bool is_cross_, depends_on_count_;
  SeenPairs pairs_;
  std::vector<PartCost> parts_;
  Tally work_, full_work_;  ///< of all parts by pairs, and also with separate keys
  std::optional<double> seen_pairs_;
  double multiplications_ = 0, numbers_of_token_ = 0, full_numbers_of_token_ = 0;
  std::optional<RunningSums> running_sums_;
};

}  // namespace attn
