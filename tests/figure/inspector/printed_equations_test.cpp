#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/inspector/explain.h"
#include "assets/assets.h"
#include "engine/fast/evaluate.h"
#include "tests/document/varied_scene.h"
#include "tests/support/case_seed.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/test_cases.h"

namespace attn::printed_equations_test {
namespace {

/// The value of printed TeX, by the letters: it shares nothing with the calculator of the program.
class PrintedValue {
 public:
  /// Empty if there is something else than numbers.
  static std::optional<double> of(std::string_view tex) {
    PrintedValue reader(tex);
    const double value = reader.sum();
    reader.skip();
    const bool is_whole = reader.is_number_ && reader.tex_.empty() && !std::isnan(value);
    return is_whole ? std::optional(value) : std::nullopt;
  }

 private:
  explicit PrintedValue(std::string_view tex) : tex_(tex) {}

  double fail() {
    is_number_ = false;
    tex_ = {};
    return 0;
  }
  void skip() {
    for (const std::string_view space : {" ", "\\,", "\\;"}) {
      if (tex_.starts_with(space)) {
        tex_.remove_prefix(space.size());
        return skip();
      }
    }
  }
  bool take(std::string_view text) {
    skip();
    if (!tex_.starts_with(text)) return false;
    tex_.remove_prefix(text.size());
    return true;
  }
  double group() { return take("{") ? until("}") : fail(); }
  double until(std::string_view end) {
    const double value = sum();
    return take(end) ? value : fail();
  }
  void skip_group() {
    const std::size_t end = tex_.find('}');
    if (!take("{") || end == std::string_view::npos) return void(fail());
    tex_.remove_prefix(end);
  }

  double sum() {
    double total = product();
    while (is_number_) {
      if (take("+")) {
        total += product();
      } else if (take("-")) {
        total -= product();
      } else {
        break;
      }
    }
    return total;
  }
  double product() {
    double total = power();
    for (skip(); is_number_ && !tex_.empty() &&
                 std::string_view("+-),}").find(tex_[0]) == std::string_view::npos &&
                 !tex_.starts_with("\\right");
         skip()) {
      take("\\cdot ");
      total *= power();
    }
    return total;
  }
  double power() {
    double base = value();
    for (;;) {
      if (take("_")) {
        // A word that says whose number it is.
        if (!take("{\\text{")) return fail();
        tex_.remove_prefix(std::min(tex_.size(), tex_.find("}}") + 2));
      } else if (take("^")) {
        skip();
        if (tex_.starts_with("{")) {
          base = std::pow(base, group());
        } else if (!tex_.empty()) {
          base = std::pow(base, tex_[0] - '0');
          tex_.remove_prefix(1);
        }
      } else {
        return base;
      }
    }
  }
  double argument(double (*function)(double)) { return function(power()); }
  double value() {
    skip();
    if (take("-")) return -power();
    if (take("\\cdots")) return power();
    if (take("\\left(")) return until("\\right)");
    if (take("\\term")) {
      skip_group();
      return group();
    }
    for (const std::string_view ink : {"\\query", "\\key", "\\value", "\\faint"}) {
      if (take(ink)) return group();
    }
    if (take("\\frac")) {
      const double above = group();
      return above / group();
    }
    if (take("\\sqrt")) return std::sqrt(group());
    if (take("\\ln")) return argument([](double x) { return std::log(x); });
    if (take("\\tanh")) return argument([](double x) { return std::tanh(x); });
    if (take("\\cos")) return argument([](double x) { return std::cos(x); });
    if (take("\\sin")) return argument([](double x) { return std::sin(x); });
    if (take("\\sigma")) return argument([](double x) { return 1 / (1 + std::exp(-x)); });
    if (take("\\operatorname{LeakyReLU}")) {
      return argument([](double x) { return x < 0 ? x / 5 : x; });
    }
    if (take("\\max(")) {
      double most = sum();
      while (take(",")) most = std::max(most, sum());
      return take(")") ? most : fail();
    }
    if (take("(")) return until(")");
    if (take("{")) return until("}");
    if (tex_.starts_with("e^")) {
      tex_.remove_prefix(1);
      return std::exp(1);
    }
    const std::size_t digits = std::min(tex_.size(), tex_.find_first_not_of("0123456789."));
    if (digits == 0) return fail();
    const double number = std::stod(std::string(tex_.substr(0, digits)));
    tex_.remove_prefix(digits);
    return number;
  }

