#include "engine/train/habits.h"

#include <gtest/gtest.h>

namespace attn::habits_test {
namespace {

std::size_t habit(std::string_view id) {
  std::size_t n = 0;
  while (habit_kinds()[n].id != id) ++n;
  return n;
}

/// Head that attends from each query only to key_of(query).
template <typename KeyOf>
HeadHabits habits_of(const std::vector<Index>& tokens, KeyOf key_of) {
  HeadHabits habits;
  add_habits(
      tokens, [&](Index query, Index key) { return key_of(query) == key ? 1.0 : 0.0; }, habits);
  return habits;
}

const std::vector<Index> kTwice = {3, 1, 4, 2, 3, 1, 4, 2};

TEST(Habits, OfAHeadThatLooksOneBack) {
  const HeadHabits habits = habits_of(kTwice, [](Index query) { return query - 1; });
  EXPECT_EQ(habits.score(habit("previous")), 1);
  EXPECT_EQ(habits.score(habit("itself")), 0);
  EXPECT_EQ(habits.score(habit("same")), 0);
  EXPECT_EQ(strongest_habit(habits, 0.3)->id, "previous");
}

TEST(Habits, OfAnInductionHead) {
  const HeadHabits habits = habits_of(kTwice, [](Index query) { return query - 3; });
  EXPECT_EQ(habits.score(habit("induction")), 1);
  EXPECT_EQ(habits.queries[habit("induction")], 4);
}

TEST(Habits, OfOneThatFindsItsOwnKind) {
  const HeadHabits habits = habits_of(kTwice, [](Index query) { return query - 4; });
  EXPECT_EQ(habits.score(habit("same")), 1);
}

TEST(Habits, OfOneThatLooksEverywhereIsNone) {
  HeadHabits habits;
  add_habits(
      kTwice, [](Index, Index) { return 1.0 / 8; }, habits);
  EXPECT_EQ(strongest_habit(habits, 0.3), nullptr);
  EXPECT_NEAR(habits.score(habit("previous")), 0.125, 1e-12);
}

TEST(Habits, AddUpOverSequences) {
  const auto back = [](Index query) { return query - 1; };
  const auto itself = [](Index query) { return query; };
  HeadHabits both = habits_of(kTwice, back);
  both += habits_of(kTwice, itself);
  EXPECT_EQ(both.score(habit("previous")), 0.5);
  EXPECT_EQ(both.score(habit("itself")), 0.5);
}

}  // namespace
}  // namespace attn::habits_test
