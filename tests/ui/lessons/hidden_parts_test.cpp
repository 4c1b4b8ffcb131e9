// Tests that parts hidden in presenter mode stay hidden, whatever is opened, until shown again.

#include <functional>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_kinds.h"
#include "app/session/files/session.h"
#include "app/session/words/window_parts.h"
#include "assets/assets.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::ui::hidden_parts_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";

Scene example() { return parse_scene(asset(kExample)); }

struct WayToOpen {
  const char* name;
  std::function<void(Session&, const std::string& folder)> open;
};

const std::vector<WayToOpen>& ways() {
  static const std::vector<WayToOpen> all = {
      {"an example",
       [](Session& session, const std::string&) {
         session.files.open(parse_scene(asset("assets/examples/05-kernel-regression.attn.json")),
                            "");
       }},
      {"new", [](Session& session, const std::string&) { session.files.open_new(); }},
      {"a file, as Open and Recent do",
       [](Session& session, const std::string& folder) {
         write_scene(example(), folder + "/a.attn.json");
         EXPECT_TRUE(session.files.open_file(folder + "/a.attn.json"));
       }},
      {"a dropped scene",
       [](Session& session, const std::string& folder) {
         write_scene(example(), folder + "/b.attn.json");
         session.files.open_path(folder + "/b.attn.json");
       }},
      {"a dropped lesson",
       [](Session& session, const std::string& folder) {
         test::put(folder + "/l.md",
                   "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\nText.\n");
         session.files.open_path(folder + "/l.md");
         ASSERT_TRUE(session.course.lesson()) << session.workspace.notices.message();
       }},
      {"a lesson",
       [](Session& session, const std::string&) { session.course.start(shipped_lessons()[0]); }},
      {"a lesson's next step",
       [](Session& session, const std::string&) {
         session.course.start(shipped_lessons()[1]);
         session.course.go_to_step(1);
       }},
      {"the own scene after a lesson",
       [](Session& session, const std::string&) {
         session.course.start(shipped_lessons()[0]);
         session.course.leave();
       }},
      {"recovered work",
       [](Session& session, const std::string&) {
         session.files.offered.work = Recovered{.scene = example(), .path = "", .stamp = {}};
         session.files.open_recovered();
       }},
      {"work that was left",
       [](Session& session, const std::string&) {
         session.workspace.edit("title", "Title", "", [](Scene& scene) { scene.title = "mine"; });
         session.files.open_new();
         session.files.bring_back(0);
       }},
  };
  return all;
}

TEST(HiddenParts, StayHiddenHoweverAnotherSceneIsOpened) {
  const test::TemporaryFolder folder;
  for (const WayToOpen& way : ways()) {
    Session session(example(), "");
    Workspace& workspace = session.workspace;
    for (const WindowPart& part : window_parts()) session.course.hide_or_show(std::string(part.id));
    way.open(session, folder.path().string());
    for (const WindowPart& part : window_parts()) {
      const std::string id(part.id);
      // A lesson's stage is what its class sees, and nothing else.
      const bool is_staged = workspace.look.stage && workspace.look.stage->contains(id);
      const bool is_away = workspace.look.stage && !is_staged;
      // A lesson's question must not reveal the answer.
      const bool is_asked = session.course.withholds(id);
      EXPECT_TRUE(is_staged || workspace.look.is_hidden(id)) << id << " by " << way.name;
      EXPECT_TRUE(!(is_asked || is_staged || is_away) ||
                  std::string(way.name).starts_with("a lesson"));
      session.course.hide_or_show(id);
      EXPECT_EQ(workspace.look.is_hidden(id), is_asked || is_away) << id << " by " << way.name;
    }
  }
}

TEST(HiddenParts, ASceneOpensWithAViewThatTheClassSees) {
  for (const ViewKind& kind : view_kinds()) {
    const std::string tab = "tab." + std::string(kind.id);
    Session session(example(), "");
    Workspace& workspace = session.workspace;
    session.course.hide_or_show(tab);
    Scene other = example();
    other.view = R"({"tab": ")" + std::string(kind.id) + "\"}";
    session.files.open(other, "");
    EXPECT_NE(workspace.look.view.tab, kind.id);
    EXPECT_FALSE(workspace.look.is_hidden("tab." + workspace.look.view.tab));
  }
}

TEST(HiddenParts, WhatOnlyAnOpenedSceneHidesEndsWithIt) {
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  Scene other = example();
  other.view = R"({"hidden": ["mask"]})";
  session.files.open(other, "");
  EXPECT_TRUE(workspace.look.is_hidden("mask"));
  session.files.open(example(), "");
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
