// The title of a scene in the menu bar.

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "tests/ui/desktop.h"

namespace attn::test::title_test {
namespace {

TEST(Title, FollowsTheSentenceUntilOneIsGiven) {
  Desktop desktop;
  OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json", "1280x800");
  program.set_patience(std::chrono::seconds(20));
  const auto title = [&] { return parse_scene(program.saved()).title; };
  program.click("sentence");
  program.key("ctrl+a");
  program.type("Two words\n");
  EXPECT_EQ(title(), "Two words");
  program.click("menu.File");
  program.click("menu.title");
  program.settle();
  program.key("ctrl+a");
  program.type("Given\n");
  EXPECT_TRUE(eventually([&] { return program.shows("title"); }, std::chrono::seconds(20)))
      << "no field any more";
  EXPECT_EQ(title(), "Given");
  program.click("title");
  program.settle();
  program.key("ctrl+a");
  program.type("Other\n");
  EXPECT_EQ(title(), "Other");
  program.key("ctrl+z");
  EXPECT_EQ(title(), "Given") << "one step";
  program.click("sentence");
  program.key("ctrl+a");
  program.type("Three more words\n");
  EXPECT_EQ(title(), "Given");
}

}  // namespace
}  // namespace attn::test::title_test
