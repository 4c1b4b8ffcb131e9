#include "app/document/files/settings.h"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace attn::settings_test {
namespace {

TEST(SettingsFile, ComesBackAsItWasWritten) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "deep/settings.json";
  EXPECT_EQ(read_settings(file), Settings{});
  write_settings({.dark = true, .knows_first_steps = true}, file);
  EXPECT_TRUE(read_settings(file).knows_first_steps);
  EXPECT_TRUE(read_settings(file).dark);
  write_settings({.dark = false, .knows_first_steps = false}, file);
  EXPECT_FALSE(read_settings(file).dark);
  for (const Backend backend : {Backend::kGlsl, Backend::kEigen, Backend::kAuto}) {
    const Settings settings{.dark = true,
                            .knows_first_steps = true,
                            .backend = backend,
                            .hidden = {"mask", "tab.heads"},
                            .type_sizes = {{"eDP-1 1920x1080", 110}, {"HDMI-1 \"x\"", 250}},
                            .window = WindowSize{1024, 700, true}};
    write_settings(settings, file);
    EXPECT_EQ(read_settings(file), settings);
  }
}

TEST(SettingsFile, IsTheDefaultWhereItCannotBeRead) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "settings.json";
  for (const char* text :
       {"", "{", "[1]", R"({"theme": 3})", R"({"theme": "pink"})", R"({"backend": 1})",
        R"({"backend": "cuda"})", R"({"hidden": "mask"})", R"({"hidden": [1]})",
        R"({"type_sizes": 125})", R"({"type_sizes": {"a": "125", "b": 1, "c": 1e300}})",
        R"({"window": 5})", R"({"window": {"width": -5, "height": 3e300}})",
        R"({"window": {"width": 800}})"}) {
    test::put(file, text);
    EXPECT_EQ(read_settings(file), Settings{}) << text;
  }
  EXPECT_EQ(read_settings(folder.path().string()), Settings{});
}

TEST(SettingsFile, ASlipCostsOneSetting) {
  const Settings all{.dark = true,
                     .knows_first_steps = true,
                     .backend = Backend::kEigen,
                     .hidden = {"mask", "tab.heads"}};
  Settings rest = all;
  rest.backend = Backend::kAuto;
  const std::string good = format_settings(all, "");
  for (const char* slip : {"eigen", "\"eigen", "[\"eigen\"", "\"eigen\" \"glsl\"", "\"eigen\"}"}) {
    std::string text = good;
    text.replace(text.find("\"eigen\""), 7, slip);
    const Settings read = parse_settings(text);
    EXPECT_TRUE(read == rest || read == all) << text;
  }
  for (const char* comma : {",", "}", "]"}) {
    std::string text = good;
    text.erase(text.rfind(comma), 1);
    EXPECT_TRUE(parse_settings(text).dark) << text;
  }
  EXPECT_EQ(parse_settings(good + ","), all);
}

TEST(SettingsFile, WhatIsKnownStaysKnown) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "settings.json";
  write_settings({.dark = false, .knows_first_steps = true}, file);
  Settings settings = read_settings(file);
  settings.dark = true;
  write_settings(settings, file);
  EXPECT_TRUE(read_settings(file).knows_first_steps);
}

TEST(SettingsFile, KeepsWhatItDoesNotKnow) {
  const test::TemporaryFolder folder;
  const std::string file = folder / "settings.json";
  test::put(file, R"({"later": [1, 2]})");
  write_settings({.dark = true, .knows_first_steps = false}, file);
  EXPECT_NE(test::bytes_of(file).find("later"), std::string::npos);
  EXPECT_TRUE(read_settings(file).dark);
}

}  // namespace
}  // namespace attn::settings_test
