// Each kind of normalizer, pre-tokenizer, model, post-processor and decoder, by results of Hugging
// Face's Rust library, or worked out by hand from its source.

#include <array>
#include <numeric>

#include <gtest/gtest.h>

#include "app/document/json/json.h"
#include "app/model/tokenizers/decoders.h"
#include "app/model/tokenizers/frames.h"
#include "app/model/tokenizers/normalizers.h"
#include "app/model/tokenizers/splitters.h"
#include "tests/model/tokenizers/made_tokenizer.h"

namespace attn::tokenizer_kinds_test {
namespace {

using namespace attn::test;
using tokenizers::TokenTexts;

template <typename Read>
auto read_json(const std::string& json, const Read& read) {
  const json::Tree tree = json::parse(json);
  return read(json::Value(tree, 0), json::Place());
}

std::string normalized_by(const std::string& json, std::string text) {
  read_json(json, tokenizers::read_normalizer)(text);
  return text;
}

struct NormalizerCase {
  const char *json, *text, *expected;
};

constexpr NormalizerCase kNormalizerCases[] = {
    {R"({"type": "NFC"})", "e\u0301 \uFB01", "\u00E9 \uFB01"},
    {R"({"type": "NFD"})", "\u00E9 \uFB01", "e\u0301 \uFB01"},
    {R"({"type": "NFKC"})", "e\u0301 \uFB01 \u2460", "\u00E9 fi 1"},
    {R"({"type": "NFKD"})", "\u00E9 \uFB01", "e\u0301 fi"},
    {R"({"type": "NFC"})", "ASCII\t", "ASCII\t"},
    // Character by character, as in Rust: no final sigma, and the dotted capital I becomes two.
    {R"({"type": "Lowercase"})", "ΟΔΟΣ \u0130STANBUL", "οδοσ i\u0307stanbul"},
    {R"({"type": "StripAccents"})", "e\u0301\u0903\u20DD é", "e é"},
    {R"({"type": "Strip"})", " \u3000a b\t\u00A0", "a b"},
    {R"({"type": "Strip", "strip_left": false})", " a ", " a"},
    {R"({"type": "Strip", "strip_right": false})", " a ", "a "},
    {R"({"type": "Strip"})", " \u3000", ""},
    {R"({"type": "Replace", "pattern": {"String": " "}, "content": "▁"})", "a b  c", "a▁b▁▁c"},
    {R"({"type": "Replace", "pattern": {"Regex": "\\s+"}, "content": " "})", "a \n b", "a b"},
    {R"({"type": "Replace", "pattern": {"Regex": "x*"}, "content": "-"})", "aé", "-a-é-"},
    {R"({"type": "Prepend", "prepend": "▁"})", "a", "▁a"},
    {R"({"type": "Prepend", "prepend": "▁"})", "", ""},
    // Without control characters, accents and capitals; ideographs are words of their own, also
    // beyond U+FFFF.
    {R"({"type": "BertNormalizer"})", "A\u0301\u200B\tB\u0001漢\U00020000", "a b 漢  \U00020000 "},
    {R"({"type": "BertNormalizer", "lowercase": false, "strip_accents": null})", "É\uFFFD", "É"},
    {R"({"type": "BertNormalizer", "strip_accents": false})", "É", "é"},
    {R"({"type": "BertNormalizer", "clean_text": false, "handle_chinese_chars": false})", "漢\t",
     "漢\t"},
    {R"({"type": "Sequence", "normalizers": [{"type": "NFD"}, {"type": "StripAccents"},
         {"type": "Lowercase"}]})",
     "ÉA", "ea"},
};

TEST(Normalizers, ChangeText) {
  for (const NormalizerCase& one : kNormalizerCases) {
    EXPECT_EQ(normalized_by(one.json, one.text), one.expected) << one.json;
  }
}

