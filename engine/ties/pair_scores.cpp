#include "engine/ties/pair_scores.h"

#include <array>
#include <cmath>
#include <map>

#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/shift.h"

namespace attn {
namespace {

// What the two kinds of numbers do in their own ways. A double's function is off by less than
// kPartOff of what it is, and so is the rounding of its argument.
constexpr double kPartOff = 0x1p-48;

bool is_zero(const Exact& number) { return number.sign() == 0; }
bool is_zero(const Bounded& number) { return number.is_exact() && number.middle() == 0; }

Exact bent_by_tanh(const Exact& x) { return std::tanh(static_cast<double>(x)); }
Bounded bent_by_tanh(const Bounded& x) {
  return Bounded(std::tanh(x.middle()), x.radius()).widened_by_part(kPartOff);
}

/// Five times x where x > 0, else x: whole numbers.
Exact bent_by_fifths(const Exact& x) { return x.sign() > 0 ? x * 5 : x; }
Bounded bent_by_fifths(const Bounded& x) {
  if (x.low() > 0) return x * 5;
  if (x.high() <= 0) return x;
  return (x.middle() > 0 ? Bounded(5 * x.middle(), 5 * x.radius())
                         : Bounded(x.middle(), 5 * x.radius()))
      .widened_by_part(kPartOff);
}

Exact elu_feature(const Exact& x) {
  return x.sign() > 0 ? x + 1 : Exact(std::exp(static_cast<double>(x)));
}
Bounded elu_feature(const Bounded& x) {
  if (x.low() > 0) return x + 1;
  // Nowhere steeper than 1.
  const double feature = x.middle() > 0 ? x.middle() + 1 : std::exp(x.middle());
  return Bounded(feature, x.radius()).widened(kPartOff * (1 + std::abs(x.middle())));
}

Exact capped(const Exact& x, double cap) { return cap * std::tanh(static_cast<double>(x) / cap); }
Bounded capped(const Bounded& x, double cap) {
  return Bounded(cap * std::tanh(x.middle() / cap), x.radius()).widened_by_part(kPartOff);
}

Bounded root_of(const Bounded& square) {
  const double low = std::sqrt(square.low());
  const double high = std::sqrt(square.high());
  return Bounded(low + (high - low) / 2, (high - low) / 2).widened_by_part(kPartOff);
}

/// a / b for b above 0.
Bounded quotient(const Bounded& a, const Bounded& b) {
  if (!(b.low() > 0)) return Bounded::anything();
  const double middle = a.middle() / b.middle();
  const double more = (a.radius() + std::abs(middle) * b.radius()) / b.low();
  return Bounded(middle, more).widened_by_part(kPartOff).widened_by_part(kPartOff);
}

/// number / √square as one number: a double.
Exact over_root(const Exact& number, const Exact& square) {
  if (is_zero(number)) return 0;
  const Exact::Rounded top = number.rounded();
  Exact::Rounded below = square.rounded();
  if (below.exponent % 2 != 0) {
    below.number *= 2;
    --below.exponent;
  }
  return std::ldexp(top.number / std::sqrt(below.number), top.exponent - below.exponent / 2);
}
Bounded over_root(const Bounded& number, const Bounded& square) {
  if (is_zero(number)) return 0;
  if (!(square.low() > 0)) return Bounded::anything();
  return quotient(number, root_of(square));
}

/// Of a row without a root they are themselves.
template <typename Number>
Number plain_number(const PairRow<Number>& row, std::size_t c) {
  return row.has_root ? over_root(row.numbers[c], row.square) : row.numbers[c];
}

Exact as_one_double(const PairScore<Exact>& score) {
  const Exact root = is_zero(score.over_root) ? Exact(0) : over_root(score.over_root, score.square);
  return over_root(root + score.plain, score.divisor * score.divisor);
}
Bounded as_one_double(const PairScore<Bounded>& score) {
  return value_of(score).widened_by_part(kPartOff);
}

template <typename Number>
Number dot(const PairRow<Number>& a, const PairRow<Number>& b) {
  Number sum = 0;
  for (std::size_t c = 0; c < a.numbers.size(); ++c) sum += a.numbers[c] * b.numbers[c];
  return sum;
}

// The scores, each as its neighbour in score.cpp has it.

template <typename Number>
struct ScoredPair {
  const Scene& scene;
  const Head& head;
  const PairRow<Number>&q, &k;
  Index i, j;

