// Tokens without the marks of their tokenizer, and which of them can be hidden.

#include "app/document/imports/token_marks.h"

#include <gtest/gtest.h>

#include "app/document/imports/dump_scene.h"
#include "app/document/imports/open_dump.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/check.h"
#include "tests/document/tensors/made_files.h"

namespace attn::token_marks_test {
namespace {

using Words = std::vector<std::string>;

Words cleaned(const Words& tokens) { return without_marks(tokens, marks_of(tokens)); }

TEST(TokenMarks, OfByteLevelTokensAreUndone) {
  EXPECT_EQ(cleaned({"When", "ĠMary", "Ġand", "ĊĊ", "<|endoftext|>"}),
            (Words{"When", " Mary", " and", "\n\n", "<|endoftext|>"}));
  // "Ġä" as GPT-2 has it, and the three bytes of "‘" in two tokens.
  EXPECT_EQ(cleaned({"ĠÃ¤", "âĢ", "ĺ"}), (Words{" ä", "⟨e2⟩⟨80⟩", "⟨98⟩"}));
  EXPECT_EQ(cleaned({"Ġ", "Ċ"}), (Words{" ", "\n"}));
}

TEST(TokenMarks, OfSentencePiecesAndWordPiecesAreUndone) {
  EXPECT_EQ(cleaned({"<s>", "▁the", "▁▁cat", "s", "<0x0A>", "<0xE2>", "</s>"}),
            (Words{"<s>", " the", "  cat", "s", "\n", "⟨e2⟩", "</s>"}));
  EXPECT_EQ(cleaned({"[CLS]", "play", "##ing", "cats", "##", "[SEP]"}),
            (Words{"[CLS]", "play", "ing", " cats", " ##", "[SEP]"}));
}

TEST(TokenMarks, AreNotSeenInWordsWithoutThem) {
  for (const Words& tokens : {Words{"Ġgantija", "日本"}, Words{"the", "Kätzchen", "#", "<0x0G>"},
                              Words{"[CLS]", "a b", "</s>"}, Words{}}) {
    EXPECT_EQ(marks_of(tokens), TokenMarks::kNone);
    EXPECT_EQ(cleaned(tokens), tokens);
  }
}

TEST(TokenMarks, TellWhichTokensAreSpecial) {
  for (const char* token : {"[CLS]", "[SEP]", "<s>", "</s>", "<pad>", "<|endoftext|>", "<bos>",
                            "<|start_header_id|>", "<｜begin▁of▁sentence｜>"}) {
    EXPECT_TRUE(is_special_token(token)) << token;
  }
  for (const char* token : {"[MASK]", "<unk>", "s", "<|>", "<||>", "[cls]", "", "▁<s>"}) {
    EXPECT_FALSE(is_special_token(token)) << token;
  }
}

TEST(HiddenKeys, LeaveOneAtLeast) {
  const Words tokens{"<s>", "a", "b", "</s>"};
  const HiddenKeys first = hidden_keys(tokens, {.first = true, .special = false});
  EXPECT_EQ(first.shown, (std::vector<bool>{false, true, true, true}));
  EXPECT_EQ(first.words, "first token hidden");
  const HiddenKeys both = hidden_keys(tokens, {.first = true, .special = true});
  EXPECT_EQ(both.shown, (std::vector<bool>{false, true, true, false}));
  EXPECT_EQ(both.words, "first token and 1 special token hidden");
  EXPECT_EQ(hidden_keys(tokens, {.first = false, .special = true}).words,
            "2 special tokens hidden");
  for (const Words& none : {Words{"<s>"}, Words{"<s>", "</s>"}, Words{}}) {
    EXPECT_EQ(hidden_keys(none, {.first = false, .special = true}).words, "");
  }
  EXPECT_EQ(hidden_keys({"a", "b"}, {.first = false, .special = true}).words, "");
  EXPECT_EQ(hidden_keys({"a"}, {.first = true, .special = true}).words, "");
}

TEST(HiddenKeys, DivideWhatIsLeftAndLeaveTheRestAsItWas) {
  const std::string bytes =
      test::npy("(2, 2, 2)", test::floats({.5F, .5F, .9995F, .0005F, 1, 0, .25F, .75F}));
  const auto dump = open_dump(FileBytes::held(bytes));
  ImportWishes wishes{.name = "a.npy", .tokens = {{"a", "b"}, {}}};
  wishes.hide.first = true;
  const ImportedLayer layer = analyse_layer(*dump, 0, wishes);
  Scene scene = imported_scene(*dump, layer, wishes);
  ASSERT_EQ(check(scene), std::nullopt);
  EXPECT_NE(scene.title.find("first token hidden"), std::string::npos) << scene.title;
  Trace trace = evaluate(scene);
  EXPECT_EQ(trace.heads[0].weights.row(0), (RowVector{{0, 1}}));
  EXPECT_EQ(trace.heads[0].scores.row(1), (RowVector{{kMasked, kMasked}})) << "too little is left";
  EXPECT_EQ(trace.heads[1].scores.row(0), (RowVector{{kMasked, kMasked}}));
  scene.masks.clear();  // what was given is still there
  trace = evaluate(scene);
  EXPECT_TRUE(trace.heads[0].weights.row(0).isApprox(RowVector{{.5F, .5F}}, 1e-6F));
  EXPECT_TRUE(trace.heads[1].weights.row(1).isApprox(RowVector{{.25F, .75F}}, 1e-6F));
}

TEST(TokenMarks, AreTakenFromQueriesWhoseKeysHaveNone) {
  const auto dump = open_dump(FileBytes::held(test::npy("(1, 2)", test::floats({.5F, .5F}))));
  const ImportWishes wishes{.name = "a", .tokens = {{"le", "chat"}, {"Ġthe"}}};
  const ImportedLayer layer = analyse_layer(*dump, 0, wishes);
  EXPECT_EQ(layer.tokens.queries, Words{" the"});
  EXPECT_EQ(layer.tokens.keys, (Words{"le", "chat"}));
}

TEST(HiddenKeys, AreAskedOnlyOfRowsThatSumToOne) {
  const auto dump = open_dump(FileBytes::held(test::npy("(1, 2)", test::floats({.5F, .9F}))));
  EXPECT_THROW(analyse_layer(*dump, 0, {.name = "a", .hide = {.first = true, .special = false}}),
               ImportError);
  EXPECT_NO_THROW(
      analyse_layer(*dump, 0, {.name = "a", .hide = {.first = false, .special = true}}));
}

}  // namespace
}  // namespace attn::token_marks_test
