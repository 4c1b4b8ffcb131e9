// A trained model that runs texts, with its heads beside the scene of a layer.

#include "app/session/files/running_model.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <thread>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/session/files/session.h"
#include "assets/assets.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace attn::running_model_test {
namespace {

const std::string kModels = test::data_path("model/models/");

/// Waits for results of a background thread.
bool comes(const std::function<bool()>& condition) {
  for (int n = 0; n < 6000 && !condition(); ++n) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return condition();
}

class OpenModels : public testing::Test {
 protected:
  Imports& imports() { return session_.files.imports; }
  Workspace& workspace() { return session_.workspace; }

  test::TemporaryFolder folder_;
  Session session_{parse_scene(asset("assets/examples/01-sleepy-child.attn.json")), ""};
};

TEST_F(OpenModels, ShowALayerAndAllHeads) {
  session_.files.open_path(kModels + "llama");
  ASSERT_NE(imports().imported(), nullptr) << workspace().notices.message();
  EXPECT_EQ(imports().imported()->layer_count(), 2);
  EXPECT_EQ(imports().model()->text(), "0,1,2,3,4,5,6,7");
  EXPECT_TRUE(imports().model()->takes_ids());
  EXPECT_EQ(workspace().scene().title, "llama, layer 0");
  EXPECT_TRUE(workspace().scene().heads[0].w_q.has_value()) << "with its own matrices";
  EXPECT_EQ(workspace().scene().tokens.size(), 8U);
  imports().open({1, 1});
  EXPECT_EQ(workspace().scene().title, "llama, layer 1");
  EXPECT_EQ(workspace().look.view.head, 1);
  session_.files.open_new();
  EXPECT_EQ(imports().model(), nullptr);
  EXPECT_EQ(imports().imported(), nullptr);
}

TEST_F(OpenModels, RunAnotherText) {
  imports().open_model(kModels + "gpt2/config.json");
  ASSERT_NE(imports().model(), nullptr) << workspace().notices.message();
  imports().open({1, 0});
  imports().model()->run("3,5,8");
  imports().follow();
  EXPECT_EQ(imports().model()->text(), "3,5,8");
  EXPECT_EQ(workspace().scene().title, "gpt2, layer 1") << "the same layer of the new run";
  EXPECT_EQ(workspace().scene().tokens.size(), 3U);
  imports().model()->run("3,99");
  imports().follow();
  EXPECT_EQ(imports().model()->problem(), "99: expected less than 19 (V)");
  EXPECT_EQ(imports().model()->text(), "3,5,8") << "the heads stay those of the last text";
  ASSERT_NE(imports().imported(), nullptr);
}

TEST_F(OpenModels, KeepAChangedScene) {
  imports().open_model(kModels + "gpt2");
  workspace().edit("temperature", "Change", "",
                   [](Scene& scene) { scene.normalizer.temperature = 2; });
  imports().model()->run("3,5,8");
  imports().follow();
  EXPECT_EQ(workspace().scene().tokens.size(), 8U);
  EXPECT_EQ(workspace().notices.message(), "gpt2 ran; your changed scene stays as it is");
}

TEST_F(OpenModels, HideTheFirstTokenInAScene) {
  imports().open_model(kModels + "gpt2");
  imports().imported()->choose_hide({.first = true});
  imports().open({1, 0});
  ASSERT_EQ(workspace().scene().masks.size(), 2U);
  EXPECT_EQ(workspace().scene().masks[1].kind->id, "padding");
}

TEST_F(OpenModels, SayWhyOneDoesNotOpen) {
  std::filesystem::create_directory(folder_ / "m");
  std::ofstream(folder_ / "m/config.json") << R"({"model_type": "mamba"})";
  session_.files.open_path(folder_ / "m");
  EXPECT_EQ(imports().model(), nullptr);
  EXPECT_NE(workspace().notices.message().find("/model_type: \"mamba\" is not read"),
            std::string::npos)
      << workspace().notices.message();
}

TEST_F(OpenModels, SayWhyASecondOneDoesNotOpen) {
  imports().open_model(kModels + "gpt2");
  imports().open_model(folder_ / "none");
  EXPECT_EQ(imports().model(), nullptr) << "the heads are not its own";
  EXPECT_NE(workspace().notices.message().find("none: "), std::string::npos)
      << workspace().notices.message();
  ASSERT_NE(imports().imported(), nullptr) << "the first one's heads stay";
  imports().open_model(kModels + "llama");
  EXPECT_EQ(workspace().scene().title, "llama, layer 0");
  EXPECT_EQ(imports().imported()->name(), "llama");
}

TEST_F(OpenModels, TakeADocumentWithItsChanges) {
  const std::string path = folder_ / "d.attn-model.json";
  std::ofstream(path) << nlohmann::json{{"format", "attentoscope/model"},
                                        {"version", 1},
                                        {"model",
                                         std::filesystem::absolute(kModels + "gpt2").string()},
                                        {"ids", {3, 5}},
                                        {"changes", {{{"kind", "off"}, {"block", 1}, {"head", 0}}}}}
                             .dump();
  session_.files.open_path(path);
  ASSERT_NE(imports().model(), nullptr) << workspace().notices.message();
  EXPECT_EQ(imports().model()->text(), "3,5");
  imports().open({1, 0});
  EXPECT_EQ(workspace().scene().heads[0].gain, 0.0F);
}

TEST(RunningModels, RunInTheBackgroundAndStopWhenTheyAreLeft) {
  std::atomic<int> woken = 0;
  RunningModel model(kModels + "llama", [&] { ++woken; });
  model.run("1,2,3");
  model.run("3,5,8");
  ASSERT_TRUE(comes([&] {
    model.follow();
    return model.text() == "3,5,8" && !model.is_busy();
  })) << model.problem();
  const auto heads = model.take_heads();
  ASSERT_NE(heads, nullptr);
  EXPECT_EQ(heads->tokens().keys.size(), 3U);
  EXPECT_GT(woken, 0);
  for (int n = 0; n < 20; ++n) RunningModel left(kModels + "llama", [&] { ++woken; });
}

}  // namespace
}  // namespace attn::running_model_test
