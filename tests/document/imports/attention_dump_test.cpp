// Tests the interpretation of imported attention. Numbers are compared with NumPy in
// tests/app/import_test.cpp.

#include "app/document/dumps/attention_dump.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/dumps/dump_rows.h"
#include "app/document/dumps/dump_tokens.h"
#include "app/document/imports/dump_scene.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/check.h"
#include "tests/document/imports/opened_dump.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/paths.h"

namespace attn::attention_dump_test {
namespace {

using test::floats;
using test::npy;
using test::opened;
using test::wrong_with;
using test::zip;
using namespace std::string_literals;
using Words = std::vector<std::string>;

/// A .npy of these axes, numbers 0, 1, 2 …
std::string counted(const Axes& axes) {
  std::string shape = "(";
  Index count = 1;
  for (const Index axis : axes) {
    shape += std::to_string(axis) + ", ";
    count *= axis;
  }
  std::vector<float> numbers(static_cast<std::size_t>(count));
  for (std::size_t n = 0; n < numbers.size(); ++n) numbers[n] = static_cast<float>(n);
  return npy(shape + ")", floats(numbers));
}

TEST(AttentionDump, TakesAxesFromTheLast) {
  const DumpLayer two{2, 3, 4};
  const auto one = opened(counted({3, 4}));
  EXPECT_EQ(one->layer_count(), 1);
  EXPECT_EQ(one->layer(0), (DumpLayer{1, 3, 4}));
  EXPECT_EQ(opened(counted({2, 3, 4}))->layer(0), two);
  const auto layers = opened(counted({5, 2, 3, 4}));
  EXPECT_EQ(layers->layer_count(), 5);
  EXPECT_EQ(layers->layer(4), two);
  EXPECT_EQ(layers->numbers(4, 1)(2, 3), 119);
  const auto batches = opened(counted({5, 6, 2, 3, 4}), {.tensor = {}, .batch = 1});
  EXPECT_EQ(batches->layer_count(), 5);
  EXPECT_EQ(batches->numbers(1, 0)(0, 1), 1 * 144 + 1 * 24 + 1);
  EXPECT_NE(wrong_with(counted({2, 2, 2, 2, 2, 2})), "");
  EXPECT_NE(wrong_with(counted({4})), "");
  EXPECT_NE(wrong_with(counted({2, 0, 4})), "");
}

TEST(AttentionDump, TakesNumbersInNamesForLayers) {
  const std::string a = counted({1, 2, 3, 4});
  const auto dump = opened(zip({{"attentions.10.npy", counted({1, 2, 5, 5})},
                                {"attentions.2.npy", a},
                                {"attentions.9.npy", a},
                                {"hidden_states.npy", counted({7, 7})}}));
  EXPECT_EQ(dump->layer_count(), 3);
  EXPECT_EQ(dump->layer(0), (DumpLayer{2, 3, 4}));
  EXPECT_EQ(dump->layer(2), (DumpLayer{2, 5, 5})) << "in the order of the numbers";
  EXPECT_EQ(
      dump->words(),
      "\"attentions.*\": 3 layers, the first batch × heads × queries × keys = 1 × 2 × 3 × 4 of "
      "float32");
  const auto inner = opened(zip({{"h.0.attn.npy", a}, {"h.1.attn.npy", a}}));
  EXPECT_EQ(inner->layer_count(), 2);
  EXPECT_EQ(opened(zip({{"attentions.0.npy", a}}))->layer_count(), 1) << "a tuple of one";
  EXPECT_EQ(opened(zip({{"arr_0.npy", counted({5, 2, 3, 4})}}))->layer_count(), 5);
}

TEST(AttentionDump, AsksWhereSeveralCouldBeMeant) {
  const std::string a = counted({1, 2, 3, 4});
  const std::string both = zip({{"encoder_attentions.0.npy", a},
                                {"encoder_attentions.1.npy", a},
                                {"cross_attentions.0.npy", a}});
  EXPECT_EQ(wrong_with(both),
            "expected a choice by --tensor of 'cross_attentions.*' (1 layer, 1 × 2 × 3 × 4 of "
            "float32), 'encoder_attentions.*' (2 layers, each 1 × 2 × 3 × 4 of float32)");
  for (const char* name : {"encoder_attentions", "encoder"}) {
    EXPECT_EQ(opened(both, {.tensor = name, .batch = 0})->layer_count(), 2) << name;
  }
  const std::string two = zip({{"encoder_attentions.0.npy", a}, {"encoder_states.0.npy", a}});
  EXPECT_EQ(opened(two, {.tensor = "encoder", .batch = 0})->words().substr(0, 24),
            "\"encoder_attentions.0\": ");
  EXPECT_EQ(wrong_with(two, {.tensor = "encoder_", .batch = 0}), "");
  EXPECT_EQ(wrong_with(zip({{"ab.0.npy", a}, {"ac.0.npy", a}}), {.tensor = "a", .batch = 0}),
            "expected one whose name begins with 'a', found 'ab.*' (1 layer, 1 × 2 × 3 × 4 of "
            "float32), 'ac.*' (1 layer, 1 × 2 × 3 × 4 of float32)");
  EXPECT_NE(wrong_with(both, {.tensor = "decoder", .batch = 0}), "");
  EXPECT_EQ(opened(zip({{"x.npy", a}, {"attn.npy", a}}))->words().substr(0, 8), "\"attn\": ");
}

TEST(AttentionDump, ReadsFilesOfTorchWithTheirTokens) {
  const auto dump = open_dump(test::data_path("fuzz/tensor_corpus/dict.pt"));
  EXPECT_EQ(dump->layer_count(), 2);
  EXPECT_EQ(dump->layer(1), (DumpLayer{2, 5, 5}));
  EXPECT_EQ(dump->tokens().keys, (Words{"a", "b", "c", "d", "e"}));
  EXPECT_NEAR(dump->numbers(1, 1).row(4).sum(), 1, 1e-3);
}

TEST(AttentionDump, OfOneNameIsThatArrayAlone) {
  const std::string both = zip({{"attn.0.npy", npy("(1, 1, 1, 2)", floats({0, 1}))},
                                {"attn.3.npy", npy("(1, 1, 1, 2)", floats({1, 0}))}});
  const auto one = opened(both, {.tensor = "attn.3", .batch = 0});
  EXPECT_EQ(one->layer_count(), 1);
  EXPECT_EQ(one->layer_name(0), 3);
  EXPECT_EQ(one->numbers(0, 0)(0, 0), 1);
  const ImportWishes wishes{.name = "a.npz"};
  EXPECT_EQ(imported_scene(*one, analyse_layer(*one, 0, wishes), wishes).title,
            "Attention, layer 3 (weights as given)");
}

TEST(AttentionDump, CallsLayersByTheirNumbers) {
  const std::string a = counted({1, 2, 2});
  const auto gap = opened(zip({{"l0.npy", a}, {"l1.npy", a}, {"l3.npy", a}}));
  EXPECT_EQ(layer_names(*gap), "0, 1, 3");
  EXPECT_EQ(layer_called(*gap, 3), 2);
  EXPECT_EQ(layer_called(*gap, 2), std::nullopt);
  EXPECT_EQ(layer_names(*opened(zip({{"l4.npy", a}, {"l5.npy", a}}))), "4 … 5");
  EXPECT_EQ(layer_names(*opened(zip({{"l1.npy", a}, {"l01.npy", a}}))), "0 … 1") << "of one number";
  EXPECT_EQ(layer_names(*opened(zip({{"l99999999999999.npy", a}, {"l1.npy", a}}))), "0 … 1");
}

TEST(AttentionDump, OfTooManyLayersIsRefused) {
  const std::string data(60'000 * 4, '\0');
  EXPECT_NE(wrong_with(npy("(60000, 1, 1, 1)", data)).find("at most 10000 layers"),
            std::string::npos);
}

TEST(AttentionDump, ReadsPagesOfBertviz) {
  const std::string entry =
      R"("left_text": ["q"], "right_text": ["a", "}\""], "attn": [[[[1, 0]]]])";
  const auto page = [](const std::string& params) {
    return "<div>params</div><script>window.params = " + params + "; more()</script>";
  };
  const auto dump = opened(page("{\"attention\": [{\"name\": \"Encoder\", " + entry +
                                "}, {\"name\": \"Cross\", " + entry + "}]}"),
                           {.tensor = "Cross", .batch = 0});
  EXPECT_EQ(dump->layer(0), (DumpLayer{1, 1, 2}));
  EXPECT_EQ(dump->numbers(0, 0)(0, 0), 1);
  EXPECT_EQ(dump->tokens().keys, (Words{"a", "}\""}));
  EXPECT_EQ(dump->tokens().queries, (Words{"q"}));
  EXPECT_EQ(
      dump->words(),
      "a page of BertViz, \"Cross\" of 2 attentions (--tensor NAME), layers × heads × queries "
      "× keys = 1 × 1 × 1 × 2");
  const std::vector<std::pair<std::string, std::string>> cases{
      {page("{}"), "its params: /attention: missing key"},
      {page("{\"attention\": []}"), "its params: /attention: expected at least one"},
      {page("{\"attention\": {\"all\": 1}}"), "expected an object, found 1"},
      {page("{\"attention\": "), "its params: expected JSON"},
      {page("{\"attention\": [{\"left_text\": [], \"right_text\": [], \"attn\": []}]}"),
       "expected at least 1 token"},
      {page("{\"attention\": [{" + entry.substr(0, entry.find("\"attn\"")) + "\"attn\": [[]]}]}"),
       "expected at least one head"},
      {"<html>params = 3</html>", "expected a page of BertViz"},
  };
  for (const auto& [bytes, said] : cases) {
    EXPECT_NE(wrong_with(bytes).find(said), std::string::npos) << wrong_with(bytes);
  }
  const auto wrong = opened(
      page("{\"attention\": [{" + entry.substr(0, entry.find("[[[[")) + "[[[[1, 0, 0]]]]}]}"));
  EXPECT_THROW(wrong->numbers(0, 0), ImportError);
}

