// Tests that outputs do not replace files of another kind that cannot be regenerated, whatever
// their name and content.

#include "app/document/files/output_guard.h"

#include <array>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "app/document/edits/new_scene.h"
#include "app/document/files/file_writer.h"
#include "app/document/files/settings.h"
#include "app/document/recovery/autosave_slot.h"
#include "app/document/scene_file/scene_file.h"
#include "tests/support/temporary_folder.h"

namespace attn::output_guard_test {
namespace {

namespace fs = std::filesystem;
using test::bytes_of;
using test::put;
using test::TemporaryFolder;

std::string refusal(const std::string& path, FileKind kind) {
  try {
    write_file(path, "new", kind);
    return "";
  } catch (const WouldBeLost& error) {
    return error.what();
  }
}

class Guard : public testing::Test {
 protected:
  void expect_kept(const std::string& name, const std::string& bytes, const std::string& what) {
    SCOPED_TRACE(name + ": " + bytes.substr(0, 60));
    const std::string path = folder_ / name;
    put(path, bytes);
    EXPECT_EQ(refusal(path, FileKind::output),
              "this is " + what + ", which would be lost; choose another name");
    EXPECT_EQ(bytes_of(path), bytes);
    fs::remove(path);
  }
  void expect_replaced(const std::string& name, const std::string& bytes) {
    SCOPED_TRACE(name + ": " + bytes.substr(0, 60));
    const std::string path = folder_ / name;
    put(path, bytes);
    EXPECT_EQ(refusal(path, FileKind::output), "");
    EXPECT_EQ(bytes_of(path), "new");
    fs::remove(path);
  }

