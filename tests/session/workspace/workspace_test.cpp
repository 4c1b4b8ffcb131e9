#include "app/session/workspace/workspace.h"

#include <condition_variable>
#include <filesystem>
#include <limits>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "app/document/edits/input_edits.h"
#include "app/document/scene_file/scene_file.h"
#include "app/session/files/session.h"
#include "assets/assets.h"
#include "tests/support/temporary_folder.h"

namespace attn::workspace_test {
namespace {

Scene example() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

void set_number(Scene& scene, Index i, Index j, float value) {
  scene.embeddings.edit()(i, j) = value;
}

TEST(Workspace, EvaluatesEachEditAtOnce) {
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  const auto first = workspace.evaluated().number();
  EXPECT_NEAR(workspace.evaluation().trace.heads[0].weights(5, 3), 0.877, 0.001);
  workspace.edit("embeddings", "Change", "", [](Scene& scene) { set_number(scene, 3, 1, 0); });
  EXPECT_NE(workspace.evaluated().number(), first);
  EXPECT_NEAR(workspace.evaluation().trace.heads[0].scores(5, 3), 1, 1e-6);
  workspace.undo();
  EXPECT_NEAR(workspace.evaluation().trace.heads[0].weights(5, 3), 0.877, 0.001);
  EXPECT_EQ(workspace.scene(), example());
}

TEST(Workspace, OpensWithTheLargestWeightKeptWhereTheSceneSaysNoCell) {
  const Session kept(example(), "");
  EXPECT_EQ(kept.workspace.look.view.selection, (Cell{5, 3}));
  Scene scene = example();
  scene.view.clear();
  Session session(scene, "");
  Workspace& workspace = session.workspace;
  ASSERT_TRUE(workspace.look.view.selection);
  const Matrix& weights = workspace.evaluation().trace.heads[0].weights;
  EXPECT_EQ(weights(workspace.look.view.selection->query, workspace.look.view.selection->key),
            weights.maxCoeff());
  EXPECT_EQ(workspace.scene(), scene) << "it is looked at, not changed";
}

TEST(Workspace, RefusesWhatCannotBeEvaluatedAndKeepsAllAsItWas) {
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  const auto number = workspace.evaluated().number();
  workspace.edit("embeddings", "Change", "", [](Scene& scene) {
    scene.embeddings.edit().setConstant(std::numeric_limits<float>::max());
  });
  EXPECT_EQ(workspace.scene(), example());
  ASSERT_NE(workspace.notices.complaint("embeddings"), nullptr);
  EXPECT_EQ(workspace.notices.complaint("temperature"), nullptr);
  workspace.edit("temperature", "Change", "",
                 [](Scene& scene) { scene.normalizer.temperature = -1; });
  ASSERT_NE(workspace.notices.complaint("temperature"), nullptr);
  EXPECT_EQ(workspace.evaluated().number(), number);
  workspace.edit("temperature", "Change", "",
                 [](Scene& scene) { scene.normalizer.temperature = 2; });
  EXPECT_EQ(workspace.notices.complaint("temperature"), nullptr) << "until the next edit";
}

TEST(Workspace, OpensNothingThatItCannotEvaluate) {
  Session session(example(), "kept.attn.json");
  Workspace& workspace = session.workspace;
  Scene broken = example();
  broken.embeddings.edit().setConstant(std::numeric_limits<float>::max());
  EXPECT_THROW(session.files.open(broken, "broken.attn.json"), SceneError);
  EXPECT_EQ(workspace.scene(), example());
  EXPECT_EQ(workspace.file().path, "kept.attn.json");
}

TEST(Workspace, PinsOnlyWhatIsThere) {
  Session session(example(), "");
  Workspace& workspace = session.workspace;
  EXPECT_EQ(workspace.pinned(), (Cell{5, 3}));
  workspace.look.view.selection = Cell{6, 0};
  EXPECT_EQ(workspace.pinned(), std::nullopt);
  workspace.look.hovered = Cell{1, 1};
  EXPECT_EQ(workspace.shown(), (Cell{1, 1}));
}

TEST(Workspace, SavesWithTheViewAndSaysSo) {
  const auto path =
      std::filesystem::temp_directory_path() / ("session-" + std::to_string(getpid()) + ".json");
  Session session(example(), path.string());
  Workspace& workspace = session.workspace;
  workspace.look.view.colormap = "viridis";
  session.files.save();
  EXPECT_EQ(workspace.notices.message(), "Saved " + path.string());
  const Scene saved = read_scene(path.string());
  EXPECT_EQ(parse_view(saved.view).colormap, "viridis");
  std::filesystem::remove(path);

  Session nowhere(example(), "/no/such/folder/scene.attn.json");
  nowhere.files.save();
  EXPECT_NE(nowhere.workspace.notices.message().find("No such file or directory"),
            std::string::npos);
}

/// A limit of 1 MB.
class SmallMemory : public testing::Test {
 protected:
  void SetUp() override { ::setenv("ATTENTOSCOPE_MEMORY", "1", 1); }
  void TearDown() override { ::unsetenv("ATTENTOSCOPE_MEMORY"); }
};

Scene of_tokens(std::size_t count) {
  Scene scene = example();
  scene.values.reset();
  scene.tokens.resize(count, "word");
  scene.embeddings = Matrix(Matrix::Ones(static_cast<Index>(count), 3));
  return scene;
}

TEST_F(SmallMemory, RefusesALargeSceneAndKeepsTheOpenOne) {
  Session session(example(), "kept.attn.json");
  Workspace& workspace = session.workspace;
  try {
    session.files.open(of_tokens(400), "large.attn.json");
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().text, "needs 8 MB of memory, and the limit is 1 MB");
  }
  EXPECT_EQ(workspace.scene(), example());
  EXPECT_EQ(workspace.file().path, "kept.attn.json");
}

TEST_F(SmallMemory, RefusesEditsThatNeedMore) {
  Session session(of_tokens(100), "");
  Workspace& workspace = session.workspace;
  const Scene before = workspace.scene();
  workspace.edit("heads", "Add heads", "", [](Scene& scene) { scene.heads.resize(30); });
  ASSERT_NE(workspace.notices.complaint("heads"), nullptr);
  EXPECT_NE(workspace.notices.complaint("heads")->find("and the limit is 1 MB"), std::string::npos);
  workspace.edit("tokens", "Add tokens", "", [](Scene& scene) { scene = of_tokens(400); });
  EXPECT_NE(workspace.notices.complaint("tokens"), nullptr);
  EXPECT_EQ(workspace.scene(), before);
  EXPECT_FALSE(workspace.document().is_changed());
  workspace.edit("heads", "Add a head", "", [](Scene& scene) { scene.heads.emplace_back(); });
  EXPECT_EQ(workspace.notices.complaint("heads"), nullptr);
  EXPECT_EQ(workspace.evaluation().trace.heads.size(), 2U);
}

/// Evaluations that take until they are allowed, but for the first so many.
class SlowWorkspace : public testing::Test {
 protected:
  /// The first scene is there, however busy the machine is.
  SlowWorkspace() { catch_up(); }
  std::shared_ptr<const Evaluation> slowly(const Scene& scene, Progress& progress) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return allowed_ > 0; });
    --allowed_;
    return evaluate_(scene, progress);
  }
  void allow(int count) {
    const std::lock_guard lock(mutex_);
    allowed_ += count;
    changed_.notify_all();
  }
  /// As frames do, until nothing is waited for.
  void catch_up() {
    while (workspace.evaluated().is_behind()) {
      session.catch_up();
      std::this_thread::yield();
    }
  }
  float weight() const { return workspace.evaluation().trace.heads[0].weights(5, 3); }
  void TearDown() override { allow(1000); }

  BackgroundEvaluation::Evaluate evaluate_ = fastest_evaluation();
  std::mutex mutex_;
  std::condition_variable changed_;
  int allowed_ = 1;
  Session session{
      example(), "", [] {},
      [this](const Scene& scene, Progress& progress) { return slowly(scene, progress); }};
  Workspace& workspace = session.workspace;
};

