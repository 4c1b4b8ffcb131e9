#include "app/figure/steps/pipeline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "app/document/formulas/plain_formula.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/shading.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/norm.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/shift.h"
#include "engine/attention/trace.h"
#include "engine/attention/weight_bounds.h"
#include "engine/base/text.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

/// Names and note of the step that computes a part; the part's row has its formula and order.
struct StepWords {
  Part part;
  /// In cross-attention the step also computes this part, from the other tokens.
  std::optional<Part> of_queries;
  /// Names, the longest first; null: the part's symbol. With formulas, like the note.
  std::vector<std::string> (*names)(const Scene& scene, std::size_t h);
  /// Note on settings that are in no matrix; may be empty.
  std::string (*note)(const Scene& scene, std::size_t h);
};

/// Appends `more` to the text of a note.
void join(std::string& words, std::string_view more, std::string_view between = " · ") {
  if (more.empty()) return;
  if (!words.empty()) words += between;
  words += more;
}

/// Marks `tex` as a formula within text.
std::string formula(std::string_view tex) { return "$" + std::string(tex) + "$"; }
std::string symbol_of(Part part) { return formula(part_kind(part).symbol); }

/// "cap = 2"
std::string number_words(std::string_view tex, double value, int digits = 3) {
  return formula(std::string(tex) + " = " + tex_number(brief(value, digits)));
}

// Positions.

/// Description of the rotation of queries and keys, in addition to its formula.
std::string turn_words(const Position& position) {
  std::string words;
  const std::string r = position.rotated ? std::to_string(*position.rotated) : "";
  if (position.rotated) join(words, "only the first $r = " + r + "$ columns");
  if (position.layout == PairLayout::kHalves) {
    const std::string width = position.rotated ? "r" : "d_\\mathrm{k}";
    join(words, "pair $j$: columns $j$ and $j + " + width + "/2$");
  }
  if (!position.scaling) return words;
  const RopeScaling& scaling = *position.scaling;
  join(words, formula("\\omega_j") + " of " + std::string(scaling.kind->label) +
                  " scaling: " + formula(scaling.kind->formula));
  constexpr std::pair<const char*, float RopeScaling::*> kNumbers[] = {
      {"factor", &RopeScaling::factor},
      {"low", &RopeScaling::low},
      {"high", &RopeScaling::high},
      {"original", &RopeScaling::original}};
  for (const auto& [key, member] : kNumbers) {
    if (!takes(*scaling.kind, key)) continue;
    const std::string name = "\\mathrm{" + std::string(key) + "}";
    join(words, number_words(name, static_cast<double>(scaling.*member), 6), ", ");
  }
  return words;
}

std::string embeddings_note(const Scene& scene, std::size_t) {
  return scene.queries ? "one row for each token; the queries are other tokens"
                       : "one row for each token";
}

std::string position_note(const Scene& scene, std::size_t) {
  const PositionKind& kind = *scene.position.kind;
  if (kind.table) {
    const float scale = scene.position.scale;
    return formula(part_kind(Part::x).formula(scene, 0)) +
           (scale == 1 ? "" : " · " + number_words("\\mathrm{scale}", static_cast<double>(scale)));
  }
  std::string note = "nothing is added to the embeddings";
  if (kind.rotate) {
    note += ": queries and keys are rotated";
    join(note, turn_words(scene.position));
  }
  if (kind.slope) {
    note += ": scores fall with the distance";
  } else if (kind.term) {
    note += ": scores gain a number by the distance";
  }
  return note;
}

// Queries, keys and values.

/// Appends norm and rotation of queries and keys after their projection.
void add_norm_and_turn(const Scene& scene, std::string& note) {
  if (has_norm(scene.score)) {
    const NormKind& norm = *scene.score.norm;
    join(note, "norm of each row: " + formula(norm.formula));
    if (norm.has_epsilon) {
      join(note, number_words("\\mathrm{epsilon}", static_cast<double>(scene.score.epsilon)), ", ");
    }
  }
  if (!scene.position.kind->rotate) return;
  join(note, "then " + formula(part_kind(Part::position).formula(scene, 0)));
  join(note, turn_words(scene.position));
}

