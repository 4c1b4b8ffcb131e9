#include "engine/attention/gradients.h"

#include <algorithm>

namespace attn {

void Gradients::begin(std::string place, GradientForm form, Index rows, Index cols) {
  entries_.push_back({std::move(place), form, WideMatrix::Zero(rows, cols)});
}

void Gradients::add(std::string_view place, const WideMatrix& numbers) {
  const auto entry = std::ranges::find(entries_, place, &PlacedGradient::place);
  if (entry != entries_.end()) entry->numbers.topRows(numbers.rows()) += numbers;
}

void Gradients::add(std::string_view place, Index row, Index col, double number) {
  const auto entry = std::ranges::find(entries_, place, &PlacedGradient::place);
  if (entry != entries_.end()) entry->numbers(row, col) += number;
}

const WideMatrix* Gradients::find(std::string_view place) const {
  const auto entry = std::ranges::find(entries_, place, &PlacedGradient::place);
  return entry == entries_.end() ? nullptr : &entry->numbers;
}

}  // namespace attn
