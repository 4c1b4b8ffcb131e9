#include <cmath>
#include <utility>

#include "app/document/edits/part_of_sum.h"
#include "app/document/formulas/formula_text.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/inspector/explain_parts.h"
#include "engine/attention/shapes.h"
#include "engine/attention/weight_bounds.h"

namespace attn {
namespace {

/// "output: the weighted mean of the values"; a mean if the weights are shares of 1.
std::string output_title(const ExplainedCell& of) {
  const WeightBounds bounds = weight_bounds(of.scene(), of.h);
  const bool is_mean = bounds.is_unit() && bounds.row == WeightBounds::Sum::kOne;
  std::string title = is_mean ? "output: the weighted mean of the values"
                              : "output: the weighted sum of the values";
  if (of.head().w_g) title += ", gated";
  if (of.head().gain) title += ", times its gain";
  return title;
}

/// Symbols of the factors of the whole sum.
std::string factor_names(const Head& head, const std::string& dimension) {
  return std::string(head.gain ? R"(\mathrm{gain} \cdot )" : "") +
         (head.w_g ? "g_{\\query{i}" + dimension + "} " : "");
}

/// Appends the numbers of the factors, followed by a bracket.
void add_factors(const ExplainedCell& of, Index column, ExplanationStep& step) {
  const Head& head = of.head();
  if (head.gain) {
    step.add({bracketed(*head.gain), {of.from().of_head("gain")}, "the gain of the head"},
             " \\cdot ");
  }
  if (head.w_g) {
    const double gate = of.trace().gates(of.cell.query, column);
    step.add({step_number(gate), of.from().gate(column), "the gate of this dimension"}, " \\cdot ");
  }
  if (head.gain || head.w_g) step.add("(");
}

}  // namespace

/// The query's whole output, if it has few and short numbers.
std::string whole_output(const ExplainedCell& of) {
  constexpr Index kMost = 4;
  constexpr float kLargest = 1000;
  const Matrix& output = of.trace().output;
  if (output.cols() < 2 || output.cols() > kMost) return "";
  std::string numbers;
  for (Index d = 0; d < output.cols(); ++d) {
    const float number = output(of.cell.query, d);
    if (!(std::abs(number) < kLargest)) return "";
    numbers += (d > 0 ? ",\\; " : "") + fixed(static_cast<double>(number), 2);
  }
  return R"(\mathbf{o}_{\query{i}} = \left( )" + numbers + R"( \right))";
}

void add_output_steps(const ExplainedCell& of, const Contributions& contributions,
                      std::vector<ExplanationStep>& steps) {
  const HeadTrace& head = of.trace();
  const Index column = contributions.column;
  const bool has_columns = head.v.cols() > 1;
  const std::string dimension = has_columns ? "," + std::to_string(column) : "";
  add_value_steps(of, column, steps);
  add_gate_steps(of, column, steps);
  ExplanationStep step{.title = output_title(of), .lead = "o_{\\query{i}" + dimension + "}"};
  step.add(step.lead + " = " + factor_names(of.head(), dimension) +
           "\\sum_{\\key{j}} \\alpha_{\\query{i}\\key{j}} \\value{v_{\\key{j}" + dimension +
           "}} = ");
  const std::size_t owner = keys_head(of.scene(), of.h);
  if (owner != of.h) step.aside = ", shared with head " + std::to_string(owner);
  add_factors(of, column, step);
  const std::size_t first = step.terms.size();
  constexpr std::size_t kMostProducts = 2;
  bool is_first = true, has_more = false;
  double rest = 0;
  for (const Contributions::Brought& part : contributions.parts) {
    const Index j = part.keys.front();
    const bool is_own = part.keys.size() == 1 && j == of.cell.key;
    const bool is_told = part.keys.size() == 1 && step.terms.size() - first < kMostProducts;
    if (!is_told && !is_own) {
      has_more = true;
      for (const Index key : part.keys) {
        rest += static_cast<double>(head.weights(of.cell.query, key)) * head.v(key, column);
      }
      continue;
    }
    const bool begins = std::exchange(is_first, false);
    const CellSources from = of.at({of.cell.query, j}).from();
    Sources sources = from.v(column);
    sources.push_back(from.weight());
    const double weight = head.weights(of.cell.query, j);
    step.add(begins ? "" : " + ", {(begins ? fixed_number(weight) : bracketed_fixed(weight)) +
                                       " \\cdot \\value{" + bracketed(head.v(j, column)) + "}",
                                   std::move(sources),
                                   as_words(of.key_token(j)) + " contributes " +
                                       with_minus(part.text) + " to the output"});
  }
  Sources whole = of.from().all_v(column);
  whole.push_back(of.from().row_of_weights());
  if (has_more) {
    step.add(" + ", rest_term(rest, whole, "contribution of the other keys: see below"));
  }
  if (of.head().gain || of.head().w_g) step.add(")");
  step.add(" = ");
  step.result = {fixed_number(contributions.output), std::move(whole)};
  step.all = whole_output(of);
  steps.push_back(std::move(step));
}

Index most_moved_dimension(const ExplainedCell& of) {
  Index most = 0;
  for (Index d = 1; d < of.trace().v.cols(); ++d) {
    if (std::abs(contribution_at_full_weight(of.evaluation, of.h, of.cell, d)) >
        std::abs(contribution_at_full_weight(of.evaluation, of.h, of.cell, most))) {
      most = d;
    }
  }
  return most;
}

std::string movement_words(const ExplainedCell& of) {
  const HeadTrace& head = of.trace();
  const Index most = most_moved_dimension(of);
  const std::string key = of.key_token();
  const std::string of_head =
      of.scene().heads.size() > 1 ? " of head " + std::to_string(of.h) : std::string();
  const double part = contribution_of_key(of.evaluation, of.h, of.cell, most);
  if (part == 0) return key + " does not change the output" + of_head + ".";
  const PartOfSum written = part_of_sum(part, head.output(of.cell.query, most));
  const std::string sign = written.part.starts_with('-') ? "" : "+";
  const std::string what = head.v.cols() == 1
                               ? std::string("the output")
                               : "dimension " + std::to_string(most) + " of the output";
  return key + " moves " + what + of_head + " by " + sign + with_minus(written.part) + ", from " +
         with_minus(written.rest) + " to " + with_minus(written.sum) + ".";
}

}  // namespace attn