template <auto member, Part weights>
std::string missing_matrix(const Head& head) {
  return head.*member ? "" : "no " + symbol_of(weights) + ": it is the identity";
}

std::string queries_note(const Scene& scene, std::size_t h) {
  std::string note = missing_matrix<&Head::w_q, Part::w_q>(scene.heads[h]);
  add_norm_and_turn(scene, note);
  return note;
}

/// Note for a head that shares the keys and values of another.
std::string shared_words(const Scene& scene, std::size_t h, std::string_view what) {
  const std::size_t from = keys_head(scene, h);
  return from == h ? "" : "the " + std::string(what) + " of head " + std::to_string(from);
}

std::string keys_note(const Scene& scene, std::size_t h) {
  std::string note = shared_words(scene, h, "keys");
  join(note, missing_matrix<&Head::w_k, Part::w_k>(scene.heads[keys_head(scene, h)]));
  add_norm_and_turn(scene, note);
  return note;
}

std::string values_note(const Scene& scene, std::size_t h) {
  std::string note = shared_words(scene, h, "values");
  join(note, missing_matrix<&Head::w_v, Part::w_v>(scene.heads[keys_head(scene, h)]));
  return note;
}

std::string subtract_pairs_note(const Scene& scene, std::size_t) {
  std::string note = "for the subtracted weights";
  add_norm_and_turn(scene, note);
  return note;
}

// Scores.

/// Returns whether the score has a scale of its own, or one other than 1.
bool is_scaled(const Scene& scene, std::size_t h) {
  return plain_score(scene.score).kind != scene.score.kind || score_factor(scene, h) != 1;
}

/// Scale and cap of the scores for keys of width `width`.
std::string scale_words(const Scene& scene, std::size_t h, Index width) {
  std::string words;
  if (plain_score(scene.score).kind != scene.score.kind) {
    words = number_words(R"(\sqrt{d_\mathrm{k}})", std::sqrt(static_cast<double>(width)));
  } else if (score_factor(scene, h) != 1) {
    words = number_words("\\mathrm{scale}", score_factor(scene, h));
  }
  if (scene.score.cap) {
    join(words, number_words("\\mathrm{cap}", static_cast<double>(*scene.score.cap)));
  }
  return words;
}

/// Note on the head's parameters of the score: its width, or what replaces a missing w_a or v.
std::string head_score_words(const Scene& scene, const Head& head) {
  std::string note;
  for (const Parameter& one : scene.score.kind->head_parameters) {
    if (one.key == "w_a" && !head.w_a) note = "no " + symbol_of(Part::w_a) + ": it is the identity";
    if (one.key == "v" && !head.v) note = "no " + symbol_of(Part::energy) + ": all ones";
    if (one.key == "width") {
      note = number_words("\\mathrm{width}", static_cast<double>(head.width.value_or(1.0F)));
    }
  }
  return note;
}

std::string unscaled_note(const Scene& scene, std::size_t h) {
  std::string note = has_given_scores(scene.score) ? "given, not computed from queries and keys"
                                                   : head_score_words(scene, scene.heads[h]);
  std::string later = is_scaled(scene, h) ? "scaled" : "";
  if (scene.score.cap) join(later, "capped", " and ");
  if (!later.empty()) join(note, later + " in the next step");
  return note;
}

