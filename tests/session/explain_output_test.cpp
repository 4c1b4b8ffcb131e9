#include "app/session/words/explain_output.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <regex>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"
#include "engine/attention/combine.h"
#include "engine/fast/evaluate.h"
#include "tests/document/varied_scene.h"

namespace attn::explain_output_test {
namespace {

/// A number as it is written: "-1.250e-6" is −1250 steps of 1e-9.
struct Written {
  explicit Written(const std::string& text) : value(std::stod(text)) {
    const std::size_t point = text.find('.'), power = text.find('e');
    std::string digits = text.substr(0, power);
    EXPECT_NE(point, std::string::npos) << text;
    decimals = digits.size() - point - 1;
    std::erase(digits, '.');
    steps = std::atoll(digits.c_str());
    exponent = power == std::string::npos ? 0 : std::stoi(text.substr(power + 1));
  }
  double step() const { return std::pow(10.0, exponent - static_cast<double>(decimals)); }

  double value;
  std::size_t decimals = 0;
  long long steps = 0;
  int exponent = 0;
};

/// The outputs that a result shows: "o = 0.362", "o = (…, 1.000, -3.447, …)".
std::vector<std::string> outputs_in(const std::string& result) {
  static const std::regex kNumber(R"(-?\d+\.\d+(e-?\d+)?)");
  EXPECT_TRUE(result.starts_with("o = ")) << result;
  std::vector<std::string> numbers;
  for (std::sregex_iterator at(result.begin(), result.end(), kNumber), end; at != end; ++at) {
    numbers.push_back(at->str());
  }
  return numbers;
}

/// What the step says is α · v and adds up, as it is written, in every dimension that is shown.
void expect_true(const Evaluation& evaluation, Index h, Cell cell) {
  static const std::regex kProduct(R"((?:dim (\d+): )?[^ ]+·[^ ]+ = (-?\d+\.\d+(?:e-?\d+)?))");
  static const std::regex kOthers(R"((\+|−) (\d+\.\d+(?:e-?\d+)?) others)");
  const Explanation why = explain(evaluation, h, cell);
  const HeadTrace& head = evaluation.trace.heads[static_cast<std::size_t>(h)];
  const ExplanationStep& step = why.steps.back();
  const std::vector<std::string> outputs = outputs_in(step.result.text);
  ASSERT_EQ(outputs.size(), std::min<std::size_t>(3, static_cast<std::size_t>(head.v.cols())))
      << step.result.text;
  for (std::size_t n = 0; n < outputs.size(); ++n) {
    std::smatch product, others;
    ASSERT_LT(2 * n + 1, step.terms.size());
    const std::string first = step.terms[2 * n].text, second = step.terms[2 * n + 1].text;
    ASSERT_TRUE(std::regex_match(first, product, kProduct)) << first;
    ASSERT_TRUE(std::regex_match(second, others, kOthers)) << second;
    const Index d = product[1].matched ? std::stol(product[1]) : 0;
    const Written part(product[2]), rest(others[2]), sum(outputs[n]);
    const long long more = others[1] == "+" ? rest.steps : -rest.steps;
    ASSERT_EQ(part.steps + more, sum.steps) << first << " " << second << " " << outputs[n];
    ASSERT_EQ(part.decimals, sum.decimals);
    ASSERT_EQ(rest.decimals, sum.decimals);
    ASSERT_EQ(part.exponent, sum.exponent);
    ASSERT_EQ(rest.exponent, sum.exponent);
    const double exact =
        static_cast<double>(head.weights(cell.query, cell.key)) * head.v(cell.key, d);
    ASSERT_NEAR(part.value, exact, 0.50001 * part.step()) << first;
    ASSERT_NEAR(sum.value, head.output(cell.query, d), 0.50001 * sum.step()) << outputs[n];
  }
  for (const ExplanationStep& one : why.steps) {
    for (const ExplanationTerm& term : one.terms) {
      EXPECT_EQ(term.text.find('%'), std::string::npos) << term.text;
    }
  }
}

/// What the sentence says of the largest dimension is what the output does.
void expect_summary(const Evaluation& evaluation, Index h, Cell cell) {
  static const std::regex kMoves(
      R"(moves (?:the output|dimension (\d+) of the output)(?: of head (\d+))? by ([^ ]+), from ([^ ]+) to ([^ ]+)\. )");
  const HeadTrace& head = evaluation.trace.heads[static_cast<std::size_t>(h)];
  const std::string summary = explain(evaluation, h, cell).summary;
  std::smatch words;
  const bool moves = std::regex_search(summary, words, kMoves);
  const double largest = head.weights(cell.query, cell.key) *
                         static_cast<double>(head.v.row(cell.key).cwiseAbs().maxCoeff());
  EXPECT_EQ(moves, largest != 0) << summary;
  if (!moves) return;
  const Index d = words[1].matched ? std::stol(words[1]) : 0;
  const Written by(words[3]), from(words[4]), to(words[5]);
  EXPECT_EQ(from.steps + by.steps, to.steps) << summary;
  EXPECT_NEAR(std::abs(by.value), largest, 0.50001 * by.step()) << summary;
  EXPECT_NEAR(to.value, head.output(cell.query, d), 0.50001 * to.step()) << summary;
}

void expect_true_everywhere(const Scene& scene) {
  const Evaluation evaluation{scene, evaluate(scene)};
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    const Index rows = std::max<Index>(1, scene.query_count() / 6);
    const Index columns = std::max<Index>(1, scene.key_count() / 6);
    for (Index i = 0; i < scene.query_count(); i += rows) {
      for (Index j = 0; j < scene.key_count(); j += columns) {
        SCOPED_TRACE("head " + std::to_string(h) + ", cell " + std::to_string(i) + ", " +
                     std::to_string(j));
        ASSERT_NO_FATAL_FAILURE(expect_true(evaluation, static_cast<Index>(h), {i, j}));
        if (evaluation.trace.heads[h].scores.row(i).maxCoeff() == kMasked) continue;
        expect_summary(evaluation, static_cast<Index>(h), {i, j});
      }
    }
  }
}

TEST(ExplainOutput, ContributionsOfEveryExampleAddUpAsTheyAreWritten) {
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/examples/")) continue;
    SCOPED_TRACE(one.path);
    ASSERT_NO_FATAL_FAILURE(expect_true_everywhere(parse_scene(one.bytes)));
  }
}