  Number width() const { return static_cast<double>(q.numbers.size()); }
  double energy(std::size_t c) const {
    return head.v ? static_cast<double>((**head.v)(static_cast<Index>(c))) : 1.0;
  }
};

template <typename Number>
PairScore<Number> dot_pair(const ScoredPair<Number>& pair) {
  return {.over_root = dot(pair.q, pair.k) * pair.scene.score.scale,
          .square = pair.q.square * pair.k.square};
}

template <typename Number>
PairScore<Number> scaled_dot_pair(const ScoredPair<Number>& pair) {
  return {.over_root = dot(pair.q, pair.k), .square = pair.q.square * pair.k.square * pair.width()};
}

/// The query is aligned before.
template <typename Number>
PairScore<Number> general_pair(const ScoredPair<Number>& pair) {
  return {.over_root = dot(pair.q, pair.k), .square = pair.q.square * pair.k.square};
}

template <typename Number>
PairScore<Number> additive_pair(const ScoredPair<Number>& pair) {
  const bool by_tanh = pair.scene.score.bend == Bend::kTanh;
  PairScore<Number> score;
  for (std::size_t c = 0; c < pair.q.numbers.size(); ++c) {
    const Number x = plain_number(pair.q, c) + plain_number(pair.k, c);
    score.plain += (by_tanh ? bent_by_tanh(x) : bent_by_fifths(x)) * pair.energy(c);
  }
  if (!by_tanh) score.divisor = 5;
  return score;
}

template <typename Number>
PairScore<Number> gaussian_pair(const ScoredPair<Number>& pair) {
  const auto &q = pair.q, &k = pair.k;
  const double width = pair.head.width.value_or(1.0F);
  const Number square_of_width = Number(width) * width;
  PairScore<Number> score;
  score.divisor = 2;
  if (!q.has_root && !k.has_root) {
    Number distance = 0;
    for (std::size_t c = 0; c < q.numbers.size(); ++c) {
      const Number step = q.numbers[c] - k.numbers[c];
      distance += step * step;
    }
    score.plain = -(square_of_width * distance);
    return score;
  }
  // ‖q‖² + ‖k‖² − 2 · q · k, over both squares.
  const Number both = q.square * k.square;
  score.square = both;
  score.over_root = square_of_width * 2 * dot(q, k) * both;
  score.plain = -(square_of_width * (dot(q, q) * k.square + dot(k, k) * q.square));
  score.divisor = both * 2;
  return score;
}

/// Roots of the rows cancel.
template <typename Number>
PairScore<Number> cosine_pair(const ScoredPair<Number>& pair) {
  const Number square = dot(pair.q, pair.q) * dot(pair.k, pair.k);
  if (is_zero(square)) return {};
  return {.over_root = dot(pair.q, pair.k) * pair.scene.score.scale, .square = square};
}

template <typename Number>
PairScore<Number> elu_pair(const ScoredPair<Number>& pair) {
  PairScore<Number> score;
  for (std::size_t c = 0; c < pair.q.numbers.size(); ++c) {
    score.plain += elu_feature(plain_number(pair.q, c)) * elu_feature(plain_number(pair.k, c));
  }
  return score;
}

template <typename Number>
PairScore<Number> given_pair(const ScoredPair<Number>& pair) {
  return {.plain = static_cast<double>((**pair.head.scores)(pair.i, pair.j))};
}

// The largest that they can be for queries and keys of such lengths.

struct Lengths {
  double q, k, width;  ///< √ of the width
};

double energies(const Head& head, double width) {
  return head.v ? (**head.v).cast<double>().lpNorm<1>() : width * width;
}

double most_of_dot(const Score& score, const Head&, const Lengths& of) {
  return std::abs(static_cast<double>(score.scale)) * of.q * of.k;
}
double most_of_scaled_dot(const Score&, const Head&, const Lengths& of) {
  return of.q * of.k / of.width;
}
double most_of_general(const Score&, const Head& head, const Lengths& of) {
  return of.q * of.k * (head.w_a ? (**head.w_a).cast<double>().norm() : 1);
}
/// Errors of rows become scores' as rows themselves would where nothing bent them.
double most_of_additive(const Score&, const Head& head, const Lengths& of) {
  constexpr double kShaders = 4;  // whose tanh is in single precision
  return kShaders * energies(head, of.width) * (1 + of.q + of.k);
}
double most_of_gaussian(const Score&, const Head& head, const Lengths& of) {
  return std::pow(static_cast<double>(head.width.value_or(1.0F)) * (of.q + of.k), 2);
}
double most_of_cosine(const Score& score, const Head&, const Lengths& of) {
  return std::abs(static_cast<double>(score.scale)) * of.q * of.k;
}
double most_of_elu(const Score&, const Head&, const Lengths& of) {
  return (of.q + of.width) * (of.k + of.width);
}
double most_of_given(const Score&, const Head&, const Lengths&) { return 0; }

struct PairScoreKind {
  std::string_view id;  ///< of the score
  PairScore<Bounded> (*bounded)(const ScoredPair<Bounded>& pair);
  PairScore<Exact> (*exact)(const ScoredPair<Exact>& pair);
  double (*most)(const Score& score, const Head& head, const Lengths& of);
  bool directions = false;  ///< lengths of rows don't count

