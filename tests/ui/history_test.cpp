// Walks the history in the real window, by mouse and by keys, and undoes many edits of all kinds.

#include <random>

#include <gtest/gtest.h>

#include "app/document/scene_file.h"
#include "tests/ui/desktop.h"

namespace attn::test {
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
  EXPECT_EQ(first_number(), 5);
  program.click("menu.Edit");
  program.click("menu.history");
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
  program.key("ctrl+h");
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
  EXPECT_FALSE(program.shows("history.0")) << "it is opened at the present step";
  program.key("Home");
  EXPECT_TRUE(program.shows("history.0"));
}

}  // namespace
}  // namespace attn::test
