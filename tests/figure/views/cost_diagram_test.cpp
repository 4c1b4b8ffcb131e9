#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/figure_views.h"
#include "app/figure/numbers/cost_growth.h"
#include "app/figure/numbers/cost_words.h"
#include "app/figure/views/diagrams.h"
#include "engine/reference/parts.h"
#include "tests/figure/diagram_checks.h"
#include "tests/figure/figure_test.h"
#include "tests/support/paths.h"

namespace attn::cost_diagram_test {
namespace {

std::shared_ptr<const Evaluation> evaluated(const Scene& scene) {
  return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
}

bool says(const Diagram& diagram, const std::string& number) {
  return std::ranges::any_of(diagram.marks, [&](const Mark& mark) {
    const auto* formula = std::get_if<FormulaMark>(&mark);
    return formula && formula->tex.find(number) != std::string::npos;
  });
}

TEST(CostDiagram, SaysWhatTheEngineCounts) {
  const FigureRuler ruler;
  const Scene scene = test::masked_child();
  const Cost cost(scene);
  const Diagram diagram = cost_diagram({.evaluation = evaluated(scene), .ruler = ruler});
  const auto written = [](double number) { return std::to_string(std::lround(number)); };
  EXPECT_TRUE(says(diagram, "= " + written(cost.multiplications())));
  EXPECT_TRUE(says(diagram, written(cost.cost_of_next_token(scene.key_count()))));
  EXPECT_TRUE(says(diagram, written(cost.cached_numbers(scene.key_count()))));
  for (const PartCost& part : cost.parts()) {
    EXPECT_TRUE(says(diagram, written(part.multiplications)));
  }
}

/// The line in the right panel says the numbers of the view that it leads to.
TEST(CostDiagram, SaysWhatTheLineOfThePanelSays) {
  const FigureRuler ruler;
  for (const char* name : {"grouped-queries", "linear", "window-sinks", "segments-cross", "t5",
                           "given-scores-alone", "differential"}) {
    SCOPED_TRACE(name);
    const Scene scene = read_scene(test::data_path("golden2/" + std::string(name) + ".attn.json"));
    const Diagram diagram = cost_diagram({.evaluation = evaluated(scene), .ruler = ruler});
    const std::string line = cost_lines(scene, Cost(scene)).front();
    std::size_t formulas = 0;
    for (std::size_t from = line.find('$'); from != std::string::npos;
         from = line.find('$', from + 1)) {
      const std::size_t end = line.find('$', from + 1);
      const std::string formula = line.substr(from + 1, end - from - 1);
      EXPECT_TRUE(says(diagram, formula)) << formula;
      ++formulas;
      from = end;
    }
    EXPECT_EQ(formulas, 2U);
  }
}

/// A line of costs.txt: each part's formula and number, the line of the panel; then, for as many
/// tokens and for seven more, multiplications of all and of one more, numbers kept, both in full,
/// and whether rows stay. The lines were compared with plain loops that count what they multiply.
std::string line_of_costs(const std::string& name, const Scene& scene) {
  const Cost cost(scene);
  std::string line = name + ":";
  for (const PartCost& part : cost.parts()) {
    line += " " + std::string(part_kind(part.part).symbol) + " " + part.formula + " = " +
            whole_number(part.multiplications) + ";";
  }
  line += " all " + cost_lines(scene, cost).front();
  for (const Index tokens : {cost.keys(), cost.keys() + 7}) {
    for (const double number :
         {cost.cost_of_sequence(tokens), cost.cost_of_next_token(tokens),
          cost.cached_numbers(tokens), cost.cost_of_full_sequence(tokens),
          cost.full_cached_numbers(tokens), cost.keeps_earlier_rows(tokens) ? 1.0 : 0.0}) {
      line += " " + whole_number(number);
    }
  }
  return line;
}

TEST(CostDiagram, NumbersOfGoldenScenesAreThoseOfTheFile) {
  std::set<std::string> expected, found;
  std::ifstream file(test::data_path("figure/views/costs.txt"));
  for (std::string line; std::getline(file, line);) expected.insert(line);
  for (const std::string folder : {"golden", "golden2"}) {
    for (const auto& entry : std::filesystem::directory_iterator(test::data_path(folder))) {
      const std::string name = entry.path().filename().string();
      const std::size_t end = name.find(".attn.json");
      if (end == std::string::npos) continue;
      found.insert(line_of_costs(folder + "/" + name.substr(0, end), read_scene(entry.path())));
    }
  }
  EXPECT_GT(found.size(), 100U);
  for (const std::string& line : found) EXPECT_TRUE(expected.contains(line)) << line;
  EXPECT_EQ(found.size(), expected.size());
}

TEST(CostDiagram, StaysInsideItsRoom) {
  const FigureRuler ruler;
  for (const Index tokens : {1, 6, 64}) {
    const auto evaluation = evaluated(test::scene_of_size(tokens, 2));
    for (const auto& [width, height] : {std::pair(900.0, 420.0), std::pair(430.0, 200.0)}) {
      SCOPED_TRACE(std::to_string(tokens) + " tokens, " + std::to_string(width));
      const Diagram diagram = cost_diagram(
          {.evaluation = evaluation, .width = width, .height = height, .ruler = ruler});
      test::expect_inside(diagram, ruler, width, height);
    }
  }
}

/// The numbers of all parts, or of those that have no room their sum, are there at every size.
TEST(CostDiagram, LeavesOutNoPart) {
  const FigureRuler ruler;
  const Scene scene = read_scene(test::data_path("golden2/everything.attn.json"));
  const auto evaluation = evaluated(scene);
  const Cost cost(scene);
  for (const auto& [width, height] :
       {std::pair(900.0, 420.0), std::pair(640.0, 300.0), std::pair(430.0, 200.0),
        std::pair(500.0, 260.0), std::pair(900.0, 0.0), std::pair(500.0, 0.0)}) {
    SCOPED_TRACE(std::to_string(width) + " x " + std::to_string(height));
    const Diagram diagram =
        cost_diagram({.evaluation = evaluation, .width = width, .height = height, .ruler = ruler});
    if (height > 0) test::expect_inside(diagram, ruler, width, height);
    double told = 0;
    for (const Mark& mark : diagram.marks) {
      const auto* formula = std::get_if<FormulaMark>(&mark);
      const bool is_number =
          formula && formula->tex.find_first_not_of("0123456789") == std::string::npos;
      if (is_number) told += std::stod(formula->tex);
    }
    const Index tokens = scene.key_count();
    told -=
        cost.cost_of_next_token(tokens) + cost.cached_numbers(tokens);  // of the sentences above
    EXPECT_EQ(told, cost.multiplications());
  }
}

TEST(CostDiagram, ItsTableHasWhatGrows) {
  const Scene scene = test::masked_child();
  const ViewTable table = view_table(evaluated(scene), "cost");
  const Matrix& numbers = *table.layers[0].values;
  const auto growth = cost_growth(scene);
  ASSERT_EQ(numbers.rows(), std::ssize(growth->points));
  const Cost cost(scene);
  for (Index n = 0; n < numbers.rows(); ++n) {
    const Index tokens = growth->points[static_cast<std::size_t>(n)].tokens;
    EXPECT_EQ(table.rows[static_cast<std::size_t>(n)], std::to_string(tokens));
    EXPECT_EQ(numbers(n, 0), static_cast<float>(cost.cost_of_sequence(tokens)));
    EXPECT_EQ(numbers(n, 1), static_cast<float>(cost.cost_of_full_sequence(tokens)));
    EXPECT_EQ(numbers(n, 3), static_cast<float>(cost.cached_numbers(tokens)));
  }
}

}  // namespace
}  // namespace attn::cost_diagram_test
