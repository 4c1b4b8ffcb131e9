#include "app/figure/number_table.h"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "app/figure/comparison.h"
#include "app/figure/curve_estimate.h"
#include "app/figure/frequencies.h"
#include "app/figure/pair_quantity.h"
#include "app/figure/plane_space.h"
#include "app/figure/position_effect.h"
#include "app/figure/position_model.h"

namespace attn {
namespace {

/// What a table is made from.
struct Source {
  const std::shared_ptr<const Evaluation>& evaluation;
  std::string_view view;
  const ViewState& state;
  const TableHeads& heads;

  const Scene& scene() const { return evaluation->scene; }
  const Trace& trace() const { return evaluation->trace; }
  Index head_count() const { return static_cast<Index>(trace().heads.size()); }
  Index head() const {
    return std::clamp<Index>(heads.only.value_or(state.head), 0, head_count() - 1);
  }
  std::shared_ptr<const Matrix> share(const Matrix& matrix) const { return {evaluation, &matrix}; }
  PositionModel positions() const {
    return position_model(scene(), head(), state.options.positions);
  }
};

std::shared_ptr<const Matrix> own(Matrix matrix) {
  return std::make_shared<const Matrix>(std::move(matrix));
}

std::vector<std::string> indices(Index count) {
  std::vector<std::string> words;
  for (Index n = 0; n < count; ++n) words.push_back(std::to_string(n));
  return words;
}

NumberTable single(std::string row_kind, std::vector<std::string> rows,
                   std::vector<std::string> columns, std::shared_ptr<const Matrix> values) {
  return {.view = {},
          .row_kind = std::move(row_kind),
          .rows = std::move(rows),
          .columns = std::move(columns),
          .layers = {{"", std::move(values)}}};
}

using OfHead = std::function<std::shared_ptr<const Matrix>(const HeadTrace&)>;

/// One head's matrix, a row for each query.
NumberTable of_head(const Source& source, Index head, const OfHead& matrix) {
  NumberTable table;
  table.row_kind = "query";
  table.rows = source.scene().query_tokens();
  table.layers.push_back({"", matrix(source.trace().heads[static_cast<std::size_t>(head)])});
  return table;
}

NumberTable of_all_heads(const Source& source, const OfHead& matrix) {
  NumberTable table = of_head(source, 0, matrix);
  table.stack = "head";
  table.layers.clear();
  for (Index h = 0; h < source.head_count(); ++h) {
    table.layers.push_back(
        {std::to_string(h), matrix(source.trace().heads[static_cast<std::size_t>(h)])});
  }
  return table;
}

/// Columns that are dimensions, of the widest layer.
void number_columns(NumberTable& table) {
  Index widest = 0;
  for (const auto& layer : table.layers) widest = std::max(widest, layer.values->cols());
  table.columns = indices(widest);
}

NumberTable pairs_table(const Source& source) {
  const PairQuantity& quantity = pair_quantity(source.view);
  const OfHead numbers = [&](const HeadTrace& head) {
    // A masked pair has a weight, which is 0, and no score.
    return quantity.id == "weights" ? source.share(quantity.numbers(head))
                                    : own(masked_numbers(quantity, head));
  };
  NumberTable table =
      source.heads.all ? of_all_heads(source, numbers) : of_head(source, source.head(), numbers);
  table.columns = source.scene().tokens;
  return table;
}

NumberTable head_outputs_table(const Source& source) {
  const OfHead output = [&](const HeadTrace& head) { return source.share(head.output); };
  NumberTable table = source.heads.only ? of_head(source, *source.heads.only, output)
                                        : of_all_heads(source, output);
  number_columns(table);
  return table;
}

NumberTable heads_table(const Source& source) {
  if (source.state.options.heads.of == "outputs") return head_outputs_table(source);
  const OfHead weights = [&](const HeadTrace& head) { return source.share(head.weights); };
  NumberTable table = source.heads.only ? of_head(source, *source.heads.only, weights)
                                        : of_all_heads(source, weights);
  table.columns = source.scene().tokens;
  return table;
}

NumberTable outputs_table(const Source& source) {
  const auto& combined = source.trace().output;
  if (source.heads.only || source.heads.all || !combined) return head_outputs_table(source);
  NumberTable table = single("query", source.scene().query_tokens(), {}, source.share(*combined));
  number_columns(table);
  return table;
}

NumberTable biases_table(const Source& source, Index rows) {
  NumberTable table;
  table.stack = "head";
  table.row_kind = "query";
  table.rows = table.columns = indices(rows);
  for (Index h = 0; h < source.head_count(); ++h) {
    if (source.heads.only.value_or(h) != h) continue;
    table.layers.push_back({std::to_string(h), own(alibi_bias(source.scene(), h, rows))});
  }
  return table;
}

NumberTable encoding_table(const Source& source) {
  const PositionModel model = source.positions();
  if (model.is("alibi")) return biases_table(source, model.rows());
  return single("position", indices(model.rows()), indices(model.table->cols()), model.table);
}

NumberTable frequencies_table(const Source& source) {
  const PositionModel model = source.positions();
  if (model.frequencies.empty()) throw NoNumbers("these positions have no frequencies");
  const auto count = static_cast<Index>(model.frequencies.size());
  Matrix numbers(count, 2);
  for (Index j = 0; j < count; ++j) {
    const double frequency = model.frequencies[static_cast<std::size_t>(j)];
    numbers(j, 0) = static_cast<float>(frequency);
    numbers(j, 1) = static_cast<float>(wavelength(frequency));
  }
  return single("wave", indices(count), {"frequency", "wavelength"}, own(std::move(numbers)));
}

NumberTable similarity_table(const Source& source) {
  const PositionModel model = source.positions();
  const auto words = indices(model.rows());
  return single("position", words, words, own(similarity(*model.table)));
}

NumberTable rotation_table(const Source& source) {
  const PositionModel model = source.positions();
  if (!model.turns || model.width < 2) {
    throw NoNumbers("no rotation turns these positions into those further on");
  }
  const Index shift = shown_shift(source.state.options.positions);
  const Index pairs = model.width / 2;
  return single(
      "dimension", indices(2 * pairs), indices(2 * pairs),
      own(shift_matrix(model.frequencies, pairs, static_cast<double>(shift)).cast<float>()));
}

NumberTable binary_table(const Source& source) {
  const auto bits = own(position_bits(source.positions().rows()));
  return single("position", indices(bits->rows()), indices(bits->cols()), bits);
}

NumberTable effect_table(const Source& source) {
  const PositionEffect effect =
      position_effect(source.evaluation, source.head(), source.state.selection.value_or(Cell{}));
  if (!effect.problem.empty()) throw NoNumbers(effect.problem);
  NumberTable table;
  table.stack = "positions";
  table.row_kind = "query";
  table.rows = source.scene().query_tokens();
  table.columns = source.scene().tokens;
  table.layers = {{"without", {effect.without, &effect.without->weights}},
                  {"with", {effect.with, &effect.with->weights}}};
  return table;
}

/// The places of the points, which are the tokens', and below them those of the queries.
NumberTable plane_table(const Source& source, std::string_view space_id) {
  const PlaneSpace space = plane_space(*source.evaluation, source.head(), space_id);
  const PlaneAxes axes = plane_axes(space, source.state.options.plane);
  NumberTable table = single("point", source.scene().tokens, {"x", "y"}, nullptr);
  const Index tokens = space.tokens->rows();
  const Index queries = space.queries ? space.queries->rows() : 0;
  Matrix places(tokens + queries, 2);
  for (Index n = 0; n < tokens + queries; ++n) {
    const Point place = n < tokens ? axes.project(space.tokens->row(n))
                                   : axes.project(space.queries->row(n - tokens));
    places.row(n) << static_cast<float>(place.x), static_cast<float>(place.y);
  }
  const std::string before = space_id == "values" ? "output of " : "query ";
  for (Index n = 0; n < queries; ++n) {
    table.rows.push_back(before + source.scene().query_tokens()[static_cast<std::size_t>(n)]);
  }
  table.layers[0].values = own(std::move(places));
  return table;
}

NumberTable curve_table(const Source& source) {
  const Scene& scene = source.scene();
  if (const auto obstacle = curve_obstacle(scene)) throw NoNumbers(*obstacle);
  const auto estimate = curve_estimate(source.evaluation, source.head(),
                                       static_cast<double>(scene.embeddings->minCoeff()),
                                       static_cast<double>(scene.embeddings->maxCoeff()));
  if (!estimate->problem.empty()) throw NoNumbers(estimate->problem);
  const Matrix outputs = curve_output(estimate->trace, source.head());
  Matrix numbers(outputs.rows(), 2);
  for (Index n = 0; n < numbers.rows(); ++n) {
    numbers.row(n) << static_cast<float>(estimate->x[static_cast<std::size_t>(n)]), outputs(n, 0);
  }
  return single("point", indices(numbers.rows()), {"query", "estimate"}, own(std::move(numbers)));
}

NumberTable compare_table(const Source& source) {
  NumberTable table;
  table.stack = "panel";
  table.row_kind = "query";
  table.rows = source.scene().query_tokens();
  table.columns = source.scene().tokens;
  const auto kinds = compared_kinds(source.scene(), source.state.options);
  for (const Compared& panel : *compare(source.evaluation, kinds)) {
    if (!panel.evaluation) continue;
    const Matrix& weights =
        panel.evaluation->trace.heads[static_cast<std::size_t>(source.head())].weights;
    table.layers.push_back(
        {panel.kinds.score + ", " + panel.kinds.normalizer, {panel.evaluation, &weights}});
  }
  if (table.layers.empty()) throw NoNumbers("none of what is compared can be computed");
  return table;
}

struct View {
  std::string_view id;
  NumberTable (*make)(const Source& source);
};

constexpr View kViews[] = {
    {"weights", pairs_table},
    {"scores", pairs_table},
    {"raw-scores", pairs_table},
    {"outputs", outputs_table},
    {"heads", heads_table},
    {"head-outputs", head_outputs_table},
    {"encoding", encoding_table},
    {"frequencies", frequencies_table},
    {"similarity", similarity_table},
    {"rotation", rotation_table},
    {"binary", binary_table},
    {"effect", effect_table},
    {"plane", [](const Source& source) { return plane_table(source, "inputs"); }},
    {"plane-keys", [](const Source& source) { return plane_table(source, "keys"); }},
    {"plane-values", [](const Source& source) { return plane_table(source, "values"); }},
    {"curve", curve_table},
    {"compare", compare_table},
};

void check_head(const TableHeads& heads, Index count) {
  if (!heads.only || (*heads.only >= 0 && *heads.only < count)) return;
  throw NoNumbers("there is no head " + std::to_string(*heads.only) +
                  "; known: " + (count == 1 ? "0" : "0 to " + std::to_string(count - 1)));
}

}  // namespace

bool NumberTable::is_even() const {
  return std::ranges::all_of(
      layers, [&](const Layer& layer) { return layer.values->cols() == layers[0].values->cols(); });
}

bool has_numbers(std::string_view view) {
  return std::ranges::find(kViews, view, &View::id) != std::end(kViews);
}

NumberTable number_table(const std::shared_ptr<const Evaluation>& evaluation, std::string_view view,
                         const ViewState& state, const TableHeads& heads) {
  const auto found = std::ranges::find(kViews, view, &View::id);
  if (found == std::end(kViews)) {
    throw NoNumbers("the view " + std::string(view) + " has no numbers of its own");
  }
  check_head(heads, static_cast<Index>(evaluation->trace.heads.size()));
  NumberTable table = found->make({evaluation, view, state, heads});
  table.view = view;
  return table;
}

}  // namespace attn
