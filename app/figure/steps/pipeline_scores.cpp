#include "app/figure/steps/pipeline_scores.h"

#include "app/document/json/numbers.h"
#include "engine/attention/mask.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/attention/shift.h"

namespace attn {
namespace {

std::string without(std::string_view text, std::string_view part) {
  std::string rest(text);
  const std::size_t at = rest.find(part);
  return at == std::string::npos ? rest : rest.erase(at, part.size());
}

/// The table's formula for what is not scaled yet: "s′ᵢⱼ = qᵢ · kⱼ".
std::string raw_formula(const ScoreKind& kind) {
  constexpr std::string_view kScore = "sᵢⱼ";
  std::string formula = without(kind.formula, "scale · ");
  return formula.replace(formula.find(kScore), 1, "s′");
}

}  // namespace

bool PipelineScores::uses(std::string_view key) const {
  for (const Parameter& one : scene_.score.kind->head_parameters) {
    if (one.key == key) return true;
  }
  return false;
}

PipelineStep PipelineScores::score_step() {
  const Head& head = scene_.heads[h_];
  const Score plain = plain_score(scene_.score);
  PipelineStep step{{"scores", "S′"}, raw_formula(*plain.kind), "", {}};
  // What is no product has its matrices beside one another.
  const bool is_product = plain.kind->id == "dot" || plain.kind->id == "general";
  std::vector<PipelineTerm> terms{{"", {queries()}}};
  if (uses("w_a")) {
    if (head.w_a) terms.push_back({"·", {feature(mine(Kind::w_a), "W_A", **head.w_a)}});
    if (!head.w_a) step.note = "no W_A: it is the identity";
  }
  if (is_product) {
    terms.push_back({"·", {keys_as_columns()}});
  } else {
    terms.push_back({",", {keys()}});
  }
  if (uses("v")) {
    if (head.v) terms.push_back({",", {feature(mine(Kind::energy), "v_A", *keep(**head.v))}});
    if (!head.v) step.note = "no v_A: all ones";
  }
  if (uses("width")) step.note = "width = " + brief(head.width.value_or(1.0F));
  if (!scene_.score.kind->parameters.empty() || score_factor(scene_, h_) != 1) {
    join(step.note, "scaled in the next step");
  }
  terms.push_back({"→", {raw()}});
  step.equations.push_back(std::move(terms));
  return step;
}

std::string PipelineScores::shift_words() const {
  std::string words;
  if (scene_.bias) join(words, "the bias");
  if (scene_.position.kind->slope) {
    join(words, std::string(scene_.position.kind->label) + ": " +
                    without(scene_.position.kind->formula, "sᵢⱼ "));
  }
  for (const Mask& mask : scene_.masks) {
    if (mask.kind->shift && mask.sigma) {
      join(words, "−(i − j)² / (2 · " + brief(*mask.sigma) + "²)");
    }
  }
  return words;
}

PipelineStep PipelineScores::mask_step() {
  const double factor = score_factor(scene_, h_);
  const bool is_scaled_dot = plain_score(scene_.score).kind != scene_.score.kind;
  PipelineStep step;
  step.names = {"scale, bias, mask", "bias, mask", "mask", "S"};
  step.formula = "sᵢⱼ = s′ᵢⱼ";
  if (is_scaled_dot) {
    step.formula += " / √dₖ";
    step.note = "√dₖ = " + brief(1 / factor);
  } else if (factor != 1) {
    step.formula = "sᵢⱼ = scale · s′ᵢⱼ";
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
  return step;
}

}  // namespace attn
