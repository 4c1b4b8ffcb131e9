// Matrices that a scene or network takes from files of tensors.

#include "app/document/scene_file/matrix_files.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "app/document/scene_file/network_file.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/attention/trace.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/temporary_folder.h"

namespace attn::matrix_files_test {
namespace {

using test::floats;
using test::npy;
using test::put;

/// A scene of three tokens with these embeddings, and `more` keys.
std::string scene(const std::string& embeddings, const std::string& more = "", int version = 1) {
  return R"({"format": "attentoscope/scene", "version": )" + std::to_string(version) +
         R"(, "tokens": ["a", "b", "c"], "embeddings": )" + embeddings + more + "}";
}

class MatrixFilesTest : public testing::Test {
 protected:
  MatrixFilesTest() {
    std::filesystem::create_directories(folder_.path() / "scenes/below");
    put(folder_ / "outside.npy", npy("(3, 2)", floats({1, 2, 3, 4, 5, 6})));
    put(at("six.npy"), npy("(3, 2)", floats({1, 2, 3, 4, 5, 6})));
    put(at("below/six.npy"), npy("(3, 2)", floats({1, 2, 3, 4, 5, 6})));
    put(at("cube.npz"),
        test::zip({{"a.npy", npy("(2, 2, 3)", floats({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}))},
                   {"b.npy", npy("(4,)", floats({1, 2, 3, 4}))}}));
    put(at("odd.npy"), npy("(3, 2)", floats({1, 2, 3, -INFINITY, 5, 6})));
    put(at("whole.npy"), npy("(3, 2)", std::string(24, '\1'), "<i4"));
    put(at("short.npy"), npy("(3, 2)", floats({1})));
    put(at("some.safetensors"),
        test::safetensors(R"({"w": {"dtype": "BF16", "shape": [3, 1], "data_offsets": [0, 6]}})",
                          std::string("\x80\x3f\x00\x40\x40\x40", 6)));
  }
  std::string at(const std::string& name) const { return folder_ / ("scenes/" + name); }

  Scene read(const std::string& text) const {
    put(at("a.attn.json"), text);
    return read_scene(at("a.attn.json"));
  }

  /// "place: what is wrong", or "" where nothing is.
  std::string wrong_with(const std::string& text) const {
    try {
      read(text);
      return "";
    } catch (const SceneError& error) {
      return error.problem().place + ": " + error.problem().text;
    }
  }
  /// Error for a reference in the embeddings.
  std::string wrong_with_reference(const std::string& reference) const {
    return wrong_with(scene(reference));
  }

  test::TemporaryFolder folder_;
};

Matrix of_rows(std::initializer_list<std::initializer_list<float>> rows) {
  return Matrix(Matrix(Eigen::MatrixXf(rows)));
}

TEST_F(MatrixFilesTest, StandInPlaceOfRows) {
  const Matrix six = of_rows({{1, 2}, {3, 4}, {5, 6}});
  for (const int version : {1, 2}) {
    EXPECT_EQ(*read(scene(R"({"file": "six.npy"})",
                          version == 2 ? R"(, "score": {"kind": "elu"})" : "", version))
                   .embeddings,
              six);
  }
  EXPECT_EQ(*read(scene(R"({"file": "below/six.npy"})", "", 2)).embeddings, six)
      << "what refers to a file may say version 2 for that alone";
}

TEST_F(MatrixFilesTest, ChooseByIndexThenTransposeThenRowsThenColumns) {
  const auto chosen = [&](const std::string& more) {
    return *read(scene(R"({"file": "cube.npz", "tensor": "a", )" + more + "}")).embeddings;
  };
  EXPECT_EQ(chosen(R"("index": 1, "transpose": true)"), of_rows({{6, 9}, {7, 10}, {8, 11}}));
  EXPECT_EQ(chosen(R"("transpose": true, "index": 0, "columns": [1, 2])"),
            of_rows({{3}, {4}, {5}}));
  const auto three = [&](const std::string& more) {
    return *read(scene(R"({"file": "six.npy"})", R"(, "heads": [{"w_v": {"file": "cube.npz",
        "tensor": "a", )" + more + "}}]"))
                .heads[0]
                .w_v.value();
  };
  EXPECT_EQ(three(R"("index": 1, "columns": [0, 2])"), of_rows({{6, 7}, {9, 10}}));
  EXPECT_EQ(three(R"("index": 1, "transpose": true, "rows": [1, 3])"), of_rows({{7, 10}, {8, 11}}));
  EXPECT_EQ(three(R"("index": 0, "transpose": false, "rows": [0, 2], "columns": [2, 3])"),
            of_rows({{2}, {5}}));
}

