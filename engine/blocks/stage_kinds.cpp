#include <array>
#include <unordered_set>

#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/norm.h"
#include "engine/attention/position.h"
#include "engine/attention/shapes.h"
#include "engine/base/matrix.h"
#include "engine/base/problem.h"
#include "engine/base/require.h"
#include "engine/base/text_bounds.h"
#include "engine/blocks/stages.h"
#include "engine/gradients/scene_gradients.h"
#include "engine/reference/attention.h"
#include "engine/reference/check.h"
#include "engine/reference/feeding_cells.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

using Before = std::span<const StageTrace>;
using WideBefore = std::span<const WideStage>;

/// Converts rows to the precision of the trace's `x`.
template <typename Of>
auto stored(const WideMatrix& rows, const Of&) {
  return rows.template cast<typename decltype(Of::x)::Scalar>().eval();
}

double tokens_of(const Network& network) { return static_cast<double>(network.tokens.size()); }

WideMatrix with_bias(WideMatrix rows, const std::optional<Cow<RowVector>>& bias) {
  if (bias) rows.rowwise() += (**bias).cast<double>();
  return rows;
}

WideMatrix times(const WideMatrix& x, const Matrix& weights) { return x * weights.cast<double>(); }

Extent width_of(const Network& network) { return exactly(network.width(), "D"); }

void require_row(const std::optional<Cow<RowVector>>& row, const Extent& width,
                 const std::string& place) {
  if (!row) return;
  require_count((*row)->cols(), width, "number", place);
  require_finite(**row, place);
}

/// Scene with zeros as inputs.
Scene inputs_of(const Network& network) {
  Scene scene;
  scene.tokens = network.tokens;
  scene.embeddings = Matrix(Matrix::Zero(std::ssize(network.tokens), network.width()));
  return scene;
}

// Functions shared by most stages.

Shape rows_of_tokens(const Network& network) {
  return {exactly(std::ssize(network.tokens), "L"), width_of(network)};
}

/// Each row depends on all numbers of its own input row.
void own_row(const Network& network, const Stage& stage, Cell cell,
             std::vector<StageCells>& cells) {
  cells.push_back({stage.input, cell.query, 1, 0, network.width()});
}

// Embedding, with positions added.

void check_vocabulary(const Network& network) {
  const std::vector<std::string>& words = network.vocabulary;
  require_count(std::ssize(words), Extent{}, "word", "/vocabulary");
  std::size_t bytes = 0;
  std::unordered_set<std::string_view> seen;
  for (std::size_t n = 0; n < words.size(); ++n) {
    const std::string place = "/vocabulary/" + std::to_string(n);
    require_bytes(words[n].size(), kMaxTokenBytes, place);
    bytes += words[n].size();
    require(seen.insert(words[n]).second, place, "expected a word that does not occur before");
  }
  require_bytes(bytes, kMaxTokensBytes, "/vocabulary");
  if (network.inputs) return;  // tokens may have any names then
  for (std::size_t n = 0; n < network.tokens.size(); ++n) {
    require(seen.contains(network.tokens[n]), "/tokens/" + std::to_string(n),
            "expected a word of the vocabulary");
  }
}

void check_types(const Network& network) {
  if (!network.types) return;
  const auto& [table, ids] = *network.types;
  require_shape(*table, {{}, width_of(network)}, "/types/table");
  if (ids.empty()) return;
  require_count(std::ssize(ids), exactly(std::ssize(network.tokens), "L"), "number", "/types/ids");
  for (std::size_t n = 0; n < ids.size(); ++n) {
    require(ids[n] >= 0 && ids[n] < table->rows(), "/types/ids/" + std::to_string(n),
            "expected less than " + std::to_string(table->rows()) + " (T), found " +
                std::to_string(ids[n]));
  }
}

