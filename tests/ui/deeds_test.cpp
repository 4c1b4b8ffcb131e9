// Everything that can be done in the window is done, with real mouse and keyboard, however deep in
// menus it lies: see deeds.h.

#include "tests/ui/deeds.h"

#include <cmath>
#include <sstream>

#include <gtest/gtest.h>

#include "tests/ui/desktop.h"

namespace attn::test::deeds_test {
namespace {

std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> parts;
  std::istringstream stream{std::string(text)};
  for (std::string part; std::getline(stream, part, ';');) {
    parts.push_back(part.substr(std::min(part.find_first_not_of(' '), part.size())));
  }
  return parts;
}

class Person {
 public:
  Person(Desktop& desktop, OpenProgram& program) : desktop_(desktop), program_(program) {}

  void do_one(const Deed& deed) {
    SCOPED_TRACE(std::string(deed.what) + ": " + std::string(deed.how));
    const std::string before = program_.text("undo");
    for (const std::string& step : parts_of(deed.how)) act(step);
    for (const std::string& fact : parts_of(deed.then)) expect(fact);
    if (deed.then.starts_with("undo ")) undo_until(before);
  }

 private:
  void act(const std::string& step) {
    std::istringstream words(step);
    std::string verb, name;
    words >> verb;
    if (verb == "type") {
      program_.type(step.substr(5));
      return;
    }
    words >> name;
    if (verb == "key") {
      program_.key(name);
    } else if (verb == "click") {
      program_.click(name);
    } else if (verb == "double") {
      program_.double_click(name);
    } else if (verb == "drag") {
      int dx = 0, dy = 0;
      words >> dx >> dy;
      program_.drag(name, dx, dy);
    } else if (verb == "within") {
      double from = 0, to = 0;
      words >> from >> to;
      program_.drag_within(name, from, to);
    } else if (verb == "right") {
      with_mouse_on(name, {"click", "3"});
    } else if (verb == "wheel") {
      std::string button;
      words >> button;
      with_mouse_on(name, {"click", button});
    } else {
      ASSERT_EQ(verb, "point");
      with_mouse_on(name, {});
    }
  }

  void with_mouse_on(const std::string& name, const std::vector<std::string>& then) {
    const Rect box = program_.control(name);
    std::vector<std::string> input = {"mousemove",
                                      std::to_string(std::lround(box.x + box.width / 2)),
                                      std::to_string(std::lround(box.y + box.height / 2))};
    input.insert(input.end(), then.begin(), then.end());
    desktop_.input(input);
    program_.settle();
  }

  void expect(const std::string& fact) {
    const std::size_t space = fact.find(' ');
    const std::string verb = fact.substr(0, space), rest = fact.substr(space + 1);
    const auto holds = [&] {
      if (verb == "shows") return program_.shows(rest);
      if (verb == "hides") return !program_.shows(rest);
      if (verb == "undo") return program_.text("undo").starts_with(rest);
      if (verb == "view") return program_.text("view").find(rest) != std::string::npos;
      if (verb == "not") return program_.text("view").find(rest) == std::string::npos;
      const std::size_t blank = rest.find(' ');
      const std::string words = blank == std::string::npos ? "" : rest.substr(blank + 1);
      const std::string said = program_.text(rest.substr(0, blank));
      return words.empty() ? said.empty() : said.find(words) != std::string::npos;
    };
    EXPECT_TRUE(eventually(holds, std::chrono::seconds(20)))
        << fact << "\nundo: " << program_.text("undo") << "\nview: " << program_.text("view")
        << "\nmessage: " << program_.text("message");
  }

  /// Back to where the history was: what is done next begins there.
  void undo_until(const std::string& label) {
    program_.rest();
    for (int n = 0; n < 9 && program_.text("undo") != label; ++n) program_.key("ctrl+z");
    EXPECT_EQ(program_.text("undo"), label);
  }

  Desktop& desktop_;
  OpenProgram& program_;
};

class EveryDeed : public testing::TestWithParam<Deeds> {};

TEST_P(EveryDeed, CanBeDone) {
  const Deeds& deeds = GetParam();
  Desktop desktop;
  OpenProgram program(desktop, "assets/examples/" + std::string(deeds.scene) + ".attn.json",
                      "1440x1380");
  program.set_patience(std::chrono::seconds(20));
  Person person(desktop, program);
  for (const Deed& deed : deeds.all) person.do_one(deed);
}

INSTANTIATE_TEST_SUITE_P(Window, EveryDeed, testing::ValuesIn(all_deeds()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace attn::test::deeds_test
