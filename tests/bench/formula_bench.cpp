// How long a formula takes to be read and set, and to be drawn.
#include <string>

#include <benchmark/benchmark.h>

#include "app/document/formulas/formula.h"
#include "app/figure/math/set_formula.h"

namespace attn {
namespace {

/// A sum of so many terms, each a weight times a value, and what it comes to.
std::string sum_of(int terms) {
  std::string tex = R"(\mathbf{o}_i = \sum_{j=1}^{L} \alpha_{ij} \value{\mathbf{v}_j} = )";
  for (int n = 0; n < terms; ++n) {
    tex += std::string(n > 0 ? " + " : "") + "\\term{a" + std::to_string(n) + "}{0.0" +
           std::to_string(10 + n) + "} \\cdot \\value{1.5}";
  }
  return tex + R"( = \frac{0.362}{\sqrt{d_{\mathrm{k}}}})";
}

void reads(benchmark::State& state) {
  const std::string tex = sum_of(static_cast<int>(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(read_formula(tex));
}

void sets(benchmark::State& state) {
  const MathNode formula = read_formula(sum_of(static_cast<int>(state.range(0))));
  for (auto _ : state) benchmark::DoNotOptimize(set_formula(formula, {.width = 600}));
}

BENCHMARK(reads)->Arg(8)->Arg(40)->Unit(benchmark::kMicrosecond);
BENCHMARK(sets)->Arg(8)->Arg(40)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace attn

BENCHMARK_MAIN();
