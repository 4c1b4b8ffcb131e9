#include "app/figure/steps/pipeline.h"

#include <algorithm>

#include "app/figure/diagram/diagram_heatmap.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/steps/step_words.h"
#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/weight_bounds.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

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
    for (const StepWords& words : step_words()) {
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
    if (part == Part::seen || part == Part::scores || part == Part::weights) return &head.scores;
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
      step_words(), [&](const StepWords& words) { return !made_by(words, way).empty(); }));
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