TEST(AttentionDump, NamesThePagesLayersByTheirNumbers) {
  const auto page = [](const std::string& layers) {
    return opened(R"(<script>params = {"attention": [{"left_text": ["q"], "right_text": ["a"], )"
                  R"("attn": [[[[1]]], [[[1]], [[1]]]]}], "include_layers": )" +
                  layers + "}</script>");
  };
  EXPECT_EQ(layer_names(*page("[4, 7]")), "4, 7");
  for (const char* wrong :
       {"[4]", "[7, 4]", "[0.5, 1]", "[-1, 1]", "[0, \"1\"]", "null", "[1, 1]"}) {
    EXPECT_EQ(layer_names(*page(wrong)), "0 … 1") << wrong;
  }
  EXPECT_NE(page("null")->words().find("= 2 × 1 … 2 × 1 × 1"), std::string::npos)
      << page("null")->words();
}

TEST(AttentionDump, SaysInTitlesWhichOfSeveralItIs) {
  const auto title = [](const std::string& bytes, const DumpChoice& choice) {
    const auto dump = opened(bytes, choice);
    return dump_title(*dump);
  };
  const std::string a = counted({3, 2, 2, 2});
  const std::string two = zip({{"cross_attn.0.npy", a}, {"self_attn.0.npy", a}, {"x.npy", a}});
  EXPECT_EQ(title(two, {.tensor = "cross", .batch = 2}), "Attention, cross_attn, batch 2");
  EXPECT_EQ(title(two, {.tensor = "x", .batch = 0}), "Attention, x");
  EXPECT_EQ(title(zip({{"attn.0.npy", a}, {"x.npy", a}}), {}), "Attention, batch 0");
  EXPECT_EQ(title(counted({3, 1, 2, 2, 2}), {}), "Attention");
}

