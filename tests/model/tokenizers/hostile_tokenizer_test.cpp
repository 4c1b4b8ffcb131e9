// Tokenizers that nobody saved in good faith: each ends in one line that names the place, soon.

#include <gtest/gtest.h>

#include "tests/model/tokenizers/made_tokenizer.h"

namespace attn::hostile_tokenizer_test {
namespace {

using namespace attn::test;

std::string with_model(const std::string& more) {
  return R"({"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}, )" + more + "}";
}

std::string bpe(const std::string& vocabulary, const std::string& merges = "[]") {
  return R"({"model": {"type": "BPE", "vocab": )" + vocabulary + R"(, "merges": )" + merges + "}}";
}

TEST(HostileTokenizer, IsRefusedAtAPlace) {
  const struct {
    std::string json;
    const char* expected;
  } cases[] = {
      {with_model(
           R"("pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "UnicodeScripts"}]})"),
       R"(/pre_tokenizer/pretokenizers/0/type: "UnicodeScripts" is not read)"},
      {with_model(R"("normalizer": {"type": "Nmt"})"), R"(/normalizer/type: "Nmt" is not read)"},
      {with_model(R"("decoder": {"type": "CTC"})"), R"(/decoder/type: "CTC" is not read)"},
      {with_model(R"("post_processor": {"type": 3})"),
       "/post_processor/type: expected text, found 3"},
      {with_model(R"("normalizer": {})"), "/normalizer/type: expected text, found none"},
      {R"({"model": {"type": "WordLevel"}})", R"(/model/type: "WordLevel" is not read)"},
      {"{}", "/model: expected a model, found none"},
      {"[]", "expected an object, found a list"},
      {"", "expected JSON, found an empty file"},
      {bpe("{}"), "/model/vocab: expected a token, found none"},
      {bpe("[]"), "/model/vocab: expected an object from tokens to ids, found a list"},
      {bpe(R"({"a": -1})"), "/model/vocab/a: expected an id from 0 to 4194303, found -1"},
      {bpe(R"({"a": 1152921504606846976})"),
       "/model/vocab/a: expected an id from 0 to 4194303, found 1152921504606846976"},
      {bpe(R"({"a": 0.5})"), "/model/vocab/a: expected an id from 0 to 4194303, found 0.5"},
      {bpe(R"({"a": 3, "b": 3})"), "/model/vocab/b: id 3 is that of another token, too"},
      {bpe(R"({"a": 3, "a": 4})"), "/model/vocab/a: the key occurs twice"},
      {bpe(R"({"a": 0})", R"(["a"])"), R"(/model/merges/0: expected two tokens, found text "a")"},
      {bpe(R"({"a": 0})", R"([["a", 1]])"), "/model/merges/0: expected two tokens, found 1"},
      {bpe(R"({"a": 0})", R"(["a a"])"),
       R"(/model/merges/0: expected a merge of tokens to a token, found "a" and "a")"},
      {R"({"model": {"type": "BPE", "dropout": 0.5, "vocab": {"a": 0}, "merges": []}})",
       "/model/dropout: expected null or 0, found 0.5"},
      {R"({"model": {"type": "Unigram", "vocab": []}})",
       "/model/vocab: expected a token, found none"},
      {R"({"model": {"type": "Unigram", "vocab": [["a"]]}})",
       "/model/vocab/0: expected a token and its score, found a list"},
      {R"({"model": {"type": "Unigram", "unk_id": 7, "vocab": [["a", 0]]}})",
       "/model/unk_id: expected less than 1, found 7"},
      {with_model(R"("added_tokens": [{"id": 0, "content": "<s>"}])"),
       "/added_tokens/0/id: id 0 is that of another token, too"},
      {with_model(R"("added_tokens": [{"content": "<s>"}])"),
       "/added_tokens/0/id: expected an id, found none"},
      {with_model(
           R"("pre_tokenizer": {"type": "Split", "pattern": {"String": "a"}, "behavior": "isolated"})"),
       "/pre_tokenizer/behavior: expected Removed, Isolated, MergedWithPrevious, MergedWithNext, "
       "Contiguous, found \"isolated\""},
      {with_model(R"("post_processor": {"type": "TemplateProcessing", "single": [
          {"SpecialToken": {"id": "x"}}], "special_tokens": {}})"),
       "/post_processor/single/0/SpecialToken/id: expected a token of "
       "/post_processor/special_tokens, found \"x\""},
      {with_model(R"("normalizer": {"type": "Precompiled", "precompiled_charsmap": "AAAA"})"),
       "/normalizer/precompiled_charsmap: expected the size of a trie, and the trie"},
      {with_model(R"("normalizer": {"type": "Precompiled", "precompiled_charsmap": "?"})"),
       "/normalizer/precompiled_charsmap: expected base64"},
  };
  for (const auto& one : cases) EXPECT_EQ(error_of_json(one.json), one.expected) << one.json;
  const std::string regex = error_of_json(
      with_model(R"("normalizer": {"type": "Replace", "pattern": {"Regex": "("}, "content": ""})"));
  EXPECT_TRUE(regex.starts_with("/normalizer/pattern/Regex: expected a regular expression: "))
      << regex;
}