TEST(ExplainOutput, ContributionsAddUpForEveryKind) {
  test::Random random(16, test::kFirstVersion);
  std::size_t kinds = 0;
  for (int n = 0; n < 60; ++n) {
    Scene scene = test::varied_scene(random);
    const CombineKind& kind = combine_kinds()[kinds % combine_kinds().size()];
    test::set_combine(random, kind, scene);
    if (check(scene)) continue;
    ++kinds;
    SCOPED_TRACE(std::to_string(n) + ", " + std::string(kind.id));
    ASSERT_NO_FATAL_FAILURE(expect_true_everywhere(scene));
  }
  EXPECT_GE(kinds, 2 * combine_kinds().size());
}

TEST(ExplainOutput, ValuesOfMixedSignsAreNoShares) {
  Scene scene = parse_scene(asset("assets/examples/01-sleepy-child.attn.json"));
  scene.normalizer.temperature = std::numeric_limits<float>::infinity();
  const Evaluation evaluation{scene, evaluate(scene)};
  const Explanation why = explain(evaluation, 0, {5, 3});
  const ExplanationStep& step = why.steps.back();
  ASSERT_EQ(step.terms.size(), 2U);
  EXPECT_EQ(step.terms[0].text, "0.167·0.4 = 0.067");
  EXPECT_EQ(step.terms[1].text, "+ 0.033 others");
  EXPECT_EQ(step.result.text, "o = 0.100");
  EXPECT_EQ(why.summary.rfind("Reads moves the output by +0.067, from 0.033 to 0.100. ", 0), 0U)
      << why.summary;
}

}  // namespace
}  // namespace attn::explain_output_test
