#include "engine/ties/ties.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/attention/lookup.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"

namespace attn {
namespace {

constexpr float kLargest = std::numeric_limits<float>::max();

/// 1 where the largest score takes all weight, −1 where the smallest does, as its factor of length
/// is below 0, and 0 where all weigh the same.
int direction_of(const Normalizer& normalizer) {
  if (!normalizer.length || !takes(*normalizer.kind, "length")) return 1;
  return *normalizer.length > 0 ? 1 : *normalizer.length < 0 ? -1 : 0;
}

/// Whether no more than the k largest have weight.
bool keeps_largest(const Normalizer& normalizer) { return takes(*normalizer.kind, "k"); }

/// Whether at T = 0 each score's sign decides its weight.
bool goes_by_sign(const Normalizer& normalizer) { return takes(*normalizer.kind, "offset"); }

float as_margin(double margin) {
  // NaN too.
  if (!(margin < static_cast<double>(kLargest))) return kLargest;
  return std::nextafter(static_cast<float>(margin), kLargest);
}

template <typename Number>
PairScore<Number> given_number(float number) {
  return {.plain = static_cast<double>(number)};
}

}  // namespace

/// Some query's scores, or some key's.
struct Ties::Line {
  bool is_row = true;
  Index index = 0;
  double margin = 0;
  std::optional<float> sink;

  Cell cell(Index n) const { return is_row ? Cell{index, n} : Cell{n, index}; }
};

/// Of rows of q or k as they were computed: how long they are, and how far they may be from those
/// of exact arithmetic.
struct Ties::Sizes {
  Eigen::VectorXd lengths;
  Eigen::VectorXd errors;

  /// Of rows that are divided by their lengths.
  void take_directions() {
    for (Index i = 0; i < lengths.size(); ++i) {
      const double part = errors(i) == 0 ? 0 : errors(i) / lengths(i);
      errors(i) = part < 1 ? part : 1;  // NaN too
    }
    lengths.setOnes();
  }
};

/// The pairs from the scene's own numbers on.
struct Ties::Pairing {
  Pairing(const Scene& scene, std::size_t h, Pairs pairs, const Matrix& x)
      : inputs(scene, h, pairs, x), bounded(inputs), exact(inputs) {}

  template <typename Number>
  const PairScores<Number>& scores() const {
    if constexpr (std::is_same_v<Number, Exact>) {
      return exact;
    } else {
      return bounded;
    }
  }

  template <typename Number>
  std::vector<PairScore<Number>> of(const std::vector<Cell>& cells) const {
    std::vector<PairScore<Number>> found;
    found.reserve(cells.size());
    for (const auto& [i, j] : cells) {
      found.push_back(scores<Number>().finished(scores<Number>().paired(i, j), i, j));
    }
    return found;
  }