/// A double array with the entries "A" → "a" and "ﬁ" → "fi", by hand: units at the indices that
/// follow each byte.
TEST(Normalizers, MapPrecompiledCharacters) {
  // Root with offset 256: "A" (0x41) leads to unit 256 ^ 0x41 = 321, whose offset leads to a value.
  std::array<std::uint32_t, 1024> units{};
  const auto offset = [](std::uint32_t to) { return to << 10U; };
  units[0] = offset(256);
  units[256 ^ 0x41] = offset((256 ^ 0x41) ^ 600) | 0x41 | 1U << 8U;
  units[600] = 1U << 31U | 0;
  units[256 ^ 0xef] = offset((256 ^ 0xef) ^ 512) | 0xef;
  units[512 ^ 0xac] = offset((512 ^ 0xac) ^ 768) | 0xac;
  units[768 ^ 0x81] = offset((768 ^ 0x81) ^ 601) | 0x81 | 1U << 8U;
  units[601] = 1U << 31U | 2;
  std::string bytes;
  const auto put_number = [&](std::uint32_t number) {
    for (int n = 0; n < 4; ++n) bytes += static_cast<char>(number >> 8 * n & 0xff);
  };
  put_number(static_cast<std::uint32_t>(units.size() * 4));
  for (const std::uint32_t unit : units) put_number(unit);
  bytes += std::string("a\0fi\0", 5);
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string base64;
  while (bytes.size() % 3 != 0) bytes += '\0';
  for (std::size_t n = 0; n < bytes.size(); n += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8U | static_cast<unsigned char>(bytes[n + k]);
    for (int k = 3; k >= 0; --k) base64 += kDigits[bits >> 6 * k & 63];
  }
  const std::string json = R"({"type": "Precompiled", "precompiled_charsmap": ")" + base64 + "\"}";
  EXPECT_EQ(normalized_by(json, "A\uFB01B"), "afiB");
  // A cluster of few bytes is looked up as a whole: the rest of it is lost, as in the Rust library.
  EXPECT_EQ(normalized_by(json, "A\u0301"), "a");
}

std::vector<std::string> pieces_by(const std::string& json, const std::string& text,
                                   bool is_start = true) {
  tokenizers::Pieces pieces{text, {{0, text.size()}}, is_start};
  read_json(json, tokenizers::read_splitter)(pieces);
  std::vector<std::string> found;
  for (std::size_t n = 0; n < pieces.spans.size(); ++n) found.emplace_back(pieces[n]);
  return found;
}

struct SplitterCase {
  const char *json, *text;
  std::vector<std::string> expected;
};

std::string split_by(const char* behavior, bool inverted = false) {
  return std::string(R"({"type": "Split", "pattern": {"String": "-"}, "behavior": ")") + behavior +
         R"(", "invert": )" + (inverted ? "true}" : "false}");
}

/// The example of the Rust library's documentation of its behaviours.
TEST(Splitters, HaveFiveBehaviors) {
  const std::string text = "the-final--countdown";
  using Words = std::vector<std::string>;
  EXPECT_EQ(pieces_by(split_by("Removed"), text), (Words{"the", "final", "countdown"}));
  EXPECT_EQ(pieces_by(split_by("Isolated"), text),
            (Words{"the", "-", "final", "-", "-", "countdown"}));
  EXPECT_EQ(pieces_by(split_by("MergedWithPrevious"), text),
            (Words{"the-", "final-", "-", "countdown"}));
  EXPECT_EQ(pieces_by(split_by("MergedWithNext"), text),
            (Words{"the", "-final", "-", "-countdown"}));
  EXPECT_EQ(pieces_by(split_by("Contiguous"), text),
            (Words{"the", "-", "final", "--", "countdown"}));
  EXPECT_EQ(pieces_by(split_by("Removed", true), text), (Words{"-", "-", "-"}));
}