  PairScore<Bounded> operator()(const ScoredPair<Bounded>& pair) const { return bounded(pair); }
  PairScore<Exact> operator()(const ScoredPair<Exact>& pair) const { return exact(pair); }
};

// A score without a row ties as it is computed.
constexpr std::array kPairScoreKinds{
    PairScoreKind{"dot", dot_pair, dot_pair, most_of_dot},
    PairScoreKind{"scaled_dot", scaled_dot_pair, scaled_dot_pair, most_of_scaled_dot},
    PairScoreKind{"general", general_pair, general_pair, most_of_general},
    PairScoreKind{"additive", additive_pair, additive_pair, most_of_additive},
    PairScoreKind{"gaussian", gaussian_pair, gaussian_pair, most_of_gaussian},
    PairScoreKind{"cosine", cosine_pair, cosine_pair, most_of_cosine, true},
    PairScoreKind{"elu", elu_pair, elu_pair, most_of_elu},
    PairScoreKind{"given", given_pair, given_pair, most_of_given},
};

const PairScoreKind* pair_score_kind(const Score& score) {
  return find_row(std::span<const PairScoreKind>(kPairScoreKinds), score.kind->id);
}

/// (x − mean x) / √(mean (x − mean x)² + ε), and what has less of it, in whole multiples.
template <typename Number>
void normalize_pair_row(const Score& score, PairRow<Number>& row) {
  if (!has_norm(score) || row.numbers.empty()) return;
  const Number width = static_cast<double>(row.numbers.size());
  Number of_epsilon = width * static_cast<double>(score.epsilon);
  if (score.norm->centers) {
    Number sum = 0;
    for (const Number& number : row.numbers) sum += number;
    for (Number& number : row.numbers) number = number * width - sum;
    of_epsilon = of_epsilon * width * width;
  }
  row.square = dot(row, row);
  if (score.norm->has_epsilon) {
    row.square = (row.square + of_epsilon) * width;
    for (Number& number : row.numbers) number = number * width;
  }
  row.has_root = true;
  if (is_zero(row.square)) row.square = 1;
}

template <typename Number>
void turn_pair_row(const Position& position, const WideMatrix& turns, Index i,
                   PairRow<Number>& row) {
  const Index pairs = rotated_width(position, turns.cols()) / 2;
  const bool in_halves = position.layout == RopeLayout::kHalves;
  for (Index p = 0; p < pairs; ++p) {
    const Index first = in_halves ? p : 2 * p;
    const Index second = in_halves ? p + pairs : 2 * p + 1;
    const Number cosine = turns(i, first), sine = turns(i, second);
    Number& to_x = row.numbers[static_cast<std::size_t>(first)];
    Number& to_y = row.numbers[static_cast<std::size_t>(second)];
    const Number x = to_x, y = to_y;
    to_x = x * cosine - y * sine;
    to_y = x * sine + y * cosine;
  }
}

template <typename Number>
std::vector<Number> multiplied_exactly(const std::vector<Number>& row, const Matrix& matrix) {
  std::vector<Number> product(static_cast<std::size_t>(matrix.cols()), Number(0));
  for (std::size_t d = 0; d < row.size(); ++d) {
    if (is_zero(row[d])) continue;
    for (std::size_t c = 0; c < product.size(); ++c) {
      const double weight = matrix(static_cast<Index>(d), static_cast<Index>(c));
      if (weight != 0) product[c] += row[d] * weight;
    }
  }
  return product;
}

template <typename Number>
PairRow<Number> made_row(const Scene& scene, const PairInputs::PreparedSide& side, Index i) {
  PairRow<Number> row;
  for (Index c = 0; c < side.embeddings->cols(); ++c) {
    row.numbers.emplace_back(static_cast<double>((*side.embeddings)(i, c)));
    if (side.shift.size() > 0) row.numbers.back() += Number(side.shift(i, c));
  }
  if (side.matrix) row.numbers = multiplied_exactly(row.numbers, *side.matrix);
  for (std::size_t c = 0; c < row.numbers.size(); ++c) {
    if (side.bias)
      row.numbers[c] += Number(static_cast<double>((*side.bias)(static_cast<Index>(c))));
  }
  normalize_pair_row(scene.score, row);
  for (std::size_t c = 0; side.gains && row.has_root && c < row.numbers.size(); ++c) {
    row.numbers[c] = row.numbers[c] * static_cast<double>((*side.gains)(static_cast<Index>(c)));
  }
  if (side.turns.size() > 0) turn_pair_row(scene.position, side.turns, i, row);
  if (side.aligned) row.numbers = multiplied_exactly(row.numbers, *side.aligned);
  return row;
}

template <typename Value>
const Value* address_of(const std::optional<Cow<Value>>& value) {
  return value ? &**value : nullptr;
}

int compare_with_zero(double number) { return number < 0 ? -1 : number > 0 ? 1 : 0; }

/// a / √b compared with c / √d.
int compare_roots(const Exact& a, const Exact& b, const Exact& c, const Exact& d) {
  if (a.sign() != c.sign()) return compare_with_zero(a.sign() - c.sign());
  return a.sign() * (a * a * d - c * c * b).sign();
}

}  // namespace

int compare(const PairScore<Exact>& a, const PairScore<Exact>& b) {
  // Over a common divisor a − b is p / √a.square − q / √b.square − far.
  const Exact p = a.over_root * b.divisor;
  const Exact q = b.over_root * a.divisor;
  const Exact far = b.plain * a.divisor - a.plain * b.divisor;
  const int roots = compare_roots(p, a.square, q, b.square);
  if (far.sign() == 0 || roots != far.sign()) return far.sign() == 0 ? roots : -far.sign();
  // Both are of one sign: their squares decide, (p / √… − q / √…)² − far² = even − odd / √both.
  const Exact both = a.square * b.square;
  const Exact even = p * p * b.square + q * q * a.square - far * far * both;
  const Exact odd = 2 * p * q * both;
  return roots * compare_roots(even, 1, odd, both);
}

Bounded value_of(const PairScore<Bounded>& score) {
  // What needs no quotient stays as exact as it is.
  const auto is_one = [](const Bounded& number) {
    return number.is_exact() && number.middle() == 1;
  };
  const Bounded root =
      is_one(score.square) ? score.over_root : over_root(score.over_root, score.square);
  const Bounded sum = root + score.plain;
  return is_one(score.divisor) ? sum : quotient(sum, score.divisor);
}

PairSide query_side(const Scene& scene, std::size_t h, Pairs pairs) {
  const Head& head = scene.heads[h];
  PairSide side;
  side.embeddings = &scene.query_embeddings();
  if (pairs == Pairs::kSubtracted) {
    side.matrix = &*head.subtract->w_q;
  } else {
    side.matrix = address_of(head.w_q);
    side.bias = address_of(head.b_q);
    side.gains = address_of(head.g_q);
  }
  if (scene.score.kind->pair_sum.rows == PairSum::RowForm::kAligned) {
    side.aligned = address_of(head.w_a);
  }
  return side;
}

PairSide key_side(const Scene& scene, std::size_t h, Pairs pairs) {
  const Head& head = scene.heads[keys_head(scene, h)];
  PairSide side;
  side.embeddings = &*scene.embeddings;
  if (pairs == Pairs::kSubtracted) {
    side.matrix = &*scene.heads[h].subtract->w_k;
  } else {
    side.matrix = address_of(head.w_k);
    side.bias = address_of(head.b_k);
    side.gains = address_of(head.g_k);
  }
  return side;
}

PairInputs::PairInputs(const Scene& of, std::size_t of_head, Pairs pairs, const Matrix& x)
    : scene(of),
      head(of.heads[of_head]),
      h(of_head),
      queries{query_side(of, of_head, pairs), {}, {}, {}},
      keys{key_side(of, of_head, pairs), {}, {}, {}} {
  prepare(queries);
  prepare(keys);
  if (head.w_f && pairs == Pairs::kOwn) forgotten = forgotten_sums(head, x);
}

void PairInputs::prepare(PreparedSide& side) {
  const Position& position = scene.position;
  const Index rows = side.embeddings->rows();
  const Index depth = side.embeddings->cols();
  if (position.kind->table) side.shift = position_shift(position, rows, depth);
  if (position.kind->rotate) {
    const Index width = side.matrix ? side.matrix->cols() : depth;
    const Index pairs = rotated_width(position, width) / 2;
    // What becomes of (1, 0) is the cosine and the sine.
    side.turns = WideMatrix::Zero(rows, width);
    for (Index p = 0; p < pairs; ++p) {
      side.turns.col(position.layout == RopeLayout::kHalves ? p : 2 * p).setOnes();
    }
    position.kind->rotate(position, side.turns);
  }
  const bool by_place = position.kind->table || position.kind->rotate;
  std::map<std::vector<float>, Index> known;
  for (Index i = 0; i < rows; ++i) {
    const float* row = side.embeddings->row(i).data();
    side.first.push_back(
        by_place ? i : known.try_emplace(std::vector<float>(row, row + depth), i).first->second);
  }
}

Cell PairInputs::first_alike(const Cell& cell) const {
  if (head.scores || shifts_scores(scene) || forgotten.size() > 0) return cell;
  return {queries.first[static_cast<std::size_t>(cell.query)],
          keys.first[static_cast<std::size_t>(cell.key)]};
}

template <typename Number>
PairScores<Number>::PairScores(const PairInputs& inputs)
    : inputs_(inputs),
      caps_(inputs.scene.score.cap &&
            (shifts_scores(inputs.scene) || fades_scores(inputs.head) || inputs.head.sink)),
      queries_(inputs.queries.first.size()),
      keys_(inputs.keys.first.size()) {}

template <typename Number>
const PairRow<Number>& PairScores<Number>::row(const PairInputs::PreparedSide& side, Index i,
                                               Rows& made) const {
  const auto n = static_cast<std::size_t>(side.first[static_cast<std::size_t>(i)]);
  {
    const std::lock_guard lock(mutex_);
    if (made[n]) return *made[n];
  }
  // Two threads may make the same one.
  auto mine = std::make_unique<const PairRow<Number>>(
      made_row<Number>(inputs_.scene, side, static_cast<Index>(n)));
  const std::lock_guard lock(mutex_);
  if (!made[n]) made[n] = std::move(mine);
  return *made[n];
}

template <typename Number>
PairScore<Number> PairScores<Number>::paired(Index i, Index j) const {
  const PairScoreKind& kind = *pair_score_kind(inputs_.scene.score);
  return kind(ScoredPair<Number>{inputs_.scene, inputs_.head, row(inputs_.queries, i, queries_),
                                 row(inputs_.keys, j, keys_), i, j});
}

template <typename Number>
PairScore<Number> PairScores<Number>::finished(PairScore<Number> score, Index i, Index j) const {
  if (caps_) score = {.plain = capped(as_one_double(score), *inputs_.scene.score.cap)};
  add_shift(score, i, j);
  return score;
}

/// As shift_scores() and fade_scores() do.
template <typename Number>
void PairScores<Number>::add_shift(PairScore<Number>& score, Index i, Index j) const {
  const Scene& scene = inputs_.scene;
  const auto add = [&](const Number& number) { score.plain += number * score.divisor; };
  if (scene.bias) add(static_cast<double>((**scene.bias)(i, j)));
  if (const auto term = scene.position.kind->term) {
    add(term(scene.position, static_cast<Index>(inputs_.h), std::ssize(scene.heads), j - i));
  }
  for (const Mask& mask : scene.masks) {
    if (!mask.kind->shift) continue;
    // Each as a double of its own.
    WideRow terms = WideRow::Zero(j + 1);
    mask.kind->shift(mask, i, terms);
    add(terms(j));
  }
  if (inputs_.forgotten.size() > 0 && j <= i) {
    add(inputs_.forgotten(i));
    add(-inputs_.forgotten(j));
  }
}

template class PairScores<Bounded>;
template class PairScores<Exact>;

double largest_pair_score(const Scene& scene, std::size_t h, double query, double key,
                          Index width) {
  const PairScoreKind* kind = pair_score_kind(scene.score);
  return kind->most(scene.score, scene.heads[h],
                    {query, key, std::sqrt(static_cast<double>(width))});
}

bool has_pair_scores(const Score& score) { return pair_score_kind(score) != nullptr; }

bool pairs_directions(const Score& score) { return pair_score_kind(score)->directions; }

}  // namespace attn
