#include "engine/attention/ties.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shift.h"

namespace attn {
namespace {

constexpr float kLargest = std::numeric_limits<float>::max();

/// 1 if the largest score gets all weight; −1 if the smallest does (`length` < 0); 0 if all weights
/// are equal (`length` = 0).
int direction_of(const Normalizer& normalizer) {
  if (!normalizer.length || !takes(*normalizer.kind, "length")) return 1;
  return *normalizer.length > 0 ? 1 : *normalizer.length < 0 ? -1 : 0;
}

/// Returns whether, at T = 0, each weight depends on the sign of its score.
bool goes_by_sign(const Normalizer& normalizer) { return takes(*normalizer.kind, "offset"); }

float as_margin(double margin) {
  // NaN too.
  if (!(margin < static_cast<double>(kLargest))) return kLargest;
  return std::nextafter(static_cast<float>(margin), kLargest);
}

/// Returns whether the score divides rows by their lengths.
bool takes_directions(const Score& score) {
  return score.kind->pair_sum.rows == PairSum::RowForm::kUnit;
}

/// Upper bound of the scores, and of their partial sums, for rows of these lengths: the score of
/// parallel rows, with constant parameters of the same norm.
double largest_score(const Scene& scene, std::size_t h, double query, double key, Index width) {
  if (has_given_scores(scene.score) || width == 0) return 0;
  Score score = scene.score;
  score.bend = Bend::kLeakyRelu;  // at least as large as tanh, and unbounded
  Head head;
  head.width = scene.heads[h].width;
  const auto& w_a = scene.heads[h].w_a;
  const auto& v = scene.heads[h].v;
  const auto d = static_cast<double>(width);
  if (w_a)
    head.w_a = Matrix(Matrix::Constant(width, width, static_cast<float>((*w_a)->norm() / d)));
  if (v) head.v = RowVector(RowVector::Constant(width, static_cast<float>((*v)->lpNorm<1>() / d)));
  const auto scored = [&](double q, double k) {
    const auto row = [&](double length) {
      return WideMatrix::Constant(1, width, length / std::sqrt(d)).eval();
    };
    return std::abs(score.kind->both_ways.scores(score, head, row(q), row(k))(0, 0));
  };
  // The rounding error of tanh is relative to 1, for any argument.
  const double bent = takes(*score.kind, "bend") ? scored(std::sqrt(d), 0) : 0;
  if (takes_directions(score)) return scored(1, 1) * query * key;
  return std::max(scored(query, key), scored(query, -key)) + bent;
}

/// For rows computed from x: lengths of the largest intermediate sums. If rows are divided by their
/// lengths, the rounding errors of these sums grow by that factor.
Eigen::VectorXd sizes_of(const Scene& scene, const RowProjection& side, const Matrix& x,
                         const Matrix& rows) {
  const double weights = side.matrix ? side.matrix->cast<double>().norm() : 1;
  const double bias = side.bias ? side.bias->cast<double>().norm() : 0;
  Eigen::VectorXd sums = (x.cast<double>().rowwise().norm() * weights).array() + bias;
  const bool is_unit = takes_directions(scene.score);
  if (!has_norm(scene.score) && !is_unit) return sums;
  Eigen::VectorXd before = rows.cast<double>().rowwise().norm();
  const Eigen::VectorXd after = is_unit ? Eigen::VectorXd::Ones(before.size()).eval() : before;
  if (has_norm(scene.score)) {
    WideMatrix made = projected(x.cast<double>(), side);
    if (scene.score.norm->centers) made.colwise() -= made.rowwise().mean().eval();
    before = made.rowwise().norm();
  }
  // A row of zeros stays 0.
  return (before.array() > 0).select(after.array() * (sums.array() / before.array()).max(1), 0);
}

WideMatrix placed(const Position& position, const Matrix& embeddings) {
  WideMatrix x = embeddings.cast<double>();
  if (position.kind->table) x += position_shift(position, x.rows(), x.cols());
  return x;
}

}  // namespace

/// Scores of one query, or of one key.
struct Ties::Line {
  bool is_row = true;
  Index index = 0;
  double query_size = 0;
  std::optional<float> sink;
};

/// Queries and keys, computed from the scene's numbers in double precision.
struct Ties::Rows {
  WideMatrix q, k;
  Eigen::VectorXd forgotten;  ///< forgotten_sums(); empty without a forget gate
};

bool jumps_at_ties(const Normalizer& normalizer) {
  if (normalizer.temperature == 0) {
    return normalizer.kind->sums_to_one() || goes_by_sign(normalizer);
  }
  return takes(*normalizer.kind, "k") && std::isfinite(normalizer.temperature);
}

Ties::Ties(const Scene& scene, std::size_t h, const Trace& inputs, const Matrix& q, const Matrix& k,
           Pairs pairs)
    : scene_(scene), h_(h), pairs_(pairs), x_(inputs.x), width_(k.cols()) {
  const auto longest = [&](const Matrix& rows) {
    if (takes_directions(scene.score)) return 1.0;
    return std::sqrt(rows.cast<double>().rowwise().squaredNorm().maxCoeff());
  };
  query_sizes_ = sizes_of(scene, query_projection(scene, h, pairs), inputs.query_x, q);
  key_size_ = sizes_of(scene, key_projection(scene, h, pairs), inputs.x, k).maxCoeff();
  // Shaders round terms before they add them; those of a table are numbers of float32.
  double farthest = 0;
  for (const Index steps : {1 - q.rows(), k.rows() - 1}) {
    for (const auto& term : distance_terms(scene, h, steps)) farthest += std::abs(term.value);
  }
  constexpr double kPart = 0x1p-18;  // relative error of rows and scores in float32
  constexpr double kSmall = 0x1p-99;
  const double known = largest_score(scene, h, longest(q), longest(k), width_) + farthest;
  const double sums = largest_score(scene, h, query_sizes_.maxCoeff(), key_size_, width_);
  margin_ = as_margin(kPart * known + 2 * kTie * sums + kSmall);
}

const Ties::Rows& Ties::rows() const {
  std::call_once(once_, [&] {
    const auto made = std::make_shared<Rows>();
    const WideMatrix asking = placed(scene_.position, scene_.query_embeddings());
    made->q = pair_rows(scene_, asking, query_projection(scene_, h_, pairs_));
    made->k = pair_rows(scene_, placed(scene_.position, *scene_.embeddings),
                        key_projection(scene_, h_, pairs_));
    const Head& head = scene_.heads[h_];
    if (head.w_f && pairs_ == Pairs::kOwn) made->forgotten = forgotten_sums(head, x_);
    rows_ = made;
  });
  return *rows_;
}

/// Sum of the terms that shift_scores() and fade_scores() add to the score of query i and key j.
double Ties::added_to(Index i, Index j) const {
  double sum = scene_.bias ? static_cast<double>((**scene_.bias)(i, j)) : 0;
  for (const DistanceTerm& term : distance_terms(scene_, h_, j - i)) sum += term.value;
  for (const Mask& mask : scene_.masks) {
    if (!mask.kind->shift) continue;
    WideRow terms = WideRow::Zero(j + 1);
    mask.kind->shift(mask, i, terms);
    sum += terms(j);
  }
  const Eigen::VectorXd& forgotten = rows().forgotten;
  return forgotten.size() > 0 && j <= i ? sum + (forgotten(i) - forgotten(j)) : sum;
}

std::vector<double> Ties::wide_scores(const Line& line, const std::vector<Index>& close) const {
  const Head& head = scene_.heads[h_];
  const Score& score = scene_.score;
  const auto n = std::ssize(close);
  WideMatrix made(1, n);
  if (has_given_scores(score)) {
    const Matrix& given = **head.scores;
    for (Index m = 0; m < n; ++m) {
      const Index other = close[static_cast<std::size_t>(m)];
      made(0, m) = line.is_row ? given(line.index, other) : given(other, line.index);
    }
  } else {
    const WideMatrix &q = rows().q, &k = rows().k;
    const WideMatrix one = (line.is_row ? q : k).row(line.index);
    WideMatrix many(n, line.is_row ? k.cols() : q.cols());
    for (Index m = 0; m < n; ++m) {
      many.row(m) = (line.is_row ? k : q).row(close[static_cast<std::size_t>(m)]);
    }
    const auto scores = score.kind->both_ways.scores;
    made = line.is_row ? scores(score, head, one, many)
                       : WideMatrix(scores(score, head, many, one).transpose());
  }
  // A cap is monotone, so it only matters if uncapped terms are added, or a sink is compared.
  if (shifts_scores(scene_) || fades_scores(head) || line.sink) cap_scores(score, made);
  std::vector<double> found;
  for (Index m = 0; m < n; ++m) {
    const Index other = close[static_cast<std::size_t>(m)];
    found.push_back(made(0, m) +
                    (line.is_row ? added_to(line.index, other) : added_to(other, line.index)));
  }
  return found;
}

void Ties::settle_row(Index i, std::span<float> scores) const {
  // A factor of length is a logarithm, and has no exact tie with a sink.
  std::optional<float> sink;
  if (pairs_ == Pairs::kOwn && !scene_.normalizer.length) sink = scene_.heads[h_].sink;
  settle({true, i, query_sizes_(i), sink}, scores);
}

void Ties::settle_column(Index j, std::span<float> scores) const {
  settle({false, j, query_sizes_.maxCoeff(), {}}, scores);
}

void Ties::settle(const Line& line, std::span<float> scores) const {
  if (goes_by_sign(scene_.normalizer)) return settle_signs(line, scores);
  const int direction = direction_of(scene_.normalizer);
  if (direction > 0) settle_order(line, 1, scores);
  if (direction >= 0) return;
  const auto turn = [&] {
    for (float& score : scores) score = score == kMasked ? score : -score;
  };
  turn();
  settle_order(line, -1, scores);
  turn();
}

/// Settles ties with the largest, or with the k-th largest, of the scores times `direction`.
void Ties::settle_order(const Line& line, double direction, std::span<float> scores) const {
  const Index wanted = scene_.normalizer.temperature == 0 ? 1 : scene_.normalizer.k;
  const Eigen::Map<const Eigen::ArrayXf> all(scores.data(), std::ssize(scores));
  float level = std::max(all.maxCoeff(), line.sink.value_or(kMasked));
  if (wanted > 1) {
    std::vector<float> seen;
    std::ranges::copy_if(scores, std::back_inserter(seen), [](float s) { return s != kMasked; });
    if (line.sink) seen.push_back(*line.sink);
    if (wanted >= std::ssize(seen)) return;
    std::ranges::nth_element(seen, seen.begin() + (wanted - 1), std::greater<>());
    level = seen[static_cast<std::size_t>(wanted - 1)];
  }
  if (level == kMasked) return;
  const float far = as_margin(static_cast<double>(margin_ + kPartOfLargest * std::abs(level)));
  const auto is_close = [&](float score) { return std::abs(score - level) <= far; };
  const bool sink_is_close = line.sink && is_close(*line.sink);
  if (((all - level).abs() <= far).count() + (sink_is_close ? 1 : 0) < 2) return;
  std::vector<Index> close;
  Index above = line.sink && *line.sink > level && !sink_is_close ? 1 : 0;
  for (Index n = 0; n < all.size(); ++n) {
    if (is_close(all(n))) {
      close.push_back(n);
    } else if (all(n) > level) {
      ++above;
    }
  }
  std::vector<double> wide = wide_scores(line, close);
  for (double& score : wide) score *= direction;
  if (sink_is_close) wide.push_back(static_cast<double>(*line.sink));
  std::vector<double> sorted = wide;
  const auto last = sorted.begin() + (wanted - above - 1);
  std::ranges::nth_element(sorted, last, std::greater<>());
  const double tie = tie_of(line) + kTie * std::abs(*last);
  const auto side_of = [&](double score) {
    return std::abs(score - *last) <= tie ? 0 : score > *last ? 1 : -1;
  };
  if (sink_is_close) {
    const int side = side_of(wide.back());
    level = side == 0  ? *line.sink
            : side > 0 ? std::min(level, *line.sink)
                       : std::max(level, std::nextafter(*line.sink, kLargest));
  }
  const float below = std::nextafter(level, kMasked);
  for (std::size_t n = 0; n < close.size(); ++n) {
    float& score = scores[static_cast<std::size_t>(close[n])];
    const int side = side_of(wide[n]);
    score = side == 0 ? level : side > 0 ? std::max(score, level) : std::min(score, below);
  }
}

void Ties::settle_signs(const Line& line, std::span<float> scores) const {
  constexpr float kLeast = std::numeric_limits<float>::denorm_min();
  std::vector<Index> close;
  for (Index n = 0; n < std::ssize(scores); ++n) {
    if (std::abs(scores[static_cast<std::size_t>(n)]) <= margin_) close.push_back(n);
  }
  if (close.empty()) return;
  const std::vector<double> wide = wide_scores(line, close);
  const double tie = tie_of(line);
  for (std::size_t n = 0; n < close.size(); ++n) {
    float& score = scores[static_cast<std::size_t>(close[n])];
    score = std::abs(wide[n]) <= tie ? 0
            : wide[n] > 0            ? std::max(score, kLeast)
                                     : std::min(score, -kLeast);
  }
}

/// Largest difference of two scores of the line that count as tied.
double Ties::tie_of(const Line& line) const {
  return kTie * largest_score(scene_, h_, line.query_size, key_size_, width_);
}

Matrix settled_scores(const Ties& ties, const Normalizer& normalizer, Matrix scores) {
  const bool is_turned = normalizer.over != Over::kKeys;
  if (is_turned) scores = scores.transpose().eval();
  for (Index n = 0; n < scores.rows(); ++n) {
    const std::span<float> line(scores.row(n).data(), static_cast<std::size_t>(scores.cols()));
    is_turned ? ties.settle_column(n, line) : ties.settle_row(n, line);
  }
  if (is_turned) scores = scores.transpose().eval();
  return scores;
}

}  // namespace attn