void check_embedding(const Network& network, const Stage& stage) {
  check_vocabulary(network);
  require_shape(*network.embedding, {exactly(std::ssize(network.vocabulary), "V"), {}},
                stage.place);
  if (network.inputs) {
    require_shape(
        **network.inputs,
        {exactly(std::ssize(network.tokens), "L"), exactly(std::ssize(network.vocabulary), "V")},
        "/inputs");
  }
  if (network.embedding_scale) require_finite(*network.embedding_scale, "/embedding_scale");
  check_types(network);
  const bool adds = network.position.kind->table || network.position.kind->does_nothing();
  require(adds, "/position/kind", "expected one of none, sinusoidal, binary, learned");
  Scene placed = inputs_of(network);
  placed.position = network.position;
  if (const auto problem = check(placed)) throw SceneError(*problem);
}

double embedding_numbers(const Network& network, const Stage&) {
  const bool is_added = network.position.kind->table;
  return is_added ? tokens_of(network) * static_cast<double>(network.width()) : 0;
}

void row_of_token(const Network& network, const Stage& stage, Cell cell,
                  std::vector<StageCells>& cells) {
  if (network.inputs) {
    const auto amounts = (*network.inputs)->row(cell.query);
    for (Index word = 0; word < amounts.size(); ++word) {
      if (amounts(word) != 0) cells.push_back({stage.input, word, 1, cell.key, 1});
    }
    return;
  }
  const Index place = places_in_vocabulary(network)[static_cast<std::size_t>(cell.query)];
  cells.push_back({stage.input, place, 1, cell.key, 1});
}

/// Rows of the embedding, or `inputs` times the embedding.
WideMatrix rows_of_embedding(const Network& network) {
  if (network.inputs) return times((*network.inputs)->cast<double>(), *network.embedding);
  const std::vector<Index> places = places_in_vocabulary(network);
  WideMatrix rows(std::ssize(places), network.width());
  for (Index i = 0; i < rows.rows(); ++i) {
    rows.row(i) = network.embedding->row(places[static_cast<std::size_t>(i)]).cast<double>();
  }
  return rows;
}

double scale_of(const Network& network) {
  return static_cast<double>(network.embedding_scale.value_or(1.0F));
}

/// Type of token `i`.
Index type_of(const TokenTypes& types, Index i) {
  return types.ids.empty() ? 0 : types.ids[static_cast<std::size_t>(i)];
}

/// Scaled rows of the embedding, with the rows of the tokens' types added.
WideMatrix embedded(const Network& network) {
  WideMatrix rows = scale_of(network) * rows_of_embedding(network);
  for (Index i = 0; network.types && i < rows.rows(); ++i) {
    rows.row(i) += network.types->table->row(type_of(*network.types, i)).cast<double>();
  }
  return rows;
}

/// Adds positions (Vaswani et al. 2017, section 3.4, unscaled).
void embed(const Network& network, const Stage&, Before, StageTrace& made) {
  made.x = embedded(network).cast<float>();
  const Index L = made.x.rows();
  if (!network.position.kind->table) return;
  const WideMatrix shift = position_shift(network.position, L, network.width());
  made.position = shift.cast<float>();
  place_rows(Matrix(made.x), shift, 0, L, made.x);
}

void embed_wide(const Network& network, const Stage&, WideBefore, WideStage& made) {
  made.x = embedded(network);
  if (!network.position.kind->table) return;
  made.x += position_shift(network.position, made.x.rows(), network.width());
}

void embed_backward(const StageBack& way) {
  const Network& network = way.network;
  const WideMatrix& by = way.by[way.n];
  WideMatrix by_rows = WideMatrix::Zero(network.embedding->rows(), network.width());
  if (network.inputs) {
    by_rows = (*network.inputs)->cast<double>().transpose() * by;
  } else {
    const std::vector<Index> places = places_in_vocabulary(network);
    for (Index i = 0; i < by.rows(); ++i) {
      by_rows.row(places[static_cast<std::size_t>(i)]) += by.row(i);
    }
  }
  way.gradients.add(way.stage.place, scale_of(network) * by_rows);
  if (network.embedding_scale) {
    const double by_scale = by.cwiseProduct(rows_of_embedding(network)).sum();
    way.gradients.add("/embedding_scale", 0, 0, by_scale);
  }
  if (network.types) {
    WideMatrix by_table = WideMatrix::Zero(network.types->table->rows(), network.width());
    for (Index i = 0; i < by.rows(); ++i) by_table.row(type_of(*network.types, i)) += by.row(i);
    way.gradients.add("/types/table", by_table);
  }
  if (!network.position.kind->table) return;
  position_shift_backward(network.position, by, {way.gradients, "/position"});
}