/// Terms added to the scores.
std::string shift_words(const Attention& attention, std::size_t h) {
  std::string words;
  if (attention.bias) join(words, "the bias");
  for (const DistanceTerm& term : distance_terms(attention, h, 0)) {
    const std::string_view addend = term.formula.substr(term.formula.starts_with("+ ") ? 2 : 0);
    join(words, std::string(term.label) + ": " + formula(addend));
  }
  for (const Mask& mask : attention.masks) {
    if (mask.kind->shift && mask.sigma) {
      join(words, formula(R"(-\frac{(\query{i} - \key{j})^2}{2 \cdot )" +
                          tex_number(brief(*mask.sigma)) + "^2}"));
    }
  }
  return words;
}

void add_shift_words(const Scene& scene, std::size_t h, std::string& note) {
  const std::string words = shift_words(scene, h);
  if (!words.empty()) join(note, symbol_of(Part::shift) + ": " + words);
}

void add_seen_words(const Scene& scene, std::size_t h, std::string& note) {
  std::string seen;
  for (const std::string& one : mask_formulas(scene)) join(seen, formula(one), " and ");
  const auto& given = scene.heads[h].scores;
  const bool hides = has_given_scores(scene.score) && ((*given)->array() == kMasked).any();
  if (hides) join(seen, "a score is given", " and ");
  if (!seen.empty()) join(note, "visible where " + seen);
}

std::vector<std::string> scores_names(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[h];
  const std::string name = std::string("scale, ") + (scene.score.cap ? "cap, " : "") + "bias, " +
                           (head.w_f ? "forget, " : "") + (head.decay ? "decay, " : "") + "mask";
  return {name, "bias, mask", "mask", "$S$"};
}

std::string scores_note(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[h];
  std::string note = scale_words(scene, h, width_of_k(scene, h));
  add_shift_words(scene, h, note);
  if (head.w_f) {
    join(note, symbol_of(Part::forget_gates) +
                   R"(: where $\key{j} < \query{i}$ the sum of the gates after $\key{j}$ up to )"
                   R"($\query{i}$ is added)");
  }
  if (head.decay) join(note, number_words("\\mathrm{decay}", static_cast<double>(*head.decay)));
  add_seen_words(scene, h, note);
  return note.empty() ? "no scale, no bias, no mask: the scores are unchanged" : note;
}

std::string forget_gates_note(const Scene& scene, std::size_t h) {
  const auto& b_f = scene.heads[h].b_f;
  std::string note =
      b_f ? number_words(R"(b_\mathrm{F})", static_cast<double>(*b_f)) : std::string();
  join(note, "at most 0: each token subtracts it from the scores of all tokens before it");
  return note;
}

std::string subtract_raw_note(const Scene& scene, std::size_t h) {
  std::string note = head_score_words(scene, scene.heads[h]);
  join(note, scale_words(scene, h, scene.heads[h].subtract->w_k->cols()));
  return note;
}

std::string subtract_scores_note(const Scene& scene, std::size_t h) {
  std::string note;
  add_shift_words(scene, h, note);
  add_seen_words(scene, h, note);
  return note.empty() ? "no bias, no mask: the scores are unchanged" : note;
}

// Weights and outputs.

/// Note on the temperature, for kinds that have one.
std::string temperature_words(const Scene& scene, bool has_sink) {
  const Normalizer& normalizer = scene.normalizer;
  if (!takes(*normalizer.kind, "temperature")) return "";
  const bool is_of_rows = normalizer.over == Over::kKeys;
  const float T = normalizer.temperature;
  if (std::isinf(T)) {
    return std::string(R"($T = \infty$: )") +
           (is_of_rows ? "all visible keys have equal weights"
                       : "each key has equal weights for all queries that see it");
  }
  if (T > 0) return number_words("T", static_cast<double>(T), 4);
  if (!normalizer.kind->sums_to_one()) return "$T = 0$: only the signs of the scores count";
  if (has_sink) return "$T = 0$: the largest score takes all, also if it is the sink's";
  return is_of_rows ? "$T = 0$: the largest score takes all"
                    : "$T = 0$: the largest score of each column takes all";
}

