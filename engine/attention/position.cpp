#include "engine/attention/position.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/attention/lookup.h"
#include "engine/base/clamped.h"
#include "engine/base/require.h"

namespace attn {
namespace {

/// i / base^(2j / width).
double angle(const Position& position, Index i, Index j, Index width) {
  const double exponent = 2.0 * static_cast<double>(j) / static_cast<double>(width);
  return static_cast<double>(i) / std::pow(static_cast<double>(position.base), exponent);
}

/// Frequency and function of a column of sinusoids.
struct Sinusoid {
  Index frequency;
  bool is_cosine;
};
Sinusoid sinusoid(const Position& position, Index column, Index width) {
  if (position.layout == PairLayout::kPairs) return {column / 2, column % 2 == 1};
  const Index sines = (width + 1) / 2;
  return column < sines ? Sinusoid{column, false} : Sinusoid{column - sines, true};
}

/// Vaswani et al. 2017, section 3.5; optionally all sines first, as in tensor2tensor and fairseq.
WideMatrix sinusoidal_table(const Position& position, Index rows, Index width) {
  WideMatrix table(rows, width);
  for (Index c = 0; c < width; ++c) {
    const auto [frequency, is_cosine] = sinusoid(position, c, width);
    for (Index i = 0; i < rows; ++i) {
      const double turn = angle(position, i, frequency, width);
      table(i, c) = is_cosine ? std::cos(turn) : std::sin(turn);
    }
  }
  return table;
}

/// Derivative of angle() by the base: −2j / width · angle / base.
double angle_by_base(const Position& position, Index i, Index j, Index width) {
  const double exponent = 2.0 * static_cast<double>(j) / static_cast<double>(width);
  return -exponent * angle(position, i, j, width) / static_cast<double>(position.base);
}

void sinusoidal_backward(const Position& position, const WideMatrix& by_table,
                         const GradientsBelow& of_position) {
  double by_base = 0;
  const Index width = by_table.cols();
  for (Index i = 0; i < by_table.rows(); ++i) {
    for (Index c = 0; c < width; ++c) {
      const auto [frequency, is_cosine] = sinusoid(position, c, width);
      const double turn = angle(position, i, frequency, width);
      const double slope = is_cosine ? -std::sin(turn) : std::cos(turn);
      by_base += by_table(i, c) * slope * angle_by_base(position, i, frequency, width);
    }
  }
  of_position.add("base", by_base);
}

WideMatrix binary_table(const Position&, Index rows, Index width) {
  constexpr Index kBits = std::numeric_limits<Index>::digits;
  WideMatrix table = WideMatrix::Zero(rows, width);
  for (Index i = 0; i < rows; ++i) {
    for (Index c = 0; c < std::min(width, kBits); ++c) {
      table(i, c) = static_cast<double>((i >> c) & 1);
    }
  }
  return table;
}

WideMatrix learned_table(const Position& position, Index rows, Index) {
  return position.table->topRows(rows).cast<double>();
}

void learned_backward(const Position&, const WideMatrix& by_table,
                      const GradientsBelow& of_position) {
  of_position.add("table", by_table);
}

/// Rotation angle of pair j of `pairs` in row i.
double turn_of(const Position& position, Index i, Index j, Index pairs) {
  if (!position.scaling) return angle(position, i, j, 2 * pairs);
  const RopeScaling& scaling = *position.scaling;
  return static_cast<double>(i) * scaling.kind->rate(scaling, position.base, j, pairs);
}

/// Su et al. 2021, eq. 34; optionally with halves as pairs, as in GPT-NeoX and Llama.
void rotate(const Position& position, WideMatrix& rows) {
  const Index pairs = rotated_width(position, rows.cols()) / 2;
  const bool in_halves = position.layout == PairLayout::kHalves;
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index j = 0; j < pairs; ++j) {
      const double turn = turn_of(position, i, j, pairs);
      const double cosine = std::cos(turn);
      const double sine = std::sin(turn);
      double& first = rows(i, in_halves ? j : 2 * j);
      double& second = rows(i, in_halves ? j + pairs : 2 * j + 1);
      const double x = first;
      const double y = second;
      first = x * cosine - y * sine;
      second = x * sine + y * cosine;
    }
  }
}

