// A click outside of what lies over the window closes that, and does nothing else.

#include <functional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"
#include "tests/ui/desktop.h"

namespace attn::ui::outside_click_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";

/// Overlay, how it is opened, and a control that shows it is open.
struct Over {
  std::string name;
  std::vector<std::string> keys, clicks;
  std::string shown;
};

const std::vector<Over>& all_over() {
  static const std::vector<Over> all = {
      {"Open", {"ctrl+o"}, {}, "browser"},
      {"Save as", {"ctrl+shift+s"}, {}, "browser"},
      {"History", {"ctrl+h"}, {}, "history"},
      {"Hide for my class", {}, {"menu.View", "menu.Show", "menu.parts"}, "parts"},
      {"Keys", {"F1"}, {}, "keys"},
      {"Export", {"ctrl+e"}, {}, "export.start"},
      {"a list of kinds", {}, {"score"}, "score.0"},
      {"a view's menu", {}, {"view.menu"}, "view.menu.lines"},
      {"a legend's menu", {}, {"legend"}, "legend.menu.lines"},
      {"a table's menu", {}, {"embeddings.menu"}, "embeddings.menu.lines"},
      {"a menu", {}, {"menu.File"}, "menu.save"},
  };
  return all;
}

/// A control, how it is pressed, and whether that did something.
struct Below {
  std::string name;
  bool is_dragged;
  std::function<bool(test::OpenProgram&)> has_acted;
};

const std::vector<Below>& all_below() {
  using test::OpenProgram;
  static const std::vector<Below> all = {
      {"tab.scores", false, [](OpenProgram& program) { return program.shows("scores"); }},
      {"section.temperature", false,
       [](OpenProgram& program) { return !program.shows("temperature.slider"); }},
      {"section.inputs", false, [](OpenProgram& program) { return !program.shows("sentence"); }},
      {"menu.View", false, [](OpenProgram& program) { return program.shows("menu.Show"); }},
      {"embeddings[0][0]", true,
       [](OpenProgram& program) { return program.text("focus") == "embeddings.table"; }},
      {"temperature.slider", true, [](OpenProgram&) { return false; }},  // seen in what is saved
  };
  return all;
}

/// Whether a press on the middle of `place` meets what is open.
bool is_covered(test::OpenProgram& program, const Over& over, const test::Rect& place) {
  const double x = place.x + place.width / 2, y = place.y + place.height / 2;
  const auto covers = [&](const test::Rect& box) {
    return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  };
  if (over.shown == "export.start") return covers(program.control("export"));
  const std::string lines = over.shown.substr(0, over.shown.find_last_of('.') + 1);
  for (const auto& [name, box] : program.controls()) {
    const bool is_line = !lines.empty() && name.starts_with(lines);
    if ((is_line || name == over.shown) && covers(box)) return true;
  }
  return false;
}

void press(test::Desktop& desktop, const test::Rect& place, bool drags) {
  const auto text = [](double number) { return std::to_string(static_cast<int>(number)); };
  const double x = place.x + place.width / 2;
  const std::string y = text(place.y + place.height / 2);
  std::vector<std::string> words = {"mousemove", text(x), y,       "sleep", "0.05",
                                    "mousedown", "1",     "sleep", "0.05"};
  if (drags) words.insert(words.end(), {"mousemove", text(x + 30), y, "sleep", "0.05"});
  words.insert(words.end(), {"mouseup", "1"});
  desktop.input(words);
}

TEST(OutsideClick, ClosesWhatLiesOverTheWindowAndDoesNothingElse) {
  test::Desktop desktop;
  test::OpenProgram program(desktop, kExample);
  int pressed = 0;
  for (const Over& over : all_over()) {
    for (const Below& below : all_below()) {
      SCOPED_TRACE(over.name + " over " + below.name);
      const test::Rect place = program.control(below.name);
      for (const std::string& key : over.keys) program.key(key);
      for (const std::string& control : over.clicks) program.click(control);
      ASSERT_TRUE(test::eventually([&] { return program.shows(over.shown); }));
      if (is_covered(program, over, place)) {
        program.key("Escape");
        continue;
      }
      press(desktop, place, below.is_dragged);
      program.settle();
      EXPECT_FALSE(program.shows(over.shown)) << "it closes";
      EXPECT_FALSE(below.has_acted(program)) << "and that is all";
      ++pressed;
    }
  }
  EXPECT_GE(pressed, 40);
  const Scene saved = parse_scene(program.saved());
  EXPECT_TRUE(same_computation(saved, parse_scene(asset(kExample)))) << "no number was changed";
  program.click("tab.scores");
  EXPECT_TRUE(program.shows("scores")) << "the next click is one again";
}

}  // namespace
}  // namespace attn::ui::outside_click_test
