#include "app/figure/steps/step_words.h"

#include <array>
#include <cmath>
#include <string_view>

#include "app/document/formulas/plain_formula.h"
#include "app/document/numbers/numbers.h"
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
  if (position.layout == RopeLayout::kHalves) {
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

/// Term that a position adds to scores: "slope · |i − j|" of "sᵢⱼ − slope · |i − j|".
std::string term_words(const Position& position) {
  constexpr std::string_view kScore = R"(s_{\query{i}\key{j}} )", kPlus = "+ ";
  std::string_view term = position.kind->formula;
  if (term.starts_with(kScore)) term.remove_prefix(kScore.size());
  if (term.starts_with(kPlus)) term.remove_prefix(kPlus.size());
  return std::string(position.kind->label) + ": " + formula(term);
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

/// Note on missing parameters of the head's score, or their values.
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
std::string shift_words(const Attention& attention) {
  std::string words;
  if (attention.bias) join(words, "the bias");
  if (attention.position.kind->term) join(words, term_words(attention.position));
  for (const Mask& mask : attention.masks) {
    if (mask.kind->shift && mask.sigma) {
      join(words, formula(R"(-\frac{(\query{i} - \key{j})^2}{2 \cdot )" +
                          tex_number(brief(*mask.sigma)) + "^2}"));
    }
  }
  return words;
}

void add_shift_words(const Scene& scene, std::string& note) {
  if (shifts_scores(scene)) join(note, symbol_of(Part::shift) + ": " + shift_words(scene));
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
  add_shift_words(scene, note);
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
  add_shift_words(scene, note);
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

}  // namespace

std::span<const StepWords> step_words() { return kStepWords; }

}  // namespace attn
