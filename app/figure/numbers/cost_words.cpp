#include "app/figure/numbers/cost_words.h"

#include <cmath>
#include <utility>

#include "app/document/formulas/plain_formula.h"
#include "app/document/numbers/numbers.h"

namespace attn {
namespace {

/// Sum in TeX; coefficients of 1 and zero terms are omitted.
std::string sum_of_powers(const std::vector<std::pair<double, std::string>>& terms) {
  std::string sum;
  for (const auto& [factor, symbol] : terms) {
    if (factor == 0) continue;
    sum += sum.empty() ? (factor < 0 ? "-" : "") : (factor < 0 ? " - " : " + ");
    const double size = std::abs(factor);
    if (size != 1 || symbol.empty()) sum += tex_number(brief(size, 9));
    if (!symbol.empty()) sum += (size != 1 ? " " : "") + symbol;
  }
  return sum.empty() ? "0" : sum;
}

/// Sum over all parts, in L if the visible pairs are a polynomial of it.
std::string sum_in_sizes(const Scene& scene, const Cost& cost) {
  const Tally& work = cost.work();
  if (scene.queries) {
    return sum_of_powers({{work.per_pair, "n"}, {work.per_query, "M"}, {work.per_key, "L"}});
  }
  const auto abc = cost.pairs().polynomial();
  const auto L = static_cast<double>(cost.keys());
  const bool holds = abc && cost.seen_pairs() &&
                     (*abc)[0] * L * L + (*abc)[1] * L + (*abc)[2] == *cost.seen_pairs();
  const double once = work.per_query + work.per_key;
  if (!holds) return sum_of_powers({{work.per_pair, "n"}, {once, "L"}});
  return sum_of_powers({{work.per_pair * (*abc)[0], "L^2"},
                        {work.per_pair * (*abc)[1] + once, "L"},
                        {work.per_pair * (*abc)[2], ""}});
}

}  // namespace

std::string whole_number(double number) {
  return number < 1e9 ? fixed(number, 0) : tex_number(brief(number, 4));
}

double least_multiplications(const Cost& cost) {
  return cost.running_sums() ? cost.cost_of_sequence(cost.keys()) : cost.multiplications();
}

std::string cost_equation(const Scene& scene, const Cost& cost) {
  return sum_in_sizes(scene, cost) + " = " + whole_number(least_multiplications(cost));
}

std::vector<std::string> cost_lines(const Scene& scene, const Cost& cost) {
  const std::string kept = ", $" + whole_number(cost.cached_numbers(cost.keys())) + "$ stored";
  const std::string number = "$" + whole_number(least_multiplications(cost)) + "$";
  return {"$" + cost_equation(scene, cost) + "$" + kept, number + " products" + kept, number + kept,
          number};
}

}  // namespace attn