  TemporaryFolder folder_;
  const std::string scene_ = format_scene(new_scene());
};

TEST_F(Guard, ASceneIsOneByItsNameOrByWhatStandsInIt) {
  const std::string late = R"({"tokens": ["format", {"format": "x"}], "n": [[1.5, null, true]],)"
                           R"( "format": "attentoscope/scene"})";
  for (const std::string& bytes :
       {scene_, "\xEF\xBB\xBF" + scene_, "\n \t" + scene_, late, scene_.substr(0, 60),
        scene_ + "garbage", std::string(R"({"format":"attentoscope\/scene", broken)")}) {
    for (const char* name : {"a.json", "a.png", "a.gif", "noending"}) {
      expect_kept(name, bytes, "a scene");
    }
  }
  for (const char* name : {"a.attn.json", "A.ATTN.JSON"}) expect_kept(name, "{", "a scene");
}

TEST_F(Guard, NetworksLessonsAndUnsavedWorkToo) {
  expect_kept("a.json", R"({"version": 1, "format": "attentoscope/network"})", "a network");
  expect_kept("a.attn-net.json", "{", "a network");
  expect_kept("a.md", "# One", "a lesson");
  expect_kept("record", format_record(new_scene(), "", false), "unsaved work");
}

TEST_F(Guard, WhatCanBeMadeAgainIsReplaced) {
  const std::string deep = std::string(100'000, '[') + R"("format": "attentoscope/scene")";
  for (const std::string& bytes :
       {std::string(), std::string("PNG"), std::string("\0\xFF", 2), std::string("[]"), deep,
        std::string(R"({"format": "attentoscope/result", "scene": "attentoscope/scene"})"),
        std::string(R"({"a": {"format": "attentoscope/scene"}})"),
        std::string(R"(["format", "attentoscope/scene"])"),
        std::string(R"("attentoscope/scene")")}) {
    expect_replaced("a.json", bytes);
  }
  expect_replaced("a.attn.json", "");  // nothing to lose
}

TEST_F(Guard, ASceneReplacesScenesAlone) {
  const std::string path = folder_ / "a.attn.json";
  put(path, scene_);
  EXPECT_EQ(refusal(path, FileKind::scene), "");
  put(folder_ / "a.md", "# One");
  EXPECT_NE(refusal(folder_ / "a.md", FileKind::scene), "");
  EXPECT_EQ(bytes_of(folder_ / "a.md"), "# One");
}

TEST_F(Guard, ANetworkReplacesNetworksAlone) {
  constexpr std::array<std::string_view, 1> kEndings{".attn-net.json"};
  const std::string path = folder_ / "a.attn-net.json";
  put(path, R"({"format": "attentoscope/network", "version": 1})");
  EXPECT_NO_THROW(check_output(path, kEndings, {}, FileKind::network));
  EXPECT_THROW(check_output(path, kEndings, {}), WouldBeLost);
  EXPECT_EQ(refusal(path, FileKind::network), "");
  put(folder_ / "a.attn.json", scene_);
  EXPECT_NE(refusal(folder_ / "a.attn.json", FileKind::network), "");
  EXPECT_EQ(bytes_of(folder_ / "a.attn.json"), scene_);
  put(path, "{}");
  EXPECT_NE(refusal(path, FileKind::scene), "") << "by its name";
  put(path, scene_);
  EXPECT_NE(refusal(path, FileKind::network), "") << "by what stands in it";
  fs::create_symlink("b.attn.json", folder_ / "b.attn-net.json");
  put(folder_ / "b.attn.json", "broken");
  EXPECT_NE(refusal(folder_ / "b.attn-net.json", FileKind::network), "") << "by where it leads";
}

TEST_F(Guard, LinksLeadToWhatTheyName) {
  const std::string path = folder_ / "plain";
  put(path, scene_);
  put(folder_ / "bad.attn.json", "{");
  fs::create_symlink("plain", folder_ / "link.png");
  fs::create_symlink("link.png", folder_ / "twice.png");
  fs::create_symlink("bad.attn.json", folder_ / "named.png");
  fs::create_hard_link(path, folder_ / "hard.png");
  for (const char* name : {"link.png", "twice.png", "named.png", "hard.png"}) {
    EXPECT_NE(refusal(folder_ / name, FileKind::output), "") << name;
  }
  EXPECT_EQ(bytes_of(path), scene_);
  EXPECT_EQ(bytes_of(folder_ / "bad.attn.json"), "{");
}

TEST_F(Guard, TheProgramsOwnFilesAreItsOwn) {
  ::setenv("XDG_CONFIG_HOME", folder_.path().c_str(), 1);
  write_settings({.dark = true});
  const std::string link = folder_ / "table.json";
  fs::create_symlink(settings_file(), link);
  const std::string before = bytes_of(settings_file());
  EXPECT_NE(refusal(settings_file(), FileKind::output), "");
  EXPECT_NE(refusal(link, FileKind::output), "");
  EXPECT_EQ(bytes_of(settings_file()), before);
  write_settings({.dark = false});
  EXPECT_FALSE(read_settings().dark);
  ::unsetenv("XDG_CONFIG_HOME");
}

TEST_F(Guard, AnOutputHasItsEnding) {
  constexpr std::array<std::string_view, 2> kEndings{".json", ".csv"};
  const auto words = [&](const std::string& path, const std::vector<std::string>& read = {}) {
    try {
      check_output(path, kEndings, read);
      return std::string();
    } catch (const WouldBeLost& error) {
      return std::string(error.what());
    }
  };
  for (const char* name : {"a.json", "A.JSON", "a.b.csv", ".json"}) {
    EXPECT_EQ(words(folder_ / name), "") << name;
  }
  for (const char* name : {"a", "a.png", "json", "a.json.txt"}) {
    EXPECT_EQ(words(folder_ / name), "expected a name that ends in .json, .csv") << name;
  }
  EXPECT_EQ(words(folder_ / "a.attn.json"), "this is the name of a scene; choose another name");
  EXPECT_EQ(words(folder_ / "a.attn-net.json"),
            "this is the name of a network; choose another name");
  EXPECT_EQ(words("/dev/null"), "");
  EXPECT_EQ(words(folder_.path().string()), "") << "it is told when it is written";
  put(folder_ / "losses.json", "[]");
  EXPECT_EQ(words(folder_ / "losses.json"), "");
  EXPECT_EQ(words(folder_ / "losses.json", {"-", folder_ / "losses.json"}),
            "this is an input, and would be lost; choose another name");
}

}  // namespace
}  // namespace attn::output_guard_test