  std::string_view tex_;
  bool is_number_ = true;
};

/// Half a unit of the last digit of "0.362", "1.2 \cdot 10^{-7}".
double half_unit(const std::string& printed) {
  const std::size_t power = printed.find("10^{");
  const std::string digits = printed.substr(0, printed.find(" \\cdot"));
  const std::size_t point = digits.find('.');
  const double decimals =
      point == std::string::npos ? 0 : static_cast<double>(digits.size() - point - 1);
  const double exponent = power == std::string::npos ? 0 : std::stod(printed.substr(power + 4));
  return 0.5 * std::pow(10.0, exponent - decimals);
}

struct Counts {
  long equations = 0, nearly = 0;
};

/// Splits at the relations outside of braces; `relations` has the one after each part.
std::vector<std::string> sides(const std::string& formula, std::vector<std::string>& relations) {
  constexpr std::string_view kRelations[] = {" = ", " \\approx "};
  std::vector<std::string> made(1);
  int depth = 0;
  for (std::size_t n = 0; n < formula.size(); ++n) {
    depth += formula[n] == '{' ? 1 : formula[n] == '}' ? -1 : 0;
    std::string_view found;
    for (const std::string_view relation : kRelations) {
      const bool is_here =
          depth == 0 && formula[n] == ' ' && formula.compare(n, relation.size(), relation) == 0;
      if (is_here) found = relation;
    }
    if (found.empty()) {
      made.back() += formula[n];
      continue;
    }
    relations.emplace_back(found);
    made.emplace_back();
    n += found.size() - 1;
  }
  return made;
}

void expect_equations_hold(const Explanation& why, Counts& counts) {
  for (const ExplanationStep& step : why.steps) {
    SCOPED_TRACE(step.title + ": " + step.formula + step.result.tex);
    ASSERT_EQ((step.formula + step.result.tex).find("\\number"), std::string::npos);
    const std::optional<double> result = PrintedValue::of(step.result.tex);
    if (!result) continue;
    std::vector<std::string> relations;
    const std::vector<std::string> all = sides(step.formula, relations);
    for (std::size_t n = 0; n < relations.size(); ++n) {
      const std::optional<double> value = PrintedValue::of(all[n]);
      if (!value) continue;
      ++counts.equations;
      if (relations[n] != " = ") {
        // A weight below what single precision has is nearly 0.
        counts.nearly += *result != 0 ? 1 : 0;
        continue;
      }
      ASSERT_NEAR(*value, *result, 1.000001 * half_unit(step.result.tex)) << all[n];
    }
  }
}

/// Checks the equations of the cell with this number in a head.
void expect_cell_holds(const Evaluation& evaluation, Index head, Index number, Counts& counts) {
  const Index keys = evaluation.scene.key_count();
  const Cell cell{number / keys, number % keys};
  SCOPED_TRACE("head " + std::to_string(head) + ", cell " + std::to_string(cell.query) + ", " +
               std::to_string(cell.key));
  expect_equations_hold(explain(evaluation, head, cell), counts);
}

/// Checks every `step`th cell of every head.
void expect_all_hold(const Scene& scene, Index step, Counts& counts) {
  const Evaluation evaluation{scene, evaluate(scene)};
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    for (Index n = 0; n < scene.query_count() * scene.key_count(); n += step) {
      ASSERT_NO_FATAL_FAILURE(expect_cell_holds(evaluation, static_cast<Index>(h), n, counts));
    }
  }
}

TEST(PrintedEquations, HoldInAllExamplesAtAnyTemperature) {
  Counts counts;
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/examples/") || !one.path.ends_with(".attn.json")) continue;
    for (const float temperature : {0.0F, 0.0443F, 0.375F, 0.67F, 1.0F, 3.0F}) {
      if (!test::is_tried(std::string(one.path) + std::to_string(temperature))) continue;
      SCOPED_TRACE(std::string(one.path) + " at T = " + std::to_string(temperature));
      Scene scene = parse_scene(one.bytes);
      if (temperature != 1) scene.normalizer.temperature = temperature;
      const Index cells = scene.query_count() * scene.key_count();
      ASSERT_NO_FATAL_FAILURE(expect_all_hold(scene, 1 + cells / 40, counts));
    }
  }
  EXPECT_LT(counts.nearly * 50, counts.equations);
}