double turn_by_base(const Position& position, Index i, Index j, Index pairs) {
  if (!position.scaling) return angle_by_base(position, i, j, 2 * pairs);
  const RopeScaling& scaling = *position.scaling;
  return static_cast<double>(i) * scaling.kind->rate_by_base(scaling, position.base, j, pairs);
}

/// Rotates back; the derivative of a rotated (x, y) by its angle is (−y, x).
void rotate_backward(const Position& position, const WideMatrix& turned, WideMatrix& by_rows,
                     const GradientsBelow& of_position) {
  const Index pairs = rotated_width(position, turned.cols()) / 2;
  const bool in_halves = position.layout == PairLayout::kHalves;
  double by_base = 0;
  for (Index i = 0; i < turned.rows(); ++i) {
    for (Index j = 0; j < pairs; ++j) {
      const Index first = in_halves ? j : 2 * j, second = in_halves ? j + pairs : 2 * j + 1;
      const double turn = turn_of(position, i, j, pairs);
      const double cosine = std::cos(turn), sine = std::sin(turn);
      const double x = by_rows(i, first), y = by_rows(i, second);
      by_base +=
          (y * turned(i, first) - x * turned(i, second)) * turn_by_base(position, i, j, pairs);
      by_rows(i, first) = x * cosine + y * sine;
      by_rows(i, second) = y * cosine - x * sine;
    }
  }
  of_position.add("base", by_base);
}

/// Slope 2^(−8(h + 1) / H) unless given. Press et al. 2022, section 3.
double alibi_slope(const Position& position, Index h, Index H) {
  if (position.slopes) return (**position.slopes)(h);
  return std::exp2(-8.0 * static_cast<double>(h + 1) / static_cast<double>(H));
}

/// −slope · |i − j|. Press et al. 2022, eq. 1.
double alibi_term(const Position& position, Index h, Index H, Index steps) {
  return -alibi_slope(position, h, H) * static_cast<double>(std::abs(steps));
}

void alibi_backward(const Position&, Index h, Index steps, double by_term,
                    const GradientsBelow& of_position) {
  of_position.add("slopes", h, -by_term * static_cast<double>(std::abs(steps)));
}

/// Learned number per distance, the farthest one also for all larger distances. Shaw et al. 2018,
/// section 3.2, as numbers added to scores.
Index relative_column(const Position& position, Index steps) {
  const Index reach = position.table->cols() / 2;
  return clamped(steps, -reach, reach) + reach;
}

/// Raffel et al. 2020, section 2.1.
Index t5_column(const Position& position, Index steps) {
  return t5_bucket(steps, position.table->cols(), position.max_distance, position.both);
}

double table_term(const Position& position, Index h, Index, Index steps) {
  return (*position.table)(h, position.kind->column(position, steps));
}

void table_term_backward(const Position& position, Index h, Index steps, double by_term,
                         const GradientsBelow& of_position) {
  of_position.add("table", h, position.kind->column(position, steps), by_term);
}

void check_no_position(const Scene&) {}

/// Added positions need embeddings.
void check_added(const Scene& scene) {
  require(scene.embeddings->cols() > 0, "/position/kind",
          "expected embeddings for positions that are added to them, found none");
}

void check_learned(const Scene& scene) {
  check_added(scene);
  require_shape(*scene.position.table, position_table_shape(scene), "/position/table");
  const Index D = scene.embeddings->cols();
  const Index Dq = scene.query_embeddings().cols();
  require(Dq == D, "/queries/embeddings",
          "expected a width of " + std::to_string(D) + " (D, for learned positions), found " +
              std::to_string(Dq));
}

void check_scaling(const RopeScaling& scaling) {
  if (!takes(*scaling.kind, "original")) return;
  require_number(scaling.high > scaling.low, scaling.high, "a number > low",
                 "/position/scaling/high");
}

/// Checks the number of rotated columns: all, or only the first ones.
void check_turned(const Position& position, Index width, const std::string& where) {
  if (!position.rotated) {
    return require(width % 2 == 0, "/position/kind",
                   "expected an even width of queries and keys for rope, found " +
                       std::to_string(width) + where);
  }
  require(*position.rotated <= width, "/position/rotated",
          "expected at most " + std::to_string(width) + " (the width of queries and keys), found " +
              std::to_string(*position.rotated) + where);
}

