// What is hidden from a class stays hidden, whatever is opened, until it is shown again.

#include <functional>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/session/words/view_kinds.h"
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
  std::function<void(Session&, const std::string& folder)> open;
};

const std::vector<WayToOpen>& ways() {
  static const std::vector<WayToOpen> all = {
      {"an example",
       [](Session& session, const std::string&) {
         session.open(parse_scene(asset("assets/examples/05-kernel-regression.attn.json")), "");
       }},
      {"new", [](Session& session, const std::string&) { session.open_new(); }},
      {"a file, as Open and Recent do",
       [](Session& session, const std::string& folder) {
         write_scene(example(), folder + "/a.attn.json");
         EXPECT_TRUE(session.open_file(folder + "/a.attn.json"));
       }},
      {"a dropped scene",
       [](Session& session, const std::string& folder) {
         write_scene(example(), folder + "/b.attn.json");
         open_dropped(session, folder + "/b.attn.json");
       }},
      {"a dropped lesson",
       [](Session& session, const std::string& folder) {
         test::put(folder + "/l.md",
                   "# A\n\nb\n\n```scene\nexample 01-sleepy-child\n```\n\n## S\n\nText.\n");
         open_dropped(session, folder + "/l.md");
         ASSERT_TRUE(session.lesson) << session.message;
       }},
      {"a lesson",
       [](Session& session, const std::string&) { start_lesson(session, shipped_lessons()[0]); }},
      {"a lesson's next step",
       [](Session& session, const std::string&) {
         start_lesson(session, shipped_lessons()[1]);
         go_to_lesson_step(session, 1);
       }},
      {"the own scene after a lesson",
       [](Session& session, const std::string&) {
         start_lesson(session, shipped_lessons()[0]);
         leave_lesson(session);
       }},
      {"recovered work",
       [](Session& session, const std::string&) {
         session.recovered = Recovered{.scene = example(), .path = "", .stamp = {}};
         session.open_recovered();
       }},
      {"work that was left",
       [](Session& session, const std::string&) {
         session.edit("title", "Title", "", [](Scene& scene) { scene.title = "mine"; });
         session.open_new();
         session.bring_back(0);
       }},
  };
  return all;
}

TEST(HiddenParts, StayHiddenHoweverAnotherSceneIsOpened) {
  const test::TemporaryFolder folder;
  for (const WayToOpen& way : ways()) {
    Session session(example(), "");
    for (const WindowPart& part : window_parts()) session.hide_or_show(std::string(part.id));
    way.open(session, folder.path().string());
    for (const WindowPart& part : window_parts()) {
      const std::string id(part.id);
      EXPECT_TRUE(session.is_hidden(id)) << id << " by " << way.name;
      // What a lesson asks is not to be seen before the answer.
      const bool is_asked = session.withholds(id);
      EXPECT_TRUE(!is_asked || std::string(way.name).starts_with("a lesson"));
      session.hide_or_show(id);
      EXPECT_EQ(session.is_hidden(id), is_asked) << id << " by " << way.name;
    }
  }
}

TEST(HiddenParts, ASceneOpensWithAViewThatTheClassSees) {
  for (const ViewKind& kind : view_kinds()) {
    const std::string tab = "tab." + std::string(kind.id);
    Session session(example(), "");
    session.hide_or_show(tab);
    Scene other = example();
    other.view = R"({"tab": ")" + std::string(kind.id) + "\"}";
    session.open(other, "");
    EXPECT_NE(session.view.tab, kind.id);
    EXPECT_FALSE(session.is_hidden("tab." + session.view.tab));
  }
}

TEST(HiddenParts, WhatOnlyAnOpenedSceneHidesEndsWithIt) {
  Session session(example(), "");
  Scene other = example();
  other.view = R"({"hidden": ["mask"]})";
  session.open(other, "");
  EXPECT_TRUE(session.is_hidden("mask"));
  session.open(example(), "");
  EXPECT_FALSE(session.is_hidden("mask"));
}

TEST(HiddenPartsWindow, AnExampleDoesNotBringThemBack) {
  test::Desktop desktop;
  test::OpenProgram program(desktop, kExample);
  ASSERT_TRUE(program.shows("section.row"));
  program.click("menu.View");
  program.click("menu.parts");
  program.click("parts.6");  // the selected row
  program.key("Escape");
  ASSERT_TRUE(test::eventually([&] { return !program.shows("section.row"); }));
  program.click("menu.Examples");
  program.click("menu.example.2");
  EXPECT_FALSE(program.shows("section.row"));
  program.key("ctrl+n");
  EXPECT_FALSE(program.shows("section.row"));
  program.click("menu.View");
  program.click("menu.parts");
  program.click("parts.6");
  program.key("Escape");
  program.click("menu.Examples");
  program.click("menu.example.0");
  EXPECT_TRUE(test::eventually([&] { return program.shows("section.row"); })) << "shown again";
}

}  // namespace
}  // namespace attn::ui::hidden_parts_test
