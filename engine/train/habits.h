#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "engine/base/matrix.h"

namespace attn {

/// Where a head can be found to look: a row of the table. Its score is the weight on the keys that
/// it names, as the mean over the queries that have such keys.
struct HabitKind {
  std::string_view id;
  std::string_view label;
  std::string_view does;  ///< behind a head's name: "looks one back"
  /// Adds the keys of `query`, in a sequence of those tokens.
  void (*keys)(std::span<const Index> tokens, Index query, std::vector<Index>& keys);
};

/// previous, itself, first, same (earlier equal tokens), induction (what came after those; Olsson
/// et al. 2022).
std::span<const HabitKind> habit_kinds();

/// The scores of one head, in the order of habit_kinds(): sums, and over how many queries.
struct HeadHabits {
  std::vector<double> sums = std::vector<double>(habit_kinds().size());
  std::vector<Index> queries = std::vector<Index>(habit_kinds().size());

  /// 0…1; 0 where no query has such a key.
  double score(std::size_t habit) const {
    return queries[habit] > 0 ? sums[habit] / static_cast<double>(queries[habit]) : 0;
  }
  HeadHabits& operator+=(const HeadHabits& other);
};

/// The habit of the largest score, where that is at least `least`; else null.
const HabitKind* strongest_habit(const HeadHabits& habits, double least);

/// Counts a sequence of `tokens` in: weight(query, key) is that of the head.
template <typename Weight>
void add_habits(std::span<const Index> tokens, const Weight& weight, HeadHabits& habits) {
  std::vector<Index> keys;
  for (std::size_t n = 0; n < habit_kinds().size(); ++n) {
    for (Index query = 0; query < static_cast<Index>(tokens.size()); ++query) {
      keys.clear();
      habit_kinds()[n].keys(tokens, query, keys);
      if (keys.empty()) continue;
      ++habits.queries[n];
      for (const Index key : keys) habits.sums[n] += static_cast<double>(weight(query, key));
    }
  }
}

}  // namespace attn