void check_rope(const Scene& scene) {
  const Position& position = scene.position;
  if (position.scaling) check_scaling(*position.scaling);
  const int rotated = position.rotated.value_or(2);
  require(rotated >= 2 && rotated % 2 == 0, "/position/rotated",
          "expected an even number >= 2, found " + std::to_string(rotated));
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const std::string where = " in head " + std::to_string(h);
    check_turned(position, width_of_q(scene, h), where);
    check_turned(position, width_of_k(scene, h), where);
    const auto& subtract = scene.heads[h].subtract;
    if (!subtract) continue;
    check_turned(position, subtract->w_q->cols(), where);
    check_turned(position, subtract->w_k->cols(), where);
  }
}

void check_alibi(const Scene& scene) {
  if (!scene.position.slopes) return;
  const RowVector& slopes = **scene.position.slopes;
  require_count(slopes.cols(), head_count(scene), "number", "/position/slopes");
  require_finite(slopes, "/position/slopes");
}

void check_relative(const Scene& scene) {
  const Matrix& table = *scene.position.table;
  require_shape(table, {head_count(scene), {}}, "/position/table");
  require(table.cols() % 2 == 1, "/position/table/0",
          "expected an odd count of numbers (2R + 1), found " + std::to_string(table.cols()));
}

void check_t5(const Scene& scene) {
  const Position& position = scene.position;
  const Index directions = position.both ? 2 : 1;
  require_shape(*position.table, {head_count(scene), {directions, "buckets"}}, "/position/table");
  const Index exact = position.table->cols() / directions / 2;
  require(position.max_distance > exact, "/position/max_distance",
          "expected a whole number > " + std::to_string(exact) +
              " (the distances with a bucket each), found " +
              std::to_string(position.max_distance));
}

constexpr Parameter kSinusoidal[] = {{"base"}, {"scale"}, {"layout", false, 2}};
constexpr Parameter kBinary[] = {{"scale"}};
constexpr Parameter kLearned[] = {{"table", true}, {"scale"}};
constexpr Parameter kRope[] = {
    {"base"}, {"layout", false, 2}, {"rotated", false, 2}, {"scaling", false, 2}};
constexpr Parameter kAlibi[] = {{"slopes"}};
constexpr Parameter kRelative[] = {{"table", true, 2}};
constexpr Parameter kT5[] = {{"table", true, 2}, {"max_distance", false, 2}, {"both", false, 2}};

constexpr std::array kPositionKinds{
    PositionKind{"none", "None", R"(\mathbf{x}_i = \mathbf{e}_i)", kNoParameters, nullptr, nullptr,
                 nullptr, nullptr, check_no_position},
    PositionKind{"sinusoidal", "Sinusoidal",
                 R"(P_{i,\,2j} = \sin\left( i / \mathrm{base}^{2j/D} \right), \quad )"
                 R"(P_{i,\,2j+1} = \cos\left( i / \mathrm{base}^{2j/D} \right))",
                 kSinusoidal, sinusoidal_table, nullptr, nullptr, nullptr, check_added, 1,
                 Wave::kSine, nullptr, sinusoidal_backward},
    PositionKind{"binary", "Binary", R"(P_{i,\,j} = \text{bit } j \text{ of } i)", kBinary,
                 binary_table, nullptr, nullptr, nullptr, check_added, 1, Wave::kSquare},
    PositionKind{"learned", "Learned", R"(P_i = \mathrm{table}_i)", kLearned, learned_table,
                 nullptr, nullptr, nullptr, check_learned, 1, Wave::kNone, nullptr,
                 learned_backward},
    PositionKind{
        "rope", "Rotary (RoPE)",
        R"(\text{pair } j \text{ of } \query{\mathbf{q}_i}, \key{\mathbf{k}_i} \quad \text{turns by } i / \mathrm{base}^{2j/d_\mathrm{k}})",
        kRope, nullptr, rotate, nullptr, nullptr, check_rope, 1, Wave::kNone, nullptr, nullptr,
        rotate_backward},
    PositionKind{"alibi", "ALiBi",
                 R"(s_{\query{i}\key{j}} - \mathrm{slope} \cdot \lvert \query{i} - \key{j} \rvert)",
                 kAlibi, nullptr, nullptr, alibi_slope, alibi_term, check_alibi, 1, Wave::kNone,
                 nullptr, nullptr, nullptr, alibi_backward},
    PositionKind{"relative", "Relative",
                 R"(s_{\query{i}\key{j}} + \mathrm{table}_{h,\,\key{j} - \query{i}})", kRelative,
                 nullptr, nullptr, nullptr, table_term, check_relative, 2, Wave::kNone,
                 relative_column, nullptr, nullptr, table_term_backward},
    PositionKind{
        "t5", "Relative (T5)",
        R"(s_{\query{i}\key{j}} + \mathrm{table}_{h,\,\mathrm{bucket}(\key{j} - \query{i})})", kT5,
        nullptr, nullptr, nullptr, table_term, check_t5, 2, Wave::kNone, t5_column, nullptr,
        nullptr, table_term_backward},
};

