#include "engine/attention/numbers.h"

#include <set>

#include <gtest/gtest.h>

namespace attn {
namespace {

/// Checks that each row has a place of its own, whose number can be given and taken away.
template <typename Owner>
void expect_rows_with_places(const Owner& owner) {
  std::set<std::string_view> keys, words;
  for (const NumberRow<Owner>& number : numbers_of<Owner>()) {
    EXPECT_TRUE(keys.insert(number.key).second) << number.key;
    Owner changed = owner;
    put_number(number, changed, 3);
    if (!number_at(number, changed)) continue;  // a matrix
    EXPECT_EQ(number_at(number, changed), 3) << number.key;
    for (const NumberRow<Owner>& other : numbers_of<Owner>()) {
      EXPECT_EQ(same_number(other, owner, changed), other.key != number.key)
          << number.key << " " << other.key;
    }
    const bool is_within = number.key.find('.') != number.key.npos;
    drop_number(number, changed);
    EXPECT_EQ(same_number(number, owner, changed), !is_within) << number.key;
  }
}

TEST(Numbers, EachRowHasAPlaceOfItsOwn) {
  Head head;
  head.subtract.emplace();
  expect_rows_with_places(head);
  Position position;
  position.scaling.emplace();
  expect_rows_with_places(position);
  expect_rows_with_places(Score());
  expect_rows_with_places(Mask());
  expect_rows_with_places(Normalizer());
  expect_rows_with_places(Combine());
}

TEST(Numbers, InsideAnAbsentObjectThereIsNone) {
  Head head;
  for (const NumberRow<Head>& number : numbers_of<Head>()) {
    EXPECT_FALSE(number_at(number, head)) << number.key;
    if (number.key.starts_with("subtract.")) put_number(number, head, 3);
  }
  EXPECT_EQ(head, Head());
}

/// Each key of a kind that is a number of its own has a row; what is said of it is complete.
TEST(Numbers, RowsSayWhatTheyAre) {
  const auto check_rows = [](const auto& numbers) {
    for (const auto& number : numbers) {
      EXPECT_EQ(number.line.word.empty(), number.line.noun.empty()) << number.key;
      EXPECT_EQ(number.lesson.name.empty(), number.lesson.about.empty()) << number.key;
      EXPECT_TRUE(number.line.stands_in.empty() || number.absent) << number.key;
    }
  };
  check_rows(numbers_of<Head>());
  check_rows(numbers_of<Score>());
  check_rows(numbers_of<Mask>());
  check_rows(numbers_of<Normalizer>());
  check_rows(numbers_of<Position>());
}

}  // namespace
}  // namespace attn
