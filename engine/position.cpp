#include "engine/position.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "engine/lookup.h"
#include "engine/require.h"
#include "engine/shapes.h"

namespace attn {
namespace {

/// i / base^(2j / width).
double angle(const Position& position, Index i, Index j, Index width) {
  const double exponent = 2.0 * static_cast<double>(j) / static_cast<double>(width);
  return static_cast<double>(i) / std::pow(static_cast<double>(position.base), exponent);
}

/// Vaswani et al. 2017, section 3.5.
WideMatrix sinusoidal_table(const Position& position, Index rows, Index width) {
  WideMatrix table(rows, width);
  for (Index i = 0; i < rows; ++i) {
    for (Index c = 0; c < width; ++c) {
      const double turn = angle(position, i, c / 2, width);
      table(i, c) = c % 2 == 0 ? std::sin(turn) : std::cos(turn);
    }
  }
  return table;
}

WideMatrix binary_table(const Position&, Index rows, Index width) {
  constexpr Index kBits = 63;
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

/// Su et al. 2021, eq. 34.
void rotate_pairs(const Position& position, WideMatrix& rows) {
  for (Index i = 0; i < rows.rows(); ++i) {
    for (Index c = 0; c + 1 < rows.cols(); c += 2) {
      const double turn = angle(position, i, c / 2, rows.cols());
      const double cosine = std::cos(turn);
      const double sine = std::sin(turn);
      const double x = rows(i, c);
      const double y = rows(i, c + 1);
      rows(i, c) = x * cosine - y * sine;
      rows(i, c + 1) = x * sine + y * cosine;
    }
  }
}

/// 2^(−8(h + 1) / H) unless given. Press et al. 2022, section 3.
double alibi_slope(const Position& position, Index h, Index H) {
  if (position.slopes) return (**position.slopes)(h);
  return std::exp2(-8.0 * static_cast<double>(h + 1) / static_cast<double>(H));
}

void check_no_position(const Scene&) {}

void check_scale(const Scene& scene) { require_finite(scene.position.scale, "/position/scale"); }

void check_sinusoidal(const Scene& scene) {
  check_scale(scene);
  require_positive(scene.position.base, "/position/base");
}

void check_learned(const Scene& scene) {
  check_scale(scene);
  require_shape(*scene.position.table, position_table_shape(scene), "/position/table");
  const Index D = scene.embeddings->cols();
  const Index Dq = scene.query_embeddings().cols();
  require(Dq == D, "/queries/embeddings",
          "expected a width of " + std::to_string(D) + " (D, for learned positions), found " +
              std::to_string(Dq));
}

void check_rope(const Scene& scene) {
  require_positive(scene.position.base, "/position/base");
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    for (const Index width : {width_of_q(scene, h), width_of_k(scene, h)}) {
      require(width % 2 == 0, "/position/kind",
              "expected an even width of queries and keys for rope, found " +
                  std::to_string(width) + " in head " + std::to_string(h));
    }
  }
}

void check_alibi(const Scene& scene) {
  if (!scene.position.slopes) return;
  const RowVector& slopes = **scene.position.slopes;
  const Extent H{static_cast<Index>(scene.heads.size()), "H", Extent::Rule::kExactly};
  require_count(slopes.cols(), H, "number", "/position/slopes");
  require_finite(slopes, "/position/slopes");
}

constexpr Parameter kSinusoidal[] = {{"base"}, {"scale"}};
constexpr Parameter kBinary[] = {{"scale"}};
constexpr Parameter kLearned[] = {{"table", true}, {"scale"}};
constexpr Parameter kRope[] = {{"base"}};
constexpr Parameter kAlibi[] = {{"slopes"}};

constexpr std::array kPositionKinds{
    PositionKind{"none", "None", "xᵢ = eᵢ", {}, nullptr, nullptr, nullptr, check_no_position},
    PositionKind{"sinusoidal", "Sinusoidal",
                 "P[i, 2j] = sin(i / base^(2j/D)), P[i, 2j+1] = cos(i / base^(2j/D))", kSinusoidal,
                 sinusoidal_table, nullptr, nullptr, check_sinusoidal},
    PositionKind{"binary", "Binary", "P[i, j] = bit j of i", kBinary, binary_table, nullptr,
                 nullptr, check_scale},
    PositionKind{"learned", "Learned", "P[i] = table[i]", kLearned, learned_table, nullptr, nullptr,
                 check_learned},
    PositionKind{"rope", "Rotary (RoPE)", "pair j of qᵢ, kᵢ turns by i / base^(2j/dₖ)", kRope,
                 nullptr, rotate_pairs, nullptr, check_rope},
    PositionKind{"alibi", "ALiBi", "sᵢⱼ − slope · |i − j|", kAlibi, nullptr, nullptr, alibi_slope,
                 check_alibi},
};

double plain_rate(double base, Index j, Index pairs) {
  return std::pow(base, -static_cast<double>(j) / static_cast<double>(pairs));
}

/// Position interpolation. Chen et al. 2023, eq. 4.
double linear_rate(const RopeScaling& scaling, double base, Index j, Index pairs) {
  return plain_rate(base, j, pairs) / static_cast<double>(scaling.factor);
}

/// A larger base: base · factor^(r / (r − 2)), r = 2 · pairs. Peng et al. 2023, section 3.1.
double ntk_rate(const RopeScaling& scaling, double base, Index j, Index pairs) {
  if (pairs < 2) return plain_rate(base, j, pairs);
  const auto r = 2.0 * static_cast<double>(pairs);
  return plain_rate(base * std::pow(static_cast<double>(scaling.factor), r / (r - 2)), j, pairs);
}

/// Slow rates are divided by the factor, fast ones kept, those between held between. Llama 3.1,
/// 2024.
double llama3_rate(const RopeScaling& scaling, double base, Index j, Index pairs) {
  constexpr double kTurn = 2 * 3.14159265358979323846;
  const double rate = plain_rate(base, j, pairs);
  const double turns = static_cast<double>(scaling.original) * rate / kTurn;
  const double low = scaling.low;
  const double kept = std::clamp((turns - low) / (scaling.high - low), 0.0, 1.0);
  return (1 - kept) * rate / static_cast<double>(scaling.factor) + kept * rate;
}

constexpr Parameter kFactor[] = {{"factor", true, 2}};
constexpr Parameter kLlama3[] = {
    {"factor", true, 2}, {"low", true, 2}, {"high", true, 2}, {"original", true, 2}};

constexpr std::array kRopeScalingKinds{
    RopeScalingKind{"linear", "Linear", "angles / factor", kFactor, linear_rate},
    RopeScalingKind{"ntk", "NTK", "base · factor^(r/(r−2))", kFactor, ntk_rate},
    RopeScalingKind{"llama3", "Llama 3", "low rates / factor", kLlama3, llama3_rate},
};

/// scale · P for `embeddings`, and their sum.
std::pair<Matrix, Matrix> placed(const Position& position, const Matrix& embeddings) {
  const WideMatrix shift = position_shift(position, embeddings.rows(), embeddings.cols());
  Matrix sum(embeddings.rows(), embeddings.cols());
  place_rows(embeddings, shift, 0, embeddings.rows(), sum);
  return {shift.cast<float>(), std::move(sum)};
}

}  // namespace

WideMatrix position_shift(const Position& position, Index rows, Index width) {
  return static_cast<double>(position.scale) * position.kind->table(position, rows, width);
}

void place_rows(const Matrix& embeddings, const WideMatrix& shift, Index first, Index count,
                Matrix& placed) {
  const auto rows = shift.middleRows(first, count);
  placed.middleRows(first, count) =
      (embeddings.middleRows(first, count).cast<double>() + rows).cast<float>();
  require(rows.cast<float>().allFinite() && placed.middleRows(first, count).allFinite(),
          "/position", "embeddings with positions added leave the range of float32");
}

void add_positions(const Scene& scene, Trace& trace) {
  trace.position.reset();
  trace.query_position.reset();
  if (!scene.position.kind->table) {
    trace.x = *scene.embeddings;
    trace.query_x = scene.query_embeddings();
    return;
  }
  std::tie(trace.position.emplace(), trace.x) = placed(scene.position, *scene.embeddings);
  if (scene.queries) {
    std::tie(trace.query_position.emplace(), trace.query_x) =
        placed(scene.position, *scene.queries->embeddings);
  } else {
    trace.query_x = trace.x;
  }
}

std::span<const PositionKind> position_kinds() { return kPositionKinds; }
const PositionKind& position_kind(std::string_view id) { return row_of(position_kinds(), id); }
std::span<const RopeScalingKind> rope_scaling_kinds() { return kRopeScalingKinds; }
const RopeScalingKind& rope_scaling_kind(std::string_view id) {
  return row_of(rope_scaling_kinds(), id);
}

}  // namespace attn
