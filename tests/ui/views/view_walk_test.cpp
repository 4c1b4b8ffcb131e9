// Every view of every example in the real window, at three sizes: no text on it is cut, shortened
// or over another, asked of the layout and not of the pixels.

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_kinds.h"
#include "app/figure/positions/positions_diagram.h"
#include "assets/assets.h"
#include "tests/ui/desktop.h"
#include "tests/ui/text_layout.h"

namespace attn::test::view_walk_test {
namespace {

constexpr std::pair<int, int> kSizes[] = {{1440, 900}, {1280, 800}, {1024, 640}};

std::vector<std::string> examples() {
  std::vector<std::string> paths;
  for (const Asset& one : assets()) {
    if (one.path.starts_with("assets/examples/")) paths.emplace_back(one.path);
  }
  return paths;
}

class ViewWalk : public testing::TestWithParam<std::string> {};

/// Number of views that have a tab for the example.
std::size_t offered_views(const std::string& example) {
  const Scene scene = parse_scene(asset(example));
  const ViewOptions options = parse_view(scene.view).options;
  return static_cast<std::size_t>(std::ranges::count_if(view_kinds(), [&](const ViewKind& kind) {
    return !kind.suits || kind.suits(scene, options);
  }));
}

TEST_P(ViewWalk, NoTextIsCutOrOverAnother) {
  const std::size_t offered = offered_views(GetParam());
  Desktop desktop;
  OpenProgram program(desktop, GetParam());
  for (const auto& [width, height] : kSizes) {
    program.resize(width, height);
    program.rest();
    std::set<std::string> seen;
    for (std::size_t n = 0; n < offered; ++n) {
      program.key("ctrl+Tab");
      const std::string view = program.text("view");
      const std::string wrong = layout_troubles(program);
      EXPECT_TRUE(wrong.empty()) << view << " at " << width << " x " << height << ":\n" << wrong;
      seen.insert(view);
    }
    EXPECT_EQ(seen.size(), offered);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ViewWalk, testing::ValuesIn(examples()), [](const auto& tested) {
  std::string name = std::filesystem::path(tested.param).stem().stem();
  std::ranges::replace(name, '-', '_');
  return name;
});

/// Optional content of views, reached by one click each, and panels with all parts unfolded.
class PartsWalk : public testing::TestWithParam<std::pair<int, int>> {
 protected:
  /// Opens an example in a window of the size.
  void open(const std::string& example) {
    program_.emplace(desktop_, "assets/examples/" + example + ".attn.json");
    program_->resize(GetParam().first, GetParam().second);
    program_->rest();
  }
  OpenProgram& program() { return *program_; }
  void expect_laid_out(const std::string& what) {
    program().rest();
    const std::string wrong = layout_troubles(program());
    EXPECT_TRUE(wrong.empty()) << what << ":\n" << wrong;
  }
  void click_each(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      program().click(name);
      expect_laid_out(name);
    }
  }

 private:
  Desktop desktop_;
  std::optional<OpenProgram> program_;
};

TEST_P(PartsWalk, PartsOfPositionsAndOfThePlane) {
  open("40-sinusoidal-positions");
  program().click("tab.positions");
  const bool is_list = !program().shows("positions.part.0");
  for (std::size_t n = 0; n < position_parts().size(); ++n) {
    if (is_list) program().click("positions.part");
    program().click("positions.part." + std::to_string(n));
    expect_laid_out(std::string(position_parts()[n].label));
  }
  program().click("tab.plane");
  click_each({"plane.space.1", "plane.space.2", "plane.space.0"});
}

TEST_P(PartsWalk, StepsAndHeads) {
  open("07-multi-head");
  program().click("tab.heads");
  click_each({"heads.of.1", "heads.of.0"});
  program().click("tab.steps");
  std::size_t steps = 0;
  while (program().shows("steps.step[" + std::to_string(steps) + "]")) ++steps;
  EXPECT_GT(steps, 5U);
  for (std::size_t n = 0; n < steps; ++n) {
    click_each({"steps.step[" + std::to_string(n) + "]"});
  }
}

TEST_P(PartsWalk, TheInspectorOpenAndSectionsUnfolded) {
  open("43-alibi");
  if (program().control("inspector").height < 100) program().click("inspector.fold");
  expect_laid_out("the inspector");
  program().click("inspector.fold");
  for (const char* section : {"section.bias.scale", "section.mask", "section.heads"}) {
    if (!program().shows(section)) continue;  // below what is seen
    program().click(section);
    expect_laid_out(section);
  }
}

INSTANTIATE_TEST_SUITE_P(All, PartsWalk, testing::ValuesIn(kSizes), [](const auto& tested) {
  return "At" + std::to_string(tested.param.first) + "x" + std::to_string(tested.param.second);
});

}  // namespace
}  // namespace attn::test::view_walk_test
