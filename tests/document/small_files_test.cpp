// Tests that the program's own small files are read with the limits of scenes: depth, size, no
// blocking, no endless files; unreadable ones are treated as missing.

#include <filesystem>
#include <functional>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "app/document/files/recent_files.h"
#include "app/document/files/settings.h"
#include "app/document/shelf/lesson_progress.h"
#include "tests/support/temporary_folder.h"

namespace attn::small_files_test {
namespace {

namespace fs = std::filesystem;

struct SmallFile {
  const char* name;
  std::string sound;                                      ///< that says something
  std::function<bool(const std::string& file)> is_empty;  ///< says nothing, as one that is missing
  std::function<void(const std::string& file)> write;
};

const SmallFile kFiles[] = {
    {"settings", R"({"theme": "dark"})",
     [](const std::string& file) { return read_settings(file) == Settings{}; },
     [](const std::string& file) { write_settings({.dark = true}, file); }},
    {"progress", R"({"lesson": {"done": 1, "of": 2}})",
     [](const std::string& file) { return read_lesson_progress(file).empty(); },
     [](const std::string& file) {
       note_lesson_progress("lesson", {1, 2}, file);
     }},
    {"recent", "/a\n", [](const std::string& file) { return recent_files(file).empty(); },
     [](const std::string& file) { add_recent_file("/a", file); }}};

TEST(SmallFiles, NothingIsReadOfWhatIsNoSuchFile) {
  const test::TemporaryFolder folder;
  for (const SmallFile& one : kFiles) {
    SCOPED_TRACE(one.name);
    const std::string file = folder / one.name;
    EXPECT_TRUE(one.is_empty(file));
    EXPECT_TRUE(one.is_empty("")) << "no home folder";
    EXPECT_TRUE(one.is_empty(folder.path().string()));
    ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
    EXPECT_TRUE(one.is_empty(file)) << "a pipe, which would be waited for";
    fs::remove(file);
    fs::create_symlink("/dev/zero", file);
    EXPECT_TRUE(one.is_empty(file)) << "a device without an end";
    fs::remove(file);
    test::put(file, std::string(2 << 20, ' ') + one.sound);
    EXPECT_TRUE(one.is_empty(file)) << "too large";
    fs::remove(file);
    test::put(folder / "elsewhere", one.sound);
    fs::create_symlink(folder / "elsewhere", file);
    EXPECT_FALSE(one.is_empty(file)) << "a link of the user's own to a file";
    fs::remove(file);
    one.write(file);
    EXPECT_FALSE(one.is_empty(file));
  }
}

TEST(SmallFiles, JsonIsHeldToTheLimitsOfAScene) {
  const test::TemporaryFolder folder;
  for (const SmallFile& one : {kFiles[0], kFiles[1]}) {
    SCOPED_TRACE(one.name);
    // Settings keep what can be read.
    const bool is_lost = std::string(one.name) != "settings";
    const std::string file = folder / one.name;
    const std::string head = one.sound.substr(0, one.sound.size() - 1);
    for (const std::string& text :
         {head + ", \"deep\": " + std::string(500000, '[') + std::string(500000, ']') + "}",
          head + ", \"deep\": " + std::string(150, '[') + std::string(150, ']') + "}",
          head + ", \"a\": 1, \"a\": 2}", head + ", \"a\": 1e99}", one.sound + " x",
          one.sound + one.sound, "[" + one.sound + "]"}) {
      test::put(file, text);
      EXPECT_EQ(one.is_empty(file), is_lost) << text.substr(0, 60);
      one.write(file);
      EXPECT_FALSE(one.is_empty(file)) << "it is written anew";
    }
    test::put(file, one.sound);
    EXPECT_FALSE(one.is_empty(file));
  }
}

}  // namespace
}  // namespace attn::small_files_test
