// Masks saved with queries and keys, and weights saved beside them, which decide the score.

#include "app/document/dumps/vector_masks.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/document/imports/dump_scene.h"
#include "engine/attention/mask.h"
#include "engine/attention/score.h"
#include "engine/fast/evaluate.h"
#include "engine/reference/check.h"
#include "tests/document/imports/opened_dump.h"
#include "tests/document/tensors/made_files.h"

namespace attn::vector_masks_test {
namespace {

using test::floats;
using test::little;
using test::npy;
using test::opened;
using test::zip;
using Members = std::vector<std::pair<std::string, std::string>>;

constexpr Index kTokens = 6;

std::string numbers_of(const Matrix& matrix) {
  return floats({matrix.data(), matrix.data() + matrix.size()});
}
std::string npy_of(const Matrix& matrix) {
  return npy("(" + std::to_string(matrix.rows()) + ", " + std::to_string(matrix.cols()) + ")",
             numbers_of(matrix));
}

Matrix waves(double role, Index rows, Index columns) {
  Matrix matrix(rows, columns);
  for (Index i = 0; i < rows; ++i) {
    for (Index j = 0; j < columns; ++j) {
      matrix(i, j) = static_cast<float>(std::sin(role * 5 + static_cast<double>(i * 7 + j)) * 1.5);
    }
  }
  return matrix;
}

const Matrix kQueries = waves(.1, kTokens, 4), kKeys = waves(.2, kTokens, 4);

/// M x L: scores with a scale, plus `added`.
Matrix weights_with(double scale, const Matrix& added) {
  const Eigen::MatrixXd scores =
      kQueries.cast<double>() * kKeys.cast<double>().transpose() * scale + added.cast<double>();
  Matrix weights(scores.rows(), scores.cols());
  for (Index i = 0; i < scores.rows(); ++i) {
    const Eigen::RowVectorXd e = (scores.row(i).array() - scores.row(i).maxCoeff()).exp();
    weights.row(i) = (e / e.sum()).cast<float>();
  }
  return weights;
}

const Matrix kNone = Matrix::Zero(kTokens, kTokens);
/// −∞ above the diagonal.
Matrix causal() {
  Matrix added = kNone;
  added.triangularView<Eigen::StrictlyUpper>().setConstant(-INFINITY);
  return added;
}
Matrix causal_ones() {
  Matrix seen = Matrix::Ones(kTokens, kTokens);
  seen.triangularView<Eigen::StrictlyUpper>().setZero();
  return seen;
}

/// `ones` as booleans.
std::string booleans(const Matrix& ones, const std::string& shape) {
  std::string bytes;
  for (const float one : ones.reshaped<Eigen::RowMajor>()) bytes += one == 1 ? '\1' : '\0';
  return npy(shape, bytes, "|b1");
}

Members qk(const Members& more = {}) {
  Members members{{"q.npy", npy_of(kQueries)}, {"k.npy", npy_of(kKeys)}};
  members.insert(members.end(), more.begin(), more.end());
  return members;
}

struct Shown {
  Scene scene;
  std::string words;
  Matrix weights;
};

Shown shown_of(const Members& members, Index batch = 0) {
  const auto dump = opened(zip(members), {.batch = batch, .as = DumpAs::kVectors});
  const ImportWishes wishes{.name = "a"};
  const ImportedLayer layer = analyse_layer(*dump, 0, wishes);
  Shown found{imported_scene(*dump, layer, wishes), derived_words(layer), {}};
  EXPECT_EQ(check(found.scene), std::nullopt);
  found.weights = evaluate(found.scene).head(0).weights;
  const Matrix numbers = dump->numbers(0, 0);
  EXPECT_EQ(numbers.array().isNaN().select(0, numbers), found.weights);
  return found;
}

std::string kinds_in(const Shown& one) { return mask_kinds_words(one.scene.masks); }

TEST(VectorMasks, OfBooleansAreTrueWhereAKeyIsSeenOrHidden) {
  const Matrix seen = causal_ones(), hidden = Matrix::Ones(kTokens, kTokens) - seen;
  const Matrix wanted = weights_with(.5, causal());
  const auto of_seen = shown_of(qk({{"mask.npy", booleans(seen, "(6, 6)")}}));
  EXPECT_EQ(kinds_in(of_seen), "causal");
  EXPECT_TRUE(of_seen.weights.isApprox(wanted, 1e-5F));
  EXPECT_EQ(
      of_seen.words,
      "weights are softmax(q·k/√4), causal (\"mask\", true where a key is seen); no values in "
      "the file, so outputs are 0");
  // The last query would see no key: so it is true where a key is hidden.
  const auto of_hidden = shown_of(qk({{"attn_mask.npy", booleans(hidden, "(6, 6)")}}));
  EXPECT_EQ(kinds_in(of_hidden), "causal");
  EXPECT_NE(of_hidden.words.find("true where a key is hidden"), std::string::npos);
  EXPECT_TRUE(of_hidden.weights.isApprox(wanted, 1e-5F));
  const auto of_ones = shown_of(qk({{"mask.npy", npy_of(seen)}}));
  EXPECT_TRUE(of_ones.weights.isApprox(wanted, 1e-5F)) << "0 and 1 of float32";
}

TEST(VectorMasks, AreChosenByTheSavedWeightsWhereBothReadingsArePossible) {
  Matrix ones = Matrix::Zero(kTokens, kTokens);
  ones.diagonal().setOnes();
  Matrix added = kNone;
  added.diagonal().setConstant(-INFINITY);
  const std::string mask = booleans(ones, "(6, 6)");
  EXPECT_NE(shown_of(qk({{"mask.npy", mask}})).words.find("true where a key is seen"),
            std::string::npos);
  const auto chosen =
      shown_of(qk({{"mask.npy", mask}, {"weights.npy", npy_of(weights_with(.5, added))}}));
  EXPECT_NE(chosen.words.find("true where a key is hidden"), std::string::npos);
  EXPECT_EQ(kinds_in(chosen), "custom");
}

TEST(VectorMasks, OfPaddingHaveARowForEachSequence) {
  std::string ids;
  for (const int one : {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0}) {
    ids += little(static_cast<std::uint64_t>(one), 8);
  }
  Members members{{"q.npy", npy("(2, 1, 6, 4)", numbers_of(kQueries) + numbers_of(kQueries))},
                  {"k.npy", npy("(2, 1, 6, 4)", numbers_of(kKeys) + numbers_of(kKeys))},
                  {"attention_mask.npy", npy("(2, 6)", ids, "<i8")}};
  Matrix added = kNone;
  added.rightCols(2).setConstant(-INFINITY);
  EXPECT_TRUE(shown_of(members, 0).weights.isApprox(weights_with(.5, kNone), 1e-5F));
  const auto second = shown_of(members, 1);
  EXPECT_TRUE(second.weights.isApprox(weights_with(.5, added), 1e-5F));
  EXPECT_EQ(kinds_in(second), "padding");
}

TEST(VectorMasks, AreAdded) {
  for (const float least : {-INFINITY, -65504.F, -1e9F, -3.4028235e38F, -10000.F}) {
    const Matrix added = causal().array().isInf().select(least, kNone);
    const auto one = shown_of(qk({{"mask.npy", npy_of(added)}}));
    EXPECT_EQ(kinds_in(one), "causal") << least;
    EXPECT_FALSE(one.scene.bias) << least;
    EXPECT_TRUE(one.weights.isApprox(weights_with(.5, causal()), 1e-5F)) << least;
  }
  const Matrix bias = waves(.7, kTokens, kTokens);
  const auto one = shown_of(qk({{"mask.npy", npy_of(bias + causal())}}));
  EXPECT_TRUE(one.weights.isApprox(weights_with(.5, bias + causal()), 1e-5F));
  EXPECT_NE(one.words.find("softmax(q·k/√4 + bias), causal (\"mask\", added)"), std::string::npos)
      << one.words;
  const auto unfit = shown_of(qk({{"mask.npy", npy_of(Matrix::Zero(3, 4))}}));
  EXPECT_NE(unfit.words.find("3 × 4, not used"), std::string::npos);
  EXPECT_TRUE(unfit.weights.isApprox(weights_with(.5, kNone), 1e-5F));
}

TEST(SavedWeights, ChooseTheScoreAndTheMask) {
  const auto saved = [](const Matrix& weights) {
    return shown_of(qk({{"weights.npy", npy_of(weights)}}));
  };
  const auto scaled = saved(weights_with(.5, kNone));
  EXPECT_EQ(scaled.scene.score.kind->id, "scaled_dot");
  EXPECT_TRUE(scaled.scene.masks.empty());
  EXPECT_NE(scaled.words.find("softmax(q·k/√4): equal to the saved weights within "),
            std::string::npos)
      << scaled.words;
  const auto plain = saved(weights_with(1, causal()));
  EXPECT_EQ(plain.scene.score.kind->id, "dot");
  EXPECT_EQ(kinds_in(plain), "causal");
  EXPECT_NE(plain.words.find("softmax(q·k), causal: equal to the saved weights"),
            std::string::npos);
  EXPECT_TRUE(plain.weights.isApprox(weights_with(1, causal()), 1e-5F));
  const auto other = saved(weights_with(-2, kNone));
  EXPECT_EQ(other.scene.score.kind->id, "scaled_dot");
  EXPECT_NE(other.words.find("softmax(q·k/√4): the saved weights differ by up to 0."),
            std::string::npos)
      << other.words;
  // Saved scores are compared by their softmax.
  const Matrix scores = kQueries * kKeys.transpose() + causal();
  EXPECT_NE(
      shown_of(qk({{"attn_scores.npy", npy_of(scores)}})).words.find("softmax(q·k), causal: eq"),
      std::string::npos);
}

TEST(SavedWeights, BelongToTheirLayer) {
  Members members;
  for (const int layer : {0, 1}) {
    const std::string before = "layers." + std::to_string(layer) + ".";
    members.emplace_back(before + "q.npy", npy_of(kQueries));
    members.emplace_back(before + "k.npy", npy_of(kKeys));
    members.emplace_back(before + "attn_weights.npy",
                         npy_of(weights_with(layer == 0 ? .5 : 1, layer == 0 ? causal() : kNone)));
  }
  const auto dump = opened(zip(members), {.as = DumpAs::kVectors});
  const auto words = [&](Index layer) { return dump->computed(layer, {0})->words; };
  EXPECT_EQ(words(0).find("softmax(q·k/√4), causal: equal to"), 0U);
  EXPECT_EQ(words(1).find("softmax(q·k): equal to"), 0U);
}

}  // namespace
}  // namespace attn::vector_masks_test