// Norms.

void check_norm(const Network& network, const Stage& stage) {
  const Norm& norm = *stage.norm;
  require(norm.kind->has_epsilon, stage.place + "/kind", "expected layer or rms");
  require_finite(norm.epsilon, stage.place + "/epsilon");
  require(norm.epsilon >= 0, stage.place + "/epsilon", "expected a number >= 0");
  require_row(norm.gain, width_of(network), stage.place + "/gain");
  require_row(norm.shift, width_of(network), stage.place + "/shift");
}

template <typename Of>
void normalize_rows(const Network&, const Stage& stage, std::span<const Of> before, Of& made) {
  const Norm& norm = *stage.norm;
  WideMatrix rows = before[stage.input].x.template cast<double>();
  norm.kind->normalize(rows, norm.epsilon);
  if (norm.gain) rows.array().rowwise() *= (**norm.gain).cast<double>().array();
  made.x = stored(with_bias(std::move(rows), norm.shift), made);
}

void norm_backward(const StageBack& way) {
  const Norm& norm = *way.stage.norm;
  const GradientsBelow into(way.gradients, way.stage.place);
  const WideMatrix& rows = way.traces[way.stage.input].x;
  WideMatrix by = way.by[way.n];
  if (norm.shift) into.add("shift", by.colwise().sum());
  if (norm.gain) {
    WideMatrix normed = rows;
    norm.kind->normalize(normed, norm.epsilon);
    into.add("gain", by.cwiseProduct(normed).colwise().sum());
    by.array().rowwise() *= (**norm.gain).cast<double>().array();
  }
  norm.kind->backward(rows, norm.epsilon, by);
  way.by[way.stage.input] += by;
}

// Attention: a scene whose errors are reported at its place in the network.

Scene scene_of(const Network& network, const Stage& stage, Matrix x) {
  return scene_of(network, static_cast<std::size_t>(stage.block), std::move(x));
}

void check_attention(const Network& network, const Stage& stage) {
  const std::string& place = stage.place;
  const Scene scene = scene_of(network, stage, *inputs_of(network).embeddings);
  require(!scene.position.kind->table, place + "/position/kind",
          "expected a kind that is not added to embeddings: the network adds positions");
  if (const auto problem = check(scene)) {
    if (problem->place.starts_with("/tokens")) throw SceneError(*problem);
    throw SceneError({place + problem->place, problem->text});
  }
  const auto width = scene.combine.kind->width;
  require(width, place + "/combine/kind", "expected a combined output, for the next stages");
  const Index found = width(scene);
  if (scene.combine.w_o) {
    require_count(found, width_of(network), "number", place + "/combine/w_o/0");
  }
  require(found == network.width(), place + "/combine",
          "expected an output " + std::to_string(network.width()) + " wide (D), found " +
              std::to_string(found));
}

double attention_numbers(const Network& network, const Stage& stage) {
  return numbers_in_trace(scene_of(network, stage, Matrix(0, network.width())));
}

/// Cells of x that a cell of the output depends on, through the table of parts.
void attended_cells(const Network& network, const Stage& stage, Cell cell,
                    std::vector<StageCells>& cells) {
  const Scene scene = scene_of(network, stage, *inputs_of(network).embeddings);
  const BoolMatrix behind = cells_behind(scene, {Part::output}, cell, {Part::x});
  for (Index i = 0; i < behind.rows(); ++i) {
    for (Index first = 0, end = 0; first < behind.cols(); first = end + 1) {
      while (first < behind.cols() && !behind(i, first)) ++first;
      for (end = first; end < behind.cols() && behind(i, end);) ++end;
      if (end > first) cells.push_back({stage.input, i, 1, first, end - first});
    }
  }
}

