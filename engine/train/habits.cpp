#include "engine/train/habits.h"

#include <array>

namespace attn {
namespace {

using Tokens = std::span<const Index>;
using Keys = std::vector<Index>;

// The first query is ignored: in a causal head it only sees itself.
constexpr std::array<HabitKind, 5> kHabits = {{
    {"previous", "previous", "looks at the previous",
     [](Tokens, Index query, Keys& keys) {
       if (query > 0) keys.push_back(query - 1);
     }},
    {"itself", "itself", "looks at itself",
     [](Tokens, Index query, Keys& keys) {
       if (query > 0) keys.push_back(query);
     }},
    {"first", "first", "looks at the first",
     [](Tokens, Index query, Keys& keys) {
       if (query > 0) keys.push_back(0);
     }},
    {"same", "same", "finds equal tokens",
     [](Tokens tokens, Index query, Keys& keys) {
       const auto at = [&](Index n) { return tokens[static_cast<std::size_t>(n)]; };
       for (Index key = 0; key < query; ++key) {
         if (at(key) == at(query)) keys.push_back(key);
       }
     }},
    {"induction", "induction", "finds the token that followed",
     [](Tokens tokens, Index query, Keys& keys) {
       const auto at = [&](Index n) { return tokens[static_cast<std::size_t>(n)]; };
       for (Index key = 1; key < query; ++key) {
         if (at(key - 1) == at(query)) keys.push_back(key);
       }
     }},
}};

}  // namespace

std::span<const HabitKind> habit_kinds() { return kHabits; }

HeadHabits& HeadHabits::operator+=(const HeadHabits& other) {
  for (std::size_t n = 0; n < sums.size(); ++n) {
    sums[n] += other.sums[n];
    queries[n] += other.queries[n];
  }
  return *this;
}

const HabitKind* strongest_habit(const HeadHabits& habits, double least) {
  std::size_t strongest = 0;
  for (std::size_t n = 1; n < habit_kinds().size(); ++n) {
    if (habits.score(n) > habits.score(strongest)) strongest = n;
  }
  return habits.score(strongest) >= least ? &habit_kinds()[strongest] : nullptr;
}

}  // namespace attn
