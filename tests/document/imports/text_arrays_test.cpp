// Tests which arrays are found in JSON texts and tables, and what is said of files that are not
// read.

#include "app/document/imports/text_arrays.h"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/document/imports/opened_dump.h"
#include "tests/document/tensors/made_files.h"

namespace attn::text_arrays_test {
namespace {

using test::opened;
using test::wrong_with;
using namespace std::string_literals;
using Words = std::vector<std::string>;

TEST(JsonArrays, AreListsOfNumbers) {
  const auto plain = opened("[[[0.25, 0.75], [1, 0]], [[0, 1], [0.5, 0.5]]]");
  EXPECT_EQ(plain->layer(0), (DumpLayer{2, 2, 2}));
  EXPECT_EQ(plain->numbers(0, 0)(0, 1), .75F);
  const auto named = opened(
      R"({"tokens": ["a", "b"], "attentions": [[[[0.25, 0.75], [1, 0]]], [[[0, 1], [0.5, 0.5]]]]})");
  EXPECT_EQ(named->layer_count(), 2);
  EXPECT_EQ(named->tokens().keys, (Words{"a", "b"}));
  EXPECT_EQ(named->numbers(1, 0)(0, 1), 1);
  // A list of each layer, of several sizes.
  const auto uneven = opened(R"({"attn": [[[1, 0], [0, 1]], [[1]]]})");
  EXPECT_EQ(uneven->layer_count(), 2);
  EXPECT_EQ(uneven->words().substr(0, 20), "\"attn.*\": 2 layers, ");
}

TEST(JsonArrays, ReadTheTensorsOfTransformersJs) {
  for (const std::string& data :
       {"[0.25, 0.75, 1, 0]"s, R"({"0": 0.25, "1": 0.75, "2": 1, "3": 0})"s}) {
    for (const char* names :
         {R"("dims": [1, 2, 2], "data": )", R"("dims": [1, 2, 2], "cpuData": )"}) {
      const auto dump = opened(R"({"attentions": {"type": "float32", )"s + names + data + "}}");
      EXPECT_EQ(dump->layer(0), (DumpLayer{1, 2, 2}));
      EXPECT_EQ(dump->numbers(0, 0)(0, 1), .75F);
    }
  }
  // An answer of vLLM's pooling.
  const auto vllm = opened(
      R"({"object": "list", "data": [{"index": 0, "object": "pooling", "data": [[0.5, 0.5], [0, 1]]}]})");
  EXPECT_EQ(vllm->layer(0), (DumpLayer{1, 2, 2}));
}

TEST(JsonArrays, HaveNotSeenNumbers) {
  EXPECT_EQ(without_nan(R"({"NaN": [NaN, -Infinity, "a \" NaN"], "b": Infinity, "c": -1})"),
            R"({"NaN": [null, null, "a \" NaN"], "b": null, "c": -1})");
  const auto dump = opened("[[1, NaN], [null, 1]]");
  EXPECT_TRUE(std::isnan(dump->numbers(0, 0)(0, 1)));
  EXPECT_TRUE(std::isnan(dump->numbers(0, 0)(1, 0)));
  const auto page = opened(
      R"(<html><script>const params = {"attention": [{"name": null, "attn": [[[[NaN, NaN], [0.5, 0.5]]]],)"
      R"( "left_text": ["a", "b"], "right_text": ["a", "b"]}]};</script></html>)");
  EXPECT_TRUE(std::isnan(page->numbers(0, 0)(0, 1)));
  EXPECT_EQ(page->numbers(0, 0)(1, 1), .5F);
}

TEST(JsonArrays, OfWrongTextAreRefused) {
  EXPECT_NE(wrong_with("[[1, 2"), "");
  EXPECT_NE(wrong_with("{}").find("found no array"), std::string::npos);
  EXPECT_NE(wrong_with(R"([["a"]])"), "");
  EXPECT_NE(wrong_with(R"({"format": "attentoscope/scene", "heads": []})").find("open it"),
            std::string::npos);
  EXPECT_NE(wrong_with(R"({"a": {"dims": [1e300, 2], "data": [1]}})"), "");
}

