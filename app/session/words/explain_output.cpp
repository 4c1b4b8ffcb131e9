#include "app/session/words/explain_output.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "app/document/edits/part_of_sum.h"
#include "app/document/json/numbers.h"
#include "app/figure/text/visible_text.h"
#include "app/session/words/explain_sources.h"

namespace attn {
namespace {

constexpr Index kMostDimensions = 3;  // that are written out

/// α · v for one dimension.
double contribution(const HeadTrace& head, Cell cell, Index dimension) {
  return static_cast<double>(head.weights(cell.query, cell.key)) * head.v(cell.key, dimension);
}

PartOfSum part_of_output(const HeadTrace& head, Cell cell, Index dimension) {
  return part_of_sum(contribution(head, cell, dimension), head.output(cell.query, dimension));
}

/// All dimensions, or of many those to which the key's value gives most, in their order.
std::vector<Index> written_dimensions(const HeadTrace& head, Cell cell) {
  std::vector<Index> order(static_cast<std::size_t>(head.v.cols()));
  std::iota(order.begin(), order.end(), Index{0});
  if (head.v.cols() <= kMostDimensions) return order;
  std::ranges::stable_sort(order, {}, [&](Index d) { return -std::abs(head.v(cell.key, d)); });
  order.resize(kMostDimensions);
  std::ranges::sort(order);
  return order;
}

/// "+ 0.011 others", "− 0.250 others"
std::string others_text(const std::string& rest) {
  return (rest.starts_with('-') ? "− " + rest.substr(1) : "+ " + rest) + " others";
}

std::string product_text(const HeadTrace& head, Cell cell, Index dimension) {
  const double value = head.v(cell.key, dimension);
  const std::string factor = brief(value, 3);
  return (head.v.cols() == 1 ? "" : "dim " + std::to_string(dimension) + ": ") +
         weight_text(head.weights(cell.query, cell.key)) + "·" +
         (value < 0 ? "(" + factor + ")" : factor) + " = ";
}

/// "0.362", "(…, -3.447, …)": the dimensions that are written out.
std::string output_text(const std::vector<Index>& dimensions,
                        const std::vector<std::string>& numbers, Index width) {
  if (width == 1) return numbers.front();
  std::string text;
  Index next = 0;
  for (std::size_t n = 0; n < dimensions.size(); ++n) {
    if (n > 0) text += ", ";
    if (dimensions[n] > next) text += "…, ";
    text += numbers[n];
    next = dimensions[n] + 1;
  }
  return "(" + text + (next < width ? ", …)" : ")");
}

}  // namespace

std::string weight_text(double weight) {
  return weight > 0 && weight < 0.0005 ? brief(weight, 2) : fixed(weight, 3);
}

ExplanationStep explain_output(const Scene& scene, std::size_t head_index, const HeadTrace& head,
                               Cell cell) {
  const CellSources from(scene, head_index, cell);
  const std::vector<Index> dimensions = written_dimensions(head, cell);
  ExplanationStep step{"contribution to output", "output", {}, ""};
  std::vector<std::string> outputs;
  for (const Index d : dimensions) {
    PartOfSum written = part_of_output(head, cell, d);
    Sources sources = from.v(d), others = from.all_v(d);
    sources.push_back(from.weight());
    others.push_back(from.row_of_weights());
    step.terms.emplace_back(product_text(head, cell, d) + written.part, std::move(sources));
    step.terms.emplace_back(others_text(written.rest), std::move(others));
    outputs.push_back(std::move(written.sum));
  }
  const Index left_out = head.v.cols() - static_cast<Index>(dimensions.size());
  if (left_out > 0) {
    Sources rest = from.v();
    rest.push_back(from.weight());
    step.terms.emplace_back(std::to_string(left_out) + " more", std::move(rest));
  }
  Sources whole = from.all_v();
  whole.push_back(from.row_of_weights());
  step.result = {"o = " + output_text(dimensions, outputs, head.v.cols()), std::move(whole)};
  return step;
}

std::string movement_words(const Scene& scene, std::size_t head_index, const HeadTrace& head,
                           Cell cell) {
  Index most = 0;
  for (Index d = 1; d < head.v.cols(); ++d) {
    if (std::abs(head.v(cell.key, d)) > std::abs(head.v(cell.key, most))) most = d;
  }
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
