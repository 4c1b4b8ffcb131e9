#include "app/figure/inspector/inspector_diagram.h"

#include <gtest/gtest.h>

#include "app/document/edits/kind_edits.h"
#include "app/document/formulas/formula.h"
#include "app/document/formulas/plain_formula.h"
#include "app/document/numbers/numbers.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/figure.h"
#include "app/figure/inspector/explain.h"
#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "tests/figure/diagram_checks.h"
#include "tests/figure/examples.h"
#include "tests/figure/figure_test.h"

namespace attn::inspector_diagram_test {
namespace {

Diagram diagram_of(const std::shared_ptr<const Evaluation>& evaluation, Cell cell, double width,
                   Index head = 0) {
  const FigureRuler ruler;
  ViewInput input{.evaluation = evaluation, .width = width, .shown = cell, .ruler = ruler};
  input.state.head = head;
  return inspector_diagram(input);
}

std::shared_ptr<const Evaluation> evaluated(Scene scene) {
  Trace trace = evaluate(scene);
  return std::make_shared<const Evaluation>(Evaluation{std::move(scene), std::move(trace)});
}

std::vector<std::string> formulas_in(const Diagram& diagram) {
  std::vector<std::string> all;
  for (const Mark& mark : diagram.marks) {
    if (const auto* formula = std::get_if<FormulaMark>(&mark)) all.push_back(formula->tex);
  }
  return all;
}

TEST(InspectorDiagram, HasTheChainAndWhatEachKeyBrings) {
  const auto evaluation = evaluated(test::first_example());
  const Diagram diagram = diagram_of(evaluation, {5, 3}, 1400);
  const Explanation explanation = explain(*evaluation, 0, {5, 3});
  const std::vector<std::string> formulas = formulas_in(diagram);
  ASSERT_EQ(formulas.size(), explanation.steps.size());
  for (std::size_t n = 0; n < formulas.size(); ++n) {
    EXPECT_TRUE(formulas[n].starts_with(explanation.steps[n].formula)) << formulas[n];
    EXPECT_NE(formulas[n].find("\\result{" + explanation.steps[n].result.tex + "}"),
              std::string::npos);
  }
  const FigureRuler ruler;
  const auto lines = test::lines_said(diagram, ruler);
  EXPECT_EQ(lines[0], "Why does Book attend to Reads?");
  const auto says = [&](const std::string& words) {
    return std::ranges::find(lines, words) != lines.end();
  };
  for (const Contributions::Brought& part : explanation.contributions.parts) {
    EXPECT_TRUE(says(with_minus(part.text))) << part.text;
  }
  EXPECT_TRUE(says("= " + with_minus(explanation.contributions.sum)));
}

/// The number on the ground at a formula's end, and what the formula is of.
struct Result {
  std::string of;
  double value;
};
std::vector<Result> results_in(const Diagram& diagram) {
  constexpr std::string_view kGround = "\\result{";
  std::vector<Result> all;
  for (const std::string& tex : formulas_in(diagram)) {
    const std::size_t at = tex.rfind(kGround);
    const std::string number = tex.substr(at + kGround.size());
    const std::size_t power = number.find("10^{");
    const double factor =
        power == std::string::npos ? 1 : std::pow(10, std::stoi(number.substr(power + 4)));
    all.push_back({plain_formula(tex.substr(0, tex.find('='))), std::stod(number) * factor});
  }
  return all;
}

/// Three decimals are written, or three digits of what is smaller.
double written_near(double value) {
  return std::abs(value) < 1e-3 ? 0.006 * std::abs(value) + 1e-9
                                : std::max(0.0006, 0.006 * std::abs(value));
}

TEST(InspectorDiagram, SaysTheNumbersOfTheTrace) {
  const auto evaluation = evaluated(test::first_example());
  const HeadTrace& head = evaluation->trace.heads[0];
  for (const Cell cell : {Cell{5, 3}, Cell{5, 5}, Cell{3, 1}, Cell{2, 2}}) {
    SCOPED_TRACE(std::to_string(cell.query) + " " + std::to_string(cell.key));
    const std::vector<Result> all = results_in(diagram_of(evaluation, cell, 1400));
    const auto expect = [&](std::string_view of, double value) {
      const auto found = std::ranges::find(all, of, &Result::of);
      ASSERT_NE(found, all.end()) << of;
      EXPECT_NEAR(found->value, value, written_near(value)) << of;
    };
    expect("sᵢⱼ", head.scores(cell.query, cell.key));
    expect("αᵢⱼ", head.weights(cell.query, cell.key));
    expect("oᵢ", head.output(cell.query, 0));
  }
}

TEST(InspectorDiagram, ExplainsTheDimensionThatIsAskedFor) {
  const auto heads = std::ranges::find(
      test::all_examples(), "assets/examples/07-multi-head.attn.json", &test::BuiltIn::name);
  ASSERT_NE(heads, test::all_examples().end());
  const FigureRuler ruler;
  const HeadTrace& head = heads->evaluation->trace.heads[0];
  ASSERT_GT(head.output.cols(), 1);
  for (Index d = 0; d < head.output.cols(); ++d) {
    const Diagram diagram = inspector_diagram({.evaluation = heads->evaluation,
                                               .width = 1400,
                                               .shown = Cell{1, 0},
                                               .dimension = d,
                                               .ruler = ruler});
    const double value = head.output(1, d);
    EXPECT_NEAR(results_in(diagram).back().value, value, written_near(value)) << d;
  }
}

/// Steps of one row have one baseline; a chain that is too wide goes on in the next.
TEST(InspectorDiagram, TheChainIsOneRowWhereItHasRoom) {
  const auto evaluation = evaluated(test::first_example());
  const auto rows = [&](double width) {
    std::set<double> baselines;
    for (const Mark& mark : diagram_of(evaluation, {5, 3}, width).marks) {
      if (const auto* formula = std::get_if<FormulaMark>(&mark)) baselines.insert(formula->at.y);
    }
    return baselines.size();
  };
  EXPECT_EQ(rows(1400), 1U);
  EXPECT_GT(rows(700), 1U);
}

TEST(InspectorDiagram, EveryKindIsReadableInAnyRoom) {
  const FigureRuler ruler;
  for (const ScoreKind& score : score_kinds()) {
    for (const NormalizerKind& normalizer : normalizer_kinds()) {
      Scene scene = test::masked_child();
      set_score_kind(scene, score);
      scene.score.scale = takes(score, "scale") ? 2 : 1;
      set_normalizer_kind(scene, normalizer);
      const auto evaluation = evaluated(scene);
      for (const double width : {300.0, 900.0, 1400.0}) {
        const Diagram diagram = diagram_of(evaluation, {5, 3}, width);
        SCOPED_TRACE(std::string(score.id) + ", " + std::string(normalizer.id));
        test::expect_inside(diagram, ruler, width, diagram.height);
        test::expect_readable(diagram, ruler, diagram.height);
        for (const std::string& tex : formulas_in(diagram)) EXPECT_NO_THROW(read_formula(tex));
      }
    }
  }
}

TEST(InspectorDiagram, EveryExampleHasOne) {
  const FigureRuler ruler;
  for (const test::BuiltIn& one : test::all_examples()) {
    SCOPED_TRACE(one.name);
    const Scene& scene = one.evaluation->scene;
    for (const Cell cell : {Cell{0, 0}, Cell{scene.query_count() - 1, scene.key_count() - 1}}) {
      const Diagram diagram =
          diagram_of(one.evaluation, cell, 900, static_cast<Index>(scene.heads.size()) - 1);
      test::expect_inside(diagram, ruler, 900, diagram.height);
      EXPECT_FALSE(formulas_in(diagram).empty());
    }
  }
}

TEST(InspectorDiagram, OptionsSayWhichCell) {
  const auto evaluation = evaluated(test::first_example());
  const test::TemporaryFolder folder;
  FigureOptions options{.view = "inspector"};
  options.query = 5;
  const auto svg = [&](const FigureOptions& of) {
    const std::string path = folder / "chain.svg";
    write_figure(evaluation, of, path);
    return test::bytes_of(path);
  };
  const std::string likeliest = svg(options);
  EXPECT_NE(likeliest.find(">Reads<"), std::string::npos) << "the key of the largest weight";
  options.key = 2;
  const std::string chosen = svg(options);
  EXPECT_NE(chosen, likeliest);
  EXPECT_NE(chosen.find(">Child<"), std::string::npos);
  options.key = 6;
  EXPECT_THROW(svg(options), OptionError);
  options.view = "weights";
  options.key = 2;
  EXPECT_THROW(svg(options), OptionError) << "a key means nothing there";
}

}  // namespace
}  // namespace attn::inspector_diagram_test