void attend(const Network& network, const Stage& stage, Before before, StageTrace& made) {
  auto made_of = std::make_shared<Evaluation>();
  made_of->scene = scene_of(network, stage, before[stage.input].x);
  made_of->block = stage.block;
  try {
    made_of->trace = evaluate_plainly(made_of->scene);
  } catch (const SceneError& error) {
    throw SceneError({stage.place + error.problem().place, error.problem().text});
  }
  made.x = *made_of->trace.output;
  made.attention = std::move(made_of);
}

void attend_wide(const Network& network, const Stage& stage, WideBefore before, WideStage& made) {
  const WideMatrix& x = before[stage.input].x;
  made.scene = std::make_shared<const Scene>(scene_of(network, stage, x.cast<float>()));
  made.attention = evaluate_wide(*made.scene, &x);
  made.x = *made.attention.output;
}

void attend_backward(const StageBack& way) {
  const WideStage& made = way.traces[way.n];
  WideTrace by = no_gradient(made.attention);
  by.output = way.by[way.n];
  if (way.more != nullptr && way.more->block == way.stage.block) {
    add_loss(way.more->loss, *made.scene, made.attention, by);
  }
  backpropagate(*made.scene, made.attention, by, {way.gradients, way.stage.place});
  way.by[way.stage.input] += by.x;
}

bool has_attention(const Block& block) { return block.attention.has_value(); }

// Mlps.

void check_mlp(const Network& network, const Stage& stage) {
  const Mlp& mlp = *stage.block_of(network).mlp;
  const std::string& place = stage.place;
  const Extent D = width_of(network);
  require_shape(*mlp.w_1, {D, {}}, place + "/w_1");
  const Extent F = exactly(mlp.w_1->cols(), "F");
  require_row(mlp.b_1, F, place + "/b_1");
  require_shape(*mlp.w_2, {F, D}, place + "/w_2");
  require_row(mlp.b_2, D, place + "/b_2");
  if (mlp.w_3) require_shape(**mlp.w_3, {D, F}, place + "/w_3");
  require(!mlp.b_3 || mlp.w_3, place + "/b_3", "expected with w_3");
  require_row(mlp.b_3, F, place + "/b_3");
}

double mlp_numbers(const Network& network, const Stage& stage) {
  return tokens_of(network) * static_cast<double>(stage.block_of(network).mlp->w_1->cols());
}

template <typename Of>
void apply_mlp(const Network& network, const Stage& stage, std::span<const Of> before, Of& made) {
  const Mlp& mlp = *stage.block_of(network).mlp;
  const WideMatrix x = before[stage.input].x.template cast<double>();
  WideMatrix hidden = with_bias(times(x, *mlp.w_1), mlp.b_1).unaryExpr(mlp.activation->bend);
  if (mlp.w_3) hidden.array() *= with_bias(times(x, **mlp.w_3), mlp.b_3).array();
  made.x = stored(with_bias(times(hidden, *mlp.w_2), mlp.b_2), made);
  made.hidden = stored(hidden, made);
}

