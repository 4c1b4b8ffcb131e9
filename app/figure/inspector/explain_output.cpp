#include "app/figure/inspector/explain_output.h"

#include <cmath>
#include <utility>

#include "app/document/edits/part_of_sum.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/json/numbers.h"
#include "app/figure/inspector/explain_sources.h"
#include "app/figure/text/visible_text.h"

namespace attn {
namespace {

/// α · v for one dimension.
double contribution(const HeadTrace& head, Cell cell, Index dimension) {
  return static_cast<double>(head.weights(cell.query, cell.key)) * head.v(cell.key, dimension);
}

PartOfSum part_of_output(const HeadTrace& head, Cell cell, Index dimension) {
  return part_of_sum(contribution(head, cell, dimension), head.output(cell.query, dimension));
}

}  // namespace

std::string output_text(double output) {
  const double size = std::abs(output);
  return output == 0 || size < 1e-3 || size >= 1e5 ? step_number(output) : fixed(output, 3);
}

std::string weight_text(double weight) {
  return weight > 0 && weight < 0.0005 ? step_number(weight) : fixed(weight, 3);
}

ExplanationStep explain_output(const Evaluation& evaluation, std::size_t h, Cell cell,
                               const Contributions& contributions) {
  const Scene& scene = evaluation.scene;
  const HeadTrace& head = evaluation.trace.heads[h];
  const Index column = contributions.column;
  const bool has_columns = head.v.cols() > 1;
  const std::string dimension = has_columns ? "," + std::to_string(column) : "";
  ExplanationStep step{.title = "output: the weighted mean of the values",
                       .lead = "o_{\\query{i}" + dimension + "}"};
  step.add(step.lead + " = \\sum_{\\key{j}} \\alpha_{\\query{i}\\key{j}} \\value{v_{\\key{j}" +
           dimension + "}} = ");
  constexpr std::size_t kMostProducts = 2;
  bool is_first = true, has_more = false;
  for (const Contributions::Brought& part : contributions.parts) {
    const Index j = part.keys.front();
    const bool is_own = part.keys.size() == 1 && j == cell.key;
    const bool is_told = part.keys.size() == 1 && step.terms.size() < kMostProducts;
    if (!is_told && !is_own) {
      has_more = true;
      continue;
    }
    if (!std::exchange(is_first, false)) step.add(" + ");
    const Cell of_key{cell.query, j};
    const CellSources from(evaluation, h, of_key);
    Sources sources = from.v(column);
    sources.push_back(from.weight());
    const double value = head.v(j, column);
    const std::string token = as_words(visible_text(scene.tokens[static_cast<std::size_t>(j)]));
    step.add(
        {weight_text(head.weights(cell.query, j)) + " \\cdot \\value{" + bracketed(value) + "}",
         std::move(sources), token + " brings " + part.text + " to the output"});
  }
  const CellSources from(evaluation, h, cell);
  Sources whole = from.all_v(column);
  whole.push_back(from.row_of_weights());
  if (has_more) {
    step.add(" + ");
    step.add({"\\cdots", whole, "what the other keys bring: see below"});
  }
  step.add(" = ");
  step.result = {output_text(contributions.output), std::move(whole)};
  return step;
}

Index most_moved(const HeadTrace& head, Cell cell) {
  Index most = 0;
  for (Index d = 1; d < head.v.cols(); ++d) {
    if (std::abs(head.v(cell.key, d)) > std::abs(head.v(cell.key, most))) most = d;
  }
  return most;
}

std::string movement_words(const Scene& scene, std::size_t head_index, const HeadTrace& head,
                           Cell cell) {
  const Index most = most_moved(head, cell);
  const std::string key = visible_text(scene.tokens[static_cast<std::size_t>(cell.key)]);
  const std::string of_head =
      scene.heads.size() > 1 ? " of head " + std::to_string(head_index) : std::string();
  if (contribution(head, cell, most) == 0) {
    return key + " leaves the output" + of_head + " as it is.";
  }
  const PartOfSum written = part_of_output(head, cell, most);
  const std::string sign = written.part.starts_with('-') ? "" : "+";
  const std::string what = head.v.cols() == 1
                               ? std::string("the output")
                               : "dimension " + std::to_string(most) + " of the output";
  return key + " moves " + what + of_head + " by " + sign + written.part + ", from " +
         written.rest + " to " + written.sum + ".";
}

}  // namespace attn
