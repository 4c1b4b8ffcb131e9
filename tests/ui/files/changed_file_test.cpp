// A file that is not as it was opened is not lost, and neither is the work of earlier runs.

#include <chrono>
#include <csignal>
#include <filesystem>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/document/recovery/autosave.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/files/files_window.h"

namespace attn::test::changed_file_test {
namespace {

namespace fs = std::filesystem;

/// Saves while the file is not as it was opened: the question is there, and the file as it is.
class ChangedFile : public Files {
 protected:
  void SetUp() override {
    program.drag("embeddings[0][0]", 40, 0);
    program.rest();
  }
  /// Changes the file as another program would.
  void change_file() {
    Scene scene = read_scene(program.scene_path().string());
    scene.title = "Of another";
    write_scene(scene, program.scene_path().string());
  }
  void expect_question(OpenProgram& window) {
    window.key("ctrl+s");
    window.control("save.anyway");
    EXPECT_EQ(window.text("save"), "scene.attn.json was changed by another program or window");
    EXPECT_EQ(title_in_file(), "Of another");
  }
  std::string title_in_file() { return read_scene(program.scene_path().string()).title; }
  float number_in_file() { return (*read_scene(program.scene_path().string()).embeddings)(0, 0); }
};

TEST_F(ChangedFile, IsSavedOverOnlyWhenThatIsSaid) {
  change_file();
  expect_question(program);
  program.key("Escape");
  EXPECT_TRUE(gone("save.anyway"));
  EXPECT_EQ(title_in_file(), "Of another");
  expect_question(program);
  program.click("save.anyway");
  EXPECT_TRUE(eventually([&] { return title_in_file() != "Of another"; }));
  EXPECT_EQ(number_in_file(), 1.F);
  EXPECT_TRUE(gone("save.anyway"));
  program.saved();  // from then on it is known
  EXPECT_FALSE(program.shows("save.anyway"));
}

TEST_F(ChangedFile, IsOpenedAgainAndNothingLost) {
  change_file();
  expect_question(program);
  program.click("save.reload");
  EXPECT_TRUE(gone("save.reload"));
  EXPECT_EQ(shown_scene().title, "Of another");
  program.click("menu.File");
  program.click("menu.Unsaved");
  program.click("menu.unsaved.0");
  program.rest();
  expect_question(program);  // it is still of what was there before
}

TEST_F(ChangedFile, StaysWhereTheSceneGoesElsewhere) {
  change_file();
  expect_question(program);
  program.key("Return");  // the first choice loses nothing
  program.control("browser.name");
  program.key("ctrl+a");
  program.type("mine\n");
  EXPECT_TRUE(is_written(folder() / "mine.attn.json"));
  EXPECT_EQ(title_in_file(), "Of another");
  program.key("ctrl+shift+s");
  program.control("browser.name");
  program.key("ctrl+a");
  program.type("scene.attn.json\n");
  EXPECT_EQ(title_in_file(), "Of another") << "it is asked as any other file";
}

TEST_F(ChangedFile, IsNoneWhereItsBytesAreTheSame) {
  const std::string bytes = bytes_of(program.scene_path());
  fs::remove(program.scene_path());
  put(program.scene_path(), bytes);
  program.saved();
  EXPECT_EQ(number_in_file(), 1.F);
  fs::remove(program.scene_path());
  program.key("ctrl+s");
  EXPECT_TRUE(is_written(program.scene_path())) << "one that is gone is made anew";
}

TEST_F(ChangedFile, MayBeAnotherWindows) {
  OpenProgram other{desktop, kFilesExample};
  const fs::path shared = other.scene_path();
  fs::remove(shared);
  fs::create_symlink(program.scene_path(), shared);
  other.key("ctrl+o");
  other.control("browser.0");
  other.type("scene\n");
  EXPECT_TRUE(eventually([&] { return !other.shows("browser"); }));
  change_file();
  other.drag("embeddings[0][1]", 40, 0);
  expect_question(other);
}

TEST_F(ChangedFile, IsNotLostToWorkOfAnEarlierRun) {
  EXPECT_TRUE(
      eventually([&] { return fs::exists(program.data_home() / "attentoscope/autosave"); }));
  kill(program.process().pid(), SIGTERM);
  EXPECT_EQ(program.process().wait(), 0);
  change_file();
  OpenProgram next{desktop, kFilesExample, "1440x900", program.data_home()};
  next.click("recovery.open");
  next.rest();
  expect_question(next);
}

TEST_F(ChangedFile, ThatIsAPipeIsRefusedAtOnce) {
  fs::remove(program.scene_path());
  ASSERT_EQ(::mkfifo(program.scene_path().c_str(), 0600), 0);
  program.key("ctrl+s");
  program.control("message");
  EXPECT_TRUE(program.text("message").ends_with("scene.attn.json: not a regular file"));
  EXPECT_TRUE(fs::is_fifo(program.scene_path()));
}

class WrittenAgain : public Files {};

TEST_F(WrittenAgain, IsShownUnlessWorkWouldBeLost) {
  put_scene("scene.attn.json", "Of another");
  program.control("message");
  EXPECT_EQ(program.text("message"), "scene.attn.json was changed, and read again");
  EXPECT_EQ(shown_scene().title, "Of another");
}

class EarlierWork : public testing::Test {
 protected:
  void leave(const std::string& title) {
    Scene scene = parse_scene(bytes_of(data_path(std::string("../") + kFilesExample)));
    scene.title = title;
    Autosave(autosave()).keep(scene, "");
  }
  std::string autosave() { return folder / "attentoscope/autosave"; }
  std::vector<fs::path> records() {
    std::vector<fs::path> paths;
    if (!fs::exists(autosave())) return paths;
    for (const auto& entry : fs::directory_iterator(autosave())) {
      paths.push_back(entry.path() / "record");
    }
    return paths;
  }

  TemporaryFolder folder;
  Desktop desktop;
};

TEST_F(EarlierWork, IsDiscardedAllAtOnceWhereThereIsMore) {
  for (const char* title : {"One", "Two", "Three"}) {
    // A file system's clock may tick less often than files are written.
    for (const auto& record : records()) {
      fs::last_write_time(record, fs::last_write_time(record) - std::chrono::hours(1));
    }
    leave(title);
  }
  OpenProgram program{desktop, kFilesExample, "1440x900", folder.path()};
  program.control("recovery.discard-all");
  EXPECT_EQ(program.text("recovery"), "Your unsaved work was found: Three (and 2 more)");
  program.click("recovery.discard");
  EXPECT_TRUE(eventually([&] { return program.text("recovery").ends_with("Two (and 1 more)"); }));
  program.click("recovery.discard-all");
  EXPECT_TRUE(eventually([&] { return !program.shows("recovery.open"); }));
  program.process().stop();
  EXPECT_FALSE(Autosave(autosave()).find_recovered());
}

TEST_F(EarlierWork, ThatCanNotBeReadIsTold) {
  leave("Torn");
  for (const auto& record : records()) fs::resize_file(record, 200);
  OpenProgram program{desktop, kFilesExample, "1440x900", folder.path()};
  program.control("message");
  const std::string message = program.text("message");
  const std::string start = "Stored work can't be read. It stays in ";
  ASSERT_TRUE(message.starts_with(start)) << message;
  EXPECT_TRUE(fs::exists(message.substr(start.size()))) << message;
}

}  // namespace
}  // namespace attn::test::changed_file_test
