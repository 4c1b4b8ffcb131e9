// The files of a model's folder that make a tokenizer.

#include <gtest/gtest.h>

#include "tests/model/tokenizers/made_tokenizer.h"

namespace attn::tokenizer_files_test {
namespace {

using namespace attn::test;
using Ids = std::vector<int>;

Tokenizer open_folder(const TemporaryFolder& folder) {
  return Tokenizer::open(folder.path().string() + "/");
}

/// Message for a folder with these files, without its name.
template <typename... Files>
std::string error_of_folder(const Files&... files) {
  const TemporaryFolder folder;
  (put(folder / files.first, files.second), ...);
  return error_of([&] { open_folder(folder); }, folder.path().string());
}

using File = std::pair<std::string, std::string>;

TEST(TokenizerFiles, AreNamedInErrors) {
  EXPECT_EQ(
      error_of_folder(),
      ": no tokenizer (tokenizer.json, vocab.json with merges.txt, or vocab.txt): --ids takes "
      "token ids");
  EXPECT_EQ(
      error_of_folder(File("vocab.json", "{}")),
      ": no tokenizer (tokenizer.json, vocab.json with merges.txt, or vocab.txt): --ids takes "
      "token ids");
  const std::string advice = error_of_folder(File("tokenizer.model", "x"));
  EXPECT_TRUE(advice.starts_with(": tokenizer.model is not read: expected tokenizer.json"))
      << advice;
  EXPECT_EQ(error_of_folder(File("vocab.json", R"({"a": 0})"),
                            File("merges.txt", "#version: 0.2\na b\n")),
            "/merges.txt: line 2: expected a merge of tokens to a token, found \"a b\"");
  EXPECT_EQ(error_of_folder(File("vocab.json", R"({"a": "b"})"), File("merges.txt", "")),
            "/vocab.json: /a: expected an id from 0 to 4194303, found text \"b\"");
  EXPECT_EQ(error_of_folder(File("vocab.txt", "a\nb\na\n")),
            "/vocab.txt: line 3: expected a token that no line before has, found \"a\"");
  EXPECT_EQ(error_of_folder(File("vocab.txt", "")), "/vocab.txt: expected a token, found none");
  EXPECT_EQ(error_of_folder(File("vocab.txt", "a"),
                            File("tokenizer_config.json", R"({"do_lower_case": 1})")),
            "/tokenizer_config.json: /do_lower_case: expected true or false, found 1");
}

constexpr const char* kWords = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\na\n##b\né\nA\n漢\n##é\r\n";

TEST(TokenizerFiles, MakeWordPieceOfWords) {
  const TemporaryFolder folder;
  put(folder / "vocab.txt", kWords);
  const Tokenizer words = open_folder(folder);
  EXPECT_EQ(words.encode("Ab [MASK] a漢"), (Ids{2, 5, 6, 4, 5, 9, 3}));
  EXPECT_EQ(words.encode("á", false), Ids{5}) << "without accents";
  EXPECT_EQ(words.mask(), 4);
  EXPECT_TRUE(words.is_special(2));
  EXPECT_EQ(words.decode(words.unframed(words.encode("ab a"))), "ab a");
}

TEST(TokenizerFiles, MayHaveAConfig) {
  const TemporaryFolder folder;
  put(folder / "vocab.txt", kWords);
  put(folder / "tokenizer_config.json",
      R"({"do_lower_case": false, "tokenize_chinese_chars": false, "mask_token": "A",
          "model_max_length": 1000000000000000019884624838656})");
  const Tokenizer cased = open_folder(folder);
  EXPECT_EQ(cased.encode("A aé", false), (Ids{8, 5, 10}));
  EXPECT_EQ(cased.encode("a漢", false), Ids{1}) << "one word";
  EXPECT_EQ(cased.mask(), 8);
  put(folder / "tokenizer_config.json", R"({"strip_accents": false})");
  EXPECT_EQ(open_folder(folder).encode("É", false), Ids{7});
}

constexpr const char* kBytes =
    R"({"a": 0, "b": 1, "Ġ": 2, "ab": 3, "Ġab": 4, "<|endoftext|>": 5, "<s>": 6,
                                  "</s>": 7, "<mask>": 8})";

TEST(TokenizerFiles, MakeByteLevelBpe) {
  const TemporaryFolder folder;
  put(folder / "vocab.json", kBytes);
  put(folder / "merges.txt", "#version: 0.2\na b\nĠ ab\n");
  EXPECT_EQ(open_folder(folder).encode("ab ab<|endoftext|>"), (Ids{3, 4, 5}));
  EXPECT_EQ(open_folder(folder).decode(Ids{3, 4}), "ab ab");
  put(folder / "tokenizer_config.json",
      R"({"tokenizer_class": "RobertaTokenizer", "add_prefix_space": true,
          "added_tokens_decoder": {"9": {"content": "<x>", "special": true}}})");
  put(folder / "added_tokens.json", R"({"<y>": 10})");
  const Tokenizer roberta = open_folder(folder);
  EXPECT_EQ(roberta.encode("ab<x><y>"), (Ids{6, 4, 9, 10, 7}));
  EXPECT_EQ(roberta.mask(), 8);
  put(folder / "tokenizer_config.json",
      R"({"add_bos_token": true, "bos_token": {"content": "<|endoftext|>"}})");
  EXPECT_EQ(open_folder(folder).encode("a"), (Ids{5, 0}));
}

/// tokenizer.json comes first.
TEST(TokenizerFiles, ComeInOrder) {
  const TemporaryFolder folder;
  put(folder / "vocab.txt", kWords);
  put(folder / "tokenizer.json", R"({"model": {"vocab": {"a": 7}, "merges": []}})");
  EXPECT_EQ(open_folder(folder).encode("a"), Ids{7});
}

}  // namespace
}  // namespace attn::tokenizer_files_test
