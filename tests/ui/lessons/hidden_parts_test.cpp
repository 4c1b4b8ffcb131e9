// Tests that parts hidden in presenter mode stay hidden, whatever is opened, until shown again.

#include <functional>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_kinds.h"
#include "app/session/words/window_parts.h"
#include "app/session/workspace/lesson_course.h"
#include "assets/assets.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::ui::hidden_parts_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";

Scene example() { return parse_scene(asset(kExample)); }

struct WayToOpen {
  const char* name;
  std::function<void(Workspace&, const std::string& folder)> open;
};

const std::vector<WayToOpen>& ways() {
  static const std::vector<WayToOpen> all = {
      {"an example",
       [](Workspace& workspace, const std::string&) {
         workspace.open(parse_scene(asset("assets/examples/05-kernel-regression.attn.json")), "");
       }},
      {"new", [](Workspace& workspace, const std::string&) { workspace.open_new(); }},
      {"a file, as Open and Recent do",
       [](Workspace& workspace, const std::string& folder) {
         write_scene(example(), folder + "/a.attn.json");
         EXPECT_TRUE(workspace.open_file(folder + "/a.attn.json"));
       }},
      {"a dropped scene",
       [](Workspace& workspace, const std::string& folder) {
         write_scene(example(), folder + "/b.attn.json");
         open_path(workspace, folder + "/b.attn.json");
       }},
      {"a dropped lesson",
       [](Workspace& workspace, const std::string& folder) {
         test::put(folder + "/l.md",
                   "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\nText.\n");
         open_path(workspace, folder + "/l.md");
         ASSERT_TRUE(workspace.lesson()) << workspace.notices.message();
       }},
      {"a lesson", [](Workspace& workspace,
                      const std::string&) { start_lesson(workspace, shipped_lessons()[0]); }},
      {"a lesson's next step",
       [](Workspace& workspace, const std::string&) {
         start_lesson(workspace, shipped_lessons()[1]);
         go_to_lesson_step(workspace, 1);
       }},
      {"the own scene after a lesson",
       [](Workspace& workspace, const std::string&) {
         start_lesson(workspace, shipped_lessons()[0]);
         leave_lesson(workspace);
       }},
      {"recovered work",
       [](Workspace& workspace, const std::string&) {
         workspace.offer({.work = Recovered{.scene = example(), .path = "", .stamp = {}}});
         workspace.open_recovered();
       }},
      {"work that was left",
       [](Workspace& workspace, const std::string&) {
         workspace.edit("title", "Title", "", [](Scene& scene) { scene.title = "mine"; });
         workspace.open_new();
         workspace.bring_back(0);
       }},
  };
  return all;
}

TEST(HiddenParts, StayHiddenHoweverAnotherSceneIsOpened) {
  const test::TemporaryFolder folder;
  for (const WayToOpen& way : ways()) {
    Workspace workspace(example(), "");
    for (const WindowPart& part : window_parts()) workspace.hide_or_show(std::string(part.id));
    way.open(workspace, folder.path().string());
    for (const WindowPart& part : window_parts()) {
      const std::string id(part.id);
      // A lesson's stage is what its class sees, and nothing else.
      const bool is_staged = workspace.look.stage && workspace.look.stage->contains(id);
      const bool is_away = workspace.look.stage && !is_staged;
      // A lesson's question must not reveal the answer.
      const bool is_asked = workspace.withholds(id);
      EXPECT_TRUE(is_staged || workspace.look.is_hidden(id)) << id << " by " << way.name;
      EXPECT_TRUE(!(is_asked || is_staged || is_away) ||
                  std::string(way.name).starts_with("a lesson"));
      workspace.hide_or_show(id);
      EXPECT_EQ(workspace.look.is_hidden(id), is_asked || is_away) << id << " by " << way.name;
    }
  }
}

TEST(HiddenParts, ASceneOpensWithAViewThatTheClassSees) {
  for (const ViewKind& kind : view_kinds()) {
    const std::string tab = "tab." + std::string(kind.id);
    Workspace workspace(example(), "");
    workspace.hide_or_show(tab);
    Scene other = example();
    other.view = R"({"tab": ")" + std::string(kind.id) + "\"}";
    workspace.open(other, "");
    EXPECT_NE(workspace.look.view.tab, kind.id);
    EXPECT_FALSE(workspace.look.is_hidden("tab." + workspace.look.view.tab));
  }
}

TEST(HiddenParts, WhatOnlyAnOpenedSceneHidesEndsWithIt) {
  Workspace workspace(example(), "");
  Scene other = example();
  other.view = R"({"hidden": ["mask"]})";
  workspace.open(other, "");
  EXPECT_TRUE(workspace.look.is_hidden("mask"));
  workspace.open(example(), "");
  EXPECT_FALSE(workspace.look.is_hidden("mask"));
}

TEST(HiddenPartsWindow, AnExampleDoesNotBringThemBack) {
  test::Desktop desktop;
  test::OpenProgram program(desktop, kExample);
  ASSERT_TRUE(program.shows("section.row"));
  program.click("menu.View");
  program.click("menu.Show");
  program.click("menu.parts");
  program.click("parts.7");  // the selected row
  program.key("Escape");
  ASSERT_TRUE(test::eventually([&] { return !program.shows("section.row"); }));
  program.click("menu.Examples");
  program.click("menu.example.2");
  EXPECT_FALSE(program.shows("section.row"));
  program.key("ctrl+n");
  EXPECT_FALSE(program.shows("section.row"));
  program.click("menu.View");
  program.click("menu.Show");
  program.click("menu.parts");
  program.click("parts.7");
  program.key("Escape");
  program.click("menu.Examples");
  program.click("menu.example.0");
  EXPECT_TRUE(test::eventually([&] { return program.shows("section.row"); })) << "shown again";
}

}  // namespace
}  // namespace attn::ui::hidden_parts_test