TEST_F(MatrixFilesTest, HoldScoresThatHideKeysAndWhatNetworksAreMadeOf) {
  put(at("scores.npy"), npy("(1, 3, 3)", floats({1, -INFINITY, 3, 4, 5, 6, 7, 8, 9})));
  const std::string head = R"({"scores": {"file": "scores.npy", "index": 0}})";
  const Scene given = read(R"({"format": "attentoscope/scene", "version": 2,
      "tokens": ["a", "b", "c"], "score": {"kind": "given"}, "heads": [)" +
                           head + "]}");
  EXPECT_EQ(**given.heads[0].scores, of_rows({{1, kMasked, 3}, {4, 5, 6}, {7, 8, 9}}));

  put(at("n.attn-net.json"), R"({"format": "attentoscope/network", "version": 1,
      "vocabulary": ["a", "b", "c"], "tokens": ["c", "a"], "embedding": {"file": "six.npy"},
      "blocks": [{"mlp": {"w_1": {"file": "six.npy", "rows": [0, 2]},
                          "w_2": {"file": "six.npy", "rows": [1, 3]}}}],
      "unembedding": {"file": "some.safetensors", "tensor": "w", "rows": [1, 3]}})");
  const auto network = std::get<Network>(read_computable(at("n.attn-net.json")));
  EXPECT_EQ(*network.blocks[0].mlp->w_2, of_rows({{3, 4}, {5, 6}}));
  EXPECT_EQ(**network.unembedding, of_rows({{2}, {3}}));
}

