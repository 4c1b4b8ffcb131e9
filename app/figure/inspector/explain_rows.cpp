#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/formulas/formula_text.h"
#include "app/document/scene_file/scene_fields.h"
#include "app/figure/inspector/explain_parts.h"
#include "engine/attention/norm.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/base/matrix.h"

namespace attn {
namespace {

template <typename Value>
const Value* found_in(const std::optional<Cow<Value>>& value) {
  return value ? &**value : nullptr;
}

/// Words and letters of a side, in the order of Side.
struct SideWords {
  std::string_view word, name, token, subscript;
};
constexpr std::array kSideWords = {
    SideWords{"query", "q", "i", "Q"},
    SideWords{"key", "k", "j", "K"},
    SideWords{"value", "v", "j", "V"},
};

/// Row before and after bias, norm and rotation, with these parameters.
struct ExplainedRow {
  const ExplainedCell& of;
  Side side;
  Index dimension;
  RowVector x;  ///< input row
  const Matrix* matrix = nullptr;
  const RowVector* bias = nullptr;
  const RowVector* gains = nullptr;
  Sources sources{};      ///< sources of this dimension
  Sources all_sources{};  ///< sources of the whole row

  /// x · W + b.
  WideRow affine() const {
    WideRow row = x.cast<double>();
    if (matrix) row *= matrix->cast<double>();
    if (bias) row += bias->cast<double>();
    return row;
  }
  const SideWords& words() const { return kSideWords[static_cast<std::size_t>(side)]; }
  std::string ink(const std::string& tex) const {
    return "\\" + std::string(words().word) + "{" + tex + "}";
  }
  std::string number(double value) const { return ink(bracketed(value)); }
  /// "q_{i,2}"; with a prime before rotation.
  std::string name(Index d, bool is_turned) const {
    return ink(std::string(words().name) + (is_turned ? "" : "'") + "_{" +
               (of.is_own() ? "" : "2,") + std::string(words().token) + "," + std::to_string(d) +
               "}");
  }
  std::string title() const {
    return std::string(words().word) + (of.is_own() ? "" : " of the subtracted weight");
  }
  std::string token() const {
    return as_words(side == Side::kQuery ? of.query_token() : of.key_token());
  }
};

ExplainedRow row_of_side(const ExplainedCell& of, Side side, Index dimension) {
  const Scene& scene = of.scene();
  const Trace& trace = of.evaluation.trace;
  const Head& keys = scene.heads[keys_head(scene, of.h)];
  const Head& head = of.head();
  const CellSources from = of.from();
  ExplainedRow row{.of = of, .side = side, .dimension = dimension, .x = {}};
  if (side == Side::kQuery) {
    row.x = (scene.queries ? trace.query_x : trace.x).row(of.cell.query);
    row.matrix = of.is_own() ? found_in(head.w_q) : &*head.subtract->w_q;
    if (of.is_own()) row.bias = found_in(head.b_q), row.gains = found_in(head.g_q);
    row.sources = from.q(dimension);
    row.all_sources = from.q();
  } else if (side == Side::kKey) {
    row.x = trace.x.row(of.cell.key);
    row.matrix = of.is_own() ? found_in(keys.w_k) : &*head.subtract->w_k;
    if (of.is_own()) row.bias = found_in(keys.b_k), row.gains = found_in(keys.g_k);
    row.sources = from.k(dimension);
    row.all_sources = from.k();
  } else {
    row.x = (scene.values ? **scene.values : trace.x).row(of.cell.key);
    row.matrix = found_in(keys.w_v);
    row.bias = found_in(keys.b_v);
    row.sources = from.v(dimension);
    row.all_sources = from.v();
  }
  return row;
}

/// Appends x · W of the dimension, and + b.
void add_affine(const ExplainedRow& row, const WideRow& affine, ExplanationStep& step) {
  const double bias = row.bias ? static_cast<double>((*row.bias)(row.dimension)) : 0;
  step.add(
      {row.number(affine(row.dimension) - bias), row.sources,
       row.matrix ? "product of the matrix with " + row.token() : "the number of " + row.token()});
  if (!row.bias) return;
  step.add(" + ", {bracketed(bias), row.sources, "the bias of this dimension"});
}

/// Words of a norm: numerator and denominator of the normalised row.
struct NormWords {
  std::string_view id;
  std::string_view below;  ///< denominator as a formula of the row a
  std::string_view says;
  double (*size)(const WideRow& centred);  ///< term under the root with ε, or the length itself
};

double mean_square_of(const WideRow& row) {
  return row.squaredNorm() / static_cast<double>(row.size());
}
double length_of_row(const WideRow& row) { return row.stableNorm(); }

constexpr std::array kNormWords = {
    NormWords{"l2", R"(\lVert \mathbf{a} \rVert)", "the length of the row", length_of_row},
    NormWords{"rms", R"(\sqrt{\operatorname{mean} a^2 + \epsilon})", "the mean square of the row",
              mean_square_of},
    NormWords{"layer", R"(\sqrt{\operatorname{var} a + \epsilon})", "the variance of the row",
              mean_square_of},
};

/// Appends x · W + b, normalised, times its gain.
void add_normed(const ExplainedRow& row, const WideRow& affine, ExplanationStep& step) {
  const Score& score = row.of.scene().score;
  const NormKind& kind = *score.norm;
  const auto words = std::ranges::find(kNormWords, kind.id, &NormWords::id);
  if (words == kNormWords.end()) return;
  const double mean = kind.centers ? affine.mean() : 0;
  WideRow centred = affine;
  centred.array() -= mean;
  const double size = words->size(centred);
  const std::string d = std::to_string(row.dimension);
  const bool is_zero = size == 0 && (!kind.has_epsilon || score.epsilon == 0);
  const std::string gain_name =
      R"(g_{\mathrm{)" + std::string(row.words().subscript) + "}," + d + "} ";
  step.add((row.gains ? gain_name : "") + R"(\frac{a_{)" + d + "}" +
           (kind.centers ? R"( - \operatorname{mean} a)" : "") + "}{" + std::string(words->below) +
           "} = ");
  if (row.gains) {
    step.add({bracketed((*row.gains)(row.dimension)), row.sources, "the gain of this dimension"},
             " \\cdot ");
  }
  if (is_zero) {
    step.add({"0", row.all_sources, "a row of zeros stays 0"});
    return;
  }
  step.add("\\frac{");
  add_affine(row, affine, step);
  if (kind.centers) {
    step.add(" - ", {bracketed(mean), row.all_sources, "the mean of the row"});
  }
  step.add("}{");
  const ExplanationTerm below{step_number(size), row.all_sources, std::string(words->says)};
  if (kind.has_epsilon) {
    step.add("\\sqrt{", below, " + ");
    step.add({step_number(score.epsilon),
              {row.of.from().control("score.epsilon")},
              "avoids a division by 0"},
             "}");
  } else {
    step.add(below);
  }
  step.add("}");
}

/// Step for bias, norm and gain; `is_turned` if no rotation follows.
ExplanationStep made_step(const ExplainedRow& row, double made, bool is_turned) {
  const Score& score = row.of.scene().score;
  const WideRow affine = row.affine();
  const bool is_normed = row.side != Side::kValue && has_norm(score);
  const std::string d = std::to_string(row.dimension);
  ExplanationStep step{.title = row.title() + (is_normed ? ", normalised" : ", with its bias")};
  step.add(row.name(row.dimension, is_turned) + " = ");
  if (is_normed) {
    add_normed(row, affine, step);
  } else {
    const std::string letter(row.words().subscript), x(row.words().token);
    step.add(row.matrix
                 ? R"((\mathbf{x}_)" + x + R"( \mathbf{W}_\mathrm{)" + letter + "})_{" + d + "}"
                 : "x_{" + x + "," + d + "}");
    step.add(R"( + b_{\mathrm{)" + letter + "}," + d + "} = ");
    add_affine(row, affine, step);
  }
  step.add(" = ");
  step.result = {step_number(made), row.sources};
  return step;
}

/// Step of the rotation by position: a cos θ − b sin θ for the first of a pair, a cos θ + b sin θ
/// for the second.
ExplanationStep turned_step(const ExplainedRow& row, const WideRow& made, double turned) {
  const Position& position = row.of.scene().position;
  const Index d = row.dimension, other = rotation_partner(position, made.size(), d);
  const bool is_first = d < other;
  const Index pair = position.layout == PairLayout::kHalves ? std::min(d, other) : d / 2;
  const Index place = row.side == Side::kQuery ? row.of.cell.query : row.of.cell.key;
  const Index rotated = rotated_width(position, made.size()) / 2 * 2;
  // Angle from one position to the next.
  const double rate = rates(position, rotated)[static_cast<std::size_t>(pair)];
  const double angle = static_cast<double>(place) * rate;
  Sources by = {row.of.from().control("position.base")};
  const std::string says = "dimensions " + std::to_string(std::min(d, other)) + " and " +
                           std::to_string(std::max(d, other)) + " rotate together, at position " +
                           std::to_string(place) + " by " + std::to_string(place) + " times " +
                           plain_number(rate) +
                           (position.scaling ? ", a frequency scaled for longer contexts" : "");
  const ExplanationTerm theta{step_number(angle), by, says};
  ExplanationStep step{.title = row.title() + ", rotated by its position"};
  const std::string sign = is_first ? " - " : " + ";
  step.add(row.name(d, true) + " = " + row.name(d, false) + R"( \cos \theta)" + sign +
           row.name(other, false) + R"( \sin \theta = )");
  step.add({row.number(made(d)), row.sources, "this dimension before the rotation"});
  step.add(R"( \cdot \cos()", theta, ")" + sign);
  step.add({row.number(made(other)), row.sources, "the other dimension of the pair"});
  step.add(R"( \cdot \sin()", theta, ") = ");
  step.result = {step_number(turned), row.sources};
  return step;
}

}  // namespace

RowVector without_rounding_errors(const ExplainedCell& of, Side side) {
  constexpr float kErrorOfSums = 0x1p-21F;
  const bool is_query = side == Side::kQuery;
  RowVector row = is_query ? of.numbers().q.row(of.cell.query) : of.numbers().k.row(of.cell.key);
  const ExplainedRow parts = row_of_side(of, side, 0);
  if (has_norm(of.scene().score) || !parts.matrix) return row;
  const Trace& trace = of.evaluation.trace;
  const auto& position = is_query && of.scene().queries ? trace.query_position : trace.position;
  RowVector sizes = parts.x.cwiseAbs();
  if (position) sizes += 2 * position->row(is_query ? of.cell.query : of.cell.key).cwiseAbs();
  sizes *= parts.matrix->cwiseAbs();
  if (parts.bias) sizes += parts.bias->cwiseAbs();
  if (of.scene().position.kind->rotate) sizes.setConstant(sizes.maxCoeff());
  return (row.array().abs() <= kErrorOfSums * sizes.array())
      .select(RowVector::Zero(row.size()), row);
}

void add_row_steps(const ExplainedCell& of, Side side, Index dimension,
                   std::vector<ExplanationStep>& steps) {
  const Scene& scene = of.scene();
  const PairTrace& numbers = of.numbers();
  const RowVector after =
      side == Side::kQuery ? numbers.q.row(of.cell.query) : numbers.k.row(of.cell.key);
  if (dimension >= after.size()) return;
  const bool is_normed = has_norm(scene.score);
  // For plain RoPE the score contains the rotated numbers: the chain of an older scene stays short.
  const bool turns = scene.position.kind->rotate && version_of(scene) > 1 &&
                     rotation_partner(scene.position, after.size(), dimension) != dimension;
  const ExplainedRow row = row_of_side(of, side, dimension);
  WideRow made = row.affine();
  if (is_normed) {
    WideMatrix rows = made;
    scene.score.norm->normalize(rows, scene.score.epsilon);
    made = rows.row(0);
    if (row.gains) made.array() *= row.gains->cast<double>().array();
  }
  const double result = turns ? made(dimension) : static_cast<double>(after(dimension));
  if (is_normed || row.bias) steps.push_back(made_step(row, result, !turns));
  if (turns) steps.push_back(turned_step(row, made, after(dimension)));
}

void add_value_steps(const ExplainedCell& of, Index dimension,
                     std::vector<ExplanationStep>& steps) {
  const ExplainedRow row = row_of_side(of, Side::kValue, dimension);
  if (!row.bias) return;
  steps.push_back(made_step(row, of.trace().v(of.cell.key, dimension), true));
}

void add_gate_steps(const ExplainedCell& of, Index dimension, std::vector<ExplanationStep>& steps) {
  const Head& head = of.head();
  if (!head.w_g) return;
  const Scene& scene = of.scene();
  const Trace& trace = of.evaluation.trace;
  const RowVector x = (scene.queries ? trace.query_x : trace.x).row(of.cell.query);
  const CellSources from = of.from();
  const std::string d = std::to_string(dimension);
  ExplanationStep step{.title = "gate of the output"};
  step.add("g_{\\query{i}," + d +
           R"(} = \sigma(\query{\mathbf{x}_i} \cdot \mathbf{w}_{\mathrm{G},)" + d + "}" +
           (head.b_g ? R"( + b_{\mathrm{G},)" + d + "}" : "") + R"() = \sigma()");
  std::vector<Addend> addends;
  for (Index n = 0; n < x.size(); ++n) {
    const double weight = (**head.w_g)(n, dimension), value = static_cast<double>(x(n)) * weight;
    Sources sources = from.x_of_query(n);
    sources.push_back(from.of(Part::w_g, n, dimension));
    addends.push_back(
        {{"\\query{" + bracketed(x(n)) + "} \\cdot " + bracketed(weight), std::move(sources)},
         value});
  }
  add_addends(step, std::move(addends), [&](std::size_t n, double value) {
    return "dimension " + std::to_string(n) + " of " + as_words(of.query_token()) + " " +
           adds_words(value, "the input of the gate");
  });
  if (head.b_g) {
    step.add(" + ", {bracketed((**head.b_g)(dimension)),
                     {from.of(Part::b_g, 0, dimension)},
                     "the bias of the gate"});
  }
  step.add(") = ");
  step.result = {step_number(of.trace().gates(of.cell.query, dimension)), from.gate(dimension)};
  steps.push_back(std::move(step));
}

}  // namespace attn
