// Compares each task's targets with an independent implementation, and with its row's description.

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "engine/blocks/stages.h"
#include "engine/tasks/first_network.h"
#include "engine/tasks/task.h"
#include "engine/tasks/task_pattern.h"
#include "engine/train/learned_numbers.h"

namespace attn::tasks_test {
namespace {

using Words = std::vector<std::string>;

/// A sequence in words; where nothing is wanted there is "".
struct Said {
  Words tokens, targets;
};

Said said(const LearningTask& task, const Example& example) {
  Said said;
  for (const Index token : example.tokens) {
    said.tokens.push_back(task.vocabulary.at(static_cast<std::size_t>(token)));
  }
  for (const Index target : example.targets) {
    said.targets.push_back(target == kNoTarget ? ""
                                               : task.classes.at(static_cast<std::size_t>(target)));
  }
  return said;
}

std::vector<Said> some(std::string_view id, std::uint64_t count = 300) {
  const LearningTask* task = find_task(id);
  EXPECT_NE(task, nullptr) << id;
  std::vector<Said> some;
  for (std::uint64_t n = 0; task != nullptr && n < count; ++n) {
    some.push_back(said(*task, example(*task, 7, Sequences::kTraining, n)));
  }
  return some;
}

/// The place of the only target, which must be the last one's.
const std::string& last_target(const Said& one) {
  for (std::size_t n = 0; n + 1 < one.targets.size(); ++n) EXPECT_EQ(one.targets[n], "");
  EXPECT_NE(one.targets.back(), "");
  return one.targets.back();
}

TEST(Tasks, AreInRangeAndAsLongAsTheySay) {
  std::set<std::string_view> ids;
  for (const LearningTask& task : tasks()) {
    SCOPED_TRACE(task.id);
    EXPECT_TRUE(ids.insert(task.id).second);
    EXPECT_EQ(find_task(task.id), &task);
    EXPECT_EQ(std::set(task.vocabulary.begin(), task.vocabulary.end()).size(),
              task.vocabulary.size());
    EXPECT_EQ(std::set(task.classes.begin(), task.classes.end()).size(), task.classes.size());
    std::set<Index> tokens, targets;
    for (std::uint64_t n = 0; n < 2000; ++n) {
      const Example one = example(task, 1, Sequences::kTest, n);
      ASSERT_EQ(static_cast<Index>(one.tokens.size()), task.length);
      ASSERT_EQ(one.targets.size(), one.tokens.size());
      tokens.insert(one.tokens.begin(), one.tokens.end());
      targets.insert(one.targets.begin(), one.targets.end());
    }
    targets.erase(kNoTarget);
    // All tokens are there, and no other; of classes some are too seldom.
    const auto count = task.is_of_points ? task.length : std::ssize(task.vocabulary);
    EXPECT_EQ(std::ssize(tokens), count);
    EXPECT_EQ(*tokens.rbegin() + 1, count);
    EXPECT_LT(*targets.rbegin(), static_cast<Index>(task.classes.size()));
    EXPECT_EQ(targets.size() > 1, !task.is_of_points);
  }
  EXPECT_EQ(find_task("none"), nullptr);
}

TEST(Tasks, ASeedMakesTheSameSequencesAndAnotherOthers) {
  for (const LearningTask& task : tasks()) {
    SCOPED_TRACE(task.id);
    int same_seed = 0, other_seed = 0, test = 0;
    for (std::uint64_t n = 0; n < 50; ++n) {
      const Example one = example(task, 3, Sequences::kTraining, n);
      same_seed += one == example(task, 3, Sequences::kTraining, n);
      other_seed += one == example(task, 4, Sequences::kTraining, n);
      test += one == example(task, 3, Sequences::kTest, n);
    }
    EXPECT_EQ(same_seed, 50);
    EXPECT_LT(other_seed, 10);
    EXPECT_LT(test, 10);
  }
  // For ever: a run that is told by its seed is to be had again.
  EXPECT_EQ(example(*find_task("first"), 1, Sequences::kTraining, 0).tokens,
            (std::vector<Index>{2, 5, 4, 4, 3, 7, 3, 3, 5, 0}));
}

/// Many, or all that there are.
std::vector<Example> many_of(const LearningTask& task) {
  const std::uint64_t tests = task.finite ? static_cast<std::uint64_t>(task.finite->tests()) : 0;
  const std::uint64_t trains =
      task.finite ? static_cast<std::uint64_t>(task.finite->count) - tests : 20000;
  std::vector<Example> many;
  for (std::uint64_t n = 0; n < trains; ++n) {
    many.push_back(example(task, 5, Sequences::kTraining, n));
  }
  for (std::uint64_t n = 0; n < tests; ++n) {
    many.push_back(example(task, 5, Sequences::kTest, n));
  }
  return many;
}

/// The share of targets that the commonest class of each place meets.
double chance_of(const LearningTask& task) {
  std::map<std::pair<std::size_t, Index>, int> counts;
  int all = 0;
  for (const Example& one : many_of(task)) {
    for (std::size_t place = 0; place < one.targets.size(); ++place) {
      if (one.targets[place] == kNoTarget) continue;
      ++counts[{place, one.targets[place]}];
      ++all;
    }
  }
  std::map<std::size_t, int> commonest;
  for (const auto& [key, count] : counts) {
    commonest[key.first] = std::max(commonest[key.first], count);
  }
  int met = 0;
  for (const auto& [place, count] : commonest) met += count;
  return static_cast<double>(met) / all;
}

TEST(Tasks, WhoLooksAtNoTokenMeetsNoMoreThanChance) {
  for (const LearningTask& task : tasks()) {
    if (task.is_of_points) continue;
    EXPECT_NEAR(chance_of(task), task.chance, .008) << task.id;
  }
}

TEST(Tasks, WantWhatTheySay) {
  for (const Said& one : some("first")) {
    EXPECT_EQ(one.targets, Words(10, one.tokens[0]));
  }
  for (const Said& one : some("last")) EXPECT_EQ(one.targets, Words(10, one.tokens[9]));
  for (const Said& one : some("copy")) EXPECT_EQ(one.targets, one.tokens);
  for (const Said& one : some("previous")) {
    EXPECT_EQ(one.targets[0], "");
    for (std::size_t n = 1; n < 10; ++n) EXPECT_EQ(one.targets[n], one.tokens[n - 1]);
  }
  for (const Said& one : some("reverse")) {
    for (std::size_t n = 0; n < 10; ++n) EXPECT_EQ(one.targets[n], one.tokens[9 - n]);
  }
  for (const Said& one : some("marked")) {
    const auto is_marked = [](const std::string& word) { return word.ends_with('*'); };
    ASSERT_EQ(std::ranges::count_if(one.tokens, is_marked), 1);
    EXPECT_EQ(one.targets, Words(10, std::ranges::find_if(one.tokens, is_marked)->substr(0, 1)));
  }
  for (const Said& one : some("pointer")) {
    EXPECT_EQ(last_target(one), one.tokens.at(std::stoul(one.tokens.back().substr(1))));
  }
  for (const Said& one : some("max")) {
    EXPECT_EQ(one.targets, Words(10, std::ranges::max(one.tokens)));
  }
  for (const Said& one : some("majority")) {
    EXPECT_EQ(one.targets, Words(11, std::ranges::count(one.tokens, "1") > 5 ? "1" : "0"));
  }
  for (const Said& one : some("parity")) {
    EXPECT_EQ(one.targets, Words(8, std::ranges::count(one.tokens, "1") % 2 ? "odd" : "even"));
  }
  for (const Said& one : some("sort")) {
    Words sorted = one.tokens;
    std::ranges::sort(sorted);
    EXPECT_EQ(one.targets, sorted);
  }
  for (const Said& one : some("modular-addition")) {
    EXPECT_EQ(one.tokens[2], "=");
    const int sum = std::stoi(one.tokens[0]) + std::stoi(one.tokens[1]);
    EXPECT_EQ(last_target(one), std::to_string(sum < 11 ? sum : sum - 11));
  }
  for (const Said& one : some("grokking")) {
    EXPECT_EQ(one.tokens[2], "=");
    const int sum = std::stoi(one.tokens[0]) + std::stoi(one.tokens[1]);
    EXPECT_EQ(last_target(one), std::to_string(sum < 29 ? sum : sum - 29));
  }
}

TEST(Tasks, ThatHaveNoOtherSequencesKeepSomeForTheTest) {
  const LearningTask& task = *find_task("grokking");
  EXPECT_EQ(task.finite->count, 841);
  EXPECT_EQ(task.finite->tests(), 336);
  EXPECT_EQ(task.batch, 841 - 336) << "of all";
  std::vector<std::set<std::vector<Index>>> kept;
  for (const std::uint64_t seed : {1U, 2U}) {
    std::set<std::vector<Index>> tests, first, second;
    std::vector<std::vector<Index>> order;
    for (std::uint64_t n = 0; n < 336; ++n) {
      tests.insert(example(task, seed, Sequences::kTest, n).tokens);
    }
    for (std::uint64_t n = 0; n < 505; ++n) {
      order.push_back(example(task, seed, Sequences::kTraining, n).tokens);
      first.insert(order.back());
      second.insert(example(task, seed, Sequences::kTraining, 505 + n).tokens);
      EXPECT_FALSE(tests.contains(order.back()));
    }
    EXPECT_EQ(tests.size(), 336u);
    EXPECT_EQ(first.size(), 505u);
    EXPECT_EQ(first, second) << "all of them, before any comes again";
    int same = 0;
    for (std::uint64_t n = 0; n < 505; ++n) {
      same += order[static_cast<std::size_t>(n)] ==
              example(task, seed, Sequences::kTraining, 505 + n).tokens;
    }
    EXPECT_LT(same, 10) << "in another order";
    kept.push_back(tests);
  }
  EXPECT_NE(kept[0], kept[1]);
}

TEST(Tasks, AnOrderHasEachPlaceOnce) {
  for (const Index count : {1, 2, 3, 5, 16, 17, 64, 1000}) {
    std::set<Index> places;
    int unmoved = 0;
    for (Index n = 0; n < count; ++n) {
      const Index place = place_in_order(4, count, n);
      EXPECT_TRUE(0 <= place && place < count);
      places.insert(place);
      unmoved += place == n;
    }
    EXPECT_EQ(static_cast<Index>(places.size()), count);
    EXPECT_LT(unmoved, 8) << count;
  }
}

TEST(Tasks, OfBracketsWantWhatTheySay) {
  for (const Said& one : some("balance")) {
    int open = 0;
    for (std::size_t n = 0; n < 12; ++n) {
      one.tokens[n] == "(" ? ++open : --open;
      EXPECT_EQ(one.targets[n], open > 0 ? "more (" : open < 0 ? "more )" : "even");
    }
  }
  for (const Said& one : some("depth")) {
    EXPECT_EQ(one.tokens[0], "start");
    EXPECT_EQ(one.targets[0], "");
    int open = 0;
    for (std::size_t n = 1; n < 13; ++n) {
      one.tokens[n] == "(" ? ++open : --open;
      ASSERT_TRUE(0 <= open && open <= 4);
      EXPECT_EQ(one.targets[n], std::to_string(open));
    }
  }
  for (const Said& one : some("nested")) {
    EXPECT_EQ(one.tokens[0], "start");
    std::string open;
    for (std::size_t n = 0; n < 13; ++n) {
      const bool closes = one.tokens[n] == "close";
      EXPECT_EQ(one.targets[n], !closes ? "" : open.back() == '(' ? ")" : "]");
      if (closes) open.pop_back();
      if (one.tokens[n].size() == 1) open += one.tokens[n];
      ASSERT_LE(open.size(), 4u);
    }
  }
}

TEST(Tasks, ThatLookBackWantWhatTheySay) {
  for (const Said& one : some("seen")) {
    EXPECT_EQ(one.tokens[0], "start");
    std::set<std::string> seen;
    for (std::size_t n = 1; n < 11; ++n) {
      EXPECT_EQ(one.targets[n], seen.insert(one.tokens[n]).second ? "no" : "yes");
    }
    EXPECT_EQ(one.targets[0], "");
  }
  for (const Said& one : some("count")) {
    EXPECT_EQ(one.targets[0], "");
    for (std::size_t n = 1; n < 7; ++n) {
      EXPECT_EQ(one.targets[n], std::to_string(std::ranges::count(one.tokens, one.tokens[n])));
    }
  }
  for (const Said& one : some("recall")) {
    std::map<char, std::string> pairs;
    for (std::size_t n = 0; n < 6; ++n) {
      EXPECT_TRUE(pairs.emplace(one.tokens[n][0], one.tokens[n].substr(1)).second);
    }
    EXPECT_EQ(one.tokens[6][1], '?');
    EXPECT_EQ(last_target(one), pairs.at(one.tokens[6][0]));
  }
  for (const Said& one : some("recall-next")) {
    const auto found = std::ranges::find(one.tokens, one.tokens.back());
    EXPECT_EQ((found - one.tokens.begin()) % 2, 0);
    EXPECT_LT(found - one.tokens.begin(), 10);
    EXPECT_EQ(last_target(one), found[1]);
  }
  std::set<std::ptrdiff_t> places;
  for (const Said& one : some("induction")) {
    EXPECT_EQ(std::set(one.tokens.begin(), one.tokens.end()).size(), 15u);
    const auto found = std::ranges::find(one.tokens, one.tokens.back());
    places.insert(found - one.tokens.begin());
    EXPECT_EQ(last_target(one), found[1]);
  }
  EXPECT_EQ(places.size(), 14u) << "else one layer learns the distance";
  for (const Said& one : some("sort-next")) {
    Words sorted(one.tokens.begin(), one.tokens.begin() + 6);
    std::ranges::sort(sorted);
    EXPECT_EQ(one.tokens[6], "sort");
    for (std::size_t n = 0; n < 6; ++n) {
      EXPECT_EQ(one.targets[n], "");
      EXPECT_EQ(one.targets[6 + n], sorted[n]);
      if (n > 0) {
        EXPECT_EQ(one.tokens[6 + n], one.targets[5 + n]);
      }
    }
  }
}

TEST(Tasks, OfChainsWantWhatComesNext) {
  for (const std::string_view id : {"bigram", "bigram-in-context"}) {
    for (const Said& one : some(id)) {
      for (std::size_t n = 1; n < one.tokens.size(); ++n) {
        EXPECT_EQ(one.targets[n - 1], one.tokens[n]);
      }
    }
  }
  // One chain for all sequences: what follows a letter is as often the same in any of them.
  std::map<std::pair<std::string, std::string>, std::array<double, 2>> shares;
  const std::vector<Said> all = some("bigram", 20000);
  for (std::size_t n = 0; n < all.size(); ++n) {
    for (std::size_t place = 0; place < 16; ++place) {
      shares[{all[n].tokens[place], all[n].targets[place]}][n % 2] += 1.0 / 10000;
    }
  }
  for (const auto& [pair, halves] : shares) EXPECT_NEAR(halves[0], halves[1], .03);
}

/// How many numbers the smallest networks have (their sizes in the table are nobody's opinion).
TEST(Tasks, BeginWithNetworksOfTheSizesThatAreKnownToLearnThem) {
  const std::map<std::string_view, std::size_t> kNumbers = {
      {"first", 408},        {"last", 408},       {"previous", 408}, {"reverse", 408},
      {"marked", 472},       {"pointer", 464},    {"max", 682},      {"majority", 110},
      {"balance", 331},      {"seen", 282},       {"depth", 1109},   {"recall", 2056},
      {"sort", 1226},        {"sort-next", 4138}, {"count", 2262},   {"modular-addition", 9099},
      {"recall-next", 2616}, {"induction", 2832}, {"nested", 8802},  {"grokking", 21533}};
  for (const auto& [id, numbers] : kNumbers) {
    const LearningTask& task = *find_task(id);
    const Network network = first_network(task, task.smallest, 1);
    EXPECT_EQ(LearnedNumbers(network).numbers.size(), numbers) << id;
  }
}

/// All points of a sequence on one line through 0, on which the wanted one lies, too.
TEST(Tasks, RegressionWantsWhatItsPointsSay) {
  const LearningTask& task = *find_task("regression");
  double squares = 0;
  std::set<float> slopes;
  constexpr int kCount = 20000;
  for (std::uint64_t n = 0; n < kCount; ++n) {
    const Example one = example(task, 7, Sequences::kTraining, n);
    ASSERT_EQ(one.inputs.size(), 22u);
    ASSERT_EQ(one.numbers.size(), 11u);
    const float slope = one.inputs[1] / one.inputs[0];
    slopes.insert(slope);
    for (std::size_t at = 0; at < 10; ++at) {
      ASSERT_EQ(one.targets[at], kNoTarget);
      ASSERT_LE(std::abs(one.inputs[2 * at]), 1);
      ASSERT_NEAR(one.inputs[2 * at + 1], slope * one.inputs[2 * at], 2e-5);
    }
    ASSERT_EQ(one.targets[10], 0);
    ASSERT_EQ(one.inputs[21], 0) << "it is not told";
    ASSERT_NEAR(one.numbers[10], slope * one.inputs[20], 2e-5);
    squares += static_cast<double>(one.numbers[10]) * static_cast<double>(one.numbers[10]);
  }
  EXPECT_GT(slopes.size(), kCount / 2U);
  EXPECT_NEAR(squares / kCount, task.loss_of_zeros, .01);
  EXPECT_EQ(token_names(task, {0, 1, 2}), (Words{"1", "2", "?"}));
}

TEST(Tasks, PointsOfOnesOwnNeedNotLieOnALine) {
  const Example nearest = points_of_line({1, 1, 1, 2, -2, -4, .5});
  EXPECT_FLOAT_EQ(nearest.numbers.back(), .5F * 11 / 6);
  EXPECT_EQ(nearest.inputs, (std::vector<float>{1, 1, 1, 2, -2, -4, .5F, 0}));
  EXPECT_EQ(nearest.targets, (std::vector<Index>{kNoTarget, kNoTarget, kNoTarget, 0}));
  EXPECT_EQ(points_of_line({0, 1, 2}).targets, (std::vector<Index>{kNoTarget, kNoTarget}));
}

TEST(Tasks, FirstNetworksCanBeEvaluated) {
  for (const LearningTask& task : tasks()) {
    SCOPED_TRACE(task.id);
    const Network network = first_network(task, task.smallest, 2);
    ASSERT_NO_THROW(require_valid(network));
    const NetworkTrace trace = evaluate_plainly(network);
    EXPECT_TRUE(trace.stages.back().x.allFinite());
    EXPECT_TRUE(network == first_network(task, task.smallest, 2));
    EXPECT_FALSE(network == first_network(task, task.smallest, 3));
    // With deviations of 1 / √fan-in nothing grows or fades.
    const Matrix& embedding = *network.embedding;
    const double mean_square =
        embedding.cast<double>().squaredNorm() / static_cast<double>(embedding.size());
    EXPECT_NEAR(mean_square * static_cast<double>(network.width()), 1, 1) << "1 / √D";
  }
}

using Places = std::vector<Index>;

TEST(Tasks, SayWhatIsRightForTokensAsTheyMakeThem) {
  for (const LearningTask& task : tasks()) {
    SCOPED_TRACE(task.id);
    if (task.targets == nullptr) continue;  // nobody can say
    for (std::uint64_t n = 0; n < 500; ++n) {
      const Example one = example(task, 3, Sequences::kTest, n);
      Places targets = task.targets(one.tokens);
      ASSERT_EQ(targets.size(), one.targets.size());
      // The token after a chain's end is random.
      if (one.targets.back() != kNoTarget && targets.back() == kNoTarget) {
        ASSERT_TRUE(std::string_view(task.id).starts_with("bigram"));
        targets.back() = one.targets.back();
      }
      ASSERT_EQ(targets, one.targets);
    }
  }
}

TEST(Tasks, HaveAnAnswerOrNoneForAnyTokens) {
  for (const LearningTask& task : tasks()) {
    SCOPED_TRACE(task.id);
    if (task.targets == nullptr) continue;
    Draw draw(5);
    for (int n = 0; n < 2000; ++n) {
      Places tokens(static_cast<std::size_t>(1 + draw.below(task.length)));
      for (Index& one : tokens) one = draw.below(static_cast<Index>(task.vocabulary.size()));
      const Places targets = task.targets(tokens);
      ASSERT_EQ(targets.size(), tokens.size());
      for (const Index target : targets) {
        ASSERT_GE(target, kNoTarget);
        ASSERT_LT(target, static_cast<Index>(task.classes.size()));
      }
    }
  }
}

TEST(Tasks, SayNothingWhereNobodyCan) {
  constexpr Index kNone = kNoTarget;
  const auto targets = [](std::string_view id, const Places& tokens) {
    return find_task(id)->targets(tokens);
  };
  EXPECT_EQ(targets("reverse", {0, 1, 2}), (Places{2, 1, 0}));
  EXPECT_EQ(targets("marked", {0, 9, 2}), (Places{1, 1, 1}));
  EXPECT_EQ(targets("marked", {8, 9, 2}), (Places{kNone, kNone, kNone}));
  EXPECT_EQ(targets("pointer", {4, 5, 9}), (Places{kNone, kNone, 5}));
  EXPECT_EQ(targets("pointer", {4, 5, 10}), (Places{kNone, kNone, kNone}));  // at itself
  EXPECT_EQ(targets("majority", {0, 1}), (Places{kNone, kNone}));
  EXPECT_EQ(targets("depth", {0, 1, 2, 2, 1}), (Places{kNone, 1, 0, kNone, kNone}));
  EXPECT_EQ(targets("recall", {8, 19, 67}), (Places{kNone, kNone, kNone}));
  EXPECT_EQ(targets("recall", {8, 19, 66}), (Places{kNone, kNone, 3}));
  EXPECT_EQ(targets("sort-next", {3, 1, 10, 1}), (Places{kNone, kNone, 1, 3}));
  EXPECT_EQ(targets("sort-next", {3, 1, 10, 3}), (Places{kNone, kNone, 1, kNone}));
  EXPECT_EQ(targets("modular-addition", {7, 7}), (Places{kNone, kNone}));
  EXPECT_EQ(targets("modular-addition", {7, 7, 11}), (Places{kNone, kNone, 3}));
  EXPECT_EQ(targets("induction", {0, 1, 2, 0}), (Places{kNone, kNone, kNone, 1}));
  EXPECT_EQ(targets("induction", {0, 1, 0, 2, 0}), (Places{kNone, kNone, kNone, kNone, kNone}));
  EXPECT_EQ(targets("nested", {0, 3, 2, 3}), (Places{kNone, kNone, kNone, 1}));
}

TEST(Tasks, HaveAPictureOfWhereAnswersComeFrom) {
  constexpr Index kSide = 7;
  const auto pattern = [](std::string_view id) { return task_pattern(*find_task(id), kSide); };
  const Matrix none = Matrix::Zero(kSide, kSide);
  Matrix first = none, previous = none, reverse = none;
  first.col(0).setOnes();
  for (Index n = 0; n < kSide; ++n) {
    reverse(n, kSide - 1 - n) = 1;
    if (n > 0) previous(n, n - 1) = 1;
  }
  EXPECT_EQ(pattern("first"), first);
  EXPECT_EQ(pattern("previous"), previous);
  EXPECT_EQ(pattern("reverse"), reverse);
  EXPECT_EQ(pattern("copy"), Matrix::Identity(kSide, kSide));
  for (const LearningTask& task : tasks()) {
    SCOPED_TRACE(task.id);
    if (task.targets == nullptr) continue;
    const Matrix made = task_pattern(task, kSide);
    EXPECT_FLOAT_EQ(made.maxCoeff(), 1);
    EXPECT_GE(made.minCoeff(), 0);
    if (task.smallest.is_causal) {
      EXPECT_TRUE(made.isLowerTriangular());
    }
  }
}

}  // namespace
}  // namespace attn::tasks_test
