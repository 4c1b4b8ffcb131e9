// Attention computed from saved queries and keys: its numbers equal softmax(q kᵀ / √d) for every
// layout of the arrays, and its scenes compute the same.

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/imports/dump_scene.h"
#include "app/document/imports/dump_tokens_changed.h"
#include "app/document/imports/imported_files.h"
#include "app/document/imports/joined_heads.h"
#include "app/document/scene_file/scene_file.h"
#include "engine/attention/mask.h"
#include "engine/attention/score.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/check.h"
#include "tests/document/imports/made_vectors.h"
#include "tests/document/imports/opened_dump.h"
#include "tests/support/temporary_folder.h"

namespace attn::vector_dump_test {
namespace {

using namespace attn::test;

/// Softmax of each row in double precision; −infinity hides.
Matrix softmax(const Eigen::MatrixXd& scores) {
  Matrix weights(scores.rows(), scores.cols());
  for (Index i = 0; i < scores.rows(); ++i) {
    const Eigen::RowVectorXd e = (scores.row(i).array() - scores.row(i).maxCoeff()).exp();
    weights.row(i) = (e / e.sum()).cast<float>();
  }
  return weights;
}

Matrix weights_of(const Matrix& q, const Matrix& k, double scale) {
  return softmax(q.cast<double>() * k.cast<double>().transpose() * scale);
}

Scene scene_of(const AttentionDump& dump, Index layer = 0, const ImportWishes& more = {}) {
  ImportWishes wishes = more;
  wishes.name = "a.npz";
  Scene scene = imported_scene(dump, analyse_layer(dump, layer, wishes), wishes);
  EXPECT_EQ(check(scene), std::nullopt);
  return scene;
}

std::string words_of(const AttentionDump& dump) {
  return layer_words(dump, analyse_layer(dump, 0, {.name = "a.npz"}));
}

TEST(VectorDump, ComputesTheWeightsForEachOrderOfAxes) {
  for (const std::string letters : {"qd", "dq", "hqd", "qhd", "bqd", "lqd", "bhqd", "bqhd", "lhqd",
                                    "lqhd", "lbhqd", "lbqhd", "blhqd", "hbqdl"}) {
    const auto has = [&](char letter) { return letters.find(letter) != letters.npos; };
    const auto dump = opened(zip(qkv(letters)), {.axes = letters, .batch = has('b') ? 2 : 0});
    ASSERT_EQ(dump->layer_count(), has('l') ? 2 : 1) << letters;
    ASSERT_EQ(dump->layer(0), (DumpLayer{has('h') ? 2 : 1, 5, 5, 4})) << letters;
    const Index layer = has('l') ? 1 : 0;
    const Trace trace = evaluate(scene_of(*dump, layer));
    for (Index h = 0; h < dump->layer(0).heads; ++h) {
      const VectorPlace place{{'l', 1}, {'b', 2}, {'h', h}};
      const Matrix q = matrix_at(kRoleQ, letters, place, 5, 4),
                   k = matrix_at(kRoleK, letters, place, 5, 4),
                   v = matrix_at(kRoleV, letters, place, 5, 4), w = weights_of(q, k, 0.5);
      EXPECT_TRUE(dump->numbers(layer, h).isApprox(w, 1e-5F)) << letters;
      EXPECT_TRUE(trace.head(h).weights.isApprox(w, 1e-5F)) << letters;
      EXPECT_EQ(trace.head(h).q, q) << letters;
      EXPECT_EQ(trace.head(h).v, v) << letters;
      EXPECT_TRUE(trace.head(h).output.isApprox(w * v, 1e-5F)) << letters;
    }
  }
}

TEST(VectorDump, OfLayersHasTheirNumbers) {
  const std::map<char, Index> sizes{{'b', 1}, {'h', 2}, {'q', 5}, {'d', 4}};
  Members members;
  for (const int layer : {3, 10, 4}) {
    const std::string before = "blocks." + std::to_string(layer) + ".attn.hook_";
    members.emplace_back(before + "q.npy", vectors(layer, "bqhd", sizes));
    members.emplace_back(before + "k.npy", vectors(layer + 0.5, "bqhd", sizes));
  }
  const auto dump = opened(zip(members));
  EXPECT_EQ(layer_names(*dump), "3, 4, 10");
  EXPECT_EQ(
      dump->words(),
      "\"blocks.*.attn.hook_q\" with keys: 3 layers, the first batch × tokens × heads × width "
      "= 1 × 5 × 2 × 4 of float32; the weights are computed");
  const VectorPlace place{{'b', 0}, {'h', 1}};
  const Matrix w =
      weights_of(matrix_at(10, "bqhd", place, 5, 4), matrix_at(10.5, "bqhd", place, 5, 4), 0.5);
  EXPECT_TRUE(dump->numbers(2, 1).isApprox(w, 1e-5F));
  EXPECT_EQ(opened(zip(members), {.tensor = "blocks.4.attn.hook_q"})->layer_name(0), 4);
  EXPECT_EQ(opened(zip(members), {.tensor = "blocks.*.attn.hook_q"})->layer_count(), 3);
  EXPECT_EQ(opened(zip(members), {.tensor = "blocks"})->layer_count(), 3);
  // What RoPE rotated stands for the rest; values have no such name.
  Members rotated{{"b.0.hook_q.npy", vectors(1, "bqhd", sizes)},
                  {"b.0.hook_k.npy", vectors(2, "bqhd", sizes)},
                  {"b.0.hook_rot_q.npy", vectors(3, "bqhd", sizes)},
                  {"b.0.hook_rot_k.npy", vectors(4, "bqhd", sizes)},
                  {"b.0.hook_v.npy", vectors(5, "bqhd", sizes)}};
  const auto rope = opened(zip(rotated));
  const Scene scene = scene_of(*rope);
  EXPECT_EQ(evaluate(scene).head(1).q, matrix_at(3, "bqhd", place, 5, 4));
  EXPECT_EQ(evaluate(scene).head(1).v, matrix_at(5, "bqhd", place, 5, 4));
}

TEST(VectorDump, SharesKeysAmongGroupedHeads) {
  const std::map<char, Index> many{{'b', 1}, {'h', 4}, {'q', 5}, {'d', 4}};
  std::map<char, Index> few = many;
  few['h'] = 2;
  const std::string q = vectors(kRoleQ, "bhqd", many);
  const auto grouped = opened(zip({{"q.npy", q},
                                   {"k.npy", vectors(kRoleK, "bhqd", few)},
                                   {"v.npy", vectors(kRoleV, "bhqd", few)}}));
  EXPECT_EQ(grouped->layer(0).heads, 4);
  const Scene scene = scene_of(*grouped);
  EXPECT_EQ(scene.embeddings->cols(), 8);
  EXPECT_EQ(scene.heads[1].keys_of, 0);
  EXPECT_EQ(scene.heads[3].keys_of, 2);
  const Trace trace = evaluate(scene);
  for (Index h = 0; h < 4; ++h) {
    const Matrix k = matrix_at(kRoleK, "bhqd", {{'b', 0}, {'h', h / 2}}, 5, 4);
    const Matrix w = weights_of(matrix_at(kRoleQ, "bhqd", {{'b', 0}, {'h', h}}, 5, 4), k, 0.5);
    EXPECT_TRUE(trace.head(h).weights.isApprox(w, 1e-5F)) << h;
    EXPECT_EQ(trace.head(h).v, matrix_at(kRoleV, "bhqd", {{'b', 0}, {'h', h / 2}}, 5, 4)) << h;
  }
  const Scene some = scene_of(*grouped, 0, {.name = "", .heads = {1, 2, 3}});
  EXPECT_EQ(some.heads.size(), 3U);
  EXPECT_EQ(some.heads[2].keys_of, 1);
  for (Index h = 0; h < 3; ++h) {
    EXPECT_EQ(evaluate(some).head(h).weights, trace.head(h + 1).weights) << h;
  }
  // One head of keys for all, without an axis of heads.
  const auto single =
      opened(zip({{"q.npy", q}, {"k.npy", vectors(kRoleK, "bqd", many)}}), {.axes = "bhqd"});
  EXPECT_EQ(scene_of(*single).embeddings->cols(), 4);
  EXPECT_EQ(scene_of(*single).heads[3].keys_of, 0);
}

TEST(VectorDump, SplitsTheWidthIntoTheHeadsOfTheSavedWeights) {
  const std::map<char, Index> wide{{'b', 1}, {'q', 5}, {'d', 8}},
      narrow{{'b', 1}, {'q', 5}, {'d', 4}};
  Members members{{"h.0.q_proj.npy", vectors(kRoleQ, "bqd", wide)},
                  {"h.0.k_proj.npy", vectors(kRoleK, "bqd", narrow)},
                  {"h.0.v_proj.npy", vectors(kRoleV, "bqd", narrow)}};
  const VectorPlace place{{'b', 0}};
  const Matrix q = matrix_at(kRoleQ, "bqd", place, 5, 8), k = matrix_at(kRoleK, "bqd", place, 5, 4),
               v = matrix_at(kRoleV, "bqd", place, 5, 4);
  // Four heads of width 2, in two groups.
  std::string saved;
  std::vector<Matrix> weights;
  for (Index h = 0; h < 4; ++h) {
    weights.push_back(
        weights_of(q.middleCols(2 * h, 2), k.middleCols(h / 2 * 2, 2), std::sqrt(.5)));
    saved += floats({weights.back().data(), weights.back().data() + weights.back().size()});
  }
  members.emplace_back("h.0.attn.npy", npy("(1, 4, 5, 5)", saved));
  const auto dump = opened(zip(members), {.as = DumpAs::kVectors});
  EXPECT_EQ(dump->layer(0), (DumpLayer{4, 5, 5, 2}));
  EXPECT_NE(dump->words().find("4 heads side by side in the width"), std::string::npos);
  EXPECT_NE(words_of(*dump).find("softmax(q·k/√2): equal to the saved weights"), std::string::npos)
      << words_of(*dump);
  const Trace trace = evaluate(scene_of(*dump));
  for (Index h = 0; h < 4; ++h) {
    EXPECT_TRUE(trace.head(h).weights.isApprox(weights[static_cast<std::size_t>(h)], 1e-5F)) << h;
    EXPECT_EQ(trace.head(h).v, Matrix(v.middleCols(h / 2 * 2, 2))) << h;
  }
}

TEST(VectorDump, WithoutValuesHasNoOutput) {
  Members members = qkv("bhqd");
  members.pop_back();
  const auto dump = opened(zip(members));
  const Scene scene = scene_of(*dump);
  EXPECT_EQ(**scene.values, Matrix(Matrix::Zero(5, 1)));
  EXPECT_FALSE(evaluate(scene).output);
  EXPECT_NE(words_of(*dump).find("queries and keys; weights are softmax(q·k/√4); no values in the "
                                 "file, so outputs are 0"),
            std::string::npos)
      << words_of(*dump);
  EXPECT_NE(scene.notes.find("so outputs are 0"), std::string::npos);
  EXPECT_NE(scene.notes.find("the keys of all heads side by side"), std::string::npos);
}

TEST(VectorDump, TakesTheOptionsOfWeights) {
  std::string names;
  for (const std::u32string name : {U"<s>", U"▁th", U"e", U"▁ca", U"t"}) {
    std::u32string padded = name;
    padded.resize(3);
    for (const char32_t c : padded) names += test::little(c, 4);
  }
  Members members = qkv("bhqd");
  members.emplace_back("tokens.npy", npy("(5,)", names, "<U3"));
  const std::shared_ptr<const AttentionDump> dump = opened(zip(members));
  const Scene scene = scene_of(*dump);
  EXPECT_EQ(scene.tokens, (std::vector<std::string>{"<s>", " th", "e", " ca", "t"}));
  EXPECT_EQ(scene.queries->tokens, scene.tokens);
  EXPECT_EQ(scene.title, "Attention, batch 0, layer 0 (computed from queries, keys and values)");
  // A hidden key: the rest of each row is divided by its sum.
  ImportWishes wishes{.name = "a.npz"};
  wishes.hide.first = true;
  Matrix left = dump->numbers(0, 0);
  left.col(0).setZero();
  for (Index i = 0; i < 5; ++i) left.row(i) /= left.row(i).sum();
  EXPECT_TRUE(evaluate(scene_of(*dump, 0, wishes)).head(0).weights.isApprox(left, 1e-5F));
  // Derived attention has the computed weights.
  const auto mean = joined_heads(dump, JoinHeads::kMean);
  const Matrix wanted = (dump->numbers(0, 0) + dump->numbers(0, 1)) / 2;
  EXPECT_TRUE(evaluate(scene_of(*mean)).head(0).weights.isApprox(wanted, 1e-5F));
  EXPECT_NE(words_of(*mean).find("mean of 2 heads of the computed weights"), std::string::npos);
  const auto words = with_words(dump, JoinPieces::kSum);
  EXPECT_EQ(words->layer(0), (DumpLayer{2, 3, 3}));
  EXPECT_EQ(scene_of(*words).score.kind->id, "given");
}

TEST(VectorDump, IsWrittenWithItsNumbers) {
  const test::TemporaryFolder folder;
  const auto write = [&](Index width, const std::string& name) {
    const std::map<char, Index> sizes{{'b', 1}, {'h', 2}, {'q', 5}, {'d', width}};
    const auto dump = opened(zip(qkv("bhqd", sizes)));
    const ImportWishes wishes{.name = "a.npz"};
    const ImportedLayer layer = analyse_layer(*dump, 0, wishes);
    const std::string path = folder / name;
    const std::vector<std::string> paths = imported_paths(layer, path);
    check_scores_replaceable(paths);
    write_imported(*dump, layer, wishes, path);
    EXPECT_EQ(read_scene(path), imported_scene(*dump, layer, wishes)) << name;
    check_scores_replaceable(paths);
    return paths.size();
  };
  EXPECT_EQ(write(4, "small.attn.json"), 1U);
  EXPECT_EQ(write(200, "large.attn.json"), 2U);
  EXPECT_TRUE(std::filesystem::exists(folder / "large.vectors.safetensors"));
  test::put(folder / "other.vectors.safetensors", "of somebody else");
  const auto dump = opened(zip(qkv("bhqd", {{'b', 1}, {'h', 2}, {'q', 5}, {'d', 200}})));
  const ImportedLayer layer = analyse_layer(*dump, 0, {.name = "a"});
  EXPECT_ANY_THROW(check_scores_replaceable(imported_paths(layer, folder / "other.attn.json")));
}

}  // namespace
}  // namespace attn::vector_dump_test
