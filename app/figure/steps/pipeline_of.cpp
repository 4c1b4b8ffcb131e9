#include "app/figure/steps/pipeline_of.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/document/formulas/tex_number.h"
#include "app/document/json/numbers.h"
#include "app/figure/diagram/diagram_heatmap.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shift.h"

namespace attn {
namespace {

using Role = PipelineMatrix::Role;

/// Adds `more` to the words of a note.
void join(std::string& words, std::string_view more, std::string_view between = " · ") {
  if (more.empty()) return;
  if (!words.empty()) words += between;
  words += more;
}

/// Among words.
std::string formula(std::string_view tex) { return "$" + std::string(tex) + "$"; }
std::string symbol_of(Part part) { return formula(part_kind(part).symbol); }

// What is said of the step that makes a part.

std::string position_note(const Scene& scene, std::size_t) {
  const PositionKind& kind = *scene.position.kind;
  if (kind.table) {
    const float scale = scene.position.scale;
    return formula(part_kind(Part::x).formula(scene, 0)) +
           (scale == 1 ? "" : " · " + formula("\\mathrm{scale} = " + tex_number(brief(scale))));
  }
  std::string note = "nothing is added to the embeddings";
  if (kind.rotate) note += ": queries and keys are turned";
  if (kind.slope) note += ": scores fall with the distance";
  return note;
}

template <auto member, Part weights, bool may_turn>
std::string projection_note(const Scene& scene, std::size_t h) {
  std::string note;
  if (!(scene.heads[h].*member)) {
    note = "no " + symbol_of(weights) + ": it is the identity";
  }
  if (may_turn && scene.position.kind->rotate) {
    join(note, "then " + formula(scene.position.kind->formula));
  }
  return note;
}

/// Whether the score has a scale of its own, or one that is not 1.
bool is_scaled(const Scene& scene, std::size_t h) {
  return plain_score(scene.score).kind != scene.score.kind || score_factor(scene, h) != 1;
}

std::string unscaled_note(const Scene& scene, std::size_t h) {
  const Head& head = scene.heads[h];
  std::string note;
  for (const Parameter& one : scene.score.kind->head_parameters) {
    if (one.key == "w_a" && !head.w_a) note = "no " + symbol_of(Part::w_a) + ": it is the identity";
    if (one.key == "v" && !head.v) note = "no " + symbol_of(Part::energy) + ": all ones";
    if (one.key == "width") {
      note = formula("\\mathrm{width} = " + tex_number(brief(head.width.value_or(1.0F))));
    }
  }
  if (is_scaled(scene, h)) join(note, "scaled in the next step");
  return note;
}

/// What is added to the scores.
std::string shift_words(const Attention& attention) {
  std::string words;
  if (attention.bias) join(words, "the bias");
  const PositionKind& position = *attention.position.kind;
  if (position.slope) {
    constexpr std::string_view kScore = R"(s_{\query{i}\key{j}} )";
    std::string_view term = position.formula;
    if (term.starts_with(kScore)) term.remove_prefix(kScore.size());
    join(words, std::string(position.label) + ": " + formula(term));
  }
  for (const Mask& mask : attention.masks) {
    if (mask.kind->shift && mask.sigma) {
      join(words, formula(R"(-\frac{(\query{i} - \key{j})^2}{2 \cdot )" +
                          tex_number(brief(*mask.sigma)) + "^2}"));
    }
  }
  return words;
}

std::string scores_note(const Scene& scene, std::size_t h) {
  const double factor = score_factor(scene, h);
  std::string note;
  if (plain_score(scene.score).kind != scene.score.kind) {
    note = formula(R"(\sqrt{d_\mathrm{k}} = )" + tex_number(brief(1 / factor)));
  } else if (factor != 1) {
    note = formula("\\mathrm{scale} = " + tex_number(brief(factor)));
  }
  if (shifts_scores(scene)) join(note, symbol_of(Part::shift) + ": " + shift_words(scene));
  std::string seen;
  for (const Mask& one : scene.masks) join(seen, formula(one.kind->formula), " and ");
  if (!seen.empty()) join(note, "seen where " + seen);
  return note.empty() ? "no scale, no bias, no mask: the scores as they are" : note;
}

std::string weights_note(const Scene& scene, std::size_t) {
  const float T = scene.normalizer.temperature;
  return std::isinf(T) ? R"($T = \infty$: all keys that are seen weigh alike)"
         : T == 0      ? "$T = 0$: the largest score takes all"
                       : formula("T = " + tex_number(brief(T, 4)));
}

std::string head_output_note(const Scene&, std::size_t) {
  return "the mean of the values by the query's weights";
}

std::string output_note(const Scene& scene, std::size_t) {
  return scene.combine.kind->joins == Joins::kBeside && !scene.combine.w_o
             ? "no " + symbol_of(Part::w_o) + ": the heads' outputs side by side"
             : "";
}

/// The words of the step that makes a part; the part's row has the rest, and its place.
struct StepWords {
  Part part;
  std::vector<std::string> names;  ///< the longest first
  std::string (*note)(const Scene& scene, std::size_t h);
};

std::vector<StepWords> words_of_steps(const Attention& attention) {
  std::string normalizer(attention.normalizer.kind->label);
  normalizer[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(normalizer[0])));
  return {{Part::x, {"$+\\,P$", "$+P$"}, position_note},
          {Part::q, {"$Q$"}, projection_note<&Head::w_q, Part::w_q, true>},
          {Part::k, {"$K$"}, projection_note<&Head::w_k, Part::w_k, true>},
          {Part::v, {"$V$"}, projection_note<&Head::w_v, Part::w_v, false>},
          {Part::unscaled, {"scores", "$S'$"}, unscaled_note},
          {Part::scores, {"scale, bias, mask", "bias, mask", "mask", "$S$"}, scores_note},
          {Part::weights, {normalizer, "$\\alpha$"}, weights_note},
          {Part::head_output, {"weights times $V$", "$\\alpha V$"}, head_output_note},
          {Part::output, {"combine", "$O$"}, output_note}};
}

std::string numbered(const std::string& symbol, Index n) {
  return symbol + "_{" + std::to_string(n) + "}";
}

/// Puts one pipeline together.
class PipelineBuilder {
 public:
  explicit PipelineBuilder(Pipeline& pipeline) : pipeline_(pipeline) {}