double plain_rate(double base, Index j, Index pairs) {
  return std::pow(base, -static_cast<double>(j) / static_cast<double>(pairs));
}

double plain_rate_by_base(double base, Index j, Index pairs) {
  return -static_cast<double>(j) / static_cast<double>(pairs) * plain_rate(base, j, pairs) / base;
}

/// Position interpolation. Chen et al. 2023, eq. 4.
double linear_rate(const RopeScaling& scaling, double base, Index j, Index pairs) {
  return plain_rate(base, j, pairs) / static_cast<double>(scaling.factor);
}

double linear_rate_by_base(const RopeScaling& scaling, double base, Index j, Index pairs) {
  return plain_rate_by_base(base, j, pairs) / static_cast<double>(scaling.factor);
}

/// Larger base: base · factor^(r / (r − 2)), r = 2 · pairs. Peng et al. 2023, section 3.1.
double ntk_rate(const RopeScaling& scaling, double base, Index j, Index pairs) {
  if (pairs < 2) return plain_rate(base, j, pairs);
  const auto r = 2.0 * static_cast<double>(pairs);
  return plain_rate(base * std::pow(static_cast<double>(scaling.factor), r / (r - 2)), j, pairs);
}

double ntk_rate_by_base(const RopeScaling& scaling, double base, Index j, Index pairs) {
  if (pairs < 2) return plain_rate_by_base(base, j, pairs);
  const auto r = 2.0 * static_cast<double>(pairs);
  const double larger = std::pow(static_cast<double>(scaling.factor), r / (r - 2));
  return larger * plain_rate_by_base(base * larger, j, pairs);
}

constexpr double kTurn = 2 * 3.14159265358979323846;

/// Low frequencies are divided by the factor, high ones kept, those between interpolated. Llama
/// 3.1, 2024.
double llama3_rate(const RopeScaling& scaling, double base, Index j, Index pairs) {
  const double rate = plain_rate(base, j, pairs);
  const double turns = static_cast<double>(scaling.original) * rate / kTurn;
  const double low = scaling.low;
  const double kept = clamped((turns - low) / (scaling.high - low), 0.0, 1.0);
  return (1 - kept) * rate / static_cast<double>(scaling.factor) + kept * rate;
}

double llama3_rate_by_base(const RopeScaling& scaling, double base, Index j, Index pairs) {
  const double rate = plain_rate(base, j, pairs), slowed = 1 / static_cast<double>(scaling.factor);
  const double turns_by_rate = static_cast<double>(scaling.original) / kTurn;
  const double low = scaling.low, range = scaling.high - scaling.low;
  const double kept = (turns_by_rate * rate - low) / range;
  const bool is_between = kept > 0 && kept < 1;
  const double part = clamped(kept, 0.0, 1.0);
  const double by_rate =
      (1 - part) * slowed + part + (is_between ? turns_by_rate / range * rate * (1 - slowed) : 0);
  return by_rate * plain_rate_by_base(base, j, pairs);
}

constexpr Parameter kFactor[] = {{"factor", true, 2}};
constexpr Parameter kLlama3[] = {
    {"factor", true, 2}, {"low", true, 2}, {"high", true, 2}, {"original", true, 2}};

constexpr std::array kRopeScalingKinds{
    RopeScalingKind{"linear", "Linear", R"(\text{angles} / \mathrm{factor})", kFactor, linear_rate,
                    linear_rate_by_base},
    RopeScalingKind{"ntk", "NTK", R"(\mathrm{base} \cdot \mathrm{factor}^{r/(r-2)})", kFactor,
                    ntk_rate, ntk_rate_by_base},
    RopeScalingKind{"llama3", "Llama 3", R"(\text{low rates} / \mathrm{factor})", kLlama3,
                    llama3_rate, llama3_rate_by_base},
};

