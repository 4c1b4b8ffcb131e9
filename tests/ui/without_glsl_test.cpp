// The window of a program that was built without compute shaders.

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::ui::without_glsl_test {
namespace {

using namespace attn::test;

TEST(BackendMenu, SaysThatTheProgramWasBuiltWithoutGlsl) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "attentoscope");
  put(folder / "attentoscope/settings.json", R"({"backend": "glsl"})");
  Desktop desktop;
  OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json", "1440x900",
                      folder.path());
  EXPECT_TRUE(eventually([&] {
    return program.text("message") ==
           "Computed by Eigen: this program was built without compute shaders";
  })) << program.text("message");
  program.click("menu.View");
  program.click("menu.Backend");
  EXPECT_EQ(program.text("menu.backend.glsl"),
            "GLSL · this program was built without compute shaders");
  program.click("menu.backend.glsl");
  program.key("ctrl+z");  // nothing to undo: it still answers
  EXPECT_TRUE(program.text("backend").starts_with("Eigen · "));
}

}  // namespace
}  // namespace attn::ui::without_glsl_test
