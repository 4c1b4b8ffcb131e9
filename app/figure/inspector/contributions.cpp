#include "app/figure/inspector/contributions.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/document/edits/part_of_sum.h"
#include "engine/base/clamped.h"

namespace attn {

std::vector<Contributions::Stretch> Contributions::blocks() const {
  std::vector<Stretch> made(parts.size());
  double end = 0;
  for (const bool adds : {true, false}) {
    for (std::size_t n = 0; n < parts.size(); ++n) {
      if ((parts[n].value >= 0) != adds) continue;
      made[n] = {end, end + parts[n].value};
      end = made[n].to;
    }
  }
  return made;
}

double contribution_at_full_weight(const Evaluation& evaluation, std::size_t h, Cell cell,
                                   Index dimension) {
  const HeadTrace& head = evaluation.trace.heads[h];
  double pull = static_cast<double>(head.v(cell.key, dimension)) *
                static_cast<double>(evaluation.scene.heads[h].gain.value_or(1.0F));
  if (head.gates.size() > 0) pull *= static_cast<double>(head.gates(cell.query, dimension));
  return pull;
}

double contribution_of_key(const Evaluation& evaluation, std::size_t h, Cell cell,
                           Index dimension) {
  const float weight = evaluation.trace.heads[h].weights(cell.query, cell.key);
  return static_cast<double>(weight) * contribution_at_full_weight(evaluation, h, cell, dimension);
}

Contributions contributions_of(const Evaluation& evaluation, std::size_t h, Cell cell, Index column,
                               std::size_t told) {
  const HeadTrace& head = evaluation.trace.heads[h];
  Contributions made;
  if (head.v.cols() == 0) return made;
  made.column = clamped<Index>(column, 0, std::max<Index>(0, head.v.cols() - 1));
  made.output = head.output(cell.query, made.column);
  std::vector<double> all;
  for (Index j = 0; j < head.weights.cols(); ++j) {
    all.push_back(contribution_of_key(evaluation, h, {cell.query, j}, made.column));
  }
  const auto brings = [&](Index j) { return all[static_cast<std::size_t>(j)]; };
  std::vector<Index> keys(all.size());
  std::iota(keys.begin(), keys.end(), Index{0});
  told = std::min(told, keys.size());
  std::ranges::partial_sort(keys, keys.begin() + static_cast<std::ptrdiff_t>(told), {},
                            [&](Index j) { return std::pair(-std::abs(brings(j)), j); });
  Contributions::Brought rest;
  for (std::size_t n = 0; n < keys.size(); ++n) {
    // Keys that contribute 0 are merged into the others, except the selected key.
    const bool is_told = (n < told && brings(keys[n]) != 0) || keys[n] == cell.key;
    if (is_told) {
      made.parts.push_back({{keys[n]}, brings(keys[n])});
    } else {
      rest.keys.push_back(keys[n]);
      rest.value += brings(keys[n]);
    }
  }
  std::ranges::sort(rest.keys);
  if (!rest.keys.empty()) made.parts.push_back(std::move(rest));
  std::vector<double> values;
  for (const Contributions::Brought& part : made.parts) values.push_back(part.value);
  const WrittenSum written = written_sum(values, made.output);
  for (std::size_t n = 0; n < made.parts.size(); ++n) {
    const std::string& text = written.parts[n];
    if (text == "0" || (made.parts[n].value == 0 && std::stod(text) == 0)) {
      made.parts[n].text = "0";
      continue;
    }
    made.parts[n].text = made.parts[n].value > 0 && !text.starts_with('-') ? "+" + text : text;
  }
  made.sum = written.sum;
  return made;
}

}  // namespace attn
