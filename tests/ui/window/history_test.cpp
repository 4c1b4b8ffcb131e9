// Walks the history in the real window, by mouse and by keys, and undoes many edits of all kinds.

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "tests/support/case_seed.h"
#include "tests/support/random.h"
#include "tests/support/test_cases.h"
#include "tests/ui/desktop.h"

namespace attn::test::history_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";

class History : public testing::Test {
 protected:
  float first_number() { return (*parse_scene(program.saved()).embeddings)(0, 0); }
  void type_number(const std::string& number) {
    program.click("embeddings[0][0]");
    program.type(number + "\n");
  }

  Desktop desktop;
  OpenProgram program{desktop, kExample};
};

TEST_F(History, IsWalkedByMouse) {
  for (const char* number : {"5", "6", "7"}) type_number(number);
  EXPECT_FALSE(program.shows("history"));
  program.click("menu.Edit");
  program.click("menu.history");
  EXPECT_TRUE(program.shows("history.0"));
  EXPECT_TRUE(program.shows("history.3"));
  EXPECT_FALSE(program.shows("history.4"));
  program.click("history.1");
  EXPECT_EQ(first_number(), 5) << "and a click on the message is none outside of it";
  EXPECT_TRUE(program.shows("history.3")) << "what was undone is still there";
  program.click("history.3");
  program.click("history.close");
  EXPECT_TRUE(eventually([&] { return !program.shows("history"); }));
  EXPECT_EQ(first_number(), 7);
}

TEST_F(History, IsWalkedByKeys) {
  const float original = first_number();
  for (const char* number : {"5", "6", "7"}) type_number(number);
  program.key("ctrl+h");
  program.key("Up");
  program.key("Return");
  EXPECT_EQ(first_number(), 6) << "and saving works meanwhile";
  program.key("Home");
  program.key("Return");
  program.key("ctrl+shift+z");
  program.key("Escape");
  EXPECT_TRUE(eventually([&] { return !program.shows("history"); }));
  EXPECT_EQ(first_number(), 5) << "redo goes on from the step that was walked to";
  program.key("ctrl+h");
  program.key("Home");
  program.key("Return");
  program.key("Escape");
  EXPECT_EQ(first_number(), original);
}

TEST_F(History, KeepsTheKeyboardFromTheTables) {
  program.click("embeddings[0][0]");
  const float before = first_number();
  program.click("embeddings[0][0]");
  program.key("ctrl+h");
  program.type("9\n");
  program.key("Escape");
  EXPECT_EQ(first_number(), before);
}

TEST_F(History, ShowsTheEndOfALongOne) {
  std::string numbers;
  program.click("embeddings[0][0]");
  for (int i = 0; i < 60; ++i) numbers += std::to_string(i + 11) + "\n";
  program.type(numbers);
  program.key("ctrl+h");
  EXPECT_TRUE(eventually([&] { return !program.shows("history.0"); }))
      << "it is opened at the current step";
  program.key("Home");
  EXPECT_TRUE(eventually([&] { return program.shows("history.0"); }));
}

TEST_F(History, TakesBackTwoHundredRandomEdits) {
  const auto without_view = [&] {
    Scene scene = parse_scene(program.saved());
    scene.view = "{}";
    return format_scene(scene);
  };
  const std::string original = without_view();
  Random random(case_seed());
  const auto pick = [&](int count) { return random.below(count); };
  const auto cell = [&] {
    return "embeddings[" + std::to_string(pick(2)) + "][" + std::to_string(pick(3)) + "]";
  };
  constexpr const char* kWords[] = {"Book", "cat", "reads", "a", "moon"};
  for (int n = 0; n < test_cases(200); ++n) {
    const int kind = pick(10);
    if (kind < 4) {
      program.click(cell());
      program.type(std::to_string(n) + "\n");
    } else if (kind < 7) {
      program.drag(cell(), 5 + pick(40), 0);
    } else if (kind == 7) {
      program.drag_within("temperature.slider", 0.5, 0.1 * pick(11));
    } else if (kind == 8) {
      program.click("score");
      program.click("score." + std::to_string(pick(4)));
    } else {
      program.click("sentence");
      program.key("ctrl+a");
      program.type(std::string("The ") + kWords[pick(5)] + " " + kWords[pick(5)] + "\t");
    }
  }
  program.rest();
  EXPECT_NE(without_view(), original);
  program.key("ctrl+h");
  program.key("Home");
  program.key("Return");
  program.key("Escape");
  EXPECT_EQ(without_view(), original);
}

}  // namespace
}  // namespace attn::test::history_test
