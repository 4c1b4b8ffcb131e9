#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

#include "app/document/numbers/numbers.h"
#include "app/figure/inspector/explain_parts.h"
#include "engine/attention/combine.h"

namespace attn {
namespace {

constexpr std::size_t kMostHeads = 3;  // number of heads written out, besides the explained one

struct Combined {
  const Evaluation& evaluation;
  const Scene& scene;
  const Trace& trace;
  std::size_t head;
  Index query, column;

  std::size_t heads() const { return trace.heads.size(); }
  /// Row of the head in the concatenated outputs.
  Index beside() const {
    Index row = column;
    for (std::size_t h = 0; h < head; ++h) row += trace.heads[h].output.cols();
    return row;
  }
  CellSources from(std::size_t h) const { return {evaluation, h, {query, 0}}; }
  /// Sources of the head's number; without the weights of other heads.
  Sources behind(std::size_t h) const {
    Sources sources = from(h).all_v(column);
    if (h == head) sources.push_back(from(h).row_of_weights());
    return sources;
  }
  double output(std::size_t h) const { return trace.heads[h].output(query, column); }
  std::string number(std::size_t h) const { return bracketed_fixed(output(h)); }
};

/// Appends this dimension of each head, joined by `between`; `term` writes one. `join` joins the
/// values of the others, with their factors.
void add_heads(const Combined& of, ExplanationStep& step, std::string_view between,
               const auto& term, const auto& join) {
  std::string_view before;
  Sources others;
  std::optional<double> rest;
  for (std::size_t h = 0; h < of.heads(); ++h) {
    if (h >= kMostHeads && h != of.head) {
      std::ranges::move(of.behind(h), std::back_inserter(others));
      rest = join(rest, h);
      continue;
    }
    step.add(std::exchange(before, between), term(h));
  }
  if (rest) step.add(between, rest_term(*rest, std::move(others), "the other heads"));
}

ExplanationTerm output_term(const Combined& of, std::size_t h) {
  return {of.number(h), of.behind(h), "the output of head " + std::to_string(h)};
}

void add_mean(const Combined& of, ExplanationStep& step) {
  step.add("\\frac{1}{" + std::to_string(of.heads()) + "}(");
  add_heads(
      of, step, " + ", [&](std::size_t h) { return output_term(of, h); },
      [&](std::optional<double> rest, std::size_t h) { return rest.value_or(0) + of.output(h); });
  step.add(")");
}

void add_largest(const Combined& of, ExplanationStep& step) {
  step.add("\\max(");
  add_heads(
      of, step, ", ", [&](std::size_t h) { return output_term(of, h); },
      [&](std::optional<double> rest, std::size_t h) {
        return rest ? std::max(*rest, of.output(h)) : of.output(h);
      });
  step.add(")");
}

void add_weighted(const Combined& of, ExplanationStep& step) {
  const auto factor = [&](std::size_t h) {
    return static_cast<double>((*of.scene.combine.w)(static_cast<Index>(h)));
  };
  add_heads(
      of, step, " + ",
      [&](std::size_t h) {
        return ExplanationTerm{
            bracketed(factor(h)) + " \\cdot " + of.number(h),
            {of.from(h).of(Part::head_weight, 0, static_cast<Index>(h))},
            "head " + std::to_string(h) + " has the factor " + with_minus(brief(factor(h)))};
      },
      [&](std::optional<double> rest, std::size_t h) {
        return rest.value_or(0) + factor(h) * of.output(h);
      });
}

/// Matrix that the head's output passes through, and its row for the dimension.
struct Through {
  const Matrix* matrix;
  Part part;
  Index row;
};

std::optional<Through> through(const Combined& of) {
  const Combine& combine = of.scene.combine;
  if (combine.kind->joins == Joins::kByMatrix) {
    return Through{&*combine.projections[of.head], Part::projection, of.column};
  }
  if (!combine.w_o) return std::nullopt;
  return Through{&**combine.w_o, Part::w_o, of.beside()};
}

/// Dimension of the combined output that the head's output moves most.
Index moved_column(const Combined& of) {
  if (of.scene.combine.kind->joins != Joins::kBeside &&
      of.scene.combine.kind->joins != Joins::kByMatrix) {
    return of.column;
  }
  const auto by = through(of);
  if (!by) return of.beside();
  Index most = 0;
  by->matrix->row(by->row).cwiseAbs().maxCoeff(&most);
  return most;
}

void add_projected(const Combined& of, ExplanationStep& step) {
  const Index to = moved_column(of);
  const CellSources from = of.from(of.head);
  const auto by = through(of);
  const auto& b_o = of.scene.combine.b_o;
  const double bias = b_o ? static_cast<double>((**b_o)(to)) : 0;
  if (by) {
    const double weight = (*by->matrix)(by->row, to);
    step.add({of.number(of.head) + " \\cdot " + bracketed(weight),
              {from.of(by->part, by->row, to)},
              "this dimension times its weight"});
    const bool is_alone = of.heads() == 1 && of.trace.heads[0].output.cols() == 1;
    if (!is_alone) {
      const double rest = (*of.trace.output)(of.query, to) - of.output(of.head) * weight - bias;
      step.add(" + ", rest_term(rest, from.all_v(), "contribution of the other dimensions"));
    }
  } else {
    step.add(output_term(of, of.head));
  }
  if (!b_o) return;
  step.add(" + ", {bracketed(bias), {from.of(Part::b_o, 0, to)}, "the bias of the output"});
}

/// Way to combine heads, with the scene's numbers.
struct CombineWords {
  std::string_view id;
  void (*add)(const Combined& of, ExplanationStep& step);
};
constexpr std::array kCombineWords = {
    CombineWords{"concat", add_projected},  CombineWords{"projection", add_projected},
    CombineWords{"weighted", add_weighted}, CombineWords{"mean", add_mean},
    CombineWords{"max", add_largest},
};

/// Returns whether a head's output is the combined output or a part of it.
bool stays_as_it_is(const Combine& combine, std::size_t heads) {
  if (combine.kind->joins == Joins::kBeside) return !combine.w_o && !combine.b_o;
  return combine.kind->joins == Joins::kAlike && heads == 1;
}

}  // namespace

std::optional<ExplanationStep> explain_combined(const Evaluation& evaluation, std::size_t head,
                                                Index query, Index column) {
  const Combined of{evaluation, evaluation.scene, evaluation.trace, head, query, column};
  const auto& output = of.trace.output;
  const Combine& combine = of.scene.combine;
  const auto words = std::ranges::find(kCombineWords, combine.kind->id, &CombineWords::id);
  if (!output || words == kCombineWords.end() || stays_as_it_is(combine, of.heads())) {
    return std::nullopt;
  }
  const Index to = moved_column(of);
  ExplanationStep step{.title = "heads combined"};
  step.add("O_{\\query{i}" + (output->cols() > 1 ? "," + std::to_string(to) : "") + "} = ");
  words->add(of, step);
  step.add(" = ");
  step.result = {fixed_number((*output)(query, to)), of.behind(head)};
  return step;
}

}  // namespace attn