/// Note on the normalizer, also used for subtracted weights.
std::string normalizer_words(const Scene& scene, bool has_sink) {
  const Normalizer& normalizer = scene.normalizer;
  const NormalizerKind& kind = *normalizer.kind;
  const bool is_of_rows = normalizer.over == Over::kKeys;
  std::string note = temperature_words(scene, has_sink);
  if (takes(kind, "alpha")) {
    join(note, number_words("\\mathrm{alpha}", static_cast<double>(normalizer.alpha)));
  }
  if (takes(kind, "k")) join(note, "$k = " + std::to_string(normalizer.k) + "$");
  if (takes(kind, "offset")) {
    constexpr std::string_view kOffset = "\\mathrm{offset}";
    const Index all = is_of_rows ? scene.key_count() : scene.query_count();
    join(note, normalizer.offset
                   ? number_words(kOffset, static_cast<double>(*normalizer.offset))
                   : formula(std::string(kOffset) + " = -\\ln " + std::to_string(all)));
  }
  if (normalizer.length && takes(kind, "length")) {
    join(note, std::string("scores are first multiplied by ") +
                   formula(tex_number(brief(*normalizer.length)) + R"( \cdot \ln n)") +
                   (is_of_rows ? ", $n$: number of keys that the query sees"
                               : ", $n$: number of queries that see the key"));
  }
  if (!is_of_rows) join(note, "each key's column over the queries");
  if (normalizer.over == Over::kQueriesThenKeys) join(note, "then each row by its sum", ", ");
  return note;
}

std::string subtract_weights_note(const Scene& scene, std::size_t) {
  return normalizer_words(scene, false);
}

std::string weights_note(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[h];
  std::string note = normalizer_words(scene, head.sink.has_value());
  if (head.sink) {
    join(note, "a sink of score " + formula(tex_number(brief(*head.sink))) +
                   " in each row takes its share");
  }
  if (head.subtract) {
    join(note, number_words("\\lambda", static_cast<double>(head.subtract->lambda)));
  }
  return note;
}

std::string gates_note(const Scene&, std::size_t) { return "from 0 (closed) to 1 (open)"; }

std::vector<std::string> head_output_names(const Scene& scene, std::size_t h) {
  std::vector<std::string> names{"weights times $V$", "$\\alpha V$"};
  if (scene.heads[h].w_g) names.insert(names.begin(), "weights times $V$, gated");
  return names;
}

/// A mean needs weights that are shares.
std::string head_output_note(const Scene& scene, std::size_t h) {
  const WeightBounds bounds = weight_bounds(scene, h);
  const bool is_mean = bounds.is_unit() && bounds.row == WeightBounds::Sum::kOne;
  std::string note = is_mean ? "the mean of the values by the query's weights"
                             : "the sum of the values, each times the query's weight";
  if (scene.heads[h].w_g) join(note, "each number times its gate");
  if (scene.heads[h].gain) {
    join(note, number_words("\\mathrm{gain}", static_cast<double>(*scene.heads[h].gain)));
  }
  return note;
}

std::string output_note(const Scene& scene, std::size_t) {
  return scene.combine.kind->joins == Joins::kBeside && !scene.combine.w_o
             ? "no " + symbol_of(Part::w_o) + ": the heads' outputs side by side"
             : "";
}

std::vector<std::string> embeddings_names(const Scene&, std::size_t) { return {"$X$"}; }
std::vector<std::string> x_names(const Scene&, std::size_t) { return {"$+\\,P$", "$+P$"}; }
std::vector<std::string> unscaled_names(const Scene&, std::size_t) { return {"scores", "$S'$"}; }
std::vector<std::string> forget_names(const Scene&, std::size_t) { return {"forget gates", "$F$"}; }
std::vector<std::string> subtract_raw_names(const Scene&, std::size_t) {
  return {symbol_of(Part::subtract_raw), "raw"};
}
std::vector<std::string> weights_names(const Scene& scene, std::size_t) {
  return {within_words(scene.normalizer.kind->label), "$\\alpha$"};
}
std::vector<std::string> gates_names(const Scene&, std::size_t) { return {"gates", "$G$"}; }
std::vector<std::string> output_names(const Scene&, std::size_t) { return {"combine", "$O$"}; }