TEST_F(MatrixFilesTest, GiveVectorsToNetworksOfVersion2) {
  const auto network_with = [&](const std::string& gain) {
    put(at("n.attn-net.json"), R"({"format": "attentoscope/network", "version": 2,
        "vocabulary": ["a", "b", "c"], "tokens": ["c", "a"], "embedding": {"file": "six.npy"},
        "blocks": [{"attention": {"heads": [{"b_q": )" +
                                   gain + R"(}], "combine": {"kind": "concat"}}}],
        "norm_out": {"kind": "rms", "gain": )" +
                                   gain + "}}");
    return std::get<Network>(read_computable(at("n.attn-net.json")));
  };
  const auto expect_vector = [&](const std::string& reference, float first, float second) {
    const Network network = network_with(reference);
    const RowVector expected{{first, second}};
    EXPECT_EQ(**network.norm_out->gain, expected) << reference;
    EXPECT_EQ(**network.blocks[0].attention->heads[0].b_q, expected) << reference;
  };
  expect_vector(R"({"file": "cube.npz", "tensor": "b", "columns": [1, 3]})", 2, 3);
  expect_vector(R"({"file": "six.npy", "index": 2})", 5, 6);
  const auto wrong = [&](const std::string& reference) {
    try {
      network_with(reference);
    } catch (const SceneError& error) {
      return error.problem().place + ": " + error.problem().text;
    }
    return std::string();
  };
  const std::string place = "/blocks/0/attention/heads/0/b_q";
  EXPECT_EQ(wrong(R"({"file": "six.npy"})"), place + ": expected 1 axis, found 3 × 2");
  EXPECT_EQ(wrong(R"({"file": "six.npy", "index": 3})"),
            place + "/index: expected less than 3, found 3");
  EXPECT_EQ(wrong(R"({"file": "cube.npz", "tensor": "a", "index": 0})"),
            place + ": expected 1 axis after the index, found 2 × 2 × 3");
  EXPECT_EQ(wrong(R"({"file": "six.npy", "rows": [0, 1]})").find(place + "/rows: unknown key"), 0U);
  EXPECT_EQ(wrong(R"({"file": "odd.npy", "index": 1})").find(place + ": expected finite"), 0U);
  EXPECT_EQ(wrong(R"({"file": "cube.npz", "tensor": "b"})"),
            place + ": expected 2 numbers (dk), found 4");
}

TEST_F(MatrixFilesTest, AreOfTheFolderOrBelowIt) {
  const auto refused = [&](const std::string& name) {
    return wrong_with_reference(R"({"file": ")" + name + R"("})");
  };
  const std::string expected =
      "/embeddings/file: expected a file in the folder of this one, or below it, found ";
  EXPECT_EQ(refused("../outside.npy"), expected + "\"../outside.npy\", with ..");
  EXPECT_EQ(refused("below/../../outside.npy"), expected + "\"below/../../outside.npy\", with ..");
  EXPECT_EQ(refused(folder_ / "outside.npy"),
            expected + "\"" + (folder_ / "outside.npy").substr(0, 40) +
                ((folder_ / "outside.npy").size() > 40 ? "…\"" : "\""));
  EXPECT_EQ(refused(""), expected + "an invalid name");
  EXPECT_EQ(refused("a\\u0000b"), expected + "an invalid name");
  EXPECT_EQ(refused("none.npy"), "/embeddings/file: \"none.npy\": No such file or directory");
  EXPECT_EQ(refused("below"), "/embeddings/file: \"below\": Is a directory");
  std::filesystem::create_symlink("../outside.npy", at("link.npy"));
  EXPECT_EQ(refused("link.npy"), expected + "\"link.npy\", a link to another place");
  std::filesystem::create_directory_symlink("..", at("up"));
  EXPECT_EQ(refused("up/outside.npy"), expected + "\"up/outside.npy\", a link to another place");
  std::filesystem::create_symlink("six.npy", at("near.npy"));
  EXPECT_EQ(refused("near.npy"), "");
  std::filesystem::create_symlink("round.npy", at("round.npy"));
  EXPECT_NE(refused("round.npy").find("symbolic links"), std::string::npos) << "a circle";
  EXPECT_NE(refused("a.attn.json").find("expected a .npy, .npz, .safetensors or .pt file"),
            std::string::npos);
}

TEST_F(MatrixFilesTest, AreRefusedWhereTheyDoNotFit) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {R"({})", "/embeddings/file: missing key: expected a file's name"},
      {R"({"file": 3})", "/embeddings/file: expected text, found 3"},
      {R"({"file": "six.npy", "tensors": "a"})",
       "/embeddings/tensors: unknown key: is tensor meant?"},
      {R"({"file": "six.npy", "tensor": "a"})",
       "/embeddings/tensor: expected a tensor of the file, found none called \"a\""},
      {R"({"file": "cube.npz"})",
       "/embeddings/tensor: missing key: expected the name of one of the file's 2 tensors"},
      {R"({"file": "cube.npz", "tensor": "x"})",
       "/embeddings/tensor: expected a tensor of the file, found none called \"x\": there is \"a\" "
       "and 1 more"},
      {R"({"file": "cube.npz", "tensor": "a"})",
       "/embeddings: expected 2 axes, found 2 × 2 × 3: \"index\" selects along the first"},
      {R"({"file": "cube.npz", "tensor": "b"})", "/embeddings: expected 2 axes, found 4"},
      {R"({"file": "six.npy", "index": 0})",
       "/embeddings: expected 2 axes after the index, found 3 × 2"},
      {R"({"file": "cube.npz", "tensor": "a", "index": 2})",
       "/embeddings/index: expected less than 2, found 2"},
      {R"({"file": "cube.npz", "tensor": "a", "index": -1})",
       "/embeddings/index: expected a whole number >= 0, found -1"},
      {R"({"file": "cube.npz", "tensor": "a", "index": 0})",
       "/embeddings: expected 3 rows (L), found 2"},
      {R"({"file": "six.npy", "transpose": true})", "/embeddings: expected 3 rows (L), found 2"},
      {R"({"file": "six.npy", "transpose": 1})",
       "/embeddings/transpose: expected true or false, found 1"},
      {R"({"file": "six.npy", "rows": [0, 4]})",
       "/embeddings/rows: expected [from, to] with 0 <= from < to <= 3, without `to`, found "
       "[0, 4]"},
      {R"({"file": "six.npy", "columns": [1, 1]})",
       "/embeddings/columns: expected [from, to] with 0 <= from < to <= 2, without `to`, found "
       "[1, 1]"},
      {R"({"file": "six.npy", "columns": [0, 2.5]})",
       "/embeddings/columns/1: expected a whole number >= 0, found 2.5"},
      {R"({"file": "odd.npy"})",
       "/embeddings: expected finite numbers, found -inf in row 1, column 1"},
      {R"({"file": "whole.npy"})",
       "/embeddings: \"whole.npy\": expected float16, bfloat16, float32 or float64, found int32"},
      {R"({"file": "short.npy"})",
       "/embeddings/file: \"short.npy\": expected 24 bytes for 3 × 2 of float32, found 4"},
  };
  for (const auto& [reference, said] : cases) EXPECT_EQ(wrong_with_reference(reference), said);
  EXPECT_EQ(
      wrong_with(scene(R"({"file": "six.npy"})", R"(, "heads": [{"w_q": {"file": "six.npy"}}])")),
      "/heads/0/w_q: expected 2 rows (D), found 3");
  EXPECT_EQ(wrong_with(scene(R"({"file": "six.npy"})", R"(, "bias": {"file": "six.npy"})")),
            "/bias: expected 3 columns (L), found 2");
}

TEST_F(MatrixFilesTest, AreNotOfATextThatIsNoFile) {
  try {
    parse_scene(scene(R"({"file": "six.npy"})"));
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().text,
              "expected rows: only a scene in a file can refer to other files");
  }
}

TEST_F(MatrixFilesTest, AreBoundedAltogether) {
  // A file with holes: more than 2^29 numbers of which none is read.
  put(at("large.npy"), npy("(2, 268435457)", ""));
  const auto begin = std::filesystem::file_size(at("large.npy"));
  std::filesystem::resize_file(at("large.npy"), begin + (std::uintmax_t{1} << 31) + 8);
  EXPECT_EQ(
      wrong_with(scene(R"({"file": "six.npy"})", R"(, "heads": [{"w_q": {"file": "large.npy"}}])")),
      "/heads/0/w_q: expected at most 536870912 numbers from files altogether, found more");
}

}  // namespace
}  // namespace attn::matrix_files_test
