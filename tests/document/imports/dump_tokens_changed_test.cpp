// Tests words made of pieces, and sequences without their padding.

#include "app/document/imports/dump_tokens_changed.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "app/document/dumps/dump_tokens.h"
#include "app/document/imports/open_dump.h"
#include "app/document/imports/token_marks.h"
#include "tests/document/tensors/made_files.h"
#include "tests/engine/random_scene.h"

namespace attn::dump_tokens_changed_test {
namespace {

using test::floats;
using test::npy;
using Words = std::vector<std::string>;

/// A dump of `heads` heads of random weights, whose rows sum to 1.
std::shared_ptr<const AttentionDump> random_dump(Index heads, Index queries, Index keys,
                                                 DumpTokens tokens, Index padding = 0) {
  test::Random random(static_cast<unsigned>(heads + 10 * queries + 100 * keys));
  std::vector<float> numbers;
  for (Index row = 0; row < heads * queries; ++row) {
    RowVector weights = random.matrix(1, keys).cwiseAbs().array() + 0.01F;
    weights.tail(padding).setZero();
    weights /= weights.sum();
    numbers.insert(numbers.end(), weights.begin(), weights.end());
  }
  const std::string shape = "(" + std::to_string(heads) + ", " + std::to_string(queries) + ", " +
                            std::to_string(keys) + ")";
  return with_tokens(open_dump(FileBytes::held(npy(shape, floats(numbers)))), std::move(tokens));
}

std::string wrong_with(const std::function<void()>& work) {
  try {
    work();
    return "";
  } catch (const ImportError& error) {
    return error.what();
  }
}

TEST(Pieces, BeginWordsByTheTokenizersMarks) {
  const auto starts = [](const Words& tokens) {
    std::string marks = "|";
    for (std::size_t n = 1; n < tokens.size(); ++n) {
      marks += begins_word(tokens, n, marks_of(tokens)) ? '|' : '-';
    }
    return marks;
  };
  EXPECT_EQ(starts({"[CLS]", "play", "##ing", "##s", "the", "[SEP]"}), "||--||");
  EXPECT_EQ(starts({"<s>", "▁play", "ing", "▁the", "<0x0A>", "</s>"}), "||-|-|");
  EXPECT_EQ(starts({"The", "Ġlik", "ed", ".", "Ċ", "It", "'s", "Ġ20", "24"}), "||-|||||-");
  EXPECT_EQ(starts({"a", "b"}), "||") << "without marks each is a word";
  const Words pieces{"play", "##ing"};
  EXPECT_EQ(word_of_pieces(pieces), "playing");
}

TEST(Pieces, WithoutMarksAreJoinedByTheWordsOfTheFile) {
  const std::string weights = npy("(2, 5, 5)", floats(std::vector<float>(50, .2F)));
  const Words tokens{"[CLS]", "play", "ing", "it", "."};
  const auto words = [&](const std::string& name, const std::string& array, Index batch = 0) {
    const std::string file = test::zip({{"attention.npy", weights}, {name + ".npy", array}});
    const DumpChoice choice{.axes = "bqk", .batch = batch};
    const auto named = with_tokens(open_dump(FileBytes::held(file), choice), {tokens, {}, {}});
    return with_words(named, JoinPieces::kSum)->tokens().keys;
  };
  const auto whole = [](const std::vector<int>& numbers) {
    std::string bytes;
    for (const int one : numbers) bytes += test::little(static_cast<std::uint64_t>(one), 8);
    return bytes;
  };
  const Words joined{"[CLS]", "playing", "it", "."};
  EXPECT_EQ(words("word_ids", npy("(5,)", whole({-1, 0, 0, 1, 2}), "<i8")), joined);
  EXPECT_EQ(words("word_ids", npy("(5,)", floats({NAN, 0, 0, 1, 2}))), joined) << "null of JSON";
  EXPECT_EQ(words("word_ids", npy("(2, 5)", whole({0, 1, 2, 3, 4, -1, 0, 0, 1, 2}), "<i8"), 1),
            joined);
  const std::vector<int> offsets{0, 0, 0, 4, 4, 7, 8, 10, 11, 12};
  EXPECT_EQ(words("offset_mapping", npy("(5, 2)", whole(offsets), "<i8")), joined);
  EXPECT_EQ(words("offset_mapping", npy("(1, 5, 2)", whole(offsets), "<i8")), joined);
  for (const std::string& array :
       {npy("(4,)", whole({0, 0, 1, 1}), "<i8"), npy("(5, 1, 1, 1)", floats({0, 0, 1, 1, 1}))}) {
    EXPECT_NE(wrong_with([&] { words("word_ids", array); }).find("or word_ids or offset_mapping"),
              std::string::npos);
  }
  const DumpTokens typed = parse_tokens(
      R"({"tokens": ["[CLS]", "play", "ing", "it", "."], "word_ids": [null, 0, 0, 1, 2]})", 5);
  EXPECT_EQ(with_words(random_dump(1, 5, 5, typed), JoinPieces::kSum)->tokens().keys, joined);
  EXPECT_THROW(parse_tokens(R"({"tokens": ["a"], "word_ids": ["x"]})", 9), ImportError);
  // Marks of a tokenizer say more.
  const DumpTokens marked{{"a", "##b", "c"}, {}, {}, {0, 1, 1}};
  EXPECT_EQ(with_words(random_dump(1, 3, 3, marked), JoinPieces::kSum)->tokens().keys,
            (Words{"ab", "c"}));
}

TEST(Pieces, AreJoinedToWords) {
  const Words tokens{"[CLS]", "play", "##ing", "##s", "the", "[SEP]"};
  const auto pieces = random_dump(2, 6, 6, {tokens, {}, {}});
  for (const PiecesKind& kind : pieces_kinds()) {
    SCOPED_TRACE(kind.id);
    const auto words = with_words(pieces, kind.how);
    EXPECT_EQ(words->tokens().keys, (Words{"[CLS]", "playings", "the", "[SEP]"}));
    ASSERT_EQ(words->layer(0), (DumpLayer{2, 4, 4}));
    const Matrix whole = pieces->numbers(0, 1), joined = words->numbers(0, 1);
    const auto keys_of = [&](Index row) -> float {
      const auto of_word = whole.row(row).segment(1, 3);
      return kind.how == JoinPieces::kSum     ? of_word.sum()
             : kind.how == JoinPieces::kMean  ? of_word.mean()
             : kind.how == JoinPieces::kFirst ? of_word(0)
                                              : of_word(2);
    };
    const bool is_mean = kind.how == JoinPieces::kSum || kind.how == JoinPieces::kMean;
    EXPECT_NEAR(joined(0, 1), keys_of(0), 1e-6);
    EXPECT_NEAR(joined(3, 1), keys_of(5), 1e-6);
    const float query = is_mean ? (keys_of(1) + keys_of(2) + keys_of(3)) / 3
                                : keys_of(kind.how == JoinPieces::kFirst ? 1 : 3);
    EXPECT_NEAR(joined(1, 1), query, 1e-6);
    EXPECT_NEAR(joined(2, 2), whole(4, 4), 1e-6);
    if (kind.how == JoinPieces::kSum) {
      for (Index i = 0; i < 4; ++i) EXPECT_NEAR(joined.row(i).sum(), 1, 1e-6);
    }
  }
  EXPECT_NE(wrong_with([&] {
              with_words(random_dump(1, 2, 2, {{"a", "b"}, {}, {}}), JoinPieces::kSum);
            }),
            "");
  EXPECT_NE(wrong_with([&] { with_words(random_dump(1, 2, 2, {}), JoinPieces::kSum); }), "");
}

TEST(Pieces, OfQueriesAloneAreJoinedByTheirOwnMarks) {
  const auto cross = random_dump(1, 3, 4, {{"▁a", "▁b", "c", "▁d"}, {"▁x", "y", "▁z"}, {}});
  const auto words = with_words(cross, JoinPieces::kSum);
  EXPECT_EQ(words->layer(0), (DumpLayer{1, 2, 3}));
  EXPECT_EQ(words->tokens().queries, (Words{"▁xy", "▁z"}));
}

TEST(Padding, IsCutOffWhereTokensSayIt) {
  const auto left =
      without_padding(random_dump(2, 5, 5, {{"[PAD]", "[PAD]", "a", "b", "c"}, {}, {}}));
  EXPECT_EQ(left->layer(0), (DumpLayer{2, 3, 3}));
  EXPECT_EQ(left->tokens().keys, (Words{"a", "b", "c"}));
  const auto whole = random_dump(2, 5, 5, {{"a", "b", "c", "<pad>", "<pad>"}, {}, {}});
  const auto right = without_padding(whole);
  EXPECT_EQ(right->numbers(0, 1), whole->numbers(0, 1).topLeftCorner(3, 3));
  EXPECT_EQ(without_padding(random_dump(1, 3, 3, {{"a", "b", "c"}, {}, {}}))->layer(0),
            (DumpLayer{1, 3, 3}));
  EXPECT_NE(wrong_with([&] { without_padding(random_dump(1, 1, 1, {{"<pad>"}, {}, {}})); }), "");
}

TEST(Padding, IsWhatHasNoNameOrNoWeight) {
  const auto named = without_padding(random_dump(2, 6, 6, {{"a", "b", "c"}, {}, {}}, 3));
  EXPECT_EQ(named->layer(0), (DumpLayer{2, 3, 3}));
  EXPECT_EQ(named->tokens().keys.size(), 3U);
  const auto of_another = without_padding(random_dump(2, 6, 6, {{"a", "b", "c"}, {}, {}}, 1));
  EXPECT_EQ(of_another->layer(0), (DumpLayer{2, 5, 5})) << "weights show a longer sequence";
  const auto nameless = without_padding(random_dump(2, 6, 6, {}, 2));
  EXPECT_EQ(nameless->layer(0), (DumpLayer{2, 4, 4}));
  const auto cache = without_padding(random_dump(2, 3, 6, {}, 2));
  EXPECT_EQ(cache->layer(0), (DumpLayer{2, 3, 4})) << "queries are other tokens";
}

}  // namespace
}  // namespace attn::dump_tokens_changed_test
