#include "app/figure/training/step_axis.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace attn {
namespace {

/// Multiples of each power of ten from `first` to `last`.
std::vector<Index> in_decades(Index first, Index last, std::initializer_list<Index> multiples) {
  std::vector<Index> steps;
  for (Index power = first; power <= last; power *= 10) {
    for (const Index times : multiples) {
      if (times * power <= last) steps.push_back(times * power);
    }
  }
  return steps;
}

}  // namespace

StepAxis::StepAxis(Index last) : last_(std::max<Index>(1, last)) {}

double StepAxis::place(Index step) const {
  if (!is_logarithmic()) return static_cast<double>(step) / static_cast<double>(last_);
  const auto times = static_cast<double>(std::max(step, kFirst)) / kFirst;
  return std::log(times) / std::log(static_cast<double>(last_) / kFirst);
}

Index StepAxis::step(double place) const {
  if (!(place > 0)) return 0;
  if (place >= 1) return last_;
  const auto last = static_cast<double>(last_);
  const double step = is_logarithmic() ? kFirst * std::pow(last / kFirst, place) : place * last;
  return static_cast<Index>(std::llround(step));
}

std::vector<Index> StepAxis::ticks(Index most) const {
  if (is_logarithmic()) {
    std::vector<Index> steps = in_decades(kFirst, last_, {1, 2, 5});
    return std::ssize(steps) <= most ? steps : in_decades(kFirst, last_, {1});
  }
  Index by = 1;
  for (const Index candidate : in_decades(1, 10 * last_, {1, 2, 5})) {
    by = candidate;
    if (last_ / by <= most) break;
  }
  std::vector<Index> steps;
  for (Index step = 0; step <= last_; step += by) steps.push_back(step);
  return steps;
}

}  // namespace attn