TEST(Splitters, SplitText) {
  const SplitterCase cases[] = {
      {R"({"type": "ByteLevel", "add_prefix_space": false})",
       "I'm é  x",
       {"I", "'m", "ĠÃ©", "Ġ", "Ġx"}},
      {R"({"type": "ByteLevel", "add_prefix_space": true})", "a", {"Ġa"}},
      {R"({"type": "ByteLevel", "add_prefix_space": true})", " a", {"Ġa"}},
      {R"({"type": "ByteLevel", "add_prefix_space": false, "use_regex": false})", "a b", {"aĠb"}},
      {R"({"type": "Split", "pattern": {"Regex": "\\d{1,3}"}, "behavior": "Isolated"})",
       "a12345b",
       {"a", "123", "45", "b"}},
      // \G is where the search begins.
      {R"({"type": "Split", "pattern": {"Regex": "\\G[a-z]"}, "behavior": "Isolated"})",
       "ab1c",
       {"a", "b", "1c"}},
      // The case of ſ and of the Kelvin sign is ignored, too.
      {R"json({"type": "Split", "pattern": {"Regex": "(?i:'s)"}, "behavior": "Isolated"})json",
       "a'ſb'S",
       {"a", "'ſ", "b", "'S"}},
      {R"({"type": "Split", "pattern": {"Regex": "\\s"}, "behavior": "Removed"})",
       "a\u0085b\uFEFFc",
       {"a", "b\uFEFFc"}},
      {R"({"type": "Whitespace"})", "Hey, man_1!? \u2168", {"Hey", ",", "man_1", "!?", "\u2168"}},
      {R"({"type": "WhitespaceSplit"})", "Hey, you\u3000\u0085x", {"Hey,", "you", "x"}},
      {R"({"type": "Digits", "individual_digits": false})", "a12½b", {"a", "12½", "b"}},
      {R"({"type": "Digits", "individual_digits": true})", "a12", {"a", "1", "2"}},
      {R"({"type": "Punctuation"})", "a..b«$", {"a", ".", ".", "b", "«", "$"}},
      {R"({"type": "Punctuation", "behavior": "Contiguous"})", "a..b", {"a", "..", "b"}},
      {R"({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"})",
       "a  b",
       {"▁a", "▁", "▁b"}},
      {R"({"type": "Metaspace", "replacement": "▁", "add_prefix_space": false})",
       "a b",
       {"a", "▁b"}},
      {R"({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": false})",
       "a b",
       {"▁a▁b"}},
      {R"({"type": "Metaspace"})", " a", {"▁a"}},
      {R"({"type": "BertPreTokenizer"})", "Hey, friend--!", {"Hey", ",", "friend", "-", "-", "!"}},
      {R"({"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"},
           {"type": "Punctuation"}]})",
       "a, b",
       {"a", ",", "b"}},
  };
  for (const SplitterCase& one : cases) {
    EXPECT_EQ(pieces_by(one.json, one.text), one.expected) << one.json << one.text;
  }
  // Behind an added token no mark is prepended.
  EXPECT_EQ(pieces_by(R"({"type": "Metaspace", "prepend_scheme": "first"})", "a", false),
            std::vector<std::string>{"a"});
}

std::string decoded_by(const std::string& json, TokenTexts tokens) {
  read_json(json, tokenizers::read_decoder)(tokens);
  return std::accumulate(tokens.begin(), tokens.end(), std::string());
}

