#include "app/figure/pipeline.h"

#include <cmath>

#include "app/document/numbers.h"
#include "app/figure/diagram_heatmap.h"
#include "engine/combine.h"
#include "engine/mask.h"
#include "engine/normalize.h"
#include "engine/position.h"
#include "engine/score.h"
#include "engine/shapes.h"
#include "engine/shift.h"

namespace attn {
namespace {

using Kind = Part::Kind;
using Role = PipelineMatrix::Role;

std::string numbered(std::string symbol, Index n) {
  constexpr const char* kDigits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
  for (const char digit : std::to_string(n)) symbol += kDigits[digit - '0'];
  return symbol;
}

void join(std::string& words, std::string_view more, std::string_view between = " · ") {
  if (more.empty()) return;
  if (!words.empty()) words += between;
  words += more;
}

std::string without(std::string_view text, std::string_view part) {
  std::string rest(text);
  const std::size_t at = rest.find(part);
  return at == std::string::npos ? rest : rest.erase(at, part.size());
}

/// Puts one pipeline together.
class Builder {
 public:
  explicit Builder(Pipeline& pipeline)
      : pipeline_(pipeline),
        scene_(pipeline.evaluation->scene),
        trace_(pipeline.evaluation->trace),
        h_(static_cast<std::size_t>(pipeline.head)),
        head_(trace_.heads[h_]),
        raw_(raw_scores()) {}

  void build() {
    add_embeddings();
    add_positions();
    add_projection({"Q"}, "xᵢ", query_x(), Kind::w_q, "W_Q", scene_.heads[h_].w_q, queries(),
                   is_turned());
    add_projection({"K"}, "xⱼ", x(), Kind::w_k, "W_K", scene_.heads[h_].w_k, keys(), is_turned());
    add_projection({"V"}, "xⱼ", scene_.values ? values() : x(), Kind::w_v, "W_V",
                   scene_.heads[h_].w_v, v(), false);
    add_scores();
    add_mask();
    add_weights();
    add_mix();
    add_combine();
    set_ranges();
  }

 private:
  using Labels = const std::vector<std::string>*;
  Labels key_labels() const { return &scene_.tokens; }
  Labels query_labels() const { return &scene_.query_tokens(); }

  const Matrix* keep(Matrix made) {
    pipeline_.own.push_back(std::make_shared<const Matrix>(std::move(made)));
    return pipeline_.own.back().get();
  }

  /// The scores without their scale, which is part of the next step.
  const Matrix* raw_scores() {
    if (score_factor(scene_, h_) == 1) return &head_.raw_scores();
    const Score plain = plain_score(scene_.score);
    return keep(plain.kind->scores(plain, scene_.heads[h_], head_.q, head_.k));
  }

  Part mine(Kind kind) const { return {kind, pipeline_.head}; }
  PipelineMatrix feature(Part part, std::string symbol, const Matrix& values,
                         Labels rows = nullptr) const {
    return {part, std::move(symbol), Role::feature, &values, nullptr, rows, nullptr};
  }
  PipelineMatrix pairs(Part part, std::string symbol, Role role, const Matrix& values,
                       bool is_masked) const {
    return {part,           std::move(symbol), role, &values, is_masked ? &head_.scores : nullptr,
            query_labels(), key_labels()};
  }

