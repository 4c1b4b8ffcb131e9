// attentoscope tokens, from the outside.

#include <gtest/gtest.h>

#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"

namespace attn::tokens_test {
namespace {

using namespace attn::test;

/// A folder with a tokenizer that puts <s> before a text.
class TokensCommand : public testing::Test {
 protected:
  TokensCommand() {
    put(folder_ / "tokenizer.json",
        R"({"model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": ["a b"]},
            "added_tokens": [{"id": 3, "content": "<s>", "special": true}],
            "post_processor": {"type": "TemplateProcessing", "single":
              [{"SpecialToken": {"id": "<s>", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}],
              "special_tokens": {"<s>": {"id": "<s>", "ids": [3], "tokens": ["<s>"]}}},
            "decoder": {"type": "Fuse"}})");
  }

  const TemporaryFolder folder_;
  const std::string model_ = folder_.path().string();
};

TEST_F(TokensCommand, PrintsIdsAndText) {
  const Answer ids = run_program({"tokens", model_, "aba"});
  EXPECT_EQ(ids.out, "[3,2,0]\n");
  EXPECT_EQ(ids.err, "");
  EXPECT_EQ(run_program({"tokens", model_, "--decode", "[3,2,0]"}).out, "aba\n");
  EXPECT_EQ(run_program({"tokens", model_, "--decode", "[2,3]"}).out, "ab<s>\n");
  EXPECT_EQ(run_program({"tokens", model_, ""}).out, "[3]\n");
}

TEST_F(TokensCommand, ReadsLines) {
  put(folder_ / "lines.txt", "ab\n\nb");
  EXPECT_EQ(run_program({"tokens", model_, "--lines", folder_ / "lines.txt"}).out,
            "[3,2]\n[3]\n[3,1]\n");
  const Answer text =
      run_program({"tokens", model_, "--lines", "-", "--decode"}, {.input = "[2]\n[3,0,1]\n"});
  EXPECT_EQ(text.out, "ab\nab\n");
}

TEST_F(TokensCommand, NamesThePlaceOfErrors) {
  expect_failure(run_program({"tokens", model_}), 2, "expected TEXT or --lines, found neither");
  expect_failure(run_program({"tokens", model_, "a", "--lines", "x"}), 2, "found both");
  expect_failure(run_program({"tokens", model_, "[9]", "--decode"}), 2,
                 "id 9: expected from 0 to 3");
  expect_failure(run_program({"tokens", model_, "[\"a\"]", "--decode"}), 2, "TEXT: /0: ");
  expect_failure(run_program({"tokens", model_, "--lines", folder_ / "none"}), 2,
                 "No such file or directory");
  expect_failure(run_program({"tokens", folder_ / "none", "a"}), 2,
                 "expected a folder, its config.json, or a name in the local cache");
  put(folder_ / "tokenizer.json", R"({"model": {"type": "WordLevel"}})");
  expect_failure(run_program({"tokens", model_, "a"}), 2, "/model/type: \"WordLevel\" is not read");
}

}  // namespace
}  // namespace attn::tokens_test