TEST(Decoders, JoinTokens) {
  const struct {
    const char* json;
    TokenTexts tokens;
    const char* expected;
  } cases[] = {
      {R"({"type": "ByteLevel"})", {"Hey", "ĠÃ", "©", "漢"}, "Hey é漢"},
      {R"({"type": "WordPiece"})", {"I", "##t", "'s", "do", "n't", "##!", "."}, "It's don't!."},
      {R"({"type": "WordPiece", "cleanup": false})", {"a", "##b", "."}, "ab ."},
      {R"({"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"})",
       {"▁Hey", "▁my", "▁▁x"},
       "Hey my  x"},
      {R"({"type": "Metaspace", "prepend_scheme": "never"})", {"▁Hey"}, " Hey"},
      {R"({"type": "ByteFallback"})",
       {"a", "<0xE2>", "<0x96>", "<0x81>", "<0xE2>", "b", "<0xE2>"},
       "a\uFFFD\uFFFD\uFFFD\uFFFDb\uFFFD"},
      {R"({"type": "ByteFallback"})", {"<0xE2>", "<0x96>", "<0x81>", "<0x4>"}, "▁<0x4>"},
      {R"({"type": "Strip", "content": "H", "start": 1, "stop": 0})", {"HHey", "aH"}, "HeyaH"},
      {R"({"type": "Strip", "content": "y", "start": 0, "stop": 1})", {"Heyy", "y"}, "Hey"},
      {R"({"type": "Replace", "pattern": {"String": "▁"}, "content": " "})", {"▁a"}, " a"},
      {R"({"type": "BPEDecoder", "suffix": "</w>"})", {"a", "b</w>", "c</w>"}, "ab c"},
      {R"({"type": "Sequence", "decoders": [{"type": "Replace", "pattern": {"String": "▁"},
           "content": " "}, {"type": "ByteFallback"}, {"type": "Fuse"},
           {"type": "Strip", "content": " ", "start": 1, "stop": 0}]})",
       {"▁a", "▁b", "<0xC3>", "<0xA9>"},
       "a bé"},
  };
  for (const auto& one : cases)
    EXPECT_EQ(decoded_by(one.json, one.tokens), one.expected) << one.json;
}

TEST(Frames, SurroundText) {
  const auto frame = [](const std::string& json) {
    return read_json(json, tokenizers::read_frame);
  };
  for (const char* type : {"BertProcessing", "RobertaProcessing"}) {
    const auto ends = frame(std::string(R"({"type": ")") + type +
                            R"(", "sep": ["[SEP]", 102], "cls": ["[CLS]", 101]})");
    EXPECT_EQ(ends.before, std::vector{101});
    EXPECT_EQ(ends.after, std::vector{102});
  }
  const std::string sequence = R"({"type": "Sequence", "processors": [{"type": "ByteLevel"},
      {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<s>", "type_id": 0}},
        {"Sequence": {"id": "A", "type_id": 0}}], "special_tokens":
        {"<s>": {"id": "<s>", "ids": [1, 7], "tokens": ["<s>", "x"]}}},
      {"type": "BertProcessing", "sep": ["e", 3], "cls": ["b", 2]}]})";
  EXPECT_EQ(frame(sequence).before, (std::vector{2, 1, 7}));
  EXPECT_EQ(frame(sequence).after, std::vector{3});
}

/// A tokenizer.json of a model, without steps.
Tokenizer model_of(const std::string& model, const std::string& more = "") {
  return tokenizer_of("{\"model\": " + model + more + "}");
}

using Ids = std::vector<int>;

TEST(BpeModel, MergesByRank) {
  for (const char* merges :
       {R"(["a b", "ab c", "b c"])", R"([["a", "b"], ["ab", "c"], ["b", "c"]])"}) {
    const Tokenizer bpe = model_of(
        R"({"type": "BPE", "vocab": {"a": 0, "b": 1, "c": 2, "ab": 3, "abc": 4, "bc": 5}, "merges": )" +
        std::string(merges) + "}");
    EXPECT_EQ(bpe.encode("abc"), Ids{4});
    EXPECT_EQ(bpe.encode("bcab"), (Ids{5, 3}));
    EXPECT_EQ(bpe.encode("axb"), Ids{3}) << "without an unknown token, characters are left out";
  }
}