  PipelineMatrix x() const { return feature({Kind::x}, "X", trace_.x, key_labels()); }
  PipelineMatrix query_x() const {
    if (!scene_.queries) return x();
    return feature({Kind::query_x}, "X_Q", trace_.query_x, query_labels());
  }
  PipelineMatrix values() const {
    return feature({Kind::values}, "values", **scene_.values, key_labels());
  }
  PipelineMatrix queries() const { return feature(mine(Kind::q), "Q", head_.q, query_labels()); }
  PipelineMatrix keys() const { return feature(mine(Kind::k), "K", head_.k, key_labels()); }
  PipelineMatrix v() const { return feature(mine(Kind::v), "V", head_.v, key_labels()); }
  PipelineMatrix raw() const { return pairs(mine(Kind::raw), "A", Role::score, *raw_, false); }
  PipelineMatrix scores() const {
    return pairs(mine(Kind::scores), "S", Role::score, head_.scores, true);
  }
  PipelineMatrix weights() const {
    return pairs(mine(Kind::weights), "α", Role::weight, head_.weights, true);
  }
  PipelineMatrix head_output(Index h) const {
    return feature({Kind::head_output, h},
                   scene_.heads.size() > 1 ? numbered("O", h) : std::string("O"),
                   trace_.heads[static_cast<std::size_t>(h)].output, query_labels());
  }
  PipelineTerm head_outputs() const {
    PipelineTerm term;
    for (std::size_t h = 0; h < scene_.heads.size(); ++h) {
      term.matrices.push_back(head_output(static_cast<Index>(h)));
    }
    return term;
  }

  bool is_turned() const { return scene_.position.kind->rotate != nullptr; }

  void add(PipelineStep step) { pipeline_.steps.push_back(std::move(step)); }

  void add_embeddings() {
    PipelineStep step{{"X"}, "xᵢ = eᵢ", "one row for each token", {}};
    step.equations.push_back(
        {{"", {feature({Kind::embeddings}, "E", *scene_.embeddings, key_labels())}}});
    if (scene_.queries) {
      step.note = "one row for each token; those that ask are other tokens";
      step.equations.push_back({{"",
                                 {feature({Kind::query_embeddings}, "E_Q",
                                          *scene_.queries->embeddings, query_labels())}}});
    }
    add(std::move(step));
  }

  void add_positions() {
    const PositionKind& kind = *scene_.position.kind;
    PipelineStep step{{"+ P", "+P"}, std::string(kind.formula), "", {}};
    if (kind.table) {
      step.note = "xᵢ = eᵢ + scale · Pᵢ";
      if (scene_.position.scale != 1) step.note += " · scale = " + brief(scene_.position.scale);
    } else {
      step.note = "nothing is added to the embeddings";
      if (kind.rotate) step.note += ": queries and keys are turned";
      if (kind.slope) step.note += ": scores fall with the distance";
    }
    const auto sum = [&](PipelineMatrix embeddings, const std::optional<Matrix>& position,
                         Part part, PipelineMatrix result) {
      std::vector<PipelineTerm> terms{{"", {embeddings}}};
      if (position) {
        terms.push_back({"+", {feature(part, "P", *position, embeddings.rows)}});
      }
      terms.push_back({"→", {std::move(result)}});
      step.equations.push_back(std::move(terms));
    };
    sum(feature({Kind::embeddings}, "E", *scene_.embeddings, key_labels()), trace_.position,
        {Kind::position}, x());
    if (scene_.queries) {
      sum(feature({Kind::query_embeddings}, "E_Q", *scene_.queries->embeddings, query_labels()),
          trace_.query_position, {Kind::query_position}, query_x());
    }
    add(std::move(step));
  }

  void add_projection(std::vector<std::string> names, std::string_view row, PipelineMatrix from,
                      Kind weights_kind, std::string symbol,
                      const std::optional<Cow<Matrix>>& given, PipelineMatrix to, bool turns) {
    const std::string index(row.substr(1));  // ᵢ or ⱼ
    PipelineStep step;
    const std::string letter = to.symbol == "Q" ? "q" : to.symbol == "K" ? "k" : "v";
    step.formula = letter + index + " = " +
                   (from.part.kind == Kind::values ? "value" + index : std::string(row)) +
                   (given ? " · " + symbol : "");
    if (!given) step.note = "no " + symbol + ": it is the identity";
    if (turns) join(step.note, "then " + std::string(scene_.position.kind->formula));
    step.names = std::move(names);
    std::vector<PipelineTerm> terms{{"", {std::move(from)}}};
    if (given) terms.push_back({"·", {feature(mine(weights_kind), symbol, **given)}});
    terms.push_back({"→", {std::move(to)}});
    step.equations.push_back(std::move(terms));
    add(std::move(step));
  }

