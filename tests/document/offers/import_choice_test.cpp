// Tests what a file of attention offers, and the command line of a choice.

#include "app/document/offers/import_choice.h"

#include <gtest/gtest.h>

#include "app/document/dumps/dump_tokens.h"
#include "app/document/imports/open_dump.h"
#include "tests/document/imports/encoder_batch.h"
#include "tests/document/imports/opened_dump.h"

namespace attn::import_choice_test {
namespace {

using test::floats;
using test::npy;
using test::zip;

DumpContents contents(const std::string& bytes, const std::string& named = "") {
  return contents_of(FileBytes::held(bytes), named);
}

TEST(DumpContents, ListsWeightsBeforeScoresAndOthersLast) {
  const DumpContents found = contents(test::encoder_batch(12));
  EXPECT_EQ(found.words, "25 arrays");
  EXPECT_EQ(found.token_rows, 2);
  ASSERT_EQ(found.parts.size(), 2U);
  EXPECT_EQ(found.parts[0].name, "blocks.*.attn.hook_pattern");
  EXPECT_EQ(found.parts[0].words, "12 layers, each 2 × 4 × 6 × 6 of float32");
  EXPECT_EQ(found.parts[1].name, "blocks.*.attn.hook_attn_scores");
  EXPECT_FALSE(found.parts[0].is_usual) << "one of two has to be chosen";
  EXPECT_EQ(part_called(found, ""), 2U);
  EXPECT_EQ(part_called(found, "blocks.*.attn.hook_attn_scores"), 1U);
  const std::string array = npy("(1, 2, 2)", floats({1, 0, .5, .5}));
  const DumpContents mixed = contents(zip({{"a_weight.npy", array}, {"attention.npy", array}}));
  ASSERT_EQ(mixed.parts.size(), 2U);
  EXPECT_EQ(mixed.parts[0].name, "attention");
  EXPECT_TRUE(mixed.parts[0].is_usual);
  EXPECT_EQ(part_called(mixed, ""), 0U);
}

TEST(DumpContents, ListsWhatWasNamedIfItIsNoWholeFamily) {
  const DumpContents found = contents(test::encoder_batch(), "blocks.1.attn.hook_pattern");
  ASSERT_EQ(found.parts.size(), 3U);
  EXPECT_EQ(found.parts[0].name, "blocks.1.attn.hook_pattern");
  EXPECT_EQ(found.parts[0].words, "1 layer, 2 × 4 × 6 × 6 of float32");
  EXPECT_THROW(contents(test::encoder_batch(), "none"), ImportError);
}

TEST(DumpContents, ListsTheAttentionsOfAPage) {
  const std::string layer = "[[[1, 0], [0.5, 0.5]]]";
  const std::string entry = R"("left_text": ["a", "b"], "right_text": ["a", "b"], "attn": [)" +
                            layer + ", " + layer + "]";
  const DumpContents found =
      contents(R"(<html>params = {"attention": [{"name": "All", )" + entry +
               R"(}, {"name": "Cross", )" + entry + R"(}, {"name": "Wrong"}]}</html>)");
  EXPECT_EQ(found.words, "3 attentions");
  ASSERT_EQ(found.parts.size(), 3U);
  EXPECT_EQ(found.parts[1].name, "Cross");
  EXPECT_EQ(found.parts[1].words, "2 layers, each 1 × 2 × 2");
  EXPECT_EQ(found.parts[2].words, "") << "one that cannot be opened";
  EXPECT_TRUE(found.parts[0].is_usual && !found.parts[1].is_usual);
}

TEST(DumpContents, SaysWhyThereIsNone) {
  EXPECT_EQ(test::wrong_with(npy("(4,)", floats({1, 2, 3, 4}))),
            "expected attention, 2 to 5 axes of float16, bfloat16, float32 or float64; found 4 of "
            "float32");
  EXPECT_THROW(contents(npy("(4,)", floats({1, 2, 3, 4}))), ImportError);
  EXPECT_THROW(contents("<html></html>"), ImportError);
  EXPECT_THROW(contents("\x01\x02"), ImportError);
}

TEST(OpenedImport, FindsWhatCanBeChangedAboutTheTokens) {
  const FileBytes bytes = FileBytes::held(test::encoder_batch());
  ImportChoice choice{.dump = {.tensor = "blocks.*.attn.hook_pattern", .batch = 1}};
  const OpenedImport opened = opened_import(bytes, choice);
  EXPECT_EQ(opened.dump->axes(), (std::vector<DumpAxis>{{'b', 2}, {'h', 4}, {'q', 6}, {'k', 6}}));
  EXPECT_EQ(opened.padding, 1);
  EXPECT_EQ(opened.special, (std::vector<std::string>{"[CLS]", "[SEP]", "[PAD]"}));
  choice.crop = true;
  EXPECT_EQ(opened_import(bytes, choice).dump->layer(0).keys, 5);
  EXPECT_EQ(opened_import(bytes, choice).padding, 1) << "so that it can be undone";
  choice.dump.batch = 0;
  choice.words = JoinPieces::kSum;
  const OpenedImport joined = opened_import(bytes, choice);
  EXPECT_EQ(joined.dump->tokens().keys,
            (std::vector<std::string>{"[CLS]", "the", "cat", "slepting", "[SEP]"}));
  EXPECT_EQ(joined.marks, TokenMarks::kWordPieces) << "the joined tokens have none any more";
  EXPECT_EQ(joined.padding, 0);
}

TEST(OpenedImport, TakesTokensFromATextAndNamesTheFileOfOthers) {
  const FileBytes bytes = FileBytes::held(npy("(2, 2)", floats({1, 0, .5, .5})));
  EXPECT_EQ(opened_import(bytes, {.tokens_text = "x y"}).tokens.keys,
            (std::vector<std::string>{"x", "y"}));
  const auto wrong = [&](const ImportChoice& choice) -> std::string {
    try {
      opened_import(bytes, choice);
      return "";
    } catch (const ImportError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(wrong({.tokens_path = "/nowhere/tokens.txt"}), "tokens.txt: No such file or directory");
  EXPECT_EQ(
      wrong({.tokens_text = "x y z"}),
      "expected 2 tokens, one in each line or between white space, found 1 lines and 3 words");
  EXPECT_EQ(wrong({.layer = 3, .tokens_text = "x y"}), "--layer: expected less than 1, found 3");
}

TEST(ImportLine, HasOnlyWhatDiffersFromTheDefaults) {
  EXPECT_EQ(import_line("attention.npz", {}),
            "attentoscope import attention.npz --out attention.attn.json");
  ImportChoice choice{.dump = {.tensor = "blocks.*.attn.hook_pattern",
                               .axes = "lhqk",
                               .batch = 1,
                               .step = 0,
                               .as = DumpAs::kScores,
                               .masked_from = -10000.F},
                      .layer = 4,
                      .head = 2,
                      .tokens_path = "my tokens.txt",
                      .crop = true,
                      .words = JoinPieces::kSum,
                      .hide = {.first = true, .special = true},
                      .cleans = false};
  EXPECT_EQ(import_line("/data/a b.npz", choice),
            "attentoscope import '/data/a b.npz' --tensor 'blocks.*.attn.hook_pattern' --axes lhqk "
            "--batch 1 --steps 0 --as scores --masked-below=-10000 --tokens 'my tokens.txt' --crop "
            "--words sum --layer 4 --head 2 --hide first,special --clean off "
            "--out 'a b.attn.json'");
  choice = {.tokens_text = R"(["it's"])"};
  EXPECT_EQ(
      import_line("-a.npz", choice),
      R"(printf %s '["it'\''s"]' | attentoscope import ./-a.npz --tokens - --out ./-a.attn.json)");
}

TEST(ImportLine, WritesTokensThatAreReadAgain) {
  const DumpTokens both{{"a\"b", "c\nd"}, {"Ġx"}, {}};
  const DumpTokens read = parse_tokens(tokens_as_json(both), 2);
  EXPECT_EQ(read.keys, both.keys);
  EXPECT_EQ(read.queries, both.queries);
  EXPECT_EQ(parse_tokens(tokens_as_json({{"[CLS]", "x"}, {}, {}}), 2).keys.front(), "[CLS]");
  EXPECT_EQ(tokens_as_json({{"a", "b"}, {}, {}}), R"(["a","b"])");
}

}  // namespace
}  // namespace attn::import_choice_test