/// Long words are merged by a queue, short ones by looking at all pairs: with the same results.
TEST(BpeModel, MergesLongWordsAlike) {
  const Tokenizer bpe = model_of(
      R"({"type": "BPE", "vocab": {"a": 0, "b": 1, "aa": 2, "ab": 3, "aab": 4, "ba": 5, "aaaa": 6},
          "merges": ["a a", "aa b", "b a", "a b", "aa aa"]})");
  const std::string word = "abaaabbaaab";
  const Ids part = bpe.encode(word);
  std::string longer;
  Ids expected;
  // The vocabulary has no merge across "bb", where the parts meet.
  for (int n = 0; n < 20; ++n) {
    longer += "b" + word;
    const Ids more = bpe.encode("b" + word);
    expected.insert(expected.end(), more.begin(), more.end());
  }
  ASSERT_FALSE(part.empty());
  EXPECT_EQ(bpe.encode(longer), expected);
}

TEST(BpeModel, KnowsUnknownCharacters) {
  const std::string start =
      R"({"type": "BPE", "vocab": {"<unk>": 0, "a": 1, "<0xC3>": 2, "<0xA9>": 3},
      "merges": [], "unk_token": "<unk>")";
  EXPECT_EQ(model_of(start + "}").encode("aéxa"), (Ids{1, 0, 0, 1}));
  EXPECT_EQ(model_of(start + R"(, "fuse_unk": true})").encode("aéxa"), (Ids{1, 0, 1}));
  EXPECT_EQ(model_of(start + R"(, "byte_fallback": true})").encode("aéxa"), (Ids{1, 2, 3, 0, 1}));
}

TEST(BpeModel, IgnoresMergesOfWholeWords) {
  const std::string start = R"({"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2}, "merges": [])";
  EXPECT_EQ(model_of(start + "}").encode("ab"), (Ids{0, 1}));
  EXPECT_EQ(model_of(start + R"(, "ignore_merges": true})").encode("ab"), Ids{2});
}

TEST(BpeModel, MarksPartsOfWords) {
  const Tokenizer bpe = model_of(
      R"({"type": "BPE", "vocab": {"a": 0, "##b": 1, "##c</w>": 2, "ab": 3, "abc</w>": 4, "a</w>": 5},
          "merges": ["a ##b", "ab ##c</w>"], "continuing_subword_prefix": "##",
          "end_of_word_suffix": "</w>"})");
  EXPECT_EQ(bpe.encode("abc"), Ids{4});
  EXPECT_EQ(bpe.encode("a"), Ids{5});
}

TEST(WordPieceModel, TakesTheLongestToken) {
  const Tokenizer words = model_of(
      R"({"type": "WordPiece", "vocab": {"[UNK]": 0, "un": 1, "##aff": 2, "##able": 3, "##a": 4, "é": 5},
          "max_input_chars_per_word": 9})");
  EXPECT_EQ(words.encode("unaffable"), (Ids{1, 2, 3}));
  EXPECT_EQ(words.encode("unaa"), (Ids{1, 4, 4}));
  EXPECT_EQ(words.encode("unx"), Ids{0});
  EXPECT_EQ(words.encode("éa"), (Ids{5, 4}));
  EXPECT_EQ(words.encode("unaaaaaaaa"), Ids{0}) << "too long";
}

TEST(UnigramModel, TakesTheLikeliestTokens) {
  const std::string vocabulary =
      R"("vocab": [["<unk>", 0], ["a", -1], ["b", -1.5], ["ab", -2], ["abc", -9],
      ["c", -2], ["<0xC3>", -4], ["<0xA9>", -4]])";
  const Tokenizer known = model_of(R"({"type": "Unigram", "unk_id": 0, )" + vocabulary + "}");
  EXPECT_EQ(known.encode("abc"), (Ids{3, 5}));
  EXPECT_EQ(known.encode("xéa"), (Ids{0, 1})) << "unknown characters side by side are one";
  const Tokenizer bytes =
      model_of(R"({"type": "Unigram", "unk_id": 0, "byte_fallback": true, )" + vocabulary + "}");
  EXPECT_EQ(bytes.encode("éa"), (Ids{6, 7, 1}));
  const Tokenizer unknown = model_of(R"({"type": "Unigram", "unk_id": null, )" + vocabulary + "}");
  EXPECT_NE(error_of([&] { unknown.encode("x"); }).find("/model/unk_id: expected an id"),
            std::string::npos);
}