  bool uses(std::string_view key) const {
    for (const Parameter& one : scene_.score.kind->head_parameters) {
      if (one.key == key) return true;
    }
    return false;
  }

  void add_scores() {
    const Head& head = scene_.heads[h_];
    const Score plain = plain_score(scene_.score);
    PipelineStep step{{"scores", "A"}, without(plain.kind->formula, "scale · "), "", {}};
    std::vector<PipelineTerm> terms{{"", {queries()}}, {"·", {keys()}}};
    if (uses("w_a")) {
      if (head.w_a) terms.push_back({"·", {feature(mine(Kind::w_a), "W", **head.w_a)}});
      if (!head.w_a) step.note = "no W: it is the identity";
    }
    if (uses("v")) {
      if (head.v) terms.push_back({"·", {feature(mine(Kind::energy), "v", *keep(**head.v))}});
      if (!head.v) step.note = "no v: all ones";
    }
    if (uses("width")) step.note = "width = " + brief(head.width.value_or(1.0F));
    if (!scene_.score.kind->parameters.empty() || score_factor(scene_, h_) != 1) {
      join(step.note, "scaled in the next step");
    }
    // What is no product has its matrices beside one another.
    if (plain.kind->id != "dot" && plain.kind->id != "general") {
      for (std::size_t n = 1; n < terms.size(); ++n) terms[n].before = ",";
    }
    terms.push_back({"→", {raw()}});
    step.equations.push_back(std::move(terms));
    add(std::move(step));
  }

  std::string shift_words() const {
    std::string words;
    if (scene_.bias) join(words, "the bias");
    if (scene_.position.kind->slope) {
      join(words, std::string(scene_.position.kind->label) + ": " +
                      without(scene_.position.kind->formula, "aᵢⱼ "));
    }
    for (const Mask& mask : scene_.masks) {
      if (mask.kind->shift && mask.sigma) {
        join(words, "−(i − j)² / (2 · " + brief(*mask.sigma) + "²)");
      }
    }
    return words;
  }

  void add_mask() {
    const double factor = score_factor(scene_, h_);
    const bool is_scaled_dot = plain_score(scene_.score).kind != scene_.score.kind;
    PipelineStep step;
    step.names = {"scale, bias, mask", "bias, mask", "mask", "S"};
    step.formula = "sᵢⱼ = aᵢⱼ";
    if (is_scaled_dot) {
      step.formula += " / √dₖ";
      step.note = "√dₖ = " + brief(1 / factor);
    } else if (factor != 1) {
      step.formula = "sᵢⱼ = scale · aᵢⱼ";
      step.note = "scale = " + brief(factor);
    }
    std::vector<PipelineTerm> terms{{"", {raw()}}};
    if (shifts_scores(scene_)) {
      Matrix shift = Matrix::Zero(raw_->rows(), raw_->cols());
      shift_scores(scene_, h_, shift);
      terms.push_back(
          {"+", {pairs(mine(Kind::shift), "B", Role::score, *keep(std::move(shift)), false)}});
      step.formula += " + bᵢⱼ";
      join(step.note, "B: " + shift_words());
    }
    if (!scene_.masks.empty()) {
      PipelineMatrix mask =
          pairs({Kind::seen}, "seen", Role::seen, *keep(pipeline_.seen.cast<float>()), true);
      terms.push_back({",", {std::move(mask)}});
      step.formula += ", −∞ where masked";
      std::string seen;
      for (const Mask& one : scene_.masks) join(seen, one.kind->formula, " and ");
      join(step.note, "seen where " + seen);
    }
    if (step.note.empty()) step.note = "no scale, no bias, no mask: the scores as they are";
    terms.push_back({"→", {scores()}});
    step.equations.push_back(std::move(terms));
    add(std::move(step));
  }