/// NumPy's texts of two characters.
std::string texts(const std::string& shape, const std::u32string& characters) {
  std::string data;
  for (const char32_t one : characters) data += test::little(one, 4);
  return npy(shape, data, "<U2");
}

TEST(DumpTokens, OfAFileAreARowForTheBatchOrSaidToBeUnused) {
  const auto words = [](const std::string& tokens, const DumpTokens& wished = {}) {
    const auto dump = opened(zip({{"attn.0.npy", counted({2, 1, 2, 2})}, {"tokens.npy", tokens}}),
                             {.tensor = {}, .batch = 1});
    return token_words(analyse_layer(*dump, 0, {.name = "a", .tokens = wished}));
  };
  const std::u32string four = U"a\0b\0c\0d\0"s;
  EXPECT_EQ(words(texts("(1, 2)", four.substr(0, 4))), "2 tokens: a, b");
  EXPECT_EQ(words(texts("(2, 2)", four)), "2 tokens: c, d");
  EXPECT_EQ(words(texts("(4,)", four)),
            "2 tokens without names; tokens of the file: 4 for 2 keys, not used");
  EXPECT_EQ(words(counted({2, 1})),
            "2 tokens without names; tokens of the file: 2 × 1 of float32, not read");
  const std::string objects = npy("(2,)", "pickled bytes...", "|O");
  EXPECT_EQ(words(objects),
            "2 tokens without names; tokens of the file: Python's objects, not read");
  EXPECT_EQ(words(objects, {{"x", "y"}, {}, {}}), "2 tokens: x, y");
  EXPECT_NE(wrong_with(zip({{"attn.npy", objects}})).find("Python's objects"), std::string::npos);
}

