// Scenes that other programs send to the window: shown, followed with the view that the user chose,
// and never in place of the user's work.

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "app/document/messages/message.h"
#include "app/document/scene_file/scene_file.h"
#include "app/platform/local_socket.h"
#include "app/session/files/session.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace attn::received_scenes_test {
namespace {

using namespace std::chrono_literals;

Scene scene_of_number(float number) {
  Scene scene;
  scene.tokens = {"a", "b"};
  scene.embeddings = Matrix(Matrix::Constant(2, 3, number));
  scene.heads.resize(3);
  return scene;
}

class ReceivedScenes : public testing::Test {
 protected:
  ReceivedScenes() {
    ::setenv("XDG_RUNTIME_DIR", (folder / "").c_str(), 1);
    session.emplace(scene_of_number(0), KnownFile(), [] {});
    EXPECT_TRUE(session->files.listen());
  }
  ~ReceivedScenes() override { ::unsetenv("XDG_RUNTIME_DIR"); }

  /// Sends a scene, and draws frames until it was taken.
  void send(const std::string& name, float number) {
    const auto connection = connect_to(window_socket_path());
    send_all(*connection, bytes_of({name, format_scene(scene_of_number(number)), ""}), 10s);
    for (int n = 0; n < 6000 && !session->files.has_received(); ++n) {
      std::this_thread::sleep_for(10ms);
    }
    session->catch_up();
    updated = session->files.receive();
    for (int n = 0; n < 6000 && session->workspace.opening() != nullptr; ++n) {
      std::this_thread::sleep_for(10ms);
      session->catch_up();
    }
  }
  Workspace& workspace() { return session->workspace; }
  float number() { return (*workspace().scene().embeddings)(0, 0); }
  void change() {
    workspace().edit("x", "Change", "", [](Scene& scene) { scene.embeddings.edit()(0, 0) = 77; });
  }

  const test::TemporaryFolder folder;
  std::optional<Session> session;
  bool updated = false;
};

TEST_F(ReceivedScenes, ANewNameIsShownAndFollowedWithTheView) {
  send("loss", 1);
  EXPECT_EQ(number(), 1);
  EXPECT_FALSE(updated);
  workspace().look.view.head = 2;
  workspace().look.view.tab = "links";
  send("loss", 2);
  EXPECT_EQ(number(), 2);
  EXPECT_TRUE(updated);
  EXPECT_EQ(workspace().look.view.head, 2);
  EXPECT_EQ(workspace().look.view.tab, "links");
  EXPECT_EQ(session->files.received().size(), 1U);
  EXPECT_TRUE(session->files.left_work().size() == 0);
}

TEST_F(ReceivedScenes, OthersWaitInTheList) {
  send("a", 1);
  send("b", 2);
  EXPECT_EQ(number(), 2);
  send("a", 3);
  EXPECT_EQ(number(), 2) << "b is open";
  session->files.open_received(0);
  EXPECT_EQ(number(), 3);
  send("a", 4);
  EXPECT_EQ(number(), 4);
}

TEST_F(ReceivedScenes, AChangedSceneStays) {
  send("a", 1);
  change();
  send("a", 2);
  EXPECT_EQ(number(), 77);
  EXPECT_NE(workspace().notices.message().find("“a” was sent again"), std::string::npos);
  workspace().notices.forget_message();
  send("a", 3);
  EXPECT_EQ(workspace().notices.message(), "") << "said once";
  session->files.open_received(0);
  EXPECT_EQ(number(), 3);
  EXPECT_EQ(session->files.left_work().size(), 1U) << "the changed one is kept";
}

TEST_F(ReceivedScenes, TheListHasAnEndAndKeepsTheOneThatIsOpen) {
  send("first", 1);
  for (int n = 0; n < 40; ++n) {
    send("name " + std::to_string(n), 2);
    session->files.open_received(0);
  }
  EXPECT_EQ(session->files.received().size(), Inbox::kMostNames);
  EXPECT_EQ(session->files.received()[0].name, "first");
}

}  // namespace
}  // namespace attn::received_scenes_test
