#include <cmath>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "app/figure/numbers/comparison.h"
#include "app/figure/views/pair_quantity.h"
#include "app/session/words/tips.h"
#include "engine/color/colormap.h"
#include "engine/fast/evaluate.h"
#include "tests/ui/desktop.h"

namespace attn::test::matrix_views_test {
namespace {

constexpr const char* kWithMasks = "assets/examples/22-causal-padding.attn.json";
constexpr const char* kCompared = "assets/examples/24-soft-sparse-hard.attn.json";

std::string cell_name(const std::string& view, Index i, Index j) {
  return view + "[" + std::to_string(i) + "][" + std::to_string(j) + "]";
}

ViewState saved_view(OpenProgram& program) { return parse_view(parse_scene(program.saved()).view); }

/// The cells on the screen that are not masked have the colours that `shading` gives to `numbers`.
void expect_cells(OpenProgram& program, const std::string& view, const Matrix& numbers,
                  const Shading& shading, const char* colormap, Ground ground = Ground::light) {
  program.rest();
  const Picture picture = program.settled_picture();
  const Matrix shades = shading.shades(numbers);
  const auto controls = program.controls();
  const Colormap& map = on_ground(*find_colormap(colormap), ground);
  for (Index i = 0; i < numbers.rows(); ++i) {
    for (Index j = 0; j < numbers.cols(); ++j) {
      if (numbers(i, j) == kMasked) continue;
      const Rect box = controls.at(cell_name(view, i, j));
      const auto* pixel = picture.at(static_cast<int>(box.x + box.width / 2),
                                     static_cast<int>(box.y + box.height * 0.15));
      const Rgb expected = color_of(map, shading.range, shades(i, j));
      EXPECT_NEAR(pixel[0], expected.r, 1) << view << " " << i << ", " << j;
      EXPECT_NEAR(pixel[2], expected.b, 1) << view << " " << i << ", " << j;
    }
  }
}

void expect_tips(OpenProgram& program) {
  for (const auto& [name, rect] : program.controls()) EXPECT_TRUE(tip_of(name)) << name;
}

TEST(MatrixViews, TheLegendEndsWhereItsBoxDoes) {
  Desktop desktop;
  OpenProgram program{desktop, kWithMasks, "1024x640"};
  program.click("colormap.viridis");
  program.rest();
  const Picture picture = program.settled_picture();
  const Rect legend = program.control("weights.legend");
  const int x = static_cast<int>(legend.x + legend.width / 2);
  const int end = static_cast<int>(std::lround(legend.y + legend.height));
  // The lowest colour is dark, what is behind it and its outline are light.
  EXPECT_LT(picture.at(x, end - 4)[1], 60);
  for (const int y : {end, end + 1}) EXPECT_GT(picture.at(x, y)[1], 200);
}

TEST(MatrixViews, WeightsAreColouredOnTheChosenRange) {
  Desktop desktop;
  OpenProgram program{desktop, kWithMasks};
  const Trace trace = evaluate(parse_scene(program.saved()));
  const PairQuantity& weights = pair_quantity("weights");
  const Matrix numbers = masked_numbers(weights, trace.heads[0]);
  for (const char* range : {"fixed", "row", "log"}) {
    SCOPED_TRACE(range);
    program.click("range." + std::string(range));
    expect_cells(program, "weights", numbers,
                 shading_of(weights, trace, 0, range, NumberSpan::kShares), "indigo");
  }
  EXPECT_EQ(saved_view(program).options.range, "log");
  expect_tips(program);
}

TEST(MatrixViews, ScoresAreShownWithTheMaskAndRaw) {
  Desktop desktop;
  OpenProgram program{desktop, kWithMasks};
  const Trace trace = evaluate(parse_scene(program.saved()));
  program.click("tab.scores");
  ASSERT_TRUE(program.shows("scores"));
  for (const auto& [control, id] :
       {std::pair("scores.of.0", "scores"), std::pair("scores.of.1", "raw-scores")}) {
    SCOPED_TRACE(id);
    program.click(control);
    const PairQuantity& quantity = pair_quantity(id);
    expect_cells(program, "scores", masked_numbers(quantity, trace.heads[0]),
                 shading_of(quantity, trace, 0, "", NumberSpan::kSigned), "red-blue");
  }
  program.click(cell_name("scores", 3, 2));
  EXPECT_EQ(saved_view(program).tab, "scores");
  EXPECT_EQ(saved_view(program).selection, (Cell{3, 2}));
  EXPECT_TRUE(eventually([&] { return program.shows("inspector.card.0"); }));
  expect_tips(program);
}

/// Sum of all channels; the pixels here are nearly gray.
int light(const std::uint8_t* pixel) { return pixel[0] + pixel[1] + pixel[2]; }

TEST(MatrixViews, OnTheDarkThemeColoursRunFromThePanelUp) {
  Desktop desktop;
  OpenProgram program{desktop, kWithMasks};
  const Trace trace = evaluate(parse_scene(program.saved()));
  program.click("menu.View");
  program.click("menu.theme");
  const PairQuantity& weights = pair_quantity("weights");
  const Matrix numbers = masked_numbers(weights, trace.heads[0]);
  expect_cells(program, "weights", numbers,
               shading_of(weights, trace, 0, "fixed", NumberSpan::kShares), "indigo", Ground::dark);

  // Whatever the maps' tables say: 0 lies near what is behind it, and what is more is lighter.
  const Picture picture = program.settled_picture();
  const Rect legend = program.control("weights.legend");
  const int x = static_cast<int>(legend.x + legend.width / 2);
  const auto share = [&](double part) {
    return light(picture.at(x, static_cast<int>(legend.y + legend.height * (1 - part))));
  };
  const int panel =
      light(picture.at(x, static_cast<int>(std::lround(legend.y + legend.height)) + 1));
  EXPECT_LT(panel, 3 * 60);
  EXPECT_NEAR(share(0.02), panel, 3 * 12);
  for (const double part : {0.25, 0.5, 0.75, 0.98}) EXPECT_GT(share(part), share(part - 0.2) + 30);
  const auto cell = [&](Index i, Index j) {
    const Rect box = program.control(cell_name("weights", i, j));
    return light(picture.at(static_cast<int>(box.x + box.width / 2),
                            static_cast<int>(box.y + box.height * 0.15)));
  };
  for (Index i = 0; i < numbers.rows(); ++i) {
    for (Index j = 0; j < numbers.cols(); ++j) {
      if (numbers(i, j) == kMasked) continue;
      SCOPED_TRACE(cell_name("weights", i, j));
      if (numbers(i, j) < 0.01F) {
        EXPECT_NEAR(cell(i, j), panel, 3 * 12);
      }
      if (numbers(i, j) > 0.2F) {
        EXPECT_GT(cell(i, j), panel + 60);
      }
    }
  }

  program.click("tab.scores");
  ASSERT_TRUE(program.shows("scores"));
  const PairQuantity& scores = pair_quantity("scores");
  expect_cells(program, "scores", masked_numbers(scores, trace.heads[0]),
               shading_of(scores, trace, 0, "", NumberSpan::kSigned), "red-blue", Ground::dark);
}

TEST(MatrixViews, OutputsPinTheKeyAndTheQueryThatAreClicked) {
  Desktop desktop;
  OpenProgram program{desktop, kWithMasks};
  program.click("tab.outputs");
  program.click("outputs.weight[3]");
  EXPECT_EQ(saved_view(program).selection, (Cell{5, 3}));
  const Rect head = program.control("outputs.head[0]");
  desktop.input({"mousemove", std::to_string(static_cast<int>(head.x + head.width / 4)),
                 std::to_string(static_cast<int>(head.y + head.height * 2.5 / 8)), "click", "1"});
  EXPECT_TRUE(eventually([&] { return saved_view(program).selection == Cell{2, 3}; }));
  expect_tips(program);
}

TEST(MatrixViews, CompareChoosesAddsAndTakesPanelsAway) {
  Desktop desktop;
  OpenProgram program{desktop, kCompared};
  const auto panels = [&] { return saved_view(program).options.compare.panels; };
  ASSERT_TRUE(program.shows("compare.panel[2]"));
  program.click("compare.add");
  EXPECT_EQ(panels().size(), kMostCompared);
  EXPECT_FALSE(program.shows("compare.add"));
  program.click("compare.1.score");
  program.click("compare.1.score.4");
  EXPECT_EQ(panels()[1], (ViewOptions::Compare::Panel{"gaussian", "entmax15"}));
  program.click("compare.remove");
  program.click("compare.remove");
  EXPECT_EQ(panels().size(), kFewestCompared);
  EXPECT_FALSE(program.shows("compare.remove"));
  EXPECT_FALSE(program.shows("compare.difference"));
  program.click("compare.subtract");
  EXPECT_TRUE(saved_view(program).options.compare.difference);
  EXPECT_TRUE(program.shows("compare.difference"));
  expect_tips(program);
}

/// By mouse and by keys: the ready-made, what is kept, its name, and how a panel goes again.
TEST(MatrixViews, CompareTakesSettingsOfTheWholeScene) {
  Desktop desktop;
  OpenProgram program{desktop, kWithMasks};
  program.click("tab.compare");
  const auto panels = [&] { return saved_view(program).options.compare.panels; };
  ASSERT_TRUE(program.shows("compare.panel[1]"));
  program.click("compare.0.setting");
  program.click("compare.0.setting.own");
  ASSERT_EQ(panels().size(), 2U);
  EXPECT_TRUE(panels()[0].shows_current_scene());
  EXPECT_FALSE(program.shows("compare.0.score"));
  program.click("compare.1.setting");
  EXPECT_FALSE(program.shows("compare.1.setting.no-sink")) << "there is none";
  program.click("compare.1.setting.sink");
  EXPECT_EQ(panels()[1].name, "with a sink of 0");
  EXPECT_EQ(panels()[1].changes, (std::map<std::string, std::string>{{"/heads/0/sink", "0"}}));
  EXPECT_TRUE(eventually([&] { return program.shows("compare.panel[1].sink"); }));
  program.click("compare.1.setting");
  program.click("compare.1.setting.rename");
  ASSERT_TRUE(eventually([&] { return program.shows("compare.1.name"); }));
  desktop.input({"key", "ctrl+a", "type", "nowhere", "key", "Return"});
  EXPECT_TRUE(eventually([&] { return panels()[1].name == "nowhere"; }));

  // The present scene, kept by keys: it stays so when the scene changes.
  program.click("compare.add");
  EXPECT_EQ(panels().size(), 3U);
  program.click("compare.2.setting");
  desktop.input({"key", "Up", "key", "Up", "key", "Return"});  // the last but one: keep
  ASSERT_TRUE(eventually([&] { return panels()[2].name == "kept"; }));
  const Rect before = program.control("compare.panel[2]");
  const Picture kept = program.settled_picture();
  program.click("normalizer");
  program.click("normalizer.2");
  program.rest();
  const auto in_panel = [&](const Picture& picture, const Rect& box) {
    std::vector<int> shades;
    for (int n = 0; n < 12; ++n) {
      shades.push_back(*picture.at(static_cast<int>(box.x + box.width * (n + 0.5) / 12),
                                   static_cast<int>(box.y + box.height * (11.5 - n) / 12)));
    }
    return shades;
  };
  const Picture now = program.settled_picture();
  EXPECT_EQ(program.control("compare.panel[2]").x, before.x);
  EXPECT_EQ(in_panel(now, before), in_panel(kept, before));
  EXPECT_NE(in_panel(now, program.control("compare.panel[0]")),
            in_panel(kept, program.control("compare.panel[0]")));
  program.click("compare.2.setting");
  program.click("compare.2.setting.away");
  EXPECT_EQ(panels().size(), 2U);

  // Stored settings can be applied again; built-in ones are always listed.
  program.click("compare.0.setting");
  EXPECT_FALSE(program.shows("compare.0.setting.back.1"));
  program.click("compare.0.setting.back.0");
  EXPECT_EQ(panels()[0].name, "kept");
  program.click("compare.1.setting");
  EXPECT_FALSE(program.shows("compare.1.setting.back.0"));
  program.click("compare.1.setting.own");
  program.click("compare.1.setting");
  program.click("compare.1.setting.back.0");
  EXPECT_EQ(panels()[1].name, "nowhere") << "a name of one's own is work, too";
  expect_tips(program);
}

}  // namespace
}  // namespace attn::test::matrix_views_test