TEST(HostileTokenizer, IsNotFollowedIntoTheDeep) {
  std::string deep, end;
  for (int n = 0; n < 100'000; ++n) {
    deep += R"({"type": "Sequence", "normalizers": [)";
    end += "]}";
  }
  EXPECT_NE(error_of_json(with_model("\"normalizer\": " + deep + end)).find("levels of nesting"),
            std::string::npos);
  EXPECT_NE(error_of_json(std::string(1'000'000, '[')).find("expected an object"),
            std::string::npos);
  EXPECT_NE(error_of_json("{\"a\": " + std::string(1'000'000, '[')).find("levels of nesting"),
            std::string::npos);
}

TEST(HostileTokenizer, MayHaveManyMerges) {
  std::string merges = "[";
  for (int n = 0; n < 1'000'000; ++n) merges += n == 0 ? "\"a a\"" : ",\"a a\"";
  EXPECT_TRUE(error_of_json(bpe(R"({"a": 0})", merges + "]")).starts_with("/model/merges/0: "));
  EXPECT_EQ(error_of_json(bpe(R"({"a": 0, "aa": 1})", merges + "]")), "no error");
  std::string values = "[";
  for (int n = 0; n < 7'000'000; ++n) values += "0,";
  EXPECT_EQ(error_of_json("{\"x\": " + values + "0]}"),
            "expected at most 6000000 values, found more");
}

/// Expressions whose search would take for ever.
TEST(HostileTokenizer, MayHaveACatastrophicExpression) {
  const std::string text(40, 'a');
  for (const char* regex :
       {"(a+)+$", "(a|aa)+$", "(a|a)*b", "(.*)*x", "((a*)*)*b", "(?:a?){40}a{40}b"}) {
    const Tokenizer slow = tokenizer_of(with_model(
        R"("pre_tokenizer": {"type": "Split", "behavior": "Isolated", "pattern": {"Regex": ")" +
        std::string(regex) + "\"}}"));
    const std::string words = error_of([&] { slow.encode(text + "!"); });
    const bool is_found_out =
        words.find("/pre_tokenizer/pattern/Regex: the expression is too slow") != words.npos;
    EXPECT_TRUE(is_found_out || words == "no error") << words;
  }
}

/// A long text needs many steps of a good expression.
TEST(HostileTokenizer, IsNotAnyLongText) {
  const Tokenizer words = tokenizer_of(with_model(
      R"("pre_tokenizer": {"type": "Split", "behavior": "Isolated", "pattern": {"Regex":
         "[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"}})"));
  for (const char c : {'a', ' ', '!', '\n'}) {
    EXPECT_EQ(words.encode(std::string(1'000'000, c)).size(), c == 'a' ? 1'000'000u : 0u);
  }
}

TEST(HostileTokenizer, MayNotBlowUpAText) {
  std::string steps;
  for (int n = 0; n < 60; ++n) {
    steps += std::string(n == 0 ? "" : ",") +
             R"({"type": "Replace", "pattern": {"String": "a"}, "content": "aaaaaaaa"})";
  }
  const Tokenizer growing = tokenizer_of(
      with_model(R"("normalizer": {"type": "Sequence", "normalizers": [)" + steps + "]}"));
  EXPECT_NE(error_of([&] { growing.encode("a"); }).find("expected a text of at most 32 MiB"),
            std::string::npos);
}

/// Each cut of a good file is refused, or a tokenizer.
TEST(HostileTokenizer, MayEndAnywhere) {
  const std::string good = with_model(
      R"("added_tokens": [{"id": 1, "content": "<s>", "special": true}], "decoder": {"type": "Fuse"})");
  for (std::size_t size = 0; size < good.size(); ++size) {
    EXPECT_NE(error_of_json(good.substr(0, size)), "no error") << size;
  }
  EXPECT_EQ(error_of_json(good), "no error");
}

}  // namespace
}  // namespace attn::hostile_tokenizer_test