TEST(DumpTokens, OfAnArrayOfObjectsAreRead) {
  const auto dump = open_dump(test::data_path("fuzz/tensor_corpus/objects.npz"));
  EXPECT_EQ(dump->tokens().keys, (Words{"the", "Kätz", "😀"}));
  // The pickle of other objects is not read, nor one that calls something.
  const auto of_pickle = [&](const std::string& pickle) {
    const auto found = opened(zip({{"attn.npy", counted({2, 2})},
                                   {"tokens.npy", npy("(2,)", "\x80\x03" + pickle + ".", "|O")}}));
    return found->tokens().unread;
  };
  const std::string unread = "tokens of the file: Python's objects, not read";
  const std::string array =
      "cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\0\x85"
      "C\1b\x87"
      "R"s;
  const auto of_items = [&](const std::string& shape, const std::string& items) {
    return of_pickle(array + "(K\1(" + shape + "tcnumpy\ndtype\n)R\x89](" + items + "etb");
  };
  const std::string a = "X\1\0\0\0a"s;
  EXPECT_EQ(of_items("K\2", a + a), "");
  EXPECT_EQ(of_items("K\2", a), unread) << "fewer than its axes say";
  EXPECT_EQ(of_items("K\2", a + "K\1"), unread) << "a number";
  EXPECT_EQ(of_items("", a), unread);
  EXPECT_EQ(of_pickle("cos\nsystem\n" + a + "\x85R"), unread);
  EXPECT_EQ(of_pickle(array), unread);
}

TEST(AttentionDump, OfADamagedPageIsRefusedOrRead) {
  const std::string good =
      R"(<script>params = {"attention": [{"name": null, "attn": [[[[0.5, 0.5], [1, 0]]]], )"
      R"("left_text": ["a", "b"], "right_text": ["a", "b"]}], "default_filter": "0"}</script>)";
  const auto open_and_read = [](const std::string& bytes) {
    try {
      const auto dump = opened(bytes);
      const ImportWishes wishes{.name = "page.html"};
      check(imported_scene(*dump, analyse_layer(*dump, 0, wishes), wishes));
    } catch (const ImportError& error) {
      EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
    }
  };
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const char other : {'\0', '"', '{', '[', ']', '}', ',', '9', '\xff'}) {
      std::string bad = good;
      bad[at] = other;
      open_and_read(bad);
    }
    open_and_read(good.substr(0, at));
  }
}

TEST(DumpTokens, AreListsLinesOrWords) {
  EXPECT_EQ(parse_tokens(R"(["a", "b"])", 2).keys, (Words{"a", "b"}));
  EXPECT_EQ(parse_tokens(R"({"tokens": ["a"], "queries": ["q"]})", 1).queries, (Words{"q"}));
  EXPECT_EQ(parse_tokens("\xef\xbb\xbf"
                         "a b\r\n c\n",
                         2)
                .keys,
            (Words{"a b", " c"}));
  EXPECT_EQ(parse_tokens("a b\n c\n", 3).keys, (Words{"a", "b", "c"}));
  EXPECT_EQ(parse_tokens("[CLS] a [SEP]", 3).keys, (Words{"[CLS]", "a", "[SEP]"}));
  EXPECT_THROW(parse_tokens("", 1), ImportError);
  EXPECT_THROW(parse_tokens("a b", 3), ImportError);
  EXPECT_THROW(parse_tokens(R"({"tokens": 1})", 3), ImportError);
}

/// Meaning of one head's `numbers`.
const DumpMeaning& meaning(const Matrix& numbers) {
  DumpRows rows;
  add_head_numbers(rows, numbers);
  return meaning_of(rows);
}

Matrix of(std::initializer_list<std::initializer_list<float>> rows) {
  return Matrix(Eigen::MatrixXf(rows));
}