/// All possible steps, in the order of the parts. Parts without a step are inputs, or operands of
/// other steps.
constexpr std::array kStepWords{
    StepWords{Part::embeddings, Part::query_embeddings, embeddings_names, embeddings_note},
    StepWords{Part::x, Part::query_x, x_names, position_note},
    StepWords{Part::q, {}, nullptr, queries_note},
    StepWords{Part::k, {}, nullptr, keys_note},
    StepWords{Part::v, {}, nullptr, values_note},
    StepWords{Part::unscaled, {}, unscaled_names, unscaled_note},
    StepWords{Part::forget_gates, {}, forget_names, forget_gates_note},
    StepWords{Part::scores, {}, scores_names, scores_note},
    StepWords{Part::subtract_q, {}, nullptr, subtract_pairs_note},
    StepWords{Part::subtract_k, {}, nullptr, subtract_pairs_note},
    StepWords{Part::subtract_raw, {}, subtract_raw_names, subtract_raw_note},
    StepWords{Part::subtract_scores, {}, nullptr, subtract_scores_note},
    StepWords{Part::subtract_weights, {}, nullptr, subtract_weights_note},
    StepWords{Part::weights, {}, weights_names, weights_note},
    StepWords{Part::gates, {}, gates_names, gates_note},
    StepWords{Part::head_output, {}, head_output_names, head_output_note},
    StepWords{Part::output, {}, output_names, output_note},
};

using Role = PipelineMatrix::Role;

/// Parts that the head's output depends on, or its weights if there is no output.
class PartsOnTheWay {
 public:
  PartsOnTheWay(const Scene& scene, Index head) : scene_(scene), head_(head) {
    follow({Part::output});
  }

  /// Returns whether the output depends on the part, and the part has columns.
  bool has(Part part) const {
    if (!met_[static_cast<std::size_t>(part)]) return false;
    // Heads that stay separate have no combined shape.
    if (part == Part::output) return has(Part::head_output);
    return shape_of(scene_, {part, part_kind(part).is_of_head ? head_ : 0}).cols.count > 0;
  }

 private:
  void follow(const Where& where) {
    auto is_met = met_.at(static_cast<std::size_t>(where.part));
    if (is_met) return;
    is_met = true;
    for (const Feed& feed : feeds_of(scene_, where)) {
      const bool is_other = part_kind(feed.where.part).is_of_head && feed.where.head != head_;
      if (!is_other) follow(feed.where);
    }
  }

  const Scene& scene_;
  Index head_;
  std::vector<bool> met_ = std::vector<bool>(part_kinds().size());
};

/// Parts that the step computes in this scene.
std::vector<Part> made_by(const StepWords& step, const PartsOnTheWay& way) {
  std::vector<Part> parts;
  if (way.has(step.part)) parts.push_back(step.part);
  if (step.of_queries && way.has(*step.of_queries)) parts.push_back(*step.of_queries);
  return parts;
}

/// Returns whether the input is transposed in the product.
bool stands_turned(const Feed& feed) {
  const Part part = feed.where.part;
  return feed.joined == "·" && (part == Part::k || part == Part::subtract_k || part == Part::w_f);
}

std::string numbered(const std::string& symbol, Index n) {
  return symbol + "_{" + std::to_string(n) + "}";
}

/// Builds a pipeline.
class PipelineBuilder {
 public:
  explicit PipelineBuilder(Pipeline& pipeline) : pipeline_(pipeline) {}

  void build() {
    const PartsOnTheWay way(scene_, pipeline_.head);
    for (const StepWords& words : kStepWords) {
      const std::vector<Part> parts = made_by(words, way);
      if (!parts.empty()) add_step(words, parts);
    }
    set_ranges();
  }