  const PairInputs inputs;
  const PairScores<Bounded> bounded;
  const PairScores<Exact> exact;
};

bool jumps_at_ties(const Normalizer& normalizer) {
  if (normalizer.temperature == 0)
    return normalizer.kind->sums_to_one() || goes_by_sign(normalizer);
  return keeps_largest(normalizer) && std::isfinite(normalizer.temperature);
}

Ties::Ties(const Scene& scene, std::size_t h, const Trace& inputs, const Matrix& q, const Matrix& k,
           Pairs pairs)
    : scene_(scene), h_(h), pairs_(pairs), x_(inputs.x) {
  margins_.assign(static_cast<std::size_t>(q.rows()), 0);
  if (!has_pair_scores(scene.score)) return;
  const Sizes queries = sizes_of(query_side(scene, h, pairs), inputs.query_x, q);
  const Sizes keys = sizes_of(key_side(scene, h, pairs), inputs.x, k);
  const double key = keys.lengths.maxCoeff();
  const double key_error = keys.errors.maxCoeff();
  const auto most = [&](double query, double longest_key) {
    return largest_pair_score(scene, h, query, longest_key, k.cols());
  };
  // What is rounded after it was added to scores is a part of the largest, or of what it was made
  // of: shaders round a slope before it is multiplied with a distance.
  double farthest = 0;
  if (const auto slope = scene.position.kind->slope) {
    farthest = std::abs(slope(scene.position, static_cast<Index>(h), std::ssize(scene.heads))) *
               static_cast<double>(q.rows() + k.rows());
  }
  constexpr double kPart = 0x1p-21;
  constexpr double kSmall = 0x1p-120;
  for (Index i = 0; i < q.rows(); ++i) {
    // Scores grow with the rows that they are made of, and never faster than their bounds.
    const double known = most(queries.lengths(i), key);
    const double error = most(queries.lengths(i) + queries.errors(i), key + key_error) - known;
    margins_[static_cast<std::size_t>(i)] =
        as_margin(2 * (error + kPart * (known + farthest) + kSmall));
  }
}

Ties::Sizes Ties::sizes_of(const PairSide& side, const Matrix& x, const Matrix& rows) const {
  constexpr double kSingle = 0x1p-24;  // what one rounding takes at most, as a part
  constexpr double kDouble = 0x1p-53;
  constexpr double kSmall = 0x1p-100;  // what is smaller may be lost
  const double weights = side.matrix ? side.matrix->cast<double>().norm() : 1;
  const double bias = side.bias ? side.bias->cast<double>().norm() : 0;
  // Embeddings are rounded with their positions; all sums after that are in double precision.
  const double placed = scene_.position.kind->table ? 2 * kSingle : 0;
  const double summed = static_cast<double>(4 * (x.cols() + rows.cols() + 4)) * kDouble;
  Sizes sizes;
  sizes.errors = ((placed + summed) * weights) * x.cast<double>().rowwise().norm();
  sizes.errors.array() += summed * bias;
  sizes.lengths = rows.cast<double>().rowwise().norm();
  if (has_norm(scene_.score)) {
    // Short rows are made longer, and their errors with them.
    Sizes before = {lengths_before_norm(side, x), sizes.errors};
    before.take_directions();
    const double gain = side.gains ? side.gains->cast<double>().cwiseAbs().maxCoeff() : 1;
    const double longest = gain * std::sqrt(static_cast<double>(rows.cols()));
    sizes.errors = (4 * longest) * before.errors;
  }
  // Rows were rounded themselves, turned by angles that were, and divided by lengths.
  constexpr double kRoundings = 6;
  sizes.errors += (kRoundings * kSingle) * sizes.lengths;
  for (Index i = 0; i < x.rows(); ++i) {
    // Nothing comes of nothing.
    if (side.bias || placed > 0 || !x.row(i).isZero(0)) sizes.errors(i) += kSmall;
  }
  if (pairs_directions(scene_.score)) sizes.take_directions();
  return sizes;
}

/// Lengths of what the norm divides by them.
Eigen::VectorXd Ties::lengths_before_norm(const PairSide& side, const Matrix& x) const {
  const NormKind& norm = *scene_.score.norm;
  WideMatrix rows = x.cast<double>();
  if (side.matrix) rows *= side.matrix->cast<double>();
  if (side.bias) rows.rowwise() += side.bias->cast<double>();
  if (norm.centers) rows.colwise() -= rows.rowwise().mean().eval();
  const double added = norm.has_epsilon ? static_cast<double>(scene_.score.epsilon) : 0;
  return (rows.rowwise().squaredNorm().array() + added * static_cast<double>(rows.cols())).sqrt();
}

const Ties::Pairing& Ties::pairing() const {
  std::call_once(once_,
                 [&] { pairing_ = std::make_shared<const Pairing>(scene_, h_, pairs_, x_); });
  return *pairing_;
}

void Ties::settle_row(Index i, std::span<float> scores) const {
  // A factor of length is a logarithm, and has no exact tie with a sink.
  std::optional<float> sink;
  if (pairs_ == Pairs::kOwn && !scene_.normalizer.length) sink = scene_.heads[h_].sink;
  settle({true, i, static_cast<double>(margin(i)), sink}, scores);
}

void Ties::settle_column(Index j, std::span<float> scores) const {
  settle({false, j, static_cast<double>(*std::ranges::max_element(margins_)), {}}, scores);
}

void Ties::settle(const Line& line, std::span<float> scores) const {
  if (!has_pair_scores(scene_.score)) return;
  if (goes_by_sign(scene_.normalizer)) return settle_signs(line, scores);
  const int direction = direction_of(scene_.normalizer);
  if (direction == 0) return;
  if (direction > 0) return settle_order(line, scores);
  const auto turn = [&] {
    for (float& score : scores) score = score == kMasked ? score : -score;
  };
  turn();
  settle_order(line, scores);
  turn();
}

void Ties::settle_order(const Line& line, std::span<float> scores) const {
  if (scene_.normalizer.temperature == 0) {
    settle_largest(line, scores);
  } else {
    settle_last_kept(line, scores);
  }
}

/// In loops that compilers make whole vectors of, until something is close.
void Ties::settle_largest(const Line& line, std::span<float> scores) const {
  const Eigen::Map<const Eigen::ArrayXf> all(scores.data(), std::ssize(scores));
  const float largest = std::max(all.maxCoeff(), line.sink.value_or(kMasked));
  if (largest == kMasked) return;
  const double far = line.margin + static_cast<double>(kPartOfLargest) * std::abs(largest);
  const float least = std::max(static_cast<float>(static_cast<double>(largest) - far), -kLargest);
  const bool sink_is_close = line.sink && *line.sink >= least;
  int count = sink_is_close ? 1 : 0;
  for (const float score : scores) count += score >= least ? 1 : 0;
  if (count < 2) return;
  std::vector<Index> close;
  for (Index n = 0; n < std::ssize(scores); ++n) {
    if (scores[static_cast<std::size_t>(n)] >= least) close.push_back(n);
  }
  const std::vector<bool> won = winners(line, close, sink_is_close);
  float level = largest;
  if (sink_is_close) {
    level = won.back() ? *line.sink : std::max(level, std::nextafter(*line.sink, kLargest));
  }
  const float below = std::nextafter(level, kMasked);
  for (std::size_t n = 0; n < close.size(); ++n) {
    float& score = scores[static_cast<std::size_t>(close[n])];
    score = won[n] ? level : std::min(score, below);
  }
}

/// Which of the keys, and the sink after them where it is one of them, take all weight.
std::vector<bool> Ties::winners(const Line& line, const std::vector<Index>& close,
                                bool with_sink) const {
  // Equal pairs score the same without being asked.
  const PairInputs& inputs = pairing().inputs;
  std::map<std::pair<Index, Index>, std::size_t> known;
  std::vector<Cell> cells;
  std::vector<std::size_t> groups;
  for (const Index n : close) {
    const Cell cell = inputs.first_alike(line.cell(n));
    const auto [at, is_new] = known.try_emplace({cell.query, cell.key}, cells.size());
    if (is_new) cells.push_back(cell);
    groups.push_back(at->second);
  }
  const std::vector<bool> won = winners_of(cells, with_sink ? line.sink : std::nullopt);
  std::vector<bool> found;
  found.reserve(groups.size() + 1);
  for (const std::size_t group : groups) found.push_back(won[group]);
  if (with_sink) found.push_back(won.back());
  return found;
}

std::vector<bool> Ties::winners_of(const std::vector<Cell>& cells,
                                   std::optional<float> sink) const {
  if (cells.size() == 1 && !sink) return {true};
  const int direction = direction_of(scene_.normalizer);
  auto bounded = pairing().of<Bounded>(cells);
  if (sink) bounded.push_back(given_number<Bounded>(*sink));
  double least = -std::numeric_limits<double>::infinity();
  std::vector<Bounded> values;
  for (const auto& score : bounded) {
    const Bounded value = value_of(score);
    values.push_back(direction > 0 ? value : -value);
    if (values.back().is_finite()) least = std::max(least, values.back().low());
  }
  std::vector<bool> won;
  bool decided = true;
  for (const Bounded& value : values) {
    won.push_back(!value.is_finite() || value.high() >= least);
    decided &= !won.back() || value.is_exact();
  }
  if (decided || std::ranges::count(won, true) == 1) return won;
  // Some are too close for doubles.
  std::vector<Cell> left;
  for (std::size_t n = 0; n < cells.size(); ++n) {
    if (won[n]) left.push_back(cells[n]);
  }
  auto exact = pairing().of<Exact>(left);
  if (sink && won.back()) exact.push_back(given_number<Exact>(*sink));
  const auto largest = std::ranges::max_element(
      exact, [&](const auto& a, const auto& b) { return direction * compare(a, b) < 0; });
  auto score = exact.begin();
  for (std::size_t n = 0; n < won.size(); ++n) {
    if (won[n]) won[n] = compare(*score++, *largest) == 0;
  }
  return won;
}

/// About the least of the k largest.
void Ties::settle_last_kept(const Line& line, std::span<float> scores) const {
  const Index k = scene_.normalizer.k;
  std::vector<float> seen;
  std::ranges::copy_if(scores, std::back_inserter(seen), [](float s) { return s != kMasked; });
  if (line.sink) seen.push_back(*line.sink);
  if (k >= std::ssize(seen)) return;
  std::ranges::nth_element(seen, seen.begin() + (k - 1), std::greater<>());
  float level = seen[static_cast<std::size_t>(k - 1)];
  const double far = line.margin + static_cast<double>(kPartOfLargest) * std::abs(level);
  const auto is_close = [level, far](float s) {
    return std::abs(static_cast<double>(s) - static_cast<double>(level)) <= far;
  };
  std::vector<Index> close;
  for (Index n = 0; n < std::ssize(scores); ++n) {
    if (is_close(scores[static_cast<std::size_t>(n)])) close.push_back(n);
  }
  const bool sink_is_close = line.sink && is_close(*line.sink);
  if (std::ssize(close) + (sink_is_close ? 1 : 0) < 2) return;
  const Index above =
      std::ranges::count_if(seen, [&](float s) { return s > level && !is_close(s); });
  const std::vector<int> sides = beside_last_kept(line, close, k - above, sink_is_close);
  if (sink_is_close) {
    const float sink = *line.sink;
    level = sides.back() == 0  ? sink
            : sides.back() > 0 ? std::min(level, sink)
                               : std::max(level, std::nextafter(sink, kLargest));
  }
  const float below = std::nextafter(level, kMasked);
  for (std::size_t n = 0; n < close.size(); ++n) {
    float& score = scores[static_cast<std::size_t>(close[n])];
    score = sides[n] == 0 ? level : sides[n] > 0 ? std::max(score, level) : std::min(score, below);
  }
}

/// Of each, and the sink after them where it is one of them: whether it is below, the same as or
/// above the last of the `wanted` largest of them.
std::vector<int> Ties::beside_last_kept(const Line& line, const std::vector<Index>& close,
                                        Index wanted, bool with_sink) const {
  const int direction = direction_of(scene_.normalizer);
  std::vector<Cell> cells;
  cells.reserve(close.size());
  for (const Index n : close) cells.push_back(line.cell(n));
  auto exact = pairing().of<Exact>(cells);
  if (with_sink) exact.push_back(given_number<Exact>(*line.sink));
  std::vector<const PairScore<Exact>*> order;
  order.reserve(exact.size());
  for (const auto& score : exact) order.push_back(&score);
  std::ranges::nth_element(order, order.begin() + (wanted - 1), [&](const auto* a, const auto* b) {
    return direction * compare(*a, *b) > 0;
  });
  const PairScore<Exact>& last = *order[static_cast<std::size_t>(wanted - 1)];
  std::vector<int> sides;
  sides.reserve(exact.size());
  for (const auto& score : exact) sides.push_back(direction * compare(score, last));
  return sides;
}

void Ties::settle_signs(const Line& line, std::span<float> scores) const {
  constexpr float kLeast = std::numeric_limits<float>::denorm_min();
  for (Index n = 0; n < std::ssize(scores); ++n) {
    float& score = scores[static_cast<std::size_t>(n)];
    if (static_cast<double>(std::abs(score)) > line.margin) continue;
    const int sign = sign_of(line.cell(n));
    score = sign == 0 ? 0 : sign > 0 ? std::max(score, kLeast) : std::min(score, -kLeast);
  }
}

int Ties::sign_of(const Cell& cell) const {
  const Bounded value = value_of(pairing().of<Bounded>({cell})[0]);
  if (value.low() > 0) return 1;
  if (value.high() < 0) return -1;
  if (value.is_exact()) return 0;
  return compare(pairing().of<Exact>({cell})[0], {});
}

Matrix settled_scores(const Ties& ties, const Normalizer& normalizer, Matrix scores) {
  if (normalizer.over == Over::kKeys) {
    for (Index i = 0; i < scores.rows(); ++i) {
      ties.settle_row(i, {scores.row(i).data(), static_cast<std::size_t>(scores.cols())});
    }
    return scores;
  }
  std::vector<float> column(static_cast<std::size_t>(scores.rows()));
  for (Index j = 0; j < scores.cols(); ++j) {
    Eigen::Map<Eigen::VectorXf> numbers(column.data(), scores.rows());
    numbers = scores.col(j);
    ties.settle_column(j, column);
    scores.col(j) = numbers;
  }
  return scores;
}

}  // namespace attn
