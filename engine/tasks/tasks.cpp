#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <utility>

#include "engine/base/clamped.h"
#include "engine/tasks/task.h"

namespace attn {
namespace {

using Places = std::vector<Index>;
using Words = std::vector<std::string>;

constexpr std::size_t at(Index n) { return static_cast<std::size_t>(n); }

/// Words 0 1 2 …, with `before` and `behind` around each.
Words numbers(Index count, const std::string& before = "", const std::string& behind = "") {
  Words words;
  for (Index n = 0; n < count; ++n) words.push_back((before + std::to_string(n)).append(behind));
  return words;
}
Words letters(Index count, const std::string& behind = "") {
  Words words;
  for (Index n = 0; n < count; ++n) words.push_back(static_cast<char>('a' + n) + behind);
  return words;
}

/// Words 1 2 3 …
Words counts(Index count) {
  Words words = numbers(count + 1);
  words.erase(words.begin());
  return words;
}

Words joined(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Places drawn(Draw& draw, Index count, Index end) {
  Places places(at(count));
  for (Index& one : places) one = draw.below(end);
  return places;
}

Places everywhere(Index target, std::size_t count) { return Places(count, target); }

/// Target only at the last place.
Places at_end(Index target, std::size_t count) {
  Places targets(count, kNoTarget);
  targets.back() = target;
  return targets;
}

constexpr Index kLong = 10, kLetters = 8;

using Targets = Places (*)(const Places&);

/// Example with `tokens` and their targets.
Example wanting(Places tokens, Targets targets) {
  Places wanted = targets(tokens);
  return {std::move(tokens), std::move(wanted)};
}

Places nowhere(const Places& tokens) { return Places(tokens.size(), kNoTarget); }

// Targets for arbitrary tokens of the vocabulary, in any number of places; kNoTarget if
// undetermined.

Places firsts(const Places& tokens) { return everywhere(tokens.front(), tokens.size()); }

Places lasts(const Places& tokens) { return everywhere(tokens.back(), tokens.size()); }

Places themselves(const Places& tokens) { return tokens; }

Places those_before(const Places& tokens) {
  Places targets = tokens;
  std::rotate(targets.begin(), targets.end() - 1, targets.end());
  targets.front() = kNoTarget;
  return targets;
}

Places from_the_end(const Places& tokens) { return {tokens.rbegin(), tokens.rend()}; }

/// Copy the marked token: determined if exactly one is marked.
Places the_marked(const Places& tokens) {
  const auto is_marked = [](Index token) { return token >= kLetters; };
  if (std::ranges::count_if(tokens, is_marked) != 1) return nowhere(tokens);
  return everywhere(*std::ranges::find_if(tokens, is_marked) - kLetters, tokens.size());
}

/// Copy the letter that the last token points to: determined if only the last one points.
Places the_pointed_at(const Places& tokens) {
  const Index place = tokens.back() - kLetters, last = std::ssize(tokens) - 1;
  if (place < 0 || place >= last || tokens[at(place)] >= kLetters) return nowhere(tokens);
  return at_end(tokens[at(place)], tokens.size());
}

Places the_largest(const Places& tokens) {
  return everywhere(*std::ranges::max_element(tokens), tokens.size());
}

Index ones_of(const Places& tokens) {
  return std::accumulate(tokens.begin(), tokens.end(), Index(0));
}

/// The more frequent token: determined unless they tie.
Places the_commoner(const Places& tokens) {
  const Index twice = 2 * ones_of(tokens), count = std::ssize(tokens);
  return twice == count ? nowhere(tokens) : everywhere(twice > count, tokens.size());
}

/// Sign of the depth of brackets: 0 opens, 1 closes.
Places signs_of_depth(const Places& tokens) {
  Places targets;
  Index depth = 0;
  for (const Index token : tokens) {
    depth += token == 0 ? 1 : -1;
    targets.push_back(depth < 0 ? 0 : depth == 0 ? 1 : 2);
  }
  return targets;
}

/// Whether a token occurred before; token 0 is the start.
Places whether_seen(const Places& tokens) {
  Places targets;
  for (auto one = tokens.begin(); one != tokens.end(); ++one) {
    targets.push_back(*one == 0 ? kNoTarget : std::count(tokens.begin(), one, *one) > 0);
  }
  return targets;
}

constexpr Index kDeepest = 4, kBrackets = 12;

/// Depth of brackets: token 0 is the start, 1 opens, 2 closes. Undetermined from an unmatched
/// closing bracket, or too great a depth, on.
Places depths(const Places& tokens) {
  Places targets = nowhere(tokens);
  Index depth = 0;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    if (tokens[n] == 0) continue;
    depth += tokens[n] == 1 ? 1 : -1;
    if (depth < 0 || depth > kDeepest) break;
    targets[n] = depth;
  }
  return targets;
}

constexpr Index kRecallKeys = 8, kRecallValues = 8;

/// The single number in `values`, the values found for a key; kNoTarget if there is none, or they
/// differ.
Index only_one(const Places& values) {
  const bool are_same =
      !values.empty() && std::ranges::count(values, values.front()) == std::ssize(values);
  return are_same ? values.front() : kNoTarget;
}

/// Value of a key: pairs are single tokens, 8 · key + value; the query is 64 + key.
Places value_of_pair(const Places& tokens) {
  const Index asked = tokens.back() - kRecallKeys * kRecallValues;
  Places values;
  for (std::size_t n = 0; asked >= 0 && n + 1 < tokens.size(); ++n) {
    if (tokens[n] / kRecallValues == asked) values.push_back(tokens[n] % kRecallValues);
  }
  return at_end(only_one(values), tokens.size());
}

/// Token that followed earlier occurrences of the last token.
Places followers(const Places& tokens) {
  Places found;
  for (std::size_t n = 0; n + 1 < tokens.size(); ++n) {
    if (tokens[n] == tokens.back()) found.push_back(tokens[n + 1]);
  }
  return found;
}

/// Value of a key: key, value, key, value …, then a key; values are tokens after the keys.
Places value_after_key(const Places& tokens) {
  Places values = followers(tokens);
  const bool is_asked = tokens.back() < kRecallKeys && std::ranges::all_of(values, [](Index value) {
                          return value >= kRecallKeys;
                        });
  const Index value = is_asked ? only_one(values) : kNoTarget;
  return at_end(value == kNoTarget ? kNoTarget : value - kRecallKeys, tokens.size());
}

Places in_order(const Places& tokens) {
  Places targets = tokens;
  std::ranges::sort(targets);
  return targets;
}

constexpr Index kDigits = 10;

/// Sorted output: numbers, the separator, and the sorted numbers: determined while those are
/// correct.
Places next_in_order(const Places& tokens) {
  Places targets = nowhere(tokens);
  const auto separator = std::ranges::find(tokens, kDigits);
  const Places sorted = in_order(Places(tokens.begin(), separator));
  std::size_t said = 0;
  for (auto one = separator; one != tokens.end() && said < sorted.size(); ++one, ++said) {
    if (said > 0 && *one != sorted[said - 1]) break;
    targets[static_cast<std::size_t>(one - tokens.begin())] = sorted[said];
  }
  return targets;
}

constexpr Index kLettersToCount = 6;

/// Counts of each class; token 0 is the start; class 0 is a count of one.
Places counts_of_each(const Places& tokens) {
  Places targets;
  for (const Index token : tokens) {
    const Index others = std::ranges::count(tokens, token) - 1;
    targets.push_back(token == 0 || others >= kLettersToCount ? kNoTarget : others);
  }
  return targets;
}

constexpr Index kModulus = 11;

Places sum_on_dial(const Places& tokens) {
  const bool is_sum =
      tokens.size() == 3 && tokens[0] < kModulus && tokens[1] < kModulus && tokens[2] == kModulus;
  return is_sum ? at_end((tokens[0] + tokens[1]) % kModulus, 3) : nowhere(tokens);
}

Places odd_or_even(const Places& tokens) { return everywhere(ones_of(tokens) % 2, tokens.size()); }

Places what_came_next(const Places& tokens) {
  return at_end(only_one(followers(tokens)), tokens.size());
}

/// Matching bracket: token 0 is the start, 1 and 2 open, 3 closes the last open one.
Places closed_ones(const Places& tokens) {
  Places targets = nowhere(tokens), open;
  for (std::size_t n = 0; n < tokens.size(); ++n) {
    if (tokens[n] == 1 || tokens[n] == 2) open.push_back(tokens[n] - 1);
    if (tokens[n] != 3 || open.empty()) continue;
    targets[n] = open.back();
    open.pop_back();
  }
  return targets;
}

/// Next letter: undetermined after the last one.
Places next_ones(const Places& tokens) {
  Places targets(tokens.begin() + 1, tokens.end());
  targets.push_back(kNoTarget);
  return targets;
}

// Random sequences.

/// `count` tokens below `end`.
template <Index count, Index end, Targets targets>
Example any(Draw& draw) {
  return wanting(drawn(draw, count, end), targets);
}

Example marked(Draw& draw) {
  Places tokens = drawn(draw, kLong, kLetters);
  tokens[at(draw.below(kLong))] += kLetters;
  return wanting(std::move(tokens), the_marked);
}

Example pointer(Draw& draw) {
  Places tokens = drawn(draw, kLetters, kLetters);
  tokens.push_back(kLetters + draw.below(kLetters));
  return wanting(std::move(tokens), the_pointed_at);
}

/// Letters after the start token.
Places begun(const Places& letters) {
  Places tokens = {0};
  for (const Index letter : letters) tokens.push_back(letter + 1);
  return tokens;
}

Example seen(Draw& draw) { return wanting(begun(drawn(draw, 10, kLetters)), whether_seen); }

Example depth(Draw& draw) {
  Places tokens = {0};
  Index depth = 0;
  for (Index n = 0; n < kBrackets; ++n) {
    const bool opens = depth == 0 || (depth < kDeepest && draw.coin());
    depth += opens ? 1 : -1;
    tokens.push_back(opens ? 1 : 2);
  }
  return wanting(std::move(tokens), depths);
}

Example recall_pairs(Draw& draw) {
  const Index pairs = 6;
  const Places keys = draw.order(kRecallKeys), values = drawn(draw, pairs, kRecallValues);
  Places tokens;
  for (Index n = 0; n < pairs; ++n) tokens.push_back(kRecallValues * keys[at(n)] + values[at(n)]);
  tokens.push_back(kRecallKeys * kRecallValues + keys[at(draw.below(pairs))]);
  return wanting(std::move(tokens), value_of_pair);
}

Example recall(Draw& draw) {
  const Index pairs = 5;
  const Places keys = draw.order(kRecallKeys), values = drawn(draw, pairs, kRecallValues);
  Places tokens;
  for (Index n = 0; n < pairs; ++n) {
    tokens.push_back(keys[at(n)]);
    tokens.push_back(kRecallKeys + values[at(n)]);
  }
  tokens.push_back(keys[at(draw.below(pairs))]);
  return wanting(std::move(tokens), value_after_key);
}

/// The sorted numbers without the last, which is only a target.
Example sort_next(Draw& draw) {
  Places tokens = drawn(draw, 6, kDigits);
  const Places sorted = in_order(tokens);
  tokens.push_back(kDigits);
  tokens.insert(tokens.end(), sorted.begin(), sorted.end() - 1);
  return wanting(std::move(tokens), next_in_order);
}

Example count(Draw& draw) {
  return wanting(begun(drawn(draw, kLettersToCount, 4)), counts_of_each);
}

Example modular_addition(Draw& draw) {
  const Index a = draw.below(kModulus), b = draw.below(kModulus);
  return wanting({a, b, kModulus}, sum_on_dial);
}

constexpr Index kInduction = 16;

/// All tokens differ, until one is repeated at the end, at a random distance: with repeated
/// sequences a single layer could learn the distance alone.
Example induction(Draw& draw) {
  Places tokens = draw.order(kInduction);
  tokens.back() = tokens[at(draw.below(kInduction - 2))];
  return wanting(std::move(tokens), what_came_next);
}

Example nested(Draw& draw) {
  Places tokens = {0};
  Index open = 0;
  for (Index n = 0; n < kBrackets; ++n) {
    const bool opens = open == 0 || (open < kDeepest && draw.coin());
    tokens.push_back(opens ? 1 + draw.below(2) : 3);
    open += opens ? 1 : -1;
  }
  return wanting(std::move(tokens), closed_ones);
}

Index drawn_by(Draw& draw, const double* shares, Index count) {
  double left = draw.share();
  for (Index n = 0; n + 1 < count; ++n) {
    left -= shares[n];
    if (left < 0) return n;
  }
  return count - 1;
}

/// Transition matrix with rows that sum to 1, from exponential random numbers: uniform on the
/// simplex.
template <Index States>
using Chain = std::array<std::array<double, at(States)>, at(States)>;

template <Index States>
Chain<States> drawn_chain(Draw& draw) {
  Chain<States> chain{};
  for (auto& row : chain) {
    for (double& share : row) share = -std::log(1 - draw.share());
    const double sum = std::accumulate(row.begin(), row.end(), 0.0);
    for (double& share : row) share /= sum;
  }
  return chain;
}

template <Index States>
Example followed(Draw& draw, const Chain<States>& chain, Index count) {
  Places tokens = {draw.below(States)};
  for (Index n = 0; n < count; ++n) {
    tokens.push_back(drawn_by(draw, chain[at(tokens.back())].data(), States));
  }
  const Index after_last = tokens.back();
  tokens.pop_back();
  Example made = wanting(std::move(tokens), next_ones);
  made.targets.back() = after_last;
  return made;
}

Example bigram(Draw& draw) {
  constexpr Index kStates = 8;
  static const Chain<kStates> kChain = [] {
    Draw fixed(8);
    return drawn_chain<kStates>(fixed);
  }();
  return followed<kStates>(draw, kChain, 16);
}

/// New transition matrix for each sequence (Edelman et al. 2024).
Example bigram_in_context(Draw& draw) {
  constexpr Index kStates = 3;
  const Chain<kStates> chain = drawn_chain<kStates>(draw);
  return followed<kStates>(draw, chain, 40);
}

constexpr Index kPoints = 10;

/// Points of a line through 0, random for each sequence (von Oswald et al. 2023, section 3).
Example drawn_line(Draw& draw) {
  const double slope = draw.normal();
  std::vector<double> numbers;
  for (Index n = 0; n < kPoints; ++n) {
    const double x = 2 * draw.share() - 1;
    numbers.insert(numbers.end(), {x, slope * x});
  }
  numbers.push_back(2 * draw.share() - 1);
  return points_of_line(numbers);
}

constexpr Index kDial = 29;

/// All pairs of numbers: a run trains on most of them, and is tested on the others (Power et al.
/// 2022).
std::shared_ptr<const FiniteSequences> all_sums() {
  FiniteSequences all{.count = kDial * kDial, .tokens = {}, .targets = {}, .for_test = .4};
  constexpr auto kNone = static_cast<std::int32_t>(kNoTarget);
  for (std::int32_t a = 0; a < kDial; ++a) {
    for (std::int32_t b = 0; b < kDial; ++b) {
      all.tokens.insert(all.tokens.end(), {a, b, static_cast<std::int32_t>(kDial)});
      all.targets.insert(all.targets.end(),
                         {kNone, kNone, (a + b) % static_cast<std::int32_t>(kDial)});
    }
  }
  return std::make_shared<const FiniteSequences>(std::move(all));
}

const char* const kBegin = "start";

Sizes scene(Index width, bool has_positions = true, bool is_causal = false, Index heads = 1) {
  return {.heads = heads, .width = width, .has_positions = has_positions, .is_causal = is_causal};
}
Sizes layers(Index layers, Index width, bool is_causal, bool has_positions = true, Index mlp = 0,
             Index heads = 1) {
  return {.layers = layers,
          .heads = heads,
          .width = width,
          .mlp = mlp,
          .has_positions = has_positions,
          .is_causal = is_causal,
          .has_residual = true};
}

std::vector<LearningTask> make_tasks() {
  const Words abc = letters(kLetters), digits = numbers(kDigits), bits = numbers(2);
  const Words brackets = {"(", ")"}, kinds_of_brackets = {")", "]"};
  const Words balances = {"more )", "even", "more ("}, no_yes = {"no", "yes"};
  const Words parities = {"even", "odd"}, nested_brackets = {kBegin, "(", "[", "close"};
  const Words keys = letters(kRecallKeys), values = numbers(kRecallValues);
  Words pairs;
  for (const std::string& key : keys) {
    for (const std::string& value : values) pairs.push_back(key + value);
  }
  return {
      {"first", "First", "Give the first letter at each place.", "at each place, from place 0.",
       abc, abc, kLong, any<kLong, kLetters, firsts>, firsts, scene(8), .02, .125, 50},
      {"last", "Last", "Give the last letter at each place.", "at each place, from the last place.",
       abc, abc, kLong, any<kLong, kLetters, lasts>, lasts, scene(8), .02, .125, 50},
      {"copy", "Copy", "Give the letter of the same place.",
       "at each place, from this place or any with the same letter.", abc, abc, kLong,
       any<kLong, kLetters, themselves>, themselves, scene(12, false), .02, .125, 50},
      {"previous", "Previous", "Give the previous letter.",
       "at each place except the first, from the previous place.", abc, abc, kLong,
       any<kLong, kLetters, those_before>, those_before, scene(8, true, true), .02, .125, 70},
      {"reverse", "Reverse", "Give the letters in reverse order.",
       "at each place, from the mirrored place.", abc, abc, kLong,
       any<kLong, kLetters, from_the_end>, from_the_end, scene(8), .02, .125, 100},
      {"marked", "Marked", "Give the marked letter at each place.",
       "at each place, from the marked place.", joined(abc, letters(kLetters, "*")), abc, kLong,
       marked, the_marked, scene(8), .02, .125, 50},
      {"pointer", "Pointer", "Give the letter at the place that the last token names.",
       "only at the last place.", joined(abc, numbers(kLetters, "#")), abc, kLetters + 1, pointer,
       the_pointed_at, scene(8), .02, .125, 100},
      {"max", "Largest", "Give the largest number at each place.",
       "at each place, from the place of that number.", digits, digits, kLong,
       any<kLong, kDigits, the_largest>, the_largest, scene(12, false), .04, .651, 70},
      {"majority", "Majority", "Give the more frequent of two tokens at each place.",
       "at each place, from the mean of all; eleven tokens cannot tie.", bits, bits, 11,
       any<11, 2, the_commoner>, the_commoner, scene(4), .02, .5, 70},
      {"balance", "Balance", "Tell whether more brackets were opened or closed so far.",
       "at each place, from all tokens so far.", brackets, balances, 12, any<12, 2, signs_of_depth>,
       signs_of_depth, scene(8, true, true), .02, .447, 70},
      {"seen", "Seen before", "Tell whether the letter occurred before.",
       "at each place except the start, from all tokens so far.", joined({kBegin}, abc), no_yes, 11,
       seen, whether_seen, scene(8, false, true), .02, .692, 200},
      {"depth", "Depth", "Count the open brackets.",
       "at each place except the start, from all tokens so far.", joined({kBegin}, brackets),
       numbers(kDeepest + 1), kBrackets + 1, depth, depths, scene(16, true, true), .01, .582, 200},
      {"recall", "Recall", "Give the number paired with the requested letter.",
       "only at the last place, from the pair of that letter.",
       joined(pairs, letters(kRecallKeys, "?")), values, 7, recall_pairs, value_of_pair,
       scene(16, false), .01, .125, 150},
      {"sort", "Sort", "Give the numbers in ascending order.",
       "at each place, from the count of smaller numbers.", digits, digits, 8,
       any<8, kDigits, in_order>, in_order, scene(16, true, false, 4), .01, .342, 500},
      {"sort-next", "Next larger", "Give the next larger number, until all are in order.",
       "after the separator, from the numbers before it and the last output.",
       joined(digits, {"sort"}), digits, 12, sort_next, next_in_order, scene(32, true, true), .01,
       .304, 700},
      {"count", "Count", "Count the letter of the same place in the sequence.",
       "at each place except the start, from all places with the same letter.",
       joined({kBegin}, letters(4)), counts(6), 7, count, counts_of_each,
       layers(1, 16, false, false, 32), .015, .396, 300},
      {"modular-addition", "Addition on a dial", "Give the sum of two numbers modulo 11.",
       "only at the last place, from both numbers.", joined(numbers(kModulus), {"="}),
       numbers(kModulus), 3, modular_addition, sum_on_dial, layers(1, 32, false, true, 64), .01,
       .091, 150},
      {"parity", "Parity", "Tell whether the number of ones is odd.",
       "at each place, from all tokens: each one flips the answer.", bits, parities, 8,
       any<8, 2, odd_or_even>, odd_or_even, layers(1, 16, false, true, 32), .005, .5, 1500},
      {"recall-next", "Recall next", "Give the number that followed the requested letter.",
       "only at the last place, from the place after that letter: it takes two layers.",
       joined(keys, values), values, 11, recall, value_after_key, layers(2, 16, true), .005, .125,
       500},
      {"induction", "Induction", "One token is repeated: give the token that followed it.",
       "only at the last place, from the place after the first occurrence: it takes two layers.",
       letters(kInduction), letters(kInduction), kInduction, induction, what_came_next,
       layers(2, 16, true), .005, .067, 1500},
      {"nested", "Nested brackets", "Give the kind of the closed bracket.",
       "at closing brackets, from the last bracket that is still open.", nested_brackets,
       kinds_of_brackets, kBrackets + 1, nested, closed_ones, layers(2, 32, true, true, 0, 2), .005,
       .5, 500},
      {.id = "grokking",
       .label = "Grokking",
       .says = "Give the sum of two numbers modulo 29, for pairs not used in training.",
       .known = "only at the last place, from both numbers; 60 % of the pairs are for training.",
       .vocabulary = joined(numbers(kDial), {"="}),
       .classes = numbers(kDial),
       .length = 3,
       .smallest = layers(1, 48, false, true, 96),
       .learning_rate = .002,
       .chance = .034,
       .usual_steps = 6000,
       .finite = all_sums(),
       .decay = .5,
       .batch = 505},
      {"bigram", "Chain", "Predict the next letter of a Markov chain that is always the same.",
       "never with certainty: any letter can follow, some more often.", abc, abc, 16, bigram,
       next_ones, scene(8, false, true), .01, .175, 150},
      {"bigram-in-context", "New chain",
       "Predict the next letter of a Markov chain that is new in each sequence.",
       "never with certainty: from the letters that followed the same letter so far.", letters(3),
       letters(3), 40, bigram_in_context, next_ones, layers(2, 16, true), .005, .335, 700},
      {.id = "regression",
       .label = "Regression",
       .says =
           "Give y for the last x: all points lie on a line through 0, a new one in each sequence.",
       .known = "only at the last place, from the points. One step of gradient descent leaves a "
                "mean square of 0.025, always answering 0 one of 0.33.",
       .vocabulary = {"x", "y"},
       .classes = {"y"},
       .length = kPoints + 1,
       .make = drawn_line,
       .smallest = scene(4, false),
       .learning_rate = .005,
       .usual_steps = 150,
       .normalizer = &normalizer_kind("none"),
       .is_of_points = true,
       .loss_of_zeros = 1.0 / 3,
       .loss_of_step = 2.0 / 81},
  };
}

}  // namespace

std::span<const LearningTask> tasks() {
  static const std::vector<LearningTask> kTasks = make_tasks();
  return kTasks;
}

const LearningTask* find_task(std::string_view id) {
  const auto found = std::ranges::find(tasks(), id, &LearningTask::id);
  return found == tasks().end() ? nullptr : &*found;
}

Index FiniteSequences::tests() const {
  const double share = for_test * static_cast<double>(count);
  return clamped<Index>(static_cast<Index>(std::floor(share)), 1, count - 1);
}

namespace {

Example finite_example(const LearningTask& task, std::uint64_t seed, Sequences sequences,
                       std::uint64_t n) {
  const FiniteSequences& all = *task.finite;
  const Index tests = all.tests(), trains = all.count - tests;
  const auto rest_of = [n](Index count) {
    return static_cast<Index>(n % static_cast<std::uint64_t>(count));
  };
  Index place = 0;  // test sequences come first
  if (sequences == Sequences::kTest) {
    place = rest_of(tests);
  } else {
    const std::uint64_t round = n / static_cast<std::uint64_t>(trains);
    place = tests + place_in_order(Draw(seed, round).bits(), trains, rest_of(trains));
  }
  const Index first = place_in_order(seed, all.count, place) * task.length;
  const auto row_of = [&](const std::vector<std::int32_t>& rows) {
    const auto begin = rows.begin() + first;
    return Places(begin, begin + task.length);
  };
  return {row_of(all.tokens), row_of(all.targets)};
}

}  // namespace

Example example(const LearningTask& task, std::uint64_t seed, Sequences sequences,
                std::uint64_t n) {
  if (task.finite) return finite_example(task, seed, sequences, n);
  Draw draw(seed, 2 * n + (sequences == Sequences::kTest));
  return task.make(draw);
}

Example points_of_line(const std::vector<double>& numbers) {
  const std::size_t points = numbers.size() / 2;
  double products = 0, squares = 0;
  Example made{.tokens = {}, .targets = {}};
  for (std::size_t n = 0; n <= points; ++n) {
    const double x = numbers[2 * n], y = n < points ? numbers[2 * n + 1] : 0;
    products += n < points ? x * y : 0;
    squares += n < points ? x * x : 0;
    made.tokens.push_back(static_cast<Index>(n));
    made.inputs.insert(made.inputs.end(), {static_cast<float>(x), static_cast<float>(y)});
  }
  made.targets.resize(points + 1, kNoTarget);
  made.numbers.resize(points + 1);
  if (squares == 0) return made;
  made.targets.back() = 0;
  made.numbers.back() = static_cast<float>(products / squares * numbers.back());
  return made;
}

std::vector<std::string> token_names(const LearningTask& task, const std::vector<Index>& tokens) {
  std::vector<std::string> names;
  for (const Index token : tokens) {
    const bool is_asked = names.size() + 1 == tokens.size();
    names.push_back(!task.is_of_points ? task.vocabulary[at(token)]
                    : is_asked         ? "?"
                                       : std::to_string(token + 1));
  }
  return names;
}

std::vector<Index> targets_of(const LearningTask& task, const std::vector<Index>& tokens) {
  if (task.targets != nullptr) return task.targets(tokens);
  if (!task.finite || std::ssize(tokens) != task.length) return {};
  const FiniteSequences& all = *task.finite;
  for (Index n = 0; n < all.count; ++n) {
    const auto at = n * task.length;
    if (!std::equal(tokens.begin(), tokens.end(), all.tokens.begin() + at)) continue;
    return {all.targets.begin() + at, all.targets.begin() + at + task.length};
  }
  return {};
}

Index different_tests(const LearningTask& task, Index count) {
  return task.finite ? std::min(count, task.finite->tests()) : count;
}

}  // namespace attn
