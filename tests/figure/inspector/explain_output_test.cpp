#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "app/document/edits/kind_edits.h"
#include "app/document/scene_file/scene_file.h"
#include "app/figure/inspector/explain.h"
#include "app/figure/inspector/explain_parts.h"
#include "assets/assets.h"
#include "engine/attention/combine.h"
#include "engine/fast/evaluate.h"
#include "tests/document/varied_scene.h"
#include "tests/support/case_seed.h"
#include "tests/support/test_cases.h"

namespace attn::explain_output_test {
namespace {

/// A number as it is written: "-1.250e-6" is −1250 steps of 1e-9; "0" beside it is none of them.
struct Written {
  explicit Written(std::string text) {
    for (std::size_t at = 0; (at = text.find("−", at)) != std::string::npos;) {
      text.replace(at, std::string_view("−").size(), "-");
    }
    value = std::stod(text);
    if (text == "0" || text == "+0") return;
    const std::size_t point = text.find('.'), power = text.find('e');
    std::string digits = text.substr(0, power);
    EXPECT_NE(point, std::string::npos) << text;
    decimals = digits.size() - point - 1;
    std::erase(digits, '.');
    steps = std::atoll(digits.c_str());
    exponent = power == std::string::npos ? 0 : std::stoi(text.substr(power + 1));
  }
  double step() const { return std::pow(10.0, exponent - static_cast<double>(decimals)); }

  double value = 0;
  std::size_t decimals = 0;
  long long steps = 0;
  int exponent = 0;
};

/// Gate and gain, which all of a query's sum in a dimension is multiplied with.
double factor(const Evaluation& evaluation, Index h, Index query, Index column) {
  const auto n = static_cast<std::size_t>(h);
  const Matrix& gates = evaluation.trace.heads[n].gates;
  return static_cast<double>(evaluation.scene.heads[n].gain.value_or(1.0F)) *
         (gates.size() > 0 ? static_cast<double>(gates(query, column)) : 1.0);
}

/// Checks that contributions α · v (gated) sum to the output as displayed, with each key listed
/// once.
void expect_true(const Evaluation& evaluation, Index h, Cell cell, Index column) {
  const HeadTrace& head = evaluation.trace.heads[static_cast<std::size_t>(h)];
  const Explanation why = explain(evaluation, h, cell, column);
  const Contributions& of = why.contributions;
  ASSERT_EQ(of.column, column);
  const auto brings = [&](Index j) {
    return factor(evaluation, h, cell.query, column) *
           static_cast<double>(head.weights(cell.query, j)) * head.v(j, column);
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
    if (part.text == "0") {
      ASSERT_LE(std::abs(exact), 1.00001 * sum.step()) << "too little for a step";
      continue;
    }
    const Written written(part.text);
    steps += written.steps;
    if (of.sum != "0") {  // which is of any power of ten
      ASSERT_EQ(written.decimals, sum.decimals) << part.text;
      ASSERT_EQ(written.exponent, sum.exponent) << part.text;
    }
    ASSERT_NEAR(written.value, exact, 1.00001 * written.step()) << part.text;
  }
  ASSERT_EQ(steps, sum.steps) << of.sum;
  ASSERT_EQ(told.size(), static_cast<std::size_t>(head.weights.cols()));
  const std::vector<Contributions::Stretch> blocks = of.blocks();
  ASSERT_EQ(blocks.size(), of.parts.size());
  double added = 0, left = 0;  // where those that add end, and those that take off
  for (const Contributions::Brought& part : of.parts) added += std::max(0.0, part.value);
  left = added;
  double end = 0;
  for (std::size_t n = 0; n < blocks.size(); ++n) {
    const bool adds = of.parts[n].value >= 0;
    double& from = adds ? end : left;
    EXPECT_NEAR(blocks[n].from, from, 1e-12 * (1 + added)) << "end to end";
    EXPECT_NEAR(blocks[n].to - blocks[n].from, of.parts[n].value, 1e-12 * (1 + added));
    from = blocks[n].to;
  }
  ASSERT_TRUE(std::ranges::any_of(of.parts, [&](const Contributions::Brought& part) {
    return part.keys == std::vector<Index>{cell.key};
  })) << "the key that is asked about stands by itself";
  for (const ExplanationStep& one : why.steps) {
    EXPECT_EQ(one.formula.find('%'), std::string::npos) << one.formula;
    for (const ExplanationTerm& term : one.terms) {
      EXPECT_FALSE(term.says.empty()) << term.tex << " in " << one.formula;
      EXPECT_EQ(term.says.find('%'), std::string::npos) << term.says;
    }
  }
}

/// Checks the sentence about the largest dimension against the output.
void expect_summary(const Evaluation& evaluation, Index h, Cell cell) {
  static const std::regex kMoves(
      R"(moves (?:the output|dimension (\d+) of the output)(?: of head (\d+))? by ([^ ]+), from ([^ ]+) to ([^ ]+)\. )");
  const HeadTrace& head = evaluation.trace.heads[static_cast<std::size_t>(h)];
  const std::string summary = explain(evaluation, h, cell).summary;
  std::smatch words;
  const bool moves = std::regex_search(summary, words, kMoves);
  double largest = 0;
  for (Index d = 0; d < head.v.cols(); ++d) {
    largest = std::max(largest, std::abs(factor(evaluation, h, cell.query, d) *
                                         static_cast<double>(head.weights(cell.query, cell.key)) *
                                         head.v(cell.key, d)));
  }
  EXPECT_EQ(moves, largest != 0) << summary;
  if (!moves) return;
  const Index d = words[1].matched ? std::stol(words[1]) : 0;
  const Written by(words[3]), from(words[4]), to(words[5]);
  EXPECT_EQ(from.steps + by.steps, to.steps) << summary;
  // All three are in steps of one size, which one that is 0 does not say.
  const double step = std::min({from.step(), by.step(), to.step()});
  EXPECT_NEAR(std::abs(by.value), largest, 0.50001 * step) << summary;
  EXPECT_NEAR(to.value, head.output(cell.query, d), 0.50001 * step) << summary;
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
        if (evaluation.trace.heads[h].scores.row(i).maxCoeff() == kMasked || width == 0) continue;
        expect_summary(evaluation, static_cast<Index>(h), {i, j});
      }
    }
  }
}

