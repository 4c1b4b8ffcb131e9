#include "app/figure/inspector/explain_output.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/inspector/explain.h"
#include "assets/assets.h"
#include "engine/attention/combine.h"
#include "engine/fast/evaluate.h"
#include "tests/document/varied_scene.h"
#include "tests/support/case_seed.h"

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

/// What the keys bring is α · v and adds up, as it is written, to the output; each key is told
/// once.
void expect_true(const Evaluation& evaluation, Index h, Cell cell, Index column) {
  const HeadTrace& head = evaluation.trace.heads[static_cast<std::size_t>(h)];
  const Explanation why = explain(evaluation, h, cell, column);
  const Contributions& of = why.contributions;
  ASSERT_EQ(of.column, column);
  const auto brings = [&](Index j) {
    return static_cast<double>(head.weights(cell.query, j)) * head.v(j, column);
  };
  const Written sum(of.sum.find('.') == std::string::npos ? of.sum + ".0" : of.sum);
  ASSERT_NEAR(sum.value, head.output(cell.query, column), 0.50001 * sum.step()) << of.sum;
  long long steps = 0;
  std::set<Index> told;
  for (const Contributions::Brought& part : of.parts) {
    double exact = 0;
    for (const Index j : part.keys) {
      EXPECT_TRUE(told.insert(j).second) << "key " << j << " is told twice";
      exact += brings(j);
    }
    ASSERT_NEAR(part.value, exact, 1e-12 * (1 + std::abs(exact)));
    if (part.text == "0") continue;
    const Written written(part.text);
    steps += written.steps;
    ASSERT_EQ(written.decimals, sum.decimals) << part.text;
    ASSERT_EQ(written.exponent, sum.exponent) << part.text;
    ASSERT_NEAR(written.value, exact, 1.00001 * written.step()) << part.text;
  }
  ASSERT_EQ(steps, sum.steps) << of.sum;
  ASSERT_EQ(told.size(), static_cast<std::size_t>(head.weights.cols()));
  ASSERT_TRUE(std::ranges::any_of(of.parts, [&](const Contributions::Brought& part) {
    return part.keys == std::vector<Index>{cell.key};
  })) << "the key that is asked about stands by itself";
  for (const ExplanationStep& one : why.steps) {
    EXPECT_EQ(one.formula.find('%'), std::string::npos) << one.formula;
    for (const ExplanationTerm& term : one.terms) {
      EXPECT_EQ(term.says.find('%'), std::string::npos) << term.says;
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
        const Index width = evaluation.trace.heads[h].v.cols();
        for (Index d = 0; d < width; d += std::max<Index>(1, width / 3)) {
          ASSERT_NO_FATAL_FAILURE(expect_true(evaluation, static_cast<Index>(h), {i, j}, d));
        }
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
  std::size_t kinds = 0;
  for (int n = 0; n < 60; ++n) {
    test::Random random(test::case_seed(n), test::kFirstVersion);
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
  EXPECT_EQ(why.steps.back().terms[0].tex, R"(0.167 \cdot \value{0.4})");
  EXPECT_EQ(why.steps.back().result.tex, "0.100");
  std::vector<std::string> texts;
  for (const Contributions::Brought& part : why.contributions.parts) texts.push_back(part.text);
  // Sixths and thirds: rounded to the nearest, they would come to 0.100001.
  EXPECT_EQ(texts,
            (std::vector<std::string>{"+0.066667", "+0.050000", "-0.033334", "+0.016667", "0"}));
  EXPECT_EQ(why.contributions.sum, "0.100000");
  EXPECT_EQ(why.summary.rfind("Reads moves the output by +0.067, from 0.033 to 0.100. ", 0), 0U)
      << why.summary;
}

}  // namespace
}  // namespace attn::explain_output_test
