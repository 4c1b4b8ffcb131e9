#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::test {

inline constexpr const char* kFilesExample = "assets/examples/01-sleepy-child.attn.json";

/// The real window with a scene in a folder of its own.
class Files : public testing::Test {
 protected:
  std::filesystem::path folder() { return program.scene_path().parent_path(); }
  /// A copy of the example with its title changed, beside it or in a folder below.
  std::filesystem::path put_scene(const std::string& name, const std::string& title) {
    Scene scene = read_scene(program.scene_path().string());
    scene.title = title;
    const std::filesystem::path path = folder() / name;
    std::filesystem::create_directories(path.parent_path());
    write_scene(scene, path.string());
    return path;
  }
  bool is_written(const std::filesystem::path& path) {
    return eventually([&] { return std::filesystem::exists(path); });
  }
  bool gone(const std::string& name) {
    return eventually([&] { return !program.shows(name); });
  }
  /// Scene in the window, read by saving it under a new name.
  Scene shown_scene() {
    const std::filesystem::path path =
        folder() / ("probe-" + std::to_string(++probes) + ".attn.json");
    program.key("ctrl+shift+s");
    program.control("browser.name");
    program.key("ctrl+a");
    program.type(path.string() + "\n");
    EXPECT_TRUE(is_written(path));
    EXPECT_TRUE(gone("browser"));
    return read_scene(path.string());
  }

  Desktop desktop;
  OpenProgram program{desktop, kFilesExample};
  int probes = 0;
};

}  // namespace attn::test