TEST(ExplainOutput, ContributionsOfEveryExampleAddUpAsTheyAreWritten) {
  for (const Asset& one : assets()) {
    if (!one.path.starts_with("assets/examples/") || !test::is_tried(one.path)) continue;
    SCOPED_TRACE(one.path);
    ASSERT_NO_FATAL_FAILURE(expect_true_everywhere(parse_scene(one.bytes)));
  }
}

TEST(ExplainOutput, ContributionsAddUpForEveryKind) {
  const std::size_t wanted = std::max(combine_kinds().size(), test::test_cases(std::size_t{50}));
  std::size_t kinds = 0;
  for (int n = 0; kinds < wanted; ++n) {
    test::Random random(test::case_seed(n));
    Scene scene = test::varied_scene(random);
    const CombineKind& kind = combine_kinds()[kinds % combine_kinds().size()];
    test::set_combine(random, kind, scene);
    if (check(scene)) continue;
    ++kinds;
    SCOPED_TRACE(std::to_string(n) + ", " + std::string(kind.id));
    ASSERT_NO_FATAL_FAILURE(expect_true_everywhere(scene));
    if (!kind.combine || scene.heads.size() == 1) continue;
    const Evaluation evaluation{scene, evaluate(scene)};
    const bool is_beside = kind.joins == Joins::kBeside && !scene.combine.w_o && !scene.combine.b_o;
    EXPECT_EQ(explain(evaluation, 0, {0, 0}).steps.back().title == "heads combined", !is_beside);
  }
}

TEST(ExplainOutput, FewerContributionsAddUpToo) {
  const Scene scene = parse_scene(asset("assets/examples/01-sleepy-child.attn.json"));
  const Evaluation evaluation{scene, evaluate(scene)};
  for (std::size_t most = 0; most <= kMostToldKeys; ++most) {
    const Contributions told = contributions_of(evaluation, 0, {5, 2}, 0, most);
    EXPECT_LE(told.parts.size(), most + 2) << "the key that is asked about, and the others";
    long long steps = 0;
    std::set<Index> keys;
    for (const Contributions::Brought& part : told.parts) {
      if (part.text != "0") steps += Written(part.text).steps;
      keys.insert(part.keys.begin(), part.keys.end());
    }
    EXPECT_EQ(steps, Written(told.sum).steps) << most;
    EXPECT_EQ(keys.size(), 6U) << most;
  }
}