/// If positions are added, sets `added` to scale · P; sets `x` to the sum with `embeddings`.
void place(const Position& position, const Matrix& embeddings, std::optional<Matrix>& added,
           Matrix& x) {
  added.reset();
  if (!position.kind->table) {
    x = embeddings;
    return;
  }
  const WideMatrix shift = position_shift(position, embeddings.rows(), embeddings.cols());
  added = shift.cast<float>();
  x.resize(embeddings.rows(), embeddings.cols());
  place_rows(embeddings, shift, 0, embeddings.rows(), x);
}

}  // namespace

Shape position_table_shape(const Scene& scene) {
  if (!scene.position.kind->table) return {};
  return {{std::max(scene.key_count(), scene.query_count()), scene.queries ? "max(L, M)" : "L"},
          exactly(scene.embeddings->cols(), "D")};
}

Index rotated_width(const Position& position, Index width) {
  return position.rotated ? std::min<Index>(*position.rotated, width) : width;
}

std::vector<double> rates(const Position& position, Index width) {
  std::vector<double> made;
  const bool turns = position.kind->rotate;
  const Index pairs = turns ? rotated_width(position, width) / 2 : (width + 1) / 2;
  for (Index j = 0; j < pairs; ++j) {
    made.push_back(turns ? turn_of(position, 1, j, pairs) : angle(position, 1, j, width));
  }
  return made;
}

Index t5_bucket(Index steps, Index buckets, Index max_distance, bool both) {
  const Index own = both ? buckets / 2 : buckets;  // of one direction
  const Index first = both && steps > 0 ? own : 0;
  const Index distance = both ? std::abs(steps) : std::max<Index>(0, -steps);
  const Index exact = own / 2;
  if (distance < exact) return first + distance;
  if (exact == 0) return first + std::min(distance, own - 1);
  const double part = std::log(static_cast<double>(distance) / static_cast<double>(exact)) /
                      std::log(static_cast<double>(max_distance) / static_cast<double>(exact));
  // Tolerance: a distance at a bucket's start may be rounded below it.
  constexpr double kRounding = 1e-9;
  const double beyond = part * static_cast<double>(own - exact) + kRounding;
  return first + std::min(exact + static_cast<Index>(beyond), own - 1);
}

WideMatrix position_shift(const Position& position, Index rows, Index width) {
  return static_cast<double>(position.scale) * position.kind->table(position, rows, width);
}

void position_shift_backward(const Position& position, const WideMatrix& by,
                             const GradientsBelow& of_position) {
  const WideMatrix table = position.kind->table(position, by.rows(), by.cols());
  of_position.add("scale", by.cwiseProduct(table).sum());
  if (!position.kind->table_backward) return;
  position.kind->table_backward(position, static_cast<double>(position.scale) * by, of_position);
}

void place_rows(const Matrix& embeddings, const WideMatrix& shift, Index first, Index count,
                Matrix& placed) {
  const auto rows = shift.middleRows(first, count);
  placed.middleRows(first, count) =
      (embeddings.middleRows(first, count).cast<double>() + rows).cast<float>();
  require(rows.cast<float>().allFinite() && placed.middleRows(first, count).allFinite(),
          "/position", "embeddings with positions added leave the range of float32");
}

Index rotation_partner(const Position& position, Index width, Index c) {
  const Index turned = rotated_width(position, width);
  if (!position.kind->rotate || c >= turned) return c;
  if (position.layout == PairLayout::kPairs) return c % 2 == 0 ? c + 1 : c - 1;
  return c < turned / 2 ? c + turned / 2 : c - turned / 2;
}

void place_tokens(const Scene& scene, Trace& trace) {
  place(scene.position, *scene.embeddings, trace.position, trace.x);
}

void place_queries(const Scene& scene, Trace& trace) {
  trace.query_position.reset();
  if (!scene.queries) {
    trace.query_x = trace.x;
  } else {
    place(scene.position, *scene.queries->embeddings, trace.query_position, trace.query_x);
  }
}

std::span<const PositionKind> position_kinds() { return kPositionKinds; }
const PositionKind& position_kind(std::string_view id) { return row_of(position_kinds(), id); }
std::span<const RopeScalingKind> rope_scaling_kinds() { return kRopeScalingKinds; }
const RopeScalingKind& rope_scaling_kind(std::string_view id) {
  return row_of(rope_scaling_kinds(), id);
}

}  // namespace attn