TEST(DumpRows, SayWhatNumbersMean) {
  EXPECT_EQ(meaning(of({{.5F, .5F}, {1, 0}})).given, "weights");
  EXPECT_EQ(meaning(of({{.5F, .5F}, {1, 0}})).normalizer, "softmax");
  EXPECT_EQ(meaning(of({{.5F, .5F}, {0, 0}})).normalizer, "softmax") << "a query that sees nothing";
  EXPECT_EQ(meaning(of({{.5F, .498F}})).normalizer, "softmax") << "as of half precision";
  EXPECT_EQ(meaning(of({{.5F, .7F}})).normalizer, "relu");
  EXPECT_EQ(meaning(of({{1.5F, -.5F}})).normalizer, "sum");
  EXPECT_EQ(meaning(of({{1.5F, -.7F}})).normalizer, "softmax");
  EXPECT_EQ(meaning(of({{1.5F, -.7F}})).given, "negative numbers, so scores");
  EXPECT_EQ(meaning(of({{1, -INFINITY}})).given, "negative numbers, so scores");
  EXPECT_THROW(meaning(of({{1, INFINITY}})), ImportError);
  EXPECT_EQ(meaning(of({{1, NAN}})).normalizer, "softmax") << "NaN is not seen";
  EXPECT_EQ(meaning(of({{NAN, NAN}, {1, 0}})).normalizer, "softmax");
  DumpRows rows;
  add_head_numbers(rows, of({{.5F, .4997F}, {.5F, .5003F}, {0, 0}}));
  EXPECT_EQ(row_words(rows),
            "rows sum to 0.9997 … 1.0003, and are shown divided by it; 1 of 3 rows see no key");
}

TEST(DumpRows, HideTheScoresThatMasksMake) {
  for (const float least : {-65504.F, -1e9F, -3.4028235e38F}) {
    Matrix numbers = of({{.5F, least}, {least, least}});
    DumpRows rows;
    add_head_numbers(rows, numbers);
    EXPECT_EQ(row_words(rows),
              "rows sum to 0.5; 1 of 2 rows see no key; scores of −65504 and less: hidden");
    const DumpMeaning& scores = meaning_of(rows);
    EXPECT_EQ(scores.given, "negative numbers, so scores");
    Matrix weights = numbers;
    scores.make_scores(numbers, hidden_in(numbers, rows.masked_from));
    EXPECT_EQ(numbers, of({{.5F, -INFINITY}, {-INFINITY, -INFINITY}}));
    scores.make_weights(weights);
    EXPECT_EQ(weights, of({{1, 0}, {0, 0}}));
  }
  Matrix seen = of({{1, -65503}});
  meaning(seen).make_scores(seen, hidden_in(seen, kNotSeen));
  EXPECT_EQ(seen(0, 1), -65503);
}

TEST(DumpScene, GivesItsNumbersBackAsWeights) {
  for (const Matrix& numbers :
       {of({{.1F, .9F}, {1, 0}}), of({{.1F, 1.9F}, {.3F, 0}}), of({{-.5F, 1.5F}, {0, 1}})}) {
    const std::string bytes = npy("(2, 2)", floats({numbers.data(), numbers.data() + 4}));
    const auto dump = opened(bytes);
    const ImportWishes wishes{.name = "a.npy", .tokens = {{"a", "b"}, {}}};
    const ImportedLayer layer = analyse_layer(*dump, 0, wishes);
    const Scene scene = imported_scene(*dump, layer, wishes);
    EXPECT_EQ(check(scene), std::nullopt);
    EXPECT_TRUE(evaluate(scene).heads[0].weights.isApprox(numbers, 1e-6F)) << numbers;
    EXPECT_EQ(scene.title.substr(0, 25), "Attention, layer 0 (weigh") << "what is given";
    EXPECT_NE(scene.notes.find("Derived: scores are"), std::string::npos);
  }
}

TEST(DumpScene, AsksForAsManyTokensAsThereAre) {
  const auto dump = opened(counted({3, 4}));
  EXPECT_THROW(analyse_layer(*dump, 0, {.name = "a", .tokens = {{"a"}, {}}}), ImportError);
  EXPECT_THROW(analyse_layer(*dump, 0, {.name = "a", .tokens = {{"a", "b", "c", "d"}, {"q"}}}),
               ImportError);
}

}  // namespace
}  // namespace attn::attention_dump_test