constexpr const char* kLetters =
    R"({"type": "BPE", "vocab": {"a": 0, "b": 1, " ": 2, "x": 3, "X": 4}, "merges": []})";

Tokenizer with_added(const std::string& token, const std::string& more = "") {
  return model_of(kLetters,
                  R"(, "added_tokens": [{"id": 9, "content": "<m>", )" + token + "}]" + more);
}

TEST(AddedTokens, StandInTheText) {
  EXPECT_EQ(with_added(R"("special": true)").encode("a <m> b"), (Ids{0, 2, 9, 2, 1}));
  EXPECT_EQ(with_added(R"("lstrip": true)").encode("a  <m> b"), (Ids{0, 9, 2, 1}));
  EXPECT_EQ(with_added(R"("rstrip": true)").encode("a <m> \u3000b"), (Ids{0, 2, 9, 1}));
  const Tokenizer single = with_added(R"("single_word": true)");
  EXPECT_EQ(single.encode("a<m>"), Ids{0}) << "a word touches it";
  EXPECT_EQ(single.encode("a <m>"), (Ids{0, 2, 9}));
  EXPECT_EQ(single.size(), 10);
  EXPECT_EQ(single.decode(Ids{0, 9}), "a <m>") << "without a decoder, with spaces";
}

/// The longest of the tokens that begin at the leftmost place.
TEST(AddedTokens, AreTheLongest) {
  const Tokenizer two = model_of(
      kLetters, R"(, "added_tokens": [{"id": 9, "content": "aa"}, {"id": 10, "content": "aaa"},
                    {"id": 11, "content": "ab"}, {"id": 3, "content": "b"}])");
  EXPECT_EQ(two.encode("aaaab"), (Ids{10, 11}));
  EXPECT_EQ(two.encode("b"), Ids{1}) << "the vocabulary's id counts";
}

TEST(AddedTokens, AreFoundInNormalizedText) {
  const std::string lower = R"(, "normalizer": {"type": "Lowercase"})";
  EXPECT_EQ(with_added(R"("normalized": true)", lower).encode("X<M>"), (Ids{3, 9}));
  EXPECT_EQ(with_added(R"("normalized": false)", lower).encode("X<M>"), Ids{3});
}

TEST(Tokenizers, TellTheTextOfEachToken) {
  const Tokenizer fallback = model_of(
      R"({"type": "BPE", "vocab": {"▁a": 0, "▁": 1, "a": 2, "<0xE2>": 3, "<0x82>": 4, "<0xAC>": 5},
          "merges": ["▁ a"], "byte_fallback": true})",
      R"(, "normalizer": {"type": "Replace", "pattern": {"String": " "}, "content": "▁"},
          "decoder": {"type": "Sequence", "decoders": [
            {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"},
            {"type": "Fuse"}]})");
  const Ids ids = fallback.encode("a a€");
  EXPECT_EQ(ids, (Ids{2, 0, 3, 4, 5}));
  EXPECT_EQ(fallback.texts(ids), (std::vector<std::string>{"a", " a", "⟨e2⟩", "⟨82⟩", "⟨ac⟩"}));
  EXPECT_EQ(fallback.decode(ids), "a a€");
  EXPECT_NE(error_of([&] { fallback.decode(Ids{6}); }).find("id 6: expected from 0 to 5"),
            std::string::npos);
}

}  // namespace
}  // namespace attn::tokenizer_kinds_test
