#include "app/figure/numbers/strongest_keys.h"

#include <algorithm>
#include <cmath>

#include "app/document/numbers/numbers.h"

namespace attn {
namespace {

constexpr double kTie = 1e-5;  // relative to a weight: rounding by the order of a sum

bool tie(double larger, double smaller) { return smaller >= larger * (1 - kTie); }

/// Shortest decimal fraction above `next` and at most `least`.
std::string number_between(double next, double least) {
  double power = 1;
  for (int decimals = 0; decimals < 15; ++decimals, power *= 10) {
    const double cut = std::floor(least * power) / power;
    if (cut > next && cut <= least) return fixed(cut, decimals);
  }
  return brief(least, 9);
}

}  // namespace

DrawnShare DrawnShare::operator+(const DrawnShare& other) const {
  return {held + other.held,
          all + other.all,
          std::min(least, other.least),
          std::max(next, other.next),
          has_below_0 || other.has_below_0,
          has_bare_row || other.has_bare_row};
}

int DrawnShare::percent() const {
  if (all <= 0) return 0;
  if (next <= 0) return 100;
  const int whole = static_cast<int>(std::floor(100 * held / all));
  return std::clamp(whole, 0, 99);  // something is omitted
}

std::string DrawnShare::words(std::string_view what) const {
  if (next <= 0) return "";
  const std::string plural(what);
  if (held <= 0) return "no " + plural + ": too many equal weights";
  const std::string mass = ": " + std::to_string(percent()) + " % of the mass";
  const std::string bare = has_bare_row ? ", none if too many are equal" : "";
  if (least <= next) return plural + " of each query's strongest keys" + bare + mass;
  return plural + (has_below_0 ? " of |weight| ≥ " : " of weight ≥ ") +
         number_between(next, least) + mass;
}

std::string DrawnShare::brief_words() const {
  if (next <= 0) return "";
  if (held <= 0) return "too many are equal";
  const std::string mass = ": " + std::to_string(percent()) + " %";
  return (least <= next ? "the strongest"
                        : (has_below_0 ? "|weight| ≥ " : "≥ ") + number_between(next, least)) +
         mass;
}

std::string fitting_words(const DrawnShare& drawn, std::string_view what, const Ruler& ruler,
                          Type type, double width) {
  std::string words = drawn.words(what);
  return ruler.width(words, type) <= width ? words : drawn.brief_words();
}

StrongestKeys strongest_keys(const Matrix& weights, Index query, const KeyLimits& limits) {
  const RowVector row = weights.row(query).cwiseAbs();
  std::vector<Index> keys;
  for (Index j = 0; j < row.size(); ++j) {
    if (row(j) > 0) keys.push_back(j);
  }
  std::ranges::stable_sort(keys, [&](Index a, Index b) { return row(a) > row(b); });
  const auto weight = [&](std::size_t rank) { return static_cast<double>(row(keys[rank])); };
  StrongestKeys strongest;
  DrawnShare& drawn = strongest.drawn;
  for (const Index key : keys) drawn.all += row(key);
  drawn.has_below_0 = weights.row(query).minCoeff() < 0;
  std::size_t count = 0;
  while (count < keys.size() && (count == 0 || drawn.held < limits.share * drawn.all)) {
    std::size_t end = count + 1;
    while (end < keys.size() && tie(weight(end - 1), weight(end))) ++end;
    const std::size_t most = count == 0 ? std::max(limits.most, limits.most_tied) : limits.most;
    if (end > most || (count > 0 && weight(count) < limits.least)) break;
    for (; count < end; ++count) drawn.held += weight(count);
    drawn.least = weight(count - 1);
  }
  if (count < keys.size()) drawn.next = weight(count);
  drawn.has_bare_row = count == 0 && !keys.empty();
  keys.resize(count);
  strongest.keys = std::move(keys);
  return strongest;
}

}  // namespace attn
