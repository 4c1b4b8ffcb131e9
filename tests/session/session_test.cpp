#include "app/session/workspace/session.h"

#include <condition_variable>
#include <filesystem>
#include <limits>
#include <mutex>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "app/document/edits/token_edits.h"
#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"
#include "tests/support/temporary_folder.h"

namespace attn::session_test {
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

/// Of version 2 of the scene format.
Scene later_example() {
  Scene scene = example();
  scene.heads[0].sink = 0.0F;
  return scene;
}

TEST(Session, ShowsNothingOfAVersionThatItDoesNotKnow) {
  Session session(example(), "kept.attn.json");
  const auto number = session.evaluation_number();
  EXPECT_THROW(session.open(later_example(), "later.attn.json"), SceneError);
  const test::TemporaryFolder folder;
  const std::string path = folder / "later.attn.json";
  write_scene(later_example(), path);
  EXPECT_FALSE(session.open_file(path));
  EXPECT_NE(session.message.find("/version: scenes of version 2 can be computed"),
            std::string::npos)
      << session.message;
  session.recovered = Recovered{later_example(), path, {}, true};
  session.open_recovered();
  EXPECT_NE(session.message.find("scenes of version 2"), std::string::npos) << session.message;
  session.edit("heads", "Change", "", [](Scene& scene) { scene.heads[0].sink = 0.0F; });
  ASSERT_NE(session.complaint("heads"), nullptr);
  EXPECT_EQ(session.scene(), example());
  EXPECT_EQ(session.path(), "kept.attn.json");
  EXPECT_EQ(session.evaluation_number(), number);
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
  try {
    session.open(of_tokens(400), "large.attn.json");
    FAIL();
  } catch (const SceneError& error) {
    EXPECT_EQ(error.problem().text, "needs 3 MB of memory, and the limit is 1 MB");
  }
  EXPECT_EQ(session.scene(), example());
  EXPECT_EQ(session.path(), "kept.attn.json");
}

TEST_F(SmallMemory, RefusesEditsThatNeedMore) {
  Session session(of_tokens(100), "");
  const Scene before = session.scene();
  session.edit("heads", "Add heads", "", [](Scene& scene) { scene.heads.resize(30); });
  ASSERT_NE(session.complaint("heads"), nullptr);
  EXPECT_NE(session.complaint("heads")->find("and the limit is 1 MB"), std::string::npos);
  session.edit("tokens", "Add tokens", "", [](Scene& scene) { scene = of_tokens(400); });
  EXPECT_NE(session.complaint("tokens"), nullptr);
  EXPECT_EQ(session.scene(), before);
  EXPECT_FALSE(session.document().is_changed());
  session.edit("heads", "Add a head", "", [](Scene& scene) { scene.heads.emplace_back(); });
  EXPECT_EQ(session.complaint("heads"), nullptr);
  EXPECT_EQ(session.evaluation().trace.heads.size(), 2U);
}

/// Evaluations that take until they are allowed, but for the first so many.
class SlowSession : public testing::Test {
 protected:
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
    while (session.is_behind()) {
      session.catch_up();
      std::this_thread::yield();
    }
  }
  float weight() const { return session.evaluation().trace.heads[0].weights(5, 3); }
  void TearDown() override { allow(1000); }

  BackgroundEvaluation::Evaluate evaluate_ = fastest_evaluation();
  std::mutex mutex_;
  std::condition_variable changed_;
  int allowed_ = 1;
  Session session{
      example(), "", [] {},
      [this](const Scene& scene, Progress& progress) { return slowly(scene, progress); }};
};

TEST_F(SlowSession, ShowsTheLastUntilItIsThere) {
  const float before = weight();
  session.edit("embeddings", "Change", "", [](Scene& scene) { set_number(scene, 3, 1, 0); });
  EXPECT_TRUE(session.is_behind());
  EXPECT_EQ((*session.scene().embeddings)(3, 1), 0);
  EXPECT_EQ(weight(), before);
  EXPECT_NE((*session.evaluation().scene.embeddings)(3, 1), 0) << "what is shown fits together";
  allow(1);
  catch_up();
  EXPECT_NE(weight(), before);
  EXPECT_EQ(session.evaluation().scene, session.scene());
}

TEST_F(SlowSession, PointsOnlyAtWhatIsThereAndShown) {
  session.hovered = Cell{5, 3};
  session.edit("tokens", "Remove a token", "",
               [](Scene& scene) { remove_token(scene, TokenList::kTokens, 5); });
  EXPECT_FALSE(session.is_like_shown());
  EXPECT_EQ(session.hovered, std::nullopt);
  EXPECT_EQ(session.evaluation().trace.heads[0].weights.rows(), 6);
  session.edit("heads", "Add a head", "", [](Scene& scene) { scene.heads.emplace_back(); });
  session.view.head = 1;
  EXPECT_EQ(session.head(), 0) << "the second is not shown yet";
  allow(2);
  catch_up();
  EXPECT_EQ(session.head(), 1);
  EXPECT_TRUE(session.is_like_shown());
}

