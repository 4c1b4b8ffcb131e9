// Ids of 10,000 lines by an independent implementation: golden/make_golden.mjs makes them.

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include <gtest/gtest.h>
#include <zlib.h>

#include "tests/model/tokenizers/made_tokenizer.h"
#include "tests/support/paths.h"
#include "tests/support/test_cases.h"

namespace attn::golden_tokens_test {
namespace {

using namespace attn::test;

/// Content of a compressed file in golden/.
std::string golden(const std::string& name) {
  const std::string path = data_path("model/tokenizers/golden/" + name + ".gz");
  const gzFile file = gzopen(path.c_str(), "rb");
  if (!file) throw std::runtime_error("no file " + path);
  std::string text(1 << 20, '\0');
  std::size_t size = 0;
  for (int got = 1; got > 0; size += static_cast<std::size_t>(std::max(got, 0))) {
    text.resize(std::max(text.size(), 2 * size + 1));
    got = gzread(file, text.data() + size, static_cast<unsigned>(text.size() - size));
  }
  gzclose(file);
  text.resize(size);
  return text;
}

std::string words_of(const std::vector<int>& ids) {
  std::string words;
  for (const int id : ids) words += (words.empty() ? "" : " ") + std::to_string(id);
  return words;
}

/// Line without characters that a normalizer or decoder changes.
bool is_plain(const std::string& line) {
  return std::ranges::all_of(line, [](char c) { return c >= 0; });
}

class GoldenTokens : public testing::TestWithParam<const char*> {};

TEST_P(GoldenTokens, AreThoseOfAnotherImplementation) {
  const std::string name = GetParam();
  const Tokenizer tokenizer = tokenizer_of(golden(name + ".json"));
  const auto lines = nlohmann::json::parse(golden("lines.json")).get<std::vector<std::string>>();
  ASSERT_EQ(lines.size(), 10000u);
  std::istringstream ids(golden(name + ".ids"));
  int wrong = 0;
  for (int n = 0; n < std::ssize(lines); ++n) {
    const std::string& line = lines[static_cast<std::size_t>(n)];
    std::string expected;
    ASSERT_TRUE(std::getline(ids, expected));
    if (!is_tried(n)) continue;
    const std::vector<int> found = tokenizer.encode(line);
    if (words_of(found) != expected && ++wrong <= 10) {
      ADD_FAILURE() << "line " << n << ": " << line << "\n  " << words_of(found) << "\n  "
                    << expected;
    }
    ASSERT_EQ(tokenizer.texts(found).size(), found.size());
    if (name == "gpt2" || (name == "qwen3" && is_plain(line))) {
      ASSERT_EQ(tokenizer.decode(tokenizer.unframed(found)), line) << n;
    }
  }
  EXPECT_EQ(wrong, 0);
}

INSTANTIATE_TEST_SUITE_P(Vocabularies, GoldenTokens, testing::Values("gpt2", "bert", "qwen3"));

/// decode() of a text's ids is what BERT's normalizer makes of it, where its decoder loses nothing.
TEST(GoldenTokens, OfBertAreReadAsWords) {
  const Tokenizer bert = tokenizer_of(golden("bert.json"));
  const std::vector<int> ids = bert.encode("The naïve Tokenizer [MASK]!");
  EXPECT_EQ(bert.decode(ids), "[CLS] the naive tokenizer [MASK]! [SEP]");
  EXPECT_EQ(bert.decode(bert.unframed(ids)), "the naive tokenizer [MASK]!");
  EXPECT_EQ(bert.mask(), bert.id("[MASK]"));
}

TEST(GoldenTokens, OfGpt2HaveTexts) {
  const Tokenizer gpt2 = tokenizer_of(golden("gpt2.json"));
  const std::string text = "When Mary and John went to the store, John gave a drink to";
  const std::vector<int> ids = gpt2.encode(text);
  EXPECT_EQ(ids, (std::vector{2215, 5335, 290, 1757, 1816, 284, 262, 3650, 11, 1757, 2921, 257,
                              4144, 284}));
  EXPECT_EQ(gpt2.texts(ids)[1], " Mary");
  EXPECT_EQ(gpt2.size(), 50257);
  const std::vector<int> bytes = gpt2.encode("\xe2\x96\x81\xe2\x96\x82");
  std::string shown;
  for (const std::string& part : gpt2.texts(bytes)) shown += part;
  EXPECT_NE(shown.find("⟨"), shown.npos) << shown;
  EXPECT_EQ(gpt2.decode(bytes), "▁▂");
  // Bytes that are no UTF-8 count as U+FFFD.
  EXPECT_EQ(gpt2.encode("a\xff"), gpt2.encode("a\uFFFD"));
}

}  // namespace
}  // namespace attn::golden_tokens_test