  void build() {
    add_embeddings();
    std::vector<StepWords> all = words_of_steps(scene_);
    for (const PartKind& kind : part_kinds()) {
      const auto words = std::ranges::find(all, kind.part, &StepWords::part);
      if (words != all.end()) add_step(kind, std::move(*words));
    }
    set_ranges();
  }

 private:
  Where where(Part part, Index of_head = 0) const {
    return {part, of_head, pipeline_.evaluation->block};
  }

  void add_embeddings() {
    PipelineStep step{{"$X$"}, R"(\mathbf{x}_i = \mathbf{e}_i)", "one row for each token", {}};
    step.equations.push_back({{"", {matrix(where(Part::embeddings))}}});
    if (scene_.queries) {
      step.note = "one row for each token; those that ask are other tokens";
      step.equations.push_back({{"", {matrix(where(Part::query_embeddings))}}});
    }
    pipeline_.steps.push_back(std::move(step));
  }

  void add_step(const PartKind& kind, StepWords words) {
    const auto h = static_cast<std::size_t>(pipeline_.head);
    // What is new in x is the position.
    const auto tex = words.part == Part::x ? part_kind(Part::position).formula : kind.formula;
    PipelineStep step{std::move(words.names), tex(scene_, h), words.note(scene_, h), {}};
    step.equations.push_back(equation(where(kind.part, kind.is_of_head ? pipeline_.head : 0)));
    if (kind.part == Part::x && scene_.queries) {
      step.equations.push_back(equation(where(Part::query_x)));
    }
    pipeline_.steps.push_back(std::move(step));
  }

  std::vector<PipelineTerm> equation(const Where& where) {
    std::vector<PipelineTerm> terms;
    for (const Feed& feed : feeds_of(scene_, where)) {
      PipelineMatrix one = matrix(drawn_feed(feed.where));
      if (feed.where.part == Part::k && feed.joined == "·") transpose(one);
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
    if (where.part != Part::output || trace_.output) terms.push_back({"→", {matrix(where)}});
    return terms;
  }

  PipelineMatrix matrix(const Where& where) {
    const PartKind& kind = part_kind(where.part);
    const auto h = static_cast<std::size_t>(where.head);
    const bool is_one_of_heads = where.part == Part::head_output || where.part == Part::projection;
    const std::string symbol(kind.symbol);
    const Matrix* held = kind.held ? kind.held(scene_, trace_, h) : nullptr;
    const bool has_masked =
        where.part == Part::seen || where.part == Part::scores || where.part == Part::weights;
    return {where,
            is_one_of_heads ? numbered(symbol, where.head) : symbol,
            role_of(kind),
            held ? held : made(where),
            has_masked ? &trace_.heads[static_cast<std::size_t>(pipeline_.head)].scores : nullptr,
            labels(kind.rows),
            labels(kind.columns)};
  }

  static Role role_of(const PartKind& kind) {
    if (kind.columns != Axis::kKeys) return Role::feature;
    return kind.part == Part::seen      ? Role::seen
           : kind.part == Part::weights ? Role::weight
                                        : Role::score;
  }

  const std::vector<std::string>* labels(Axis axis) const {
    if (axis == Axis::kPlain) return nullptr;
    return axis == Axis::kKeys ? &scene_.tokens : &scene_.query_tokens();
  }

  /// Keeps what the trace does not hold, as long as the pipeline.
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

  /// K with its keys as columns, as it stands in a product.
  void transpose(PipelineMatrix& one) {
    one.symbol += "^\\top";
    one.values = keep(one.values->transpose());
    std::swap(one.rows, one.columns);
    one.is_transposed = true;
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
  const Scene& scene_ = pipeline_.evaluation->scene;
  const Trace& trace_ = pipeline_.evaluation->trace;
  std::vector<std::pair<Where, const Matrix*>> made_;
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
  made->seen = seen_by_head(evaluation->scene, static_cast<std::size_t>(head),
                            visible_keys(evaluation->scene));
  PipelineBuilder(*made).build();
  latest = made;
  return made;
}

}  // namespace attn