TEST_F(SlowSession, TakesBackWhatCanNotBeEvaluated) {
  session.edit("temperature", "Temperature", "t",
               [](Scene& scene) { scene.normalizer.temperature = 2; });
  allow(1);
  catch_up();
  session.edit("temperature", "Temperature", "t", [](Scene& scene) {
    scene.embeddings.edit().setConstant(std::numeric_limits<float>::max());
  });
  EXPECT_EQ(session.complaint("temperature"), nullptr);
  allow(1);
  catch_up();
  ASSERT_NE(session.complaint("temperature"), nullptr);
  Scene expected = example();
  expected.normalizer.temperature = 2;
  EXPECT_EQ(session.scene(), expected);
  EXPECT_EQ(session.document().position(), 1U);
}

TEST_F(SlowSession, OpensWhenItIsEvaluated) {
  Scene other = example();
  other.title = "Another";
  other.normalizer.temperature = 3;
  session.open(other, "other.attn.json");
  ASSERT_NE(session.opening(), nullptr);
  EXPECT_EQ(session.scene(), example());
  session.edit("temperature", "Temperature", "",
               [](Scene& scene) { scene.normalizer.temperature = 2; });
  EXPECT_NE(session.complaint("temperature"), nullptr) << "edits wait for it";
  EXPECT_EQ(session.scene(), example());
  allow(1);
  catch_up();
  EXPECT_EQ(session.opening(), nullptr);
  EXPECT_EQ(session.scene(), other);
  EXPECT_EQ(session.path(), "other.attn.json");
}

TEST_F(SlowSession, TellsOfAReloadWhenItIsThere) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "scene.attn.json";
  write_scene(example(), path);
  allow(1);
  ASSERT_TRUE(session.open_file(path));
  catch_up();
  allow(1);
  session.edit("embeddings", "Change", "", [](Scene& scene) { set_number(scene, 3, 1, 0); });
  catch_up();
  session.message.clear();
  Scene other = example();
  set_number(other, 3, 1, 7);
  write_scene(other, path);
  session.reload();
  ASSERT_NE(session.opening(), nullptr);
  EXPECT_EQ(session.message, "") << "it is not open yet";
  allow(1);
  catch_up();
  EXPECT_EQ(session.scene().embeddings, other.embeddings);
  EXPECT_TRUE(session.message.starts_with("Opened what is in the file now")) << session.message;
}

TEST_F(SlowSession, KeepsTheOpenOneWhereAnotherCanNotBeEvaluated) {
  Scene broken = example();
  broken.embeddings.edit().setConstant(std::numeric_limits<float>::max());
  session.open(broken, "broken.attn.json");
  allow(1);
  catch_up();
  EXPECT_EQ(session.scene(), example());
  EXPECT_EQ(session.evaluation().scene, example());
  EXPECT_EQ(session.message.find("broken.attn.json: /heads/0: "), 0U) << session.message;
  session.edit("temperature", "Temperature", "",
               [](Scene& scene) { scene.normalizer.temperature = 2; });
  allow(1);
  catch_up();
  EXPECT_EQ(session.scene().normalizer.temperature, 2);
}

TEST_F(SlowSession, KnowsTheNewestTemperatureWhileNothingElseIsNewer) {
  EXPECT_EQ(session.newest_temperature(), 1);
  session.edit("temperature", "Temperature", "t",
               [](Scene& scene) { scene.normalizer.temperature = 2; });
  EXPECT_EQ(session.evaluation().scene.normalizer.temperature, 1);
  EXPECT_EQ(session.newest_temperature(), 2);
  session.edit("embeddings", "Change", "", [](Scene& scene) { set_number(scene, 3, 1, 0); });
  EXPECT_EQ(session.newest_temperature(), 1) << "the scores that are shown are older";
  allow(3);
  catch_up();
  EXPECT_EQ(session.newest_temperature(), 2);
}

TEST_F(SlowSession, FollowsUndoWhileItIsBehind) {
  const float before = weight();
  session.edit("embeddings", "Change", "", [](Scene& scene) { set_number(scene, 3, 1, 0); });
  session.undo();
  allow(2);
  catch_up();
  EXPECT_EQ(session.evaluation().scene, example());
  EXPECT_EQ(weight(), before);
}

}  // namespace
}  // namespace attn::session_test
