#include "app/figure/steps/pipeline_of.h"

#include <cmath>

#include "app/document/json/numbers.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/steps/pipeline_scores.h"
#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"

namespace attn {
namespace {

using Role = PipelineMatrix::Role;

/// Puts one pipeline together.
class PipelineBuilder : private PipelineScores {
 public:
  explicit PipelineBuilder(Pipeline& pipeline) : PipelineScores(pipeline) {}

  void build() {
    add_embeddings();
    add_positions();
    add_projection({"Q"}, "xᵢ", query_x(), Kind::w_q, "W_Q", scene_.heads[h_].w_q, queries(),
                   is_turned());
    add_projection({"K"}, "xⱼ", x(), Kind::w_k, "W_K", scene_.heads[h_].w_k, keys(), is_turned());
    add_projection({"V"}, "xⱼ", scene_.values ? values() : x(), Kind::w_v, "W_V",
                   scene_.heads[h_].w_v, v(), false);
    add(score_step());
    add(mask_step());
    add_weights();
    add_mix();
    add_combine();
    set_ranges();
  }

 private:
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
                      Kind weights_kind, const std::string& symbol,
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

  void add_weights() {
    const Normalizer& normalizer = scene_.normalizer;
    std::string name(normalizer.kind->label);
    name[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(name[0])));
    add({{name, "α"},
         std::string(normalizer.kind->formula),
         std::isinf(normalizer.temperature) ? "T = ∞: all keys that are seen weigh alike"
         : normalizer.temperature == 0      ? "T = 0: the largest score takes all"
                                            : "T = " + brief(normalizer.temperature, 4),
         {{{"", {scores()}}, {"→", {weights()}}}}});
  }

  void add_mix() {
    add({{"weights · V", "α · V", "αV"},
         "oᵢ = Σⱼ αᵢⱼ · vⱼ",
         "the mean of the values by the query's weights",
         {{{"", {weights()}}, {"·", {v()}}, {"→", {head_output(pipeline_.head)}}}}});
  }

  void add_combine() {
    const Combine& combine = scene_.combine;
    PipelineStep step{{"combine", "O"}, std::string(combine.kind->formula), "", {}};
    std::vector<PipelineTerm> terms{head_outputs()};
    if (combine.kind->id == "concat") {
      terms.front().is_one = true;
      if (combine.w_o) {
        terms.push_back({"·", {feature({Kind::w_o}, "W_O", **combine.w_o)}});
      } else {
        step.note = "no W_O: the heads' outputs side by side";
      }
    }
    if (combine.kind->id == "weighted") {
      terms.push_back({",", {feature({Kind::head_weight}, "w", *keep(*combine.w))}});
    }
    if (combine.kind->id == "projection") {
      PipelineTerm term{"·", {}};
      for (std::size_t h = 0; h < combine.projections.size(); ++h) {
        term.matrices.push_back(feature({Kind::projection, static_cast<Index>(h)},
                                        numbered("W", static_cast<Index>(h)),
                                        *combine.projections[h]));
      }
      terms.push_back(std::move(term));
    }
    if (trace_.output) {
      terms.push_back({"→", {feature({Kind::output}, "O", *trace_.output, query_labels())}});
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
};

}  // namespace

std::shared_ptr<const Pipeline> pipeline_of(const std::shared_ptr<const Evaluation>& evaluation,
                                            Index head) {
  thread_local std::weak_ptr<const Pipeline> latest;
  if (auto made = latest.lock(); made && made->evaluation == evaluation && made->head == head) {
    return made;
  }
  auto made = std::make_shared<Pipeline>();
  made->evaluation = evaluation;
  made->head = head;
  made->seen = visible_keys(evaluation->scene);
  PipelineBuilder(*made).build();
  latest = made;
  return made;
}

}  // namespace attn