  void add_weights() {
    const Normalizer& normalizer = scene_.normalizer;
    std::string name(normalizer.kind->label);
    name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    // The scores of the step before are called s here.
    std::string formula(normalizer.kind->formula);
    for (std::size_t at = 0; (at = formula.find("aᵢ", at)) != std::string::npos;) formula[at] = 's';
    add({{name, "α"},
         formula,
         std::isinf(normalizer.temperature) ? "T = ∞: all keys that are seen weigh alike"
         : normalizer.temperature == 0      ? "T = 0: the largest score takes all"
                                            : "T = " + brief(normalizer.temperature, 4),
         {{{"", {scores()}}, {"→", {weights()}}}}});
  }

  void add_mix() {
    add({{"weights · V", "α · V", "O"},
         "oᵢ = Σⱼ αᵢⱼ · vⱼ",
         "the mean of the values by the query's weights",
         {{{"", {weights()}}, {"·", {v()}}, {"→", {head_output(pipeline_.head)}}}}});
  }

  void add_combine() {
    const Combine& combine = scene_.combine;
    PipelineStep step{{"combine", "Y"}, std::string(combine.kind->formula), "", {}};
    std::vector<PipelineTerm> terms{head_outputs()};
    if (combine.kind->id == "concat") {
      if (combine.w_o) {
        terms.push_back({"·", {feature({Kind::w_o}, "W_O", **combine.w_o)}});
      } else {
        step.note = "no W_O: the heads' outputs side by side";
      }
    }
    if (combine.kind->id == "weighted") {
      terms.push_back({"·", {feature({Kind::head_weight}, "w", *keep(*combine.w))}});
    }
    if (combine.kind->id == "projection") {
      PipelineTerm term{"·", {}};
      for (std::size_t h = 0; h < combine.projections.size(); ++h) {
        term.matrices.push_back(feature({Kind::projection, static_cast<Index>(h)},
                                        numbered("w", static_cast<Index>(h)),
                                        *combine.projections[h]));
      }
      terms.push_back(std::move(term));
    }
    if (trace_.output) {
      terms.push_back({"→", {feature({Kind::output}, "Y", *trace_.output, query_labels())}});
    }
    step.equations.push_back(std::move(terms));
    add(std::move(step));
  }

  void set_ranges() {
    std::vector<const Matrix*> features, scores;
    for (const PipelineStep& step : pipeline_.steps) {
      for (const auto& equation : step.equations) {
        for (const PipelineTerm& term : equation) {
          for (const PipelineMatrix& one : term.matrices) {
            if (one.role == Role::feature) features.push_back(one.values);
            if (one.role == Role::score) scores.push_back(one.values);
          }
        }
      }
    }
    pipeline_.features = symmetric_range(features);
    pipeline_.scores = symmetric_range(scores);
  }

  Pipeline& pipeline_;
  const Scene& scene_;
  const Trace& trace_;
  const std::size_t h_;
  const HeadTrace& head_;
  const Matrix* raw_;
};

}  // namespace

ColorRange Pipeline::range(PipelineMatrix::Role role) const {
  switch (role) {
    case Role::feature:
      return features;
    case Role::score:
      return scores;
    case Role::weight:
      return {0, 1};
    case Role::seen:
      return {0, 5};  // a light tone: only hatched or not counts
  }
  return {0, 1};
}

std::shared_ptr<const Pipeline> pipeline_of(const std::shared_ptr<const Evaluation>& evaluation,
                                            Index head) {
  thread_local std::weak_ptr<const Pipeline> latest;
  if (const auto made = latest.lock();
      made && made->evaluation == evaluation && made->head == head) {
    return made;
  }
  auto made = std::make_shared<Pipeline>();
  made->evaluation = evaluation;
  made->head = head;
  made->seen = visible_keys(evaluation->scene);
  Builder(*made).build();
  latest = made;
  return made;
}

}  // namespace attn