/// Backward of h · w_2 + b_2 with h = act(a) ∘ g, a = x · w_1 + b_1 and g = x · w_3 + b_3 or ones.
void mlp_backward(const StageBack& way) {
  const Mlp& mlp = *way.stage.block_of(way.network).mlp;
  const GradientsBelow into(way.gradients, way.stage.place);
  const WideMatrix& x = way.traces[way.stage.input].x;
  const WideMatrix& by = way.by[way.n];
  WideMatrix& by_x = way.by[way.stage.input];
  if (mlp.b_2) into.add("b_2", by.colwise().sum());
  into.add("w_2", way.traces[way.n].hidden.transpose() * by);
  const WideMatrix by_hidden = by * mlp.w_2->cast<double>().transpose();
  const WideMatrix bent = with_bias(times(x, *mlp.w_1), mlp.b_1);
  WideMatrix by_bent = by_hidden;
  if (mlp.w_3) {
    by_bent.array() *= with_bias(times(x, **mlp.w_3), mlp.b_3).array();
    const WideMatrix by_gate = by_hidden.cwiseProduct(bent.unaryExpr(mlp.activation->bend));
    if (mlp.b_3) into.add("b_3", by_gate.colwise().sum());
    into.add("w_3", x.transpose() * by_gate);
    by_x += by_gate * (**mlp.w_3).cast<double>().transpose();
  }
  by_bent.array() *= bent.unaryExpr(mlp.activation->slope).array();
  if (mlp.b_1) into.add("b_1", by_bent.colwise().sum());
  into.add("w_1", x.transpose() * by_bent);
  by_x += by_bent * mlp.w_1->cast<double>().transpose();
}

bool has_mlp(const Block& block) { return block.mlp.has_value(); }

// Residual connections.

void same_cells(const Network&, const Stage& stage, Cell cell, std::vector<StageCells>& cells) {
  cells.push_back({stage.skip, cell.query, 1, cell.key, 1});
  cells.push_back({stage.input, cell.query, 1, cell.key, 1});
}

/// He et al. 2016, eq. 1.
template <typename Of>
void add_input(const Network&, const Stage& stage, std::span<const Of> before, Of& made) {
  made.x = before[stage.skip].x + before[stage.input].x;
}

void add_input_backward(const StageBack& way) {
  way.by[way.stage.skip] += way.by[way.n];
  way.by[way.stage.input] += way.by[way.n];
}

// Head before the logits.

void check_head(const Network& network, const Stage& stage) {
  const Extent D = width_of(network);
  require_shape(*network.head->w, {D, D}, stage.place + "/w");
  require_row(network.head->b, D, stage.place + "/b");
}

/// x · w + b.
WideMatrix before_activation(const OutputHead& head, const WideMatrix& x) {
  return with_bias(times(x, *head.w), head.b);
}

template <typename Of>
void apply_head(const Network& network, const Stage& stage, std::span<const Of> before, Of& made) {
  const OutputHead& head = *network.head;
  const WideMatrix x = before[stage.input].x.template cast<double>();
  made.x = stored(before_activation(head, x).unaryExpr(head.activation->bend), made);
}

void head_backward(const StageBack& way) {
  const OutputHead& head = *way.network.head;
  const GradientsBelow into(way.gradients, way.stage.place);
  const WideMatrix& x = way.traces[way.stage.input].x;
  const WideMatrix by =
      way.by[way.n].cwiseProduct(before_activation(head, x).unaryExpr(head.activation->slope));
  if (head.b) into.add("b", by.colwise().sum());
  into.add("w", x.transpose() * by);
  way.by[way.stage.input] += by * head.w->cast<double>().transpose();
}

// Logits.

void check_unembedding(const Network& network, const Stage&) {
  Extent words = exactly(std::ssize(network.vocabulary), "V");
  if (network.unembedding) {
    require_shape(**network.unembedding, {width_of(network), {}}, "/unembedding");
    words = exactly((*network.unembedding)->cols(), "V′");
  }
  require_row(network.unembedding_bias, words, "/unembedding_bias");
  const float cap = network.logits_cap.value_or(1.0F);
  require(std::isfinite(cap) && cap > 0, "/logits_cap", "expected a number > 0");
}

Shape logits_shape(const Network& network) {
  const Index words =
      network.unembedding ? (*network.unembedding)->cols() : network.embedding->rows();
  return {rows_of_tokens(network).rows, exactly(words, "V′")};
}

/// Logits before the cap. Without a separate matrix the unembedding is the transposed embedding
/// (Press & Wolf 2017).
WideMatrix uncapped_logits(const Network& network, const WideMatrix& x) {
  const WideMatrix logits = network.unembedding
                                ? times(x, **network.unembedding)
                                : WideMatrix(x * network.embedding->cast<double>().transpose());
  return with_bias(logits, network.unembedding_bias);
}

