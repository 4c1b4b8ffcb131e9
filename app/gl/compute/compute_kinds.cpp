#include "app/gl/compute/compute_kinds.h"

#include <array>
#include <cmath>
#include <string>

#include "app/gl/base/compute_error.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/attention/score.h"
#include "engine/base/matrix.h"

namespace attn::gl {
namespace {

double one(const Score&, Index) { return 1; }
double scale(const Score& score, Index) { return score.scale; }
double by_root(const Score&, Index dk) { return 1 / std::sqrt(static_cast<double>(dk)); }
double minus_half(const Score&, Index) { return -0.5; }

RowVector nothing(const Head&, Index) { return RowVector::Zero(1); }
RowVector energy(const Head& head, Index dk) {
  return head.v ? **head.v : RowVector(RowVector::Ones(dk));
}
RowVector width(const Head& head, Index) {
  return RowVector::Constant(1, head.width.value_or(1.0f));
}

double product(const Score&, const Matrix&, double left, double right) { return left * right; }
/// |tanh(x)| ≤ 1, and |leaky ReLU(x)| ≤ |x|.
double absolute_sum(const Score& score, const Matrix& energies, double left, double right) {
  const WideMatrix wide = energies.cast<double>();
  if (score.bend == Bend::kTanh) return wide.rowwise().lpNorm<1>().maxCoeff();
  return wide.rowwise().norm().maxCoeff() * (left + right);
}
double squared_distance(const Score&, const Matrix& widths, double left, double right) {
  return std::pow(static_cast<double>(widths.maxCoeff()) * (left + right), 2);
}

using enum ComputeScore::MadeRows;

constexpr std::array kComputeScores{
    ComputeScore{"dot", "product", scale, nothing, product},
    ComputeScore{"scaled_dot", "product", by_root, nothing, product},
    ComputeScore{"general", "product", one, nothing, product, kAligned},
    ComputeScore{"additive", "energy", one, energy, absolute_sum},
    ComputeScore{"gaussian", "squared_distance", minus_half, width, squared_distance},
    ComputeScore{"cosine", "product", scale, nothing, product, kUnit},
    ComputeScore{"elu", "product", one, nothing, product, kFeatures},
    ComputeScore{.id = "given", .is_given = true},
};

constexpr std::array kNormalizers{
    ComputeNormalizer{"softmax", "softmax"},   ComputeNormalizer{"sparsemax", "sparsemax"},
    ComputeNormalizer{"entmax15", "entmax15"}, ComputeNormalizer{"entmax", "entmax", true},
    ComputeNormalizer{"topk", "topk"},         ComputeNormalizer{"sigmoid", "sigmoid"},
    ComputeNormalizer{"relu", "relu"},         ComputeNormalizer{"sum", "by_sum", true},
    ComputeNormalizer{"none", "as_they_are"},
};

std::optional<Matrix> b_o(const Scene& scene) {
  return scene.combine.b_o ? std::optional<Matrix>(**scene.combine.b_o) : std::nullopt;
}

std::optional<Matrix> w_o(const Scene& scene) {
  if (scene.combine.w_o) return **scene.combine.w_o;
  if (!scene.combine.b_o) return std::nullopt;
  // The row is added to a product.
  return Matrix::Identity((*scene.combine.b_o)->cols(), (*scene.combine.b_o)->cols());
}

/// Σ head_h · w[h] is the concatenation of heads times the stacked w[h].
std::optional<Matrix> stacked(const Scene& scene) {
  const auto& parts = scene.combine.projections;
  Index rows = 0;
  for (const auto& part : parts) rows += part->rows();
  Matrix all(rows, parts[0]->cols());
  Index first = 0;
  for (const auto& part : parts) {
    all.middleRows(first, part->rows()) = *part;
    first += part->rows();
  }
  return all;
}

Matrix given(const Scene& scene) { return *scene.combine.w; }
Matrix ones(const Scene& scene) { return Matrix::Ones(1, std::ssize(scene.heads)); }
double whole(const Scene&) { return 1; }
double share(const Scene& scene) { return 1.0 / static_cast<double>(scene.heads.size()); }

constexpr std::array kCombines{
    ComputeCombine{"concat", w_o, b_o, nullptr, nullptr, ""},
    ComputeCombine{"projection", stacked, nullptr, nullptr, nullptr, ""},
    ComputeCombine{"weighted", nullptr, nullptr, given, whole, ""},
    ComputeCombine{"mean", nullptr, nullptr, ones, share, ""},
    ComputeCombine{"max", nullptr, nullptr, ones, whole, "#define LARGEST\n"},
    ComputeCombine{"none", nullptr, nullptr, nullptr, nullptr, ""},
};

template <typename Row, typename Kind>
const Row& row_for(std::span<const Row> rows, const Kind& kind) {
  if (const Row* row = find_row(rows, kind.id)) return *row;
  throw ComputeError("the graphics path has no " + std::string(kind.id));
}

}  // namespace

std::span<const ComputeScore> compute_scores() { return kComputeScores; }
std::span<const ComputeNormalizer> compute_normalizers() { return kNormalizers; }
std::span<const ComputeCombine> compute_combines() { return kCombines; }

const ComputeScore& score_row(const Scene& scene) {
  return row_for(compute_scores(), *scene.score.kind);
}
const ComputeNormalizer& normalizer_row(const Scene& scene) {
  return row_for(compute_normalizers(), *scene.normalizer.kind);
}
const ComputeCombine& combine_row(const Scene& scene) {
  return row_for(compute_combines(), *scene.combine.kind);
}

bool computes(const ScoreKind& kind) {
  const ComputeScore* row = find_row(compute_scores(), kind.id);
  return row && (row->is_given || !row->pair.empty());
}
bool computes(const NormalizerKind& kind) {
  const ComputeNormalizer* row = find_row(compute_normalizers(), kind.id);
  return row && !row->weigh.empty();
}
bool computes(const CombineKind& kind) { return find_row(compute_combines(), kind.id); }

bool computes(const Scene& scene) {
  // Drawing takes hidden keys from the scores on the device, or from the masks, not from both.
  const bool has_two_masks = scene.score.null == NoScore::kZero && !scene.masks.empty();
  return !has_two_masks && computes(*scene.score.kind) && computes(*scene.normalizer.kind) &&
         computes(*scene.combine.kind);
}

std::string_view bend_function(Bend bend) { return bend == Bend::kTanh ? "tanh_of" : "leaky_relu"; }

Matrix head_parameters(const ComputeScore& score, const Scene& scene, const ComputeBatch& batch,
                       Index k_width) {
  Matrix parameters;
  for (std::size_t n = 0; n < batch.count; ++n) {
    const RowVector row = score.parameters(scene.heads[batch.first + n], k_width);
    if (n == 0) parameters.resize(static_cast<Index>(batch.count), row.size());
    parameters.row(static_cast<Index>(n)) = row;
  }
  return parameters;
}

}  // namespace attn::gl
