#include "app/figure/tables/view_table.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "app/document/view/patch_grid.h"
#include "app/figure/numbers/comparison.h"
#include "app/figure/numbers/cost_growth.h"
#include "app/figure/numbers/curve_estimate.h"
#include "app/figure/numbers/plane_space.h"
#include "app/figure/numbers/position_effect.h"
#include "app/figure/numbers/position_model.h"
#include "app/figure/views/pair_quantity.h"
#include "engine/base/clamped.h"

namespace attn {
namespace {

PositionModel positions_of(const TableSource& source, std::string_view part) {
  ViewOptions::Positions options = source.state.options.positions;
  options.part = part;
  PositionModel model = position_model(source.scene(), source.head(), options);
  if (model.width == 0 && !model.kind->term) throw NoNumbers("there are no embeddings");
  return model;
}

std::shared_ptr<const Matrix> own(Matrix matrix) {
  return std::make_shared<const Matrix>(std::move(matrix));
}

using Layers = std::vector<ViewTable::Layer>;

/// Names of rows or columns; absent: numbered.
using Names = std::optional<std::vector<std::string>>;
constexpr std::nullopt_t kCounted = std::nullopt;

std::vector<std::string> names_of(Names words, Index count) {
  if (!words) {
    words.emplace();
    for (Index n = 0; n < count; ++n) words->push_back(std::to_string(n));
  }
  if (std::ssize(*words) != count) {
    throw std::logic_error("a table of " + std::to_string(count) + " has " +
                           std::to_string(words->size()) + " names");
  }
  return *std::move(words);
}

/// Creates all tables: the layers determine the numbers of rows and columns.
ViewTable stacked(std::string stack, std::string row_kind, Names rows, Names columns,
                  Layers layers) {
  Index widest = 0;
  const Index height = layers.at(0).values->rows();
  for (const auto& layer : layers) {
    widest = std::max(widest, layer.values->cols());
    if (layer.values->rows() != height) throw std::logic_error("layers of different rows");
  }
  ViewTable table;
  table.stack = std::move(stack);
  table.row_kind = std::move(row_kind);
  table.rows = names_of(std::move(rows), height);
  table.columns = names_of(std::move(columns), widest);
  table.layers = std::move(layers);
  return table;
}

ViewTable single(std::string row_kind, Names rows, Names columns,
                 std::shared_ptr<const Matrix> values) {
  return stacked("", std::move(row_kind), std::move(rows), std::move(columns),
                 {{"", std::move(values)}});
}

using OfHead = std::function<std::shared_ptr<const Matrix>(const HeadTrace&)>;

/// Matrix of one head, one row per query; without `only`, a stack of all heads.
ViewTable of_heads(const TableSource& source, std::optional<Index> only, Names columns,
                   const OfHead& matrix) {
  const auto layer = [&](Index h) { return matrix(source.trace().head(h)); };
  const auto& queries = source.scene().query_tokens();
  if (only) return single("query", queries, std::move(columns), layer(*only));
  Layers layers;
  for (Index h = 0; h < source.head_count(); ++h) layers.push_back({std::to_string(h), layer(h)});
  return stacked("head", "query", queries, std::move(columns), std::move(layers));
}

ViewTable biases_table(const TableSource& source, Index rows) {
  Layers layers;
  for (Index h = 0; h < source.head_count(); ++h) {
    if (source.heads.only.value_or(h) != h) continue;
    layers.push_back({std::to_string(h), own(bias_by_distance(source.scene(), h, rows))});
  }
  return stacked("head", "query", kCounted, kCounted, std::move(layers));
}

/// Positions of the tokens' points, and below them those of the queries.
ViewTable places_table(const TableSource& source, std::string_view space_id) {
  const PlaneSpace space = plane_space(*source.evaluation, source.head(), space_id);
  if (space.tokens->size() == 0) throw NoNumbers("the scores are given: there are no such rows");
  const PlaneAxes axes = plane_axes(space, source.state.options.plane);
  const Index tokens = space.tokens->rows();
  const Index queries = space.queries ? space.queries->rows() : 0;
  Matrix places(tokens + queries, 2);
  for (Index n = 0; n < tokens + queries; ++n) {
    const Point place = n < tokens ? axes.project(space.tokens->row(n))
                                   : axes.project(space.queries->row(n - tokens));
    places.row(n) << static_cast<float>(place.x), static_cast<float>(place.y);
  }
  std::vector<std::string> points = source.scene().tokens;
  const std::string before = space.has_outputs ? "output of " : "query ";
  for (Index n = 0; n < queries; ++n) {
    points.push_back(before + source.scene().query_token(n));
  }
  return single("point", std::move(points), {{"x", "y"}}, own(std::move(places)));
}

}  // namespace

bool ViewTable::is_even() const {
  return std::ranges::all_of(
      layers, [&](const Layer& layer) { return layer.values->cols() == layers[0].values->cols(); });
}

Index TableSource::head() const {
  return clamped<Index>(heads.only.value_or(state.head), 0, head_count() - 1);
}

ViewTable pairs_table(const TableSource& source) {
  const PairQuantity& quantity = pair_quantity(source.view);
  const std::optional<Index> shown = source.head();
  // Masked pairs have weight 0 and no score: kMasked.
  return of_heads(source, source.heads.all ? std::nullopt : shown, source.scene().tokens,
                  [&](const HeadTrace& head) { return source.share(quantity.numbers(head)); });
}

ViewTable head_outputs_table(const TableSource& source) {
  if (source.trace().heads[0].v.cols() == 0)
    throw NoNumbers("there are no values, and so no outputs");
  return of_heads(source, source.heads.only, kCounted,
                  [&](const HeadTrace& head) { return source.share(head.output); });
}

ViewTable heads_table(const TableSource& source) {
  if (source.state.options.heads.are_outputs) return head_outputs_table(source);
  return of_heads(source, source.heads.only, source.scene().tokens,
                  [&](const HeadTrace& head) { return source.share(head.weights); });
}

ViewTable outputs_table(const TableSource& source) {
  const auto& combined = source.trace().output;
  if (source.heads.only || source.heads.all || !combined) return head_outputs_table(source);
  return single("query", source.scene().query_tokens(), kCounted, source.share(*combined));
}

ViewTable encoding_table(const TableSource& source) {
  const PositionModel model = positions_of(source, "encoding");
  if (model.kind->term) return biases_table(source, model.rows());
  return single("position", kCounted, kCounted, model.table);
}

ViewTable frequencies_table(const TableSource& source) {
  const PositionModel model = positions_of(source, "frequencies");
  if (model.frequencies.empty()) throw NoNumbers("these positions have no frequencies");
  const auto count = std::ssize(model.frequencies);
  const bool is_scaled = !model.unscaled.empty();
  Matrix numbers(count, is_scaled ? 3 : 2);
  for (Index j = 0; j < count; ++j) {
    const double frequency = model.frequencies[static_cast<std::size_t>(j)];
    numbers(j, 0) = static_cast<float>(frequency);
    numbers(j, 1) = static_cast<float>(wavelength(frequency));
    if (is_scaled) numbers(j, 2) = static_cast<float>(model.unscaled[static_cast<std::size_t>(j)]);
  }
  std::vector<std::string> columns{"frequency", "wavelength"};
  if (is_scaled) columns.emplace_back("unscaled frequency");
  return single("wave", kCounted, std::move(columns), own(std::move(numbers)));
}

ViewTable similarity_table(const TableSource& source) {
  const PositionModel model = positions_of(source, "similarity");
  return single("position", kCounted, kCounted, own(similarity(*model.table)));
}

ViewTable rotation_table(const TableSource& source) {
  const PositionModel model = positions_of(source, "rotation");
  if (!model.turns || model.width < 2) {
    throw NoNumbers("no rotation turns these positions into those further on");
  }
  const Index shift = shown_shift(source.state.options.positions);
  const Index pairs = model.width / 2;
  return single("dimension", kCounted, kCounted,
                own(shift_matrix(model.frequencies, pairs, static_cast<double>(shift), model.layout)
                        .cast<float>()));
}

ViewTable binary_table(const TableSource& source) {
  return single("position", kCounted, kCounted,
                own(position_bits(positions_of(source, kBinaryPart))));
}

ViewTable effect_table(const TableSource& source) {
  const PositionEffect effect =
      position_effect(source.evaluation, source.head(), source.state.selection.value_or(Cell{}));
  if (!effect.problem.empty()) throw NoNumbers(effect.problem);
  return stacked("positions", "query", source.scene().query_tokens(), source.scene().tokens,
                 {{"without", {effect.without, &effect.without->weights}},
                  {"with", {effect.with, &effect.with->weights}}});
}

ViewTable plane_table(const TableSource& source) { return places_table(source, "inputs"); }
ViewTable plane_keys_table(const TableSource& source) { return places_table(source, "keys"); }
ViewTable plane_values_table(const TableSource& source) { return places_table(source, "values"); }

ViewTable curve_table(const TableSource& source) {
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
  return single("point", kCounted, {{"query", "estimate"}}, own(std::move(numbers)));
}

ViewTable compare_table(const TableSource& source) {
  Layers layers;
  const auto kinds = compared_kinds(source.scene(), source.state.options);
  const auto comparison = compare(source.evaluation, kinds);
  for (const Compared& panel : *comparison) {
    if (!panel.evaluation) continue;
    const Matrix& weights = panel.evaluation->trace.head(source.head()).weights;
    layers.push_back({name_of(panel.panel), {panel.evaluation, &weights}});
  }
  const auto difference = compares_difference(source.state.options, comparison->size())
                              ? weight_difference(comparison, source.head())
                              : nullptr;
  if (difference) layers.push_back({"B − A", difference});
  if (layers.empty()) throw NoNumbers("none of the compared panels can be computed");
  return stacked("panel", "query", source.scene().query_tokens(), source.scene().tokens,
                 std::move(layers));
}

/// A row for each key: row and column of a patch, index of the token, and its weight for the shown
/// query.
ViewTable patches_table(const TableSource& source) {
  const Scene& scene = source.scene();
  PatchGrid grid;
  try {
    grid = patch_grid(scene.key_count(), source.state.options.patches);
  } catch (const PatchGridError& error) {
    throw NoNumbers(error.what());
  }
  const Index query = patch_query(scene, grid, source.state.selection);
  const auto numbers = [&](Index head) {
    Matrix rows(scene.key_count(), 4);
    for (Index key = 0; key < rows.rows(); ++key) {
      const auto patch = grid.patch(key);
      const auto number = [](Index n) { return static_cast<float>(n); };
      rows.row(key) << (patch ? number(patch->query) : kMasked),
          (patch ? number(patch->key) : kMasked), number(key),
          source.trace().head(head).weights(query, key);
    }
    return own(std::move(rows));
  };
  const std::vector<std::string> columns = {"row", "column", "token", "weight"};
  if (!source.heads.all) return single("token", scene.tokens, columns, numbers(source.head()));
  Layers layers;
  for (Index h = 0; h < source.head_count(); ++h) layers.push_back({std::to_string(h), numbers(h)});
  return stacked("head", "token", scene.tokens, columns, std::move(layers));
}

ViewTable cost_table(const TableSource& source) {
  const auto growth = cost_growth(source.scene());
  const auto count = std::ssize(growth->points);
  Matrix numbers(count, 5);
  std::vector<std::string> tokens;
  for (Index n = 0; n < count; ++n) {
    const GrowthPoint& point = growth->points[static_cast<std::size_t>(n)];
    tokens.push_back(std::to_string(point.tokens));
    Index column = 0;
    for (const double number : {point.multiplications, point.full_multiplications, point.one_more,
                                point.kept, point.full_kept}) {
      numbers(n, column++) = static_cast<float>(number);
    }
  }
  return single("tokens", std::move(tokens),
                {{"multiplications", "of full attention", "of one more", "numbers stored",
                  "stored by full attention"}},
                own(std::move(numbers)));
}

}  // namespace attn
