// Opens and saves files in the real window, by keys alone and by mouse, and loses nothing.

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <thread>
#include <utility>

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include "app/document/files/recent_files.h"
#include "app/document/scene_file/scene_file.h"
#include "tests/app/run_program.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/files/files_window.h"

namespace attn::test::files_test {
namespace {

namespace fs = std::filesystem;

TEST_F(Files, OpensByKeysAlone) {
  put_scene("lessons/first.attn.json", "First");
  put_scene("lessons/second.attn.json", "Second");
  program.rest();
  program.key("ctrl+o");
  program.control("browser.0");
  program.type("less\n");
  program.control("browser.1");
  program.type("sec\n");
  EXPECT_TRUE(gone("browser"));
  EXPECT_EQ(shown_scene().title, "Second");

  program.key("ctrl+o");
  program.control("browser.path");
  program.key("Left");
  program.key("Right");
  program.type("lessons/first.attn.json\n");
  EXPECT_TRUE(gone("browser"));
  EXPECT_EQ(shown_scene().title, "First");
  program.key("ctrl+o");
  program.control("browser.path");
  program.key("Escape");
  EXPECT_TRUE(gone("browser"));
}

TEST_F(Files, OpensByMouse) {
  put_scene("lessons/first.attn.json", "First");
  program.click("menu.File");
  program.click("menu.open");
  program.double_click("browser.1");  // after the folder of what is kept
  EXPECT_TRUE(eventually([&] { return !program.shows("browser.1"); })) << "one file is there";
  program.double_click("browser.0");
  EXPECT_TRUE(gone("browser"));
  EXPECT_EQ(shown_scene().title, "First");
}

TEST_F(Files, CopiesASceneAsALinkAndOpensIt) {
  const Scene before = shown_scene();
  program.click("menu.File");
  program.click("menu.copy-link");
  EXPECT_TRUE(
      eventually([&] { return program.text("message").find("Copied the scene as a link") == 0; }));
  program.click("message");
  program.drag("embeddings[1][1]", 60, 0);
  EXPECT_TRUE(eventually([&] { return program.text("undo") == "Change the embeddings"; }));
  program.key("ctrl+v");  // into the table that has the keyboard, and takes no link
  EXPECT_EQ(program.text("undo"), "Change the embeddings");
  program.key("Escape");
  program.key("ctrl+v");
  EXPECT_TRUE(eventually([&] { return program.text("undo").empty(); })) << "another scene";
  const Scene pasted = shown_scene();
  EXPECT_EQ(pasted.embeddings, before.embeddings);
  EXPECT_EQ(pasted.title, before.title);
}

TEST_F(Files, SavesAsAndAsksBeforeItReplaces) {
  const fs::path other = put_scene("other.attn.json", "Other");
  program.key("ctrl+shift+s");
  program.control("browser.name");
  program.type("copy\n");
  EXPECT_TRUE(is_written(folder() / "copy.attn.json"));
  EXPECT_TRUE(gone("browser"));

  program.key("ctrl+shift+s");
  program.control("browser.name");
  program.type("other\n");
  EXPECT_TRUE(program.shows("browser"));
  EXPECT_EQ(read_scene(other.string()).title, "Other") << "not yet";
  program.key("Return");
  EXPECT_TRUE(gone("browser"));
  EXPECT_EQ(read_scene(other.string()).title, read_scene(program.scene_path().string()).title);
}

TEST_F(Files, ABrokenFileLeavesTheSceneAndSaysTheSame) {
  const fs::path broken = folder() / "broken.attn.json";
  put(broken.string(), "{\"attentoscope\": 1, \"tokens\": 3}");
  const std::string before = program.saved();
  program.key("ctrl+o");
  program.control("browser.0");
  program.type("broken\n");
  program.control("message");
  EXPECT_EQ("attentoscope: " + program.text("message") + "\n",
            run_program({"compute", broken.string()}).err);
  EXPECT_TRUE(program.shows("browser"));
  program.key("Escape");
  EXPECT_TRUE(gone("browser"));
  program.click("message");
  EXPECT_EQ(program.saved(), before);
  for (const std::string& recent :
       recent_files((program.data_home() / "attentoscope/recent").string()))
    EXPECT_NE(recent, broken.string());
}

TEST_F(Files, NobodyWaitsForAPipe) {
  const fs::path pipe = folder() / "pipe.attn.json";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  program.key("ctrl+o");
  program.control("browser.0");
  program.type(pipe.string() + "\n");
  program.control("message");
  EXPECT_EQ(program.text("message"), pipe.string() + ": not a regular file");
  program.key("Escape");
  EXPECT_TRUE(gone("browser"));
}

TEST_F(Files, AnExportReplacesNoScene) {
  const fs::path plain = put_scene("plain.json", "Other");
  const fs::path pipe = folder() / "pipe.csv";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string before = bytes_of(plain), own = bytes_of(program.scene_path());
  program.key("ctrl+e");
  const std::pair<fs::path, std::string> kRefused[] = {
      {program.scene_path(), "scene.attn.json: this is an input, and would be lost"},
      {plain, "plain.json: this is a scene, which would be lost"},
      {folder() / "new.attn.json", "new.attn.json: this is the name of a scene"},
      {pipe, "pipe.csv: not a regular file"}};
  for (const auto& [path, words] : kRefused) {
    program.click("export.path");
    program.key("ctrl+a");
    program.type(path.string() + "\n");
    program.click("export.start");
    EXPECT_TRUE(eventually([&, start = words] {
      return program.text("export").starts_with(start);
    })) << program.text("export");
    EXPECT_FALSE(program.shows("export.replace"));
  }
  EXPECT_EQ(bytes_of(plain), before);
  EXPECT_EQ(bytes_of(program.scene_path()), own);
  EXPECT_FALSE(fs::exists(folder() / "new.attn.json"));
}

TEST_F(Files, RemembersRecentOnes) {
  const fs::path second = put_scene("second.attn.json", "Second");
  program.key("ctrl+o");
  program.control("browser.0");
  program.type("second\n");
  EXPECT_TRUE(gone("browser"));
  program.click("menu.File");
  program.click("menu.Recent");
  program.click("menu.recent.1");
  program.rest();
  EXPECT_EQ(recent_files((program.data_home() / "attentoscope/recent").string()),
            (std::vector<std::string>{program.scene_path().string(), second.string()}));
  fs::remove(second);
  program.click("menu.File");
  program.click("menu.Recent");
  program.click("menu.recent.1");
  program.click("message");
  EXPECT_EQ(recent_files((program.data_home() / "attentoscope/recent").string()),
            (std::vector<std::string>{program.scene_path().string()}));
}

TEST(RecentFiles, ComeBesideTheirMenu) {
  Desktop desktop;
  OpenProgram program{desktop, kFilesExample, "1024x640"};
  program.key("F5");
  desktop.input({"mousemove", "500", "0"});
  program.click("menu.File");
  const Rect menu = program.control("menu.Recent");
  program.click("menu.Recent");
  const Rect recent = program.control("menu.recent.0");
  EXPECT_GE(recent.x, menu.x + menu.width) << "a click on the one would be one on the other";
  EXPECT_LE(recent.x + recent.width, 1024);
}

TEST_F(Files, AnotherSceneLosesNoWork) {
  const Scene original = parse_scene(program.saved());
  program.drag("embeddings[0][0]", 40, 0);
  program.rest();
  program.key("ctrl+n");
  EXPECT_TRUE(eventually([&] { return program.shows("embeddings[0][3]"); }));
  program.click("menu.File");
  program.click("menu.Unsaved");
  program.click("menu.unsaved.0");
  program.rest();
  Scene scene = parse_scene(program.saved());
  EXPECT_EQ((*scene.embeddings)(0, 0), 1.F) << "back, with its file";
  program.key("ctrl+z");
  scene = parse_scene(program.saved());
  EXPECT_EQ(*scene.embeddings, *original.embeddings) << "and its history";
}

TEST_F(Files, WorkThatWasLeftOutlivesTheProgram) {
  program.drag("embeddings[0][0]", 40, 0);
  program.rest();
  program.key("ctrl+n");
  EXPECT_TRUE(eventually([&] { return program.shows("embeddings[0][3]"); }));
  kill(program.process().pid(), SIGKILL);
  program.process().wait();
  OpenProgram next{desktop, kFilesExample, "1440x900", program.data_home()};
  next.click("recovery.open");
  next.rest();
  next.key("ctrl+s");
  EXPECT_TRUE(eventually(
      [&] { return (*read_scene(program.scene_path().string()).embeddings)(0, 0) == 1.F; }));
}

TEST_F(Files, ANewSceneAsksForItsName) {
  program.rest();
  program.key("ctrl+n");
  program.key("ctrl+s");
  program.control("browser.name");
  program.key("ctrl+a");
  program.type((folder() / "mine").string() + "\n");
  EXPECT_TRUE(is_written(folder() / "mine.attn.json"));
  EXPECT_EQ(read_scene((folder() / "mine.attn.json").string()).title, "New scene");
}

}  // namespace
}  // namespace attn::test::files_test
