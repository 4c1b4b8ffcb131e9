// Everything by keys alone, in the real window.

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <regex>
#include <set>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "engine/attention/score.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::test::keyboard_test {
namespace {

class Keys : public testing::Test {
 protected:
  /// Presses Tab (or what leads back) until the control has the keyboard.
  bool tab_to(const std::string& control, const std::string& key = "Tab") {
    for (int i = 0; i < 80; ++i) {
      if (program.text("focus") == control) return true;
      program.key(key);
    }
    return program.text("focus") == control;
  }
  /// Text saved by Ctrl+S; the focus stays.
  std::string text() {
    const ino_t before = file_number(program.scene_path());
    program.key("ctrl+s");
    EXPECT_TRUE(eventually([&] { return file_number(program.scene_path()) != before; }));
    std::ifstream file(program.scene_path());
    return {std::istreambuf_iterator<char>(file), {}};
  }
  Scene saved() { return parse_scene(text()); }
  /// Presses that follow one another fast.
  void press(const std::vector<std::string>& keys) {
    for (const std::string& key : keys) desktop.input({"key", key});
    program.settle();
  }
  float temperature() { return saved().normalizer.temperature; }

  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/01-sleepy-child.attn.json"};
};

/// Controls at which Tab stops, until it is round.
std::set<std::string> stops_of_tab(OpenProgram& program) {
  std::set<std::string> stops;
  program.rest();
  for (int n = 0; n < 200; ++n) {
    program.key("Tab");
    const std::string stop = program.text("focus");
    EXPECT_TRUE(program.shows(stop)) << "Tab " << n << " lands on " << stop;
    if (!stops.insert(stop).second) return stops;
  }
  ADD_FAILURE() << "Tab does not come round";
  return stops;
}

/// Parts of the window that are no stop of Tab, and how they are worked by keys. # is a number.
constexpr struct {
  const char *pattern, *way;
} kOtherWays[] = {
    {"menu\\..*", "Alt and the arrows"},
    {"desk\\.#", "Ctrl and its number"},
    {"title", "File, Title"},
    {"section\\..*\\.open", "the heading"},
    {"tokens\\[#\\]|.*\\[#\\]\\[#\\]|position\\.table\\[#\\]\\[#\\]", "the arrows in the table"},
    {"(weights|scores)\\[#\\]\\[#\\](\\.number)?", "the arrows in the heatmap"},
    {"legend|(weights|scores)\\.legend", "the view's menu"},
    {"row\\.#|row\\.curves|inspector.*|outputs\\..*|(heads|links)\\.(keys|links|queries)|"
     "(links|graph)\\.(cells|key|query|link|edge|node)(\\[#\\])*|positions\\.(P|similarity)|"
     "steps\\.embeddings|train\\.(desk|gradient|head)|view",
     "shown for the selected pair, which the arrows move"},
    {"(heads|links)\\.head\\[#\\](\\.cells)?", "H"},
    {"steps\\.step\\[#\\]", "the arrows"},
    {"compare\\.panel\\[#\\]", "its settings"},
    {"positions\\.dial\\[#\\]", "the shift's slider"},
    {"plane\\..*\\.(token|query)\\[#\\]", "the numbers in the tables"},
    {"symmetry\\.(before|after)\\.#", "the field of the order"},
};

TEST(KeysAlone, ReachEveryControlOfEveryView) {
  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/08-it.attn.json", "1440x1050"};
  const auto look = [&] {
    const std::set<std::string> stops = stops_of_tab(program);
    for (const auto& [name, box] : program.controls()) {
      const std::string pattern = std::regex_replace(name, std::regex("[0-9]+"), "#");
      const bool has_way = std::ranges::any_of(kOtherWays, [&](const auto& one) {
        return std::regex_match(pattern, std::regex(one.pattern));
      });
      EXPECT_TRUE(stops.contains(name) || has_way)
          << name << " is no stop of Tab in " << program.text("view");
    }
  };
  std::set<std::string> views;
  while (views.insert(program.text("view")).second) {
    look();
    program.key("Escape");
    program.key("ctrl+Tab");
  }
  EXPECT_GE(views.size(), 12U);
  program.key("ctrl+2");
  ASSERT_TRUE(eventually([&] { return program.shows("train.desk"); }));
  look();
}

TEST_F(Keys, ShowTheButtonsOfASectionThatTheyAreOn) {
  ASSERT_TRUE(tab_to("section.inputs.pin"));
  const Rect box = program.control("section.inputs.pin");
  const Picture picture = program.settled_picture();
  const int x = static_cast<int>(box.x + 4), y = static_cast<int>(box.y + 4);
  bool is_drawn = false;
  for (int i = x; i < x + box.width - 8; ++i) {
    for (int k = y; k < y + box.height - 8; ++k) {
      is_drawn |= !std::equal(picture.at(i, k), picture.at(i, k) + 4, picture.at(x, y));
    }
  }
  EXPECT_TRUE(is_drawn);
}

TEST(KeysAlone, ChooseAHeadAndMoveTheEdgesOfPanels) {
  Desktop desktop;
  OpenProgram program{desktop, "assets/examples/08-it.attn.json", "1440x1050"};
  program.rest();
  const auto head = [&] { return parse_view(parse_scene(program.saved()).view).head; };
  EXPECT_EQ(head(), 5);
  program.key("h");
  EXPECT_EQ(head(), 6);
  program.key("shift+H");
  program.key("shift+H");
  EXPECT_EQ(head(), 4);
  const double before = program.control("splitter.left").x;
  for (int n = 0; n < 120 && program.text("focus") != "splitter.left"; ++n) program.key("Tab");
  program.key("Right");
  EXPECT_TRUE(eventually([&] { return program.control("splitter.left").x > before + 10; }));
  program.key("Left");
  EXPECT_TRUE(eventually([&] { return program.control("splitter.left").x < before + 1; }));
}

TEST_F(Keys, EnterATableWalkInItAndLeaveIt) {
  program.rest();
  ASSERT_TRUE(tab_to("embeddings.table"));
  program.key("Right");
  program.key("Down");
  program.type("7.5");
  program.key("Return");
  EXPECT_EQ((*saved().embeddings)(1, 1), 7.5F);
  ASSERT_TRUE(tab_to("embeddings.add-dimension")) << "out of the table";
  program.key("shift+Tab");
  EXPECT_EQ(program.text("focus"), "embeddings.table");
  program.type("1.25");  // backwards it came to the last number, one of the values beside
  program.key("Tab");
  EXPECT_EQ((**saved().values)(5, 0), 1.25F);
  EXPECT_EQ(program.text("focus"), "embeddings.add-dimension")
      << "the last number's Tab leaves the table";
}

TEST_F(Keys, TabInAnEditorGoesToTheNextNumberAndRow) {
  program.rest();
  ASSERT_TRUE(tab_to("embeddings.table"));
  for (const char* number : {"11", "12", "13", "14", "15"})
    program.type(number + std::string("\t"));
  const Scene scene = saved();
  EXPECT_EQ((*scene.embeddings)(0, 0), 11.F);
  EXPECT_EQ((*scene.embeddings)(0, 2), 13.F);
  EXPECT_EQ((**scene.values)(0, 0), 14.F);
  EXPECT_EQ((*scene.embeddings)(1, 0), 15.F);
  program.key("shift+Tab");
  program.key("shift+Tab");
  program.type("16\n");
  EXPECT_EQ((**saved().values)(0, 0), 16.F) << "and back";
}

TEST_F(Keys, MoveTheTemperature) {
  program.rest();
  ASSERT_TRUE(tab_to("temperature.slider", "shift+Tab"));
  ASSERT_EQ(temperature(), 1.F);
  press({"Right", "Right", "Right"});
  const float after = temperature();
  EXPECT_GT(after, 1.3F);
  EXPECT_LT(after, 1.5F);
  program.key("ctrl+z");
  EXPECT_EQ(temperature(), 1.F) << "one step";
  press({"shift+Left"});
  EXPECT_EQ(temperature(), 0.977F);
  press({"End"});
  EXPECT_EQ(temperature(), std::numeric_limits<float>::infinity());
  press({"Home"});
  EXPECT_EQ(temperature(), 0.F);
  press({"ctrl+Right"});
  EXPECT_EQ(temperature(), 0.01F);
}

TEST_F(Keys, WalkOnTheHeatmapAndPin) {
  program.rest();
  ASSERT_TRUE(tab_to("weights", "shift+Tab"));
  program.key("Escape");
  program.key("Right");  // comes onto the first cell
  press({"Right", "Right", "Down"});
  EXPECT_EQ(parse_view(saved().view).selection, std::nullopt) << "not yet";
  program.key("Return");
  EXPECT_EQ(parse_view(saved().view).selection, (Cell{1, 2}));
  program.key("Escape");
  EXPECT_EQ(parse_view(saved().view).selection, std::nullopt);
}

TEST_F(Keys, AltAndF10OpenTheMenus) {
  const auto is_open = [&](const char* line) {
    return eventually([&] { return program.shows(line); }, std::chrono::seconds(20));
  };
  const auto is_closed = [&](const char* line) {
    return eventually([&] { return !program.shows(line); }, std::chrono::seconds(20));
  };
  program.rest();
  program.key("Alt_L");
  ASSERT_TRUE(is_open("menu.open")) << "File";
  program.key("Right");
  EXPECT_TRUE(is_open("menu.undo")) << "Edit";
  EXPECT_TRUE(is_closed("menu.open"));
  program.key("Left");
  ASSERT_TRUE(is_open("menu.open"));
  program.key("Alt_L");
  EXPECT_TRUE(is_closed("menu.open"));
  program.key("F10");
  ASSERT_TRUE(is_open("menu.open"));
  press({"Down", "Down", "Down", "Return"});
  EXPECT_TRUE(is_open("menu.recent.0")) << "File, Recent";
  program.key("Escape");
  program.key("Escape");
  EXPECT_TRUE(is_closed("menu.open"));
  program.key("F5");
  program.settle();
  program.key("Alt_L");
  EXPECT_TRUE(is_open("menu.open")) << "in presenter mode, too";
  program.key("Left");
  EXPECT_TRUE(is_open("menu.keys")) << "Help is the last";
  press({"Down", "Return"});
  EXPECT_TRUE(is_closed("menu.keys"));
}

TEST_F(Keys, EscapeClosesAListOrAMenu) {
  const std::pair<const char*, const char*> lists[] = {{"menu.File", "menu.Recent"},
                                                       {"score", "score.1"},
                                                       {"view.menu", "colormap.viridis"},
                                                       {"embeddings.menu", "embeddings.copy.tsv"}};
  for (const auto& [list, line] : lists) {
    const auto is_open = [&, name = line] { return program.shows(name); };
    program.click(list);
    ASSERT_TRUE(eventually(is_open)) << line;
    program.key("Escape");
    EXPECT_TRUE(eventually(std::not_fn(is_open))) << line;
  }
}

TEST_F(Keys, ChooseFromAMenuAndFromAList) {
  program.rest();
  ASSERT_TRUE(tab_to("embeddings.menu"));
  program.key("Return");
  ASSERT_TRUE(eventually([&] { return program.shows("embeddings.zero"); }));
  press({"Down", "Down", "Return"});
  EXPECT_TRUE(eventually([&] { return !program.shows("embeddings.zero"); })) << "it closes";
  EXPECT_TRUE(saved().embeddings->isZero());
  ASSERT_TRUE(tab_to("score"));
  program.key("Return");
  press({"Down", "Return"});
  EXPECT_EQ(saved().score.kind->id, "scaled_dot") << "the one below what was chosen";
}

/// ImGui has a list of its own windows on these keys, over a program that it dims.
TEST_F(Keys, ControlAndTabShowTheNextViewAndNothingElse) {
  program.rest();
  const Picture before = program.settled_picture();
  desktop.input({"keydown", "ctrl", "key", "Tab"});
  EXPECT_TRUE(eventually([&] { return program.shows("outputs.values"); }));
  for (int n = 0; n < 8; ++n) {  // frames in which something could come
    desktop.input({"mousemove_relative", n % 2 == 0 ? "1" : "-1", "0", "sleep", "0.05"});
  }
  const Picture after = program.settled_picture();
  desktop.input({"keyup", "ctrl"});
  const Rect inputs = program.control("embeddings.table");
  for (int x = 0; x < static_cast<int>(inputs.x + inputs.width); ++x) {
    for (const double y : {inputs.y - 2, inputs.y + inputs.height / 2}) {
      const auto *was = before.at(x, static_cast<int>(y)), *is = after.at(x, static_cast<int>(y));
      ASSERT_TRUE(std::equal(was, was + 3, is)) << x << ", " << y;
    }
  }
}

TEST_F(Keys, TheRingIsSeenInBothThemes) {
  program.rest();
  const auto ring = [&](const std::string& control) {
    const Rect box = program.control(control);
    const Picture with = program.settled_picture();
    const auto* pixel =
        with.at(static_cast<int>(box.x - 2), static_cast<int>(box.y + box.height / 2));
    return std::array<int, 3>{pixel[0], pixel[1], pixel[2]};
  };
  ASSERT_TRUE(tab_to("temperature.slider", "shift+Tab"));
  EXPECT_EQ(ring("temperature.slider"), (std::array<int, 3>{0x3b, 0x4b, 0xd8}));
  program.click("menu.View");
  program.click("menu.theme");
  program.rest();
  ASSERT_TRUE(tab_to("temperature.slider", "shift+Tab"));
  EXPECT_EQ(ring("temperature.slider"), (std::array<int, 3>{0x8c, 0x99, 0xff}));
}

}  // namespace
}  // namespace attn::test::keyboard_test
