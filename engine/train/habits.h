#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Attention pattern of a head: a row of the table. Its score is the mean weight on the keys that
/// it names, over the queries that have such keys.
struct HabitKind {
  std::string_view id;
  std::string_view label;
  std::string_view does;  ///< text after a head's name: "looks at the previous"
  /// Appends the keys that the pattern names for `query` in the sequence `tokens`.
  void (*keys)(std::span<const Index> tokens, Index query, std::vector<Index>& keys);
};

/// previous, itself, first, same (earlier equal tokens), induction (tokens after those; Olsson et
/// al. 2022).
std::span<const HabitKind> habit_kinds();

/// Scores of a head, in the order of habit_kinds(): sums, and numbers of queries.
struct HeadHabits {
  std::vector<double> sums = std::vector<double>(habit_kinds().size());
  std::vector<Index> queries = std::vector<Index>(habit_kinds().size());

  /// 0…1; 0 if no query has such a key.
  double score(std::size_t habit) const {
    return queries[habit] > 0 ? sums[habit] / static_cast<double>(queries[habit]) : 0;
  }
  HeadHabits& operator+=(const HeadHabits& other);
};

/// Pattern with the largest score, if it is at least `least`; else null.
const HabitKind* strongest_habit(const HeadHabits& habits, double least);

/// Adds a sequence of `tokens`; weight(query, key) is the head's weight.
template <typename Weight>
void add_habits(std::span<const Index> tokens, const Weight& weight, HeadHabits& habits) {
  std::vector<Index> keys;
  for (std::size_t n = 0; n < habit_kinds().size(); ++n) {
    for (Index query = 0; query < std::ssize(tokens); ++query) {
      keys.clear();
      habit_kinds()[n].keys(tokens, query, keys);
      if (keys.empty()) continue;
      ++habits.queries[n];
      for (const Index key : keys) habits.sums[n] += static_cast<double>(weight(query, key));
    }
  }
}

}  // namespace attn
