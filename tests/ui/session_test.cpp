#include "app/ui/session.h"

#include <filesystem>
#include <limits>

#include <gtest/gtest.h>
#include <unistd.h>

#include "app/document/scene_file.h"
#include "assets/assets.h"

namespace attn::ui {
namespace {

Scene example() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

void set_number(Scene& scene, Index i, Index j, float value) {
  scene.embeddings.edit()(i, j) = value;
}

TEST(Session, EvaluatesEachEditAtOnce) {
  Session session(example(), "");
  const auto first = session.evaluation_number();
  EXPECT_NEAR(session.evaluation().trace.heads[0].weights(5, 3), 0.877, 0.001);
  session.edit("embeddings", "Change", "", [](Scene& scene) { set_number(scene, 3, 1, 0); });
  EXPECT_NE(session.evaluation_number(), first);
  EXPECT_NEAR(session.evaluation().trace.heads[0].scores(5, 3), 1, 1e-6);
  session.undo();
  EXPECT_NEAR(session.evaluation().trace.heads[0].weights(5, 3), 0.877, 0.001);
  EXPECT_EQ(session.scene(), example());
}

TEST(Session, RefusesWhatCannotBeEvaluatedAndKeepsAllAsItWas) {
  Session session(example(), "");
  const auto number = session.evaluation_number();
  session.edit("embeddings", "Change", "", [](Scene& scene) {
    scene.embeddings.edit().setConstant(std::numeric_limits<float>::max());
  });
  EXPECT_EQ(session.scene(), example());
  ASSERT_NE(session.complaint("embeddings"), nullptr);
  EXPECT_EQ(session.complaint("temperature"), nullptr);
  session.edit("temperature", "Change", "",
               [](Scene& scene) { scene.normalizer.temperature = -1; });
  ASSERT_NE(session.complaint("temperature"), nullptr);
  EXPECT_EQ(session.evaluation_number(), number);
  session.edit("temperature", "Change", "", [](Scene& scene) { scene.normalizer.temperature = 2; });
  EXPECT_EQ(session.complaint("temperature"), nullptr) << "until the next edit";
}

TEST(Session, OpensNothingThatItCannotEvaluate) {
  Session session(example(), "kept.attn.json");
  Scene broken = example();
  broken.embeddings.edit().setConstant(std::numeric_limits<float>::max());
  EXPECT_THROW(session.open(broken, "broken.attn.json"), SceneError);
  EXPECT_EQ(session.scene(), example());
  EXPECT_EQ(session.path(), "kept.attn.json");
}

TEST(Session, PinsOnlyWhatIsThere) {
  Session session(example(), "");
  EXPECT_EQ(session.pinned(), (Cell{5, 3}));
  session.view.selection = Cell{6, 0};
  EXPECT_EQ(session.pinned(), std::nullopt);
  session.hovered = Cell{1, 1};
  EXPECT_EQ(session.shown(), (Cell{1, 1}));
}

TEST(Session, SavesWithTheViewAndSaysSo) {
  const auto path =
      std::filesystem::temp_directory_path() / ("session-" + std::to_string(getpid()) + ".json");
  Session session(example(), path.string());
  session.view.colormap = "viridis";
  session.save();
  EXPECT_EQ(session.message, "Saved " + path.string());
  const Scene saved = read_scene(path.string());
  EXPECT_EQ(parse_view(saved.view).colormap, "viridis");
  std::filesystem::remove(path);

  Session nowhere(example(), "/no/such/folder/scene.attn.json");
  nowhere.save();
  EXPECT_NE(nowhere.message.find("No such file or directory"), std::string::npos);
}

}  // namespace
}  // namespace attn::ui