template <typename Of>
void unembed(const Network& network, const Stage& stage, std::span<const Of> before, Of& made) {
  WideMatrix logits = uncapped_logits(network, before[stage.input].x.template cast<double>());
  if (network.logits_cap) {
    const double cap = *network.logits_cap;
    logits = (cap * (logits.array() / cap).tanh()).matrix().eval();
  }
  made.x = stored(logits, made);
}

/// Turns the gradient of capped logits, in place, into that of the logits of `x` before the cap.
void uncap_logits(const Network& network, const WideMatrix& x, WideMatrix& by,
                  Gradients& gradients) {
  if (!network.logits_cap) return;
  const Eigen::ArrayXXd part =
      uncapped_logits(network, x).array() / static_cast<double>(*network.logits_cap);
  const Eigen::ArrayXXd capped = part.tanh();
  const Eigen::ArrayXXd slope = 1 - capped.square();
  gradients.add("/logits_cap", 0, 0, (by.array() * (capped - part * slope)).sum());
  by.array() *= slope;
}

void unembed_backward(const StageBack& way) {
  const Network& network = way.network;
  const WideMatrix& x = way.traces[way.stage.input].x;
  WideMatrix by = way.by[way.n];
  uncap_logits(network, x, by, way.gradients);
  way.gradients.add("/unembedding_bias", by.colwise().sum());
  if (network.unembedding) {
    way.gradients.add("/unembedding", x.transpose() * by);
    way.by[way.stage.input] += by * (**network.unembedding).cast<double>().transpose();
  } else {
    way.gradients.add("/embedding", by.transpose() * x);
    way.by[way.stage.input] += by * network.embedding->cast<double>();
  }
}

constexpr std::array kStageKinds{
    StageKind{.id = "embedding",
              .check = check_embedding,
              .shape = rows_of_tokens,
              .feeds = row_of_token,
              .forward = embed,
              .wide = embed_wide,
              .backward = embed_backward,
              .numbers = embedding_numbers},
    StageKind{.id = "norm",
              .check = check_norm,
              .shape = rows_of_tokens,
              .feeds = own_row,
              .forward = normalize_rows<StageTrace>,
              .wide = normalize_rows<WideStage>,
              .backward = norm_backward},
    StageKind{.id = "attention",
              .check = check_attention,
              .shape = rows_of_tokens,
              .feeds = attended_cells,
              .forward = attend,
              .wide = attend_wide,
              .backward = attend_backward,
              .numbers = attention_numbers,
              .is_in = has_attention,
              .norm = &Block::attention_norm,
              .norm_after = &Block::attention_norm_after},
    StageKind{.id = "mlp",
              .check = check_mlp,
              .shape = rows_of_tokens,
              .feeds = own_row,
              .forward = apply_mlp<StageTrace>,
              .wide = apply_mlp<WideStage>,
              .backward = mlp_backward,
              .numbers = mlp_numbers,
              .is_in = has_mlp,
              .norm = &Block::mlp_norm,
              .norm_after = &Block::mlp_norm_after},
    StageKind{.id = "residual",
              .shape = rows_of_tokens,
              .feeds = same_cells,
              .forward = add_input<StageTrace>,
              .wide = add_input<WideStage>,
              .backward = add_input_backward},
    StageKind{.id = "head",
              .check = check_head,
              .shape = rows_of_tokens,
              .feeds = own_row,
              .forward = apply_head<StageTrace>,
              .wide = apply_head<WideStage>,
              .backward = head_backward},
    StageKind{.id = "unembedding",
              .check = check_unembedding,
              .shape = logits_shape,
              .feeds = own_row,
              .forward = unembed<StageTrace>,
              .wide = unembed<WideStage>,
              .backward = unembed_backward},
};

}  // namespace

std::span<const StageKind> stage_kinds() { return kStageKinds; }
const StageKind& stage_kind(std::string_view id) { return row_of(stage_kinds(), id); }

}  // namespace attn