TEST_F(SlowWorkspace, ShowsTheLastUntilItIsThere) {
  const float before = weight();
  workspace.edit("embeddings", "Change", "", [](Scene& scene) { set_number(scene, 3, 1, 0); });
  EXPECT_TRUE(workspace.evaluated().is_behind());
  EXPECT_EQ((*workspace.scene().embeddings)(3, 1), 0);
  EXPECT_EQ(weight(), before);
  EXPECT_NE((*workspace.evaluation().scene.embeddings)(3, 1), 0) << "what is shown fits together";
  allow(1);
  catch_up();
  EXPECT_NE(weight(), before);
  EXPECT_EQ(workspace.evaluation().scene, workspace.scene());
}

TEST_F(SlowWorkspace, PointsOnlyAtWhatIsThereAndShown) {
  workspace.look.hovered = Cell{5, 3};
  workspace.edit("tokens", "Remove a token", "",
                 [](Scene& scene) { remove_token(scene, TokenList::kTokens, 5); });
  EXPECT_FALSE(workspace.is_like_shown());
  EXPECT_EQ(workspace.look.hovered, std::nullopt);
  EXPECT_EQ(workspace.evaluation().trace.heads[0].weights.rows(), 6);
  workspace.edit("heads", "Add a head", "", [](Scene& scene) { scene.heads.emplace_back(); });
  workspace.look.view.head = 1;
  EXPECT_EQ(workspace.head(), 0) << "the second is not shown yet";
  allow(2);
  catch_up();
  EXPECT_EQ(workspace.head(), 1);
  EXPECT_TRUE(workspace.is_like_shown());
}