TEST(PrintedEquations, HoldInTheGoldenScenes) {
  Counts counts;
  for (const char* folder : {"golden", "golden2"}) {
    for (const auto& entry : std::filesystem::directory_iterator(test::data_path(folder))) {
      if (!entry.path().string().ends_with(".attn.json")) continue;
      if (!test::is_tried(entry.path().filename().string())) continue;
      SCOPED_TRACE(entry.path().filename());
      const Scene scene = parse_scene(test::bytes_of(entry.path().string()));
      const Index cells = scene.query_count() * scene.key_count();
      ASSERT_NO_FATAL_FAILURE(expect_all_hold(scene, 1 + cells / 12, counts));
    }
  }
  EXPECT_LT(counts.nearly * 50, counts.equations);
}

/// Number between `least` and `most`, whose logarithm is uniform.
float any_size(test::Random& random, double least, double most) {
  return static_cast<float>(least * std::pow(most / least, random.below(1000) / 999.0));
}

TEST(PrintedEquations, HoldInRandomScenes) {
  Counts counts;
  for (int n = 0; n < test::test_cases(10000); ++n) {
    SCOPED_TRACE(n);
    test::Random random(test::case_seed(n));
    Scene scene = test::varied_scene(random);
    scene.normalizer.temperature = any_size(random, 1e-3, 1e3);
    if (random.coin()) scene.embeddings.edit() *= any_size(random, 1e-3, 1e3);
    if (check(scene)) continue;
    const Index head = random.below(static_cast<int>(scene.heads.size()));
    const Index cell = random.below(static_cast<int>(scene.query_count() * scene.key_count()));
    const Evaluation evaluation{scene, evaluate(scene)};
    ASSERT_NO_FATAL_FAILURE(expect_cell_holds(evaluation, head, cell, counts));
  }
  EXPECT_GT(counts.equations, test::test_cases(30000));
  EXPECT_LT(counts.nearly * 20, counts.equations);
}

TEST(PrintedEquations, HoldForSumsOfManyTerms) {
  Counts counts;
  for (int n = 0; n < test::test_cases(30); ++n) {
    SCOPED_TRACE(n);
    test::Random random(test::case_seed(n));
    const Index length = 1 + random.below(500), width = 1 + random.below(64);
    Scene scene = parse_scene(asset("assets/examples/01-sleepy-child.attn.json"));
    scene.tokens = test::names(length, "t");
    scene.embeddings = random.matrix(length, width);
    scene.values = random.matrix(length, 3);
    scene.normalizer.temperature = any_size(random, 1e-2, 1e2);
    ASSERT_FALSE(check(scene));
    ASSERT_NO_FATAL_FAILURE(expect_all_hold(scene, 1 + length * length / 20, counts));
  }
  EXPECT_LT(counts.nearly * 20, counts.equations);
}

}  // namespace
}  // namespace attn::printed_equations_test
