// Scenes that another program sends to the real window, while the user works in it.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "app/document/messages/message.h"
#include "app/document/scene_file/scene_file.h"
#include "app/platform/local_socket.h"
#include "tests/support/temporary_folder.h"
#include "tests/ui/desktop.h"

namespace attn::test::received_test {
namespace {

using namespace std::chrono_literals;

class Received : public testing::Test {
 protected:
  Received() { ::setenv("XDG_RUNTIME_DIR", (folder / "").c_str(), 1); }
  ~Received() override { ::unsetenv("XDG_RUNTIME_DIR"); }

  /// Sends a scene of this title; returns the window's answer.
  static std::string send(const std::string& name, const std::string& title) {
    Scene scene;
    scene.title = title;
    scene.tokens = {"a", "b", "c"};
    scene.embeddings = Matrix(Matrix::Identity(3, 3));
    scene.heads.resize(2);
    std::unique_ptr<Descriptor> window;
    EXPECT_TRUE(eventually([&] {
      window = connect_to(window_socket_path());
      return window != nullptr;
    }));
    send_all(*window, bytes_of(Message{name, format_scene(scene), ""}), 10s);
    std::string bytes;
    while (wait_for_bytes(*window, kPatience) && receive_some(*window, bytes, 4096)) {
      if (const auto answer = take_answer(bytes)) return *answer;
    }
    return "none";
  }

  const TemporaryFolder folder;
  Desktop desktop;
};

TEST_F(Received, AreShownFollowedAndListedWhileTheUserWorks) {
  OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json", "1280x800");
  const auto shows_title = [&](const std::string& title) {
    return eventually([&] { return program.text("title") == title; }, 60s);
  };
  EXPECT_EQ(send("loop", "step 0"), "");
  EXPECT_TRUE(shows_title("step 0")) << program.text("title");
  program.click("tab.scores");
  for (int n = 1; n <= 20; ++n) EXPECT_EQ(send("loop", "step " + std::to_string(n)), "");
  EXPECT_TRUE(shows_title("step 20")) << program.text("title");
  // The mouse rests on a cell: all parts show it, also of a scene that comes below it.
  program.click("tab.weights");
  const Rect cell = program.control("weights[2][0]");
  desktop.input({"mousemove", std::to_string(static_cast<int>(cell.x + cell.width / 2)),
                 std::to_string(static_cast<int>(cell.y + cell.height / 2))});
  const Picture before = program.settled_picture();
  EXPECT_EQ(send("loop", "step 21"), "");
  EXPECT_TRUE(shows_title("step 21"));
  const Picture after = program.settled_picture();
  constexpr std::ptrdiff_t kBar = 4 * 1280 * 60;  // its title and time differ
  EXPECT_TRUE(std::equal(before.rgba.begin() + kBar, before.rgba.end(), after.rgba.begin() + kBar));
  EXPECT_EQ(send("other", "another one"), "");
  EXPECT_TRUE(shows_title("another one")) << program.text("title");
  program.click("menu.File");
  program.click("menu.Received");
  program.click("menu.received.0");
  EXPECT_TRUE(shows_title("step 21")) << program.text("title");
  program.click("sentence");
  program.key("ctrl+a");
  program.type("x y\n");
  EXPECT_EQ(send("loop", "step 22"), "");
  EXPECT_TRUE(eventually([&] {
    return program.text("message").find("Your changed scene stays") != std::string::npos;
  })) << program.text("message");
  EXPECT_TRUE(shows_title("step 21 *")) << program.text("title");
}

}  // namespace
}  // namespace attn::test::received_test