TEST_F(SlowWorkspace, TakesBackWhatCanNotBeEvaluated) {
  workspace.edit("temperature", "Temperature", "t",
                 [](Scene& scene) { scene.normalizer.temperature = 2; });
  allow(1);
  catch_up();
  workspace.edit("temperature", "Temperature", "t", [](Scene& scene) {
    scene.embeddings.edit().setConstant(std::numeric_limits<float>::max());
  });
  EXPECT_EQ(workspace.notices.complaint("temperature"), nullptr);
  allow(1);
  catch_up();
  ASSERT_NE(workspace.notices.complaint("temperature"), nullptr);
  Scene expected = example();
  expected.normalizer.temperature = 2;
  EXPECT_EQ(workspace.scene(), expected);
  EXPECT_EQ(workspace.document().position(), 1U);
}

TEST_F(SlowWorkspace, OpensWhenItIsEvaluated) {
  Scene other = example();
  other.title = "Another";
  other.normalizer.temperature = 3;
  session.files.open(other, "other.attn.json");
  ASSERT_NE(workspace.opening(), nullptr);
  EXPECT_EQ(workspace.scene(), example());
  workspace.edit("temperature", "Temperature", "",
                 [](Scene& scene) { scene.normalizer.temperature = 2; });
  EXPECT_NE(workspace.notices.complaint("temperature"), nullptr) << "edits wait for it";
  EXPECT_EQ(workspace.scene(), example());
  allow(1);
  catch_up();
  EXPECT_EQ(workspace.opening(), nullptr);
  EXPECT_EQ(workspace.scene(), other);
  EXPECT_EQ(workspace.file().path, "other.attn.json");
}

TEST_F(SlowWorkspace, TellsOfAReloadWhenItIsThere) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "scene.attn.json";
  write_scene(example(), path);
  allow(1);
  ASSERT_TRUE(session.files.open_file(path));
  catch_up();
  allow(1);
  workspace.edit("embeddings", "Change", "", [](Scene& scene) { set_number(scene, 3, 1, 0); });
  catch_up();
  workspace.notices.forget_message();
  Scene other = example();
  set_number(other, 3, 1, 7);
  write_scene(other, path);
  session.files.reload();
  ASSERT_NE(workspace.opening(), nullptr);
  EXPECT_EQ(workspace.notices.message(), "") << "it is not open yet";
  allow(1);
  catch_up();
  EXPECT_EQ(workspace.scene().embeddings, other.embeddings);
  EXPECT_TRUE(workspace.notices.message().starts_with("Opened the file as it is now"))
      << workspace.notices.message();
}

TEST_F(SlowWorkspace, KeepsTheOpenOneWhereAnotherCanNotBeEvaluated) {
  Scene broken = example();
  broken.embeddings.edit().setConstant(std::numeric_limits<float>::max());
  session.files.open(broken, "broken.attn.json");
  allow(1);
  catch_up();
  EXPECT_EQ(workspace.scene(), example());
  EXPECT_EQ(workspace.evaluation().scene, example());
  EXPECT_EQ(workspace.notices.message().find("broken.attn.json: /heads/0: "), 0U)
      << workspace.notices.message();
  workspace.edit("temperature", "Temperature", "",
                 [](Scene& scene) { scene.normalizer.temperature = 2; });
  allow(1);
  catch_up();
  EXPECT_EQ(workspace.scene().normalizer.temperature, 2);
}

TEST_F(SlowWorkspace, KnowsTheNewestTemperatureWhileNothingElseIsNewer) {
  EXPECT_EQ(workspace.newest_temperature(), 1);
  workspace.edit("temperature", "Temperature", "t",
                 [](Scene& scene) { scene.normalizer.temperature = 2; });
  EXPECT_EQ(workspace.evaluation().scene.normalizer.temperature, 1);
  EXPECT_EQ(workspace.newest_temperature(), 2);
  workspace.edit("embeddings", "Change", "", [](Scene& scene) { set_number(scene, 3, 1, 0); });
  EXPECT_EQ(workspace.newest_temperature(), 1) << "the scores that are shown are older";
  allow(3);
  catch_up();
  EXPECT_EQ(workspace.newest_temperature(), 2);
}

TEST_F(SlowWorkspace, FollowsUndoWhileItIsBehind) {
  const float before = weight();
  workspace.edit("embeddings", "Change", "", [](Scene& scene) { set_number(scene, 3, 1, 0); });
  workspace.undo();
  allow(2);
  catch_up();
  EXPECT_EQ(workspace.evaluation().scene, example());
  EXPECT_EQ(weight(), before);
}

}  // namespace
}  // namespace attn::workspace_test