/// The step that combines two heads of the output 0.362, as it is written; empty where none does.
std::string combined(std::string_view kind, const std::function<void(Combine&)>& change = {}) {
  Scene scene = parse_scene(asset("assets/examples/01-sleepy-child.attn.json"));
  scene.heads.push_back(scene.heads[0]);
  set_combine_kind(scene, combine_kind(kind));
  if (change) change(scene.combine);
  const Evaluation evaluation{scene, evaluate(scene)};
  const ExplanationStep step = explain(evaluation, 1, {5, 3}).steps.back();
  if (step.title != "heads combined") return "";
  static const std::regex kTerm(R"(\\term\{\d\}\{((?:[^{}]|\{[^{}]*\})*)\})");
  return std::regex_replace(step.formula, kTerm, "$1") + step.result.tex;
}

TEST(ExplainOutput, HeadsAreCombinedInTheScenesNumbers) {
  EXPECT_EQ(combined("mean"), R"(O_{\query{i}} = \frac{1}{2}(0.362 + 0.362) = 0.362)");
  EXPECT_EQ(combined("max"), R"(O_{\query{i}} = \max(0.362, 0.362) = 0.362)");
  EXPECT_EQ(combined("weighted",
                     [](Combine& combine) {
                       combine.w = RowVector{{2, -1}};
                     }),
            R"(O_{\query{i}} = 2 \cdot 0.362 + (-1) \cdot 0.362 = 0.362)");
  EXPECT_EQ(combined("projection",
                     [](Combine& combine) {
                       combine.projections = {Matrix{{1, 1}}, Matrix{{2, -3}}};
                     }),
            R"(O_{\query{i},1} = 0.3624 \cdot (-3) + (\cdots\,{0.362}) = -0.725)");
  EXPECT_EQ(combined("concat"), "");
  EXPECT_EQ(combined("concat",
                     [](Combine& combine) {
                       combine.w_o = Matrix{{1}, {4}};
                     }),
            R"(O_{\query{i}} = 0.3624 \cdot 4 + (\cdots\,{0.362}) = 1.812)");
  EXPECT_EQ(combined("none"), "");
}

TEST(ExplainOutput, AMaskThatLetsAScoreThroughSaysSo) {
  const Scene scene = parse_scene(asset("assets/examples/22-causal-padding.attn.json"));
  const Evaluation evaluation{scene, evaluate(scene)};
  const std::vector<ExplanationStep> steps = explain(evaluation, 0, {5, 1}).steps;
  EXPECT_NE(steps[1].formula.find("not masked"), std::string::npos) << steps[1].formula;
  EXPECT_EQ(steps[1].result.tex, steps[0].result.tex);
  EXPECT_FALSE(steps[0].lead.empty()) << "a class sees how the score came about";
  EXPECT_TRUE(steps[1].lead.empty());
}

TEST(ExplainOutput, LargeScoresSayWhatIsTakenOff) {
  Scene scene = parse_scene(asset("assets/examples/01-sleepy-child.attn.json"));
  const auto aside = [&] {
    const Evaluation evaluation{scene, evaluate(scene)};
    return explain(evaluation, 0, {5, 3}).steps[2].aside;
  };
  EXPECT_EQ(aside(), "");
  scene.normalizer.temperature = 0.1F;
  EXPECT_EQ(aside(), ", the largest score subtracted");
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

TEST(ExplainOutput, AllNumbersOfAnOutputAreSaidWhereTheyAreFewAndBrief) {
  Scene scene = parse_scene(asset("assets/examples/01-sleepy-child.attn.json"));
  const auto all_of = [&] {
    const Explanation why = explain({scene, evaluate(scene)}, 0, {5, 3}, 0);
    return why.steps.back().all;
  };
  EXPECT_EQ(all_of(), "") << "one number is the result itself";
  scene.values.reset();
  EXPECT_EQ(all_of(), R"(\mathbf{o}_{\query{i}} = \left( 1.76,\; 2.87,\; 1.00 \right))");
  scene.embeddings.edit() *= 1e5F;
  EXPECT_EQ(all_of(), "") << "too large";
}

}  // namespace
}  // namespace attn::explain_output_test