TEST(TableArrays, MayHaveNames) {
  for (const std::string& text :
       {"query,x,y z\na,0.25,0.75\n\"b, c\",1,0\n"s,
        "query\tx\ty z\r\na\t0.25\t0.75\r\nb, c\t1\t0\r\n"s, ";x;y z\na;0.25;0.75\nb, c;1;0"s,
        "\xef\xbb\xbf,x,y z\n\na,0.25,0.75\n\"b, c\",1,0\n"s}) {
    SCOPED_TRACE(text);
    const auto dump = opened(text);
    EXPECT_EQ(dump->layer(0), (DumpLayer{1, 2, 2}));
    EXPECT_EQ(dump->numbers(0, 0)(0, 1), .75F);
    EXPECT_EQ(dump->tokens().keys, (Words{"x", "y z"}));
    EXPECT_EQ(dump->tokens().queries, (Words{"a", "b, c"}));
  }
  const auto plain = opened("0.25, 0.75\n1, 0\n");
  EXPECT_EQ(plain->layer(0), (DumpLayer{1, 2, 2}));
  EXPECT_TRUE(plain->tokens().keys.empty());
  // pandas numbers rows and columns.
  const auto pandas = opened(",0,1\n0,0.25,0.75\n1,1,0\n");
  EXPECT_EQ(pandas->layer(0), (DumpLayer{1, 2, 2}));
  EXPECT_EQ(pandas->tokens().keys, (Words{"0", "1"}));
  const auto keys_alone = opened("x,y\n0.25,0.75\n1,0\n");
  EXPECT_EQ(keys_alone->layer(0), (DumpLayer{1, 2, 2}));
  EXPECT_EQ(keys_alone->tokens().keys, (Words{"x", "y"}));
}

TEST(TableArrays, OfAllHeadsAreThoseThatThisProgramWrites) {
  const auto dump = opened("head,query,x,y\n0,a,0.25,0.75\n0,b,1,0\n1,a,0,1\n1,b,0.5,\n");
  EXPECT_EQ(dump->layer(0), (DumpLayer{2, 2, 2}));
  EXPECT_EQ(dump->numbers(0, 1)(0, 1), 1);
  EXPECT_TRUE(std::isnan(dump->numbers(0, 1)(1, 1)));
  EXPECT_EQ(dump->tokens().queries, (Words{"a", "b"}));
  EXPECT_NE(wrong_with("head,query,x\n0,a,1\n0,b,1\n1,a,1\n"), "");
}

TEST(TableArrays, NameTheLineThatIsWrong) {
  EXPECT_EQ(wrong_with("1,2\n3\n"), "line 2: expected 2 fields, as in line 1, found 1");
  EXPECT_EQ(wrong_with("x,y\n\n1,2\n3,abc\n"), "line 4: expected a number, found abc");
  EXPECT_NE(wrong_with("hello world\n"), "");
  EXPECT_NE(wrong_with("  \n"), "");
}

TEST(UnreadFormats, AreNamedWithTheLineThatSavesThem) {
  const auto expect = [](const std::string& bytes, const char* name, const char* line) {
    const std::string words = wrong_with(bytes);
    EXPECT_NE(words.find(name), std::string::npos) << words;
    EXPECT_NE(words.find(line), std::string::npos) << words;
  };
  expect("\x80\x04\x95\x10"s, "pickle", "pickle.load");
  expect("\x80\x02\x8a\nl\xfc\x9c\x46\xf9"s, "an old file of torch.save", "torch.save(torch.load(");
  expect("\x89HDF\r\n\x1a\n\0\0"s, "HDF5", "h5py.File");
  expect("PAR1\x15\x04"s, "Parquet", "read_parquet");
  expect("MATLAB 5.0 MAT-file, Platform: GLNXA64"s, "MATLAB", "loadmat");
  expect("version https://git-lfs.github.com/spec/v1\noid sha256:1\n"s, "Git LFS", "git lfs pull");
  expect(test::npy("(2, 3)", std::string(48, '\0'), "<i8"), "int64", "");
}

}  // namespace
}  // namespace attn::text_arrays_test