 private:
  Where where(Part part, Index of_head = 0) const {
    return {part, of_head, pipeline_.evaluation->block};
  }

  void add_step(const StepWords& words, const std::vector<Part>& parts) {
    const auto h = static_cast<std::size_t>(pipeline_.head);
    // The position is the addend of x; the other addend is the embeddings.
    const PartKind& kind = part_kind(words.part == Part::x ? Part::position : words.part);
    PipelineStep step{.names = words.names ? words.names(scene_, h)
                                           : std::vector{"$" + std::string(kind.symbol) + "$"},
                      .formula = kind.formula ? kind.formula(scene_, h) : kEmbeddings,
                      .note = words.note(scene_, h),
                      .equations = {}};
    for (const Part part : parts) {
      step.equations.push_back(equation(where(part, kind.is_of_head ? pipeline_.head : 0)));
    }
    step.is_beside = !pipeline_.steps.empty() && !is_fed_by_latest(step);
    if (!step.is_beside) latest_.clear();
    for (const auto& one : step.equations) latest_.push_back(one.back().matrices.front().where);
    pipeline_.steps.push_back(std::move(step));
  }

  bool is_fed_by_latest(const PipelineStep& step) const {
    return std::ranges::any_of(step.matrices(), [&](const PipelineMatrix* one) {
      return std::ranges::find(latest_, one->where) != latest_.end();
    });
  }

  std::vector<PipelineTerm> equation(const Where& where) {
    std::vector<PipelineTerm> terms;
    for (const Feed& feed : feeds_of(scene_, where)) {
      PipelineMatrix one = matrix(drawn_feed(feed.where));
      if (stands_turned(feed)) transpose(one);
      const auto like = std::ranges::find(terms, one.where.part, [](const PipelineTerm& term) {
        return term.matrices.front().where.part;
      });
      if (like == terms.end()) {
        terms.push_back({std::string(feed.joined), {std::move(one)}});
      } else {
        like->matrices.push_back(std::move(one));
      }
    }
    if (where.part == Part::output)
      terms.front().is_one = scene_.combine.kind->joins == Joins::kBeside;
    if (terms.empty()) return {{"", {matrix(where)}}};
    if (where.part != Part::output || trace_.output) terms.push_back({"→", {matrix(where)}});
    return terms;
  }

  PipelineMatrix matrix(const Where& where) {
    const PartKind& kind = part_kind(where.part);
    const auto h = static_cast<std::size_t>(where.head);
    const bool is_one_of_heads = where.part == Part::head_output || where.part == Part::projection;
    const std::string symbol(kind.symbol);
    const Matrix* held = kind.held ? kind.held(scene_, trace_, h) : nullptr;
    const Matrix* values = held ? held : made(where);
    return {where,
            is_one_of_heads ? numbered(symbol, where.head) : symbol,
            role_of(kind),
            values,
            masked_of(where.part, *values),
            labels(kind.rows),
            labels(kind.columns)};
  }

  /// Masked cells of a part.
  const Matrix* masked_of(Part part, const Matrix& values) const {
    const HeadTrace& head = trace_.head(pipeline_.head);
    if (part == Part::weights) return &head.masked();
    if (part == Part::seen || part == Part::scores) return &head.scores;
    if (part == Part::subtract_scores || part == Part::subtract_weights) {
      return &head.subtracted.scores;
    }
    // Given scores may hide keys.
    const bool hides = part_kind(part).columns == Axis::kKeys && (values.array() == kMasked).any();
    return hides ? &values : nullptr;
  }

  static Role role_of(const PartKind& kind) {
    if (kind.columns != Axis::kKeys) return Role::feature;
    return kind.part == Part::seen ? Role::seen : is_weight(kind.part) ? Role::weight : Role::score;
  }

  static bool is_weight(Part part) {
    return part == Part::weights || part == Part::subtract_weights;
  }

