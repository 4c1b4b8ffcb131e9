#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "tests/ui/desktop.h"
// clang-format off: X11 has macros that other headers do not survive.
#include <X11/Xatom.h>
#include <X11/Xlib.h>
// clang-format on

namespace attn::ui::content_scale_test {
namespace {

TEST(ContentScale, ALargeOneLeavesASmallWindowWhole) {
  const std::string example = "assets/examples/01-sleepy-child.attn.json";
  test::Desktop plain, fine;
  // The display forgets this when its last program ends.
  const std::unique_ptr<Display, int (*)(Display*)> display(XOpenDisplay(fine.display().c_str()),
                                                            &XCloseDisplay);
  const std::string resources = "Xft.dpi:\t288\n";
  XChangeProperty(display.get(), DefaultRootWindow(display.get()), XA_RESOURCE_MANAGER, XA_STRING,
                  8, PropModeReplace, reinterpret_cast<const unsigned char*>(resources.data()),
                  static_cast<int>(resources.size()));
  XSync(display.get(), False);

  test::OpenProgram expected(plain, example, "1024x640");
  test::OpenProgram program(fine, example, "1024x640");
  expected.rest();
  program.rest();
  const auto wanted = expected.controls(), found = program.controls();
  EXPECT_EQ(found.size(), wanted.size());
  for (const auto& [name, box] : wanted) {
    ASSERT_TRUE(found.contains(name)) << name;
    if (name == "title") continue;  // beside a time, which is another one in each window
    EXPECT_EQ(found.at(name).x, box.x) << name;
    EXPECT_EQ(found.at(name).width, box.width) << name;
  }
  const double height = program.control("sentence").height;
  fine.resize_window(1536, 960);
  EXPECT_TRUE(test::eventually([&] { return program.control("sentence").height == 1.5 * height; }));
}

}  // namespace
}  // namespace attn::ui::content_scale_test