  const std::vector<std::string>* labels(Axis axis) const {
    if (axis == Axis::kPlain) return nullptr;
    return axis == Axis::kKeys ? &scene_.tokens : &scene_.query_tokens();
  }

  /// Keeps a matrix that the trace does not store for the lifetime of the pipeline.
  const Matrix* keep(Matrix made) {
    pipeline_.own.push_back(std::make_shared<const Matrix>(std::move(made)));
    return pipeline_.own.back().get();
  }

  const Matrix* made(const Where& where) {
    const auto known = std::ranges::find(made_, where, &std::pair<Where, const Matrix*>::first);
    if (known != made_.end()) return known->second;
    const auto make = part_kind(where.part).made;
    made_.emplace_back(where, keep(make(scene_, trace_, static_cast<std::size_t>(where.head))));
    return made_.back().second;
  }

  /// Transposes K, so that its keys are columns, as in a product.
  void transpose(PipelineMatrix& one) {
    one.symbol += "^\\top";
    one.values = keep(one.values->transpose());
    std::swap(one.rows, one.columns);
    one.is_transposed = true;
  }

  void set_ranges() {
    std::vector<const Matrix*> features, scores;
    for (const PipelineStep& step : pipeline_.steps) {
      for (const PipelineMatrix* one : step.matrices()) {
        if (one->role == Role::feature) features.push_back(one->values);
        if (one->role == Role::score) scores.push_back(one->values);
      }
    }
    const auto h = static_cast<std::size_t>(pipeline_.head);
    const HeadTrace& head = trace_.heads[h];
    const Matrix* others = scene_.heads[h].subtract ? &head.subtracted.weights : &head.weights;
    const Matrix* const all[] = {&head.weights, others};
    const ColorRange weights =
        shading_of(span_of(weight_bounds(scene_, h)), "fixed", head.weights, all).range;
    // Visible pairs have light colours, as only the hatching matters.
    pipeline_.ranges = {symmetric_range(features), symmetric_range(scores), weights, {0, 5}};
  }

  static constexpr const char* kEmbeddings = R"(\mathbf{x}_i = \mathbf{e}_i)";

  Pipeline& pipeline_;
  const Scene& scene_ = pipeline_.evaluation->scene;
  const Trace& trace_ = pipeline_.evaluation->trace;
  std::vector<std::pair<Where, const Matrix*>> made_;
  std::vector<Where> latest_;  // results since the last arrow
};

}  // namespace

CellRange PipelineMatrix::drawn(const CellRange& range) const {
  if (!is_transposed) return range;
  return {range.where, range.column, range.columns, range.row, range.rows};
}

std::vector<const PipelineMatrix*> PipelineStep::matrices() const {
  std::vector<const PipelineMatrix*> all;
  for (const auto& equation : equations) {
    for (const PipelineTerm& term : equation) {
      for (const PipelineMatrix& one : term.matrices) all.push_back(&one);
    }
  }
  return all;
}

int pipeline_step_count(const Scene& scene, Index head) {
  const PartsOnTheWay way(scene, head);
  return static_cast<int>(std::ranges::count_if(
      kStepWords, [&](const StepWords& words) { return !made_by(words, way).empty(); }));
}

std::shared_ptr<const Pipeline> pipeline_of(const std::shared_ptr<const Evaluation>& evaluation,
                                            Index head) {
  thread_local std::weak_ptr<const Pipeline> latest;
  if (auto made = latest.lock(); made && made->evaluation == evaluation && made->head == head) {
    return made;
  }
  auto made = std::make_shared<Pipeline>();
  made->evaluation = evaluation;
  made->head = head;
  made->seen = seen_by_head(evaluation->scene, static_cast<std::size_t>(head),
                            visible_keys(evaluation->scene));
  PipelineBuilder(*made).build();
  latest = made;
  return made;
}

}  // namespace attn
