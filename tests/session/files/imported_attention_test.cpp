// Attention from elsewhere that stays open beside its scene.

#include "app/session/files/imported_attention.h"

#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <thread>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/session/files/session.h"
#include "assets/assets.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/temporary_folder.h"

namespace attn::imported_attention_test {
namespace {

/// Waits for results of a background thread.
bool comes(const std::function<bool()>& condition) {
  for (int n = 0; n < 6000 && !condition(); ++n) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return condition();
}

class Imported : public testing::Test {
 protected:
  /// Two layers of two heads over two tokens.
  std::string put_heads() {
    const std::string path = folder_ / "heads.npy";
    test::put(path, test::npy("(2, 2, 2, 2)", test::floats({1, 0, .5F, .5F, 1, 0, 0, 1, 1, 0, .25F,
                                                            .75F, .5F, .5F, .9995F, .0005F})));
    return path;
  }
  void import(const std::string& path) {
    session.files.imports.offer_file(path);
    ASSERT_NE(session.files.imports.offer(), nullptr) << workspace.notices.message();
    session.files.imports.accept();
    ASSERT_NE(session.files.imports.imported(), nullptr) << workspace.notices.message();
  }
  bool is_measured() {
    return comes([&] {
      session.catch_up();
      return session.files.imports.imported()->measured() ==
             session.files.imports.imported()->head_count();
    });
  }

  test::TemporaryFolder folder_;
  Session session{parse_scene(asset("assets/examples/01-sleepy-child.attn.json")), ""};
  Workspace& workspace = session.workspace;
};

TEST_F(Imported, OpensOtherHeadsWithoutAskingAgain) {
  import(put_heads());
  EXPECT_EQ(workspace.scene().title, "Attention, layer 0 of 0 … 1 (weights as given)");
  EXPECT_FALSE(workspace.document().is_changed()) << "it is in its file";
  session.files.imports.open({1, 1});
  EXPECT_EQ(workspace.scene().title, "Attention, layer 1 of 0 … 1 (weights as given)");
  EXPECT_EQ(workspace.look.view.head, 1);
  EXPECT_EQ(session.files.left_work().size(), 0U);
  const std::size_t document = session.files.document_number();
  session.files.imports.open({1, 0});
  EXPECT_EQ(session.files.document_number(), document) << "it is in this scene, too";
  EXPECT_EQ(workspace.look.view.head, 0);
  session.files.open_new();
  EXPECT_EQ(session.files.imports.imported(), nullptr);
}

TEST_F(Imported, KeepsWhatWasChangedInALayer) {
  import(put_heads());
  workspace.edit("temperature", "Change", "",
                 [](Scene& scene) { scene.normalizer.temperature = 2; });
  session.files.imports.open({1, 0});
  EXPECT_EQ(session.files.left_work().size(), 1U);
  ASSERT_NE(session.files.imports.imported(), nullptr);
}

TEST_F(Imported, MeasuresBesideTheWindowAndAnewWhereKeysAreHidden) {
  import(put_heads());
  ImportedAttention& imported = *session.files.imports.imported();
  EXPECT_EQ(imported.summary(0), nullptr) << "nobody asked";
  imported.measure({1, 1}, 1, 1);
  ASSERT_TRUE(is_measured());
  EXPECT_EQ(imported.place(3), (ImportedHead{1, 1}));
  EXPECT_EQ(imported.number_of({1, 1}), 3);
  EXPECT_EQ(imported.summary(1)->measures.itself, 1);
  EXPECT_EQ(imported.summary(3)->lost_rows, 0);
  imported.choose_hide({.first = true, .special = false});
  EXPECT_EQ(imported.hidden_words(), "first token hidden");
  EXPECT_EQ(imported.summary(3), nullptr);
  ASSERT_TRUE(is_measured());
  EXPECT_EQ(imported.summary(3)->lost_rows, 1);
  session.files.imports.open({0, 0});
  EXPECT_NE(workspace.scene().title.find("first token hidden"), std::string::npos);
}

TEST_F(Imported, MeasuresFirstWhatIsLookedAt) {
  import(put_heads());
  ImportedAttention& imported = *session.files.imports.imported();
  imported.measure({1, 1}, 0, 0);
  // The first heads in measuring order are applied at once.
  EXPECT_TRUE(comes([&] {
    imported.follow();
    return imported.measured() > 0;
  }));
  EXPECT_NE(imported.summary(3), nullptr);
}

TEST_F(Imported, JoinsHeadsBesideTheWindow) {
  import(put_heads());
  session.files.imports.imported()->join(JoinHeads::kRollout, 1);
  const std::string title =
      "Attention, layer 1 of 0 … 1, rollout (Abnar & Zuidema 2020) through layers 0 … 1 of the "
      "given weights";
  EXPECT_TRUE(comes([&] {
    session.catch_up();
    return workspace.scene().title == title;
  })) << workspace.scene().title;
  session.files.imports.open({1, 0});
  EXPECT_EQ(workspace.scene().title, "Attention, layer 1 of 0 … 1 (weights as given)");
}

TEST_F(Imported, SaysWhatIsWrongWithAHeadAndMeasuresTheOthers) {
  const std::string path = folder_ / "heads.npy";
  test::put(path, test::npy("(2, 1, 2, 2)", test::floats({1, 0, .5F, .5F, INFINITY, 0, 0, 1})));
  import(path);
  session.files.imports.imported()->measure({0, 0}, 0, 1);
  ASSERT_TRUE(is_measured());
  EXPECT_EQ(session.files.imports.imported()->summary(0)->problem, "");
  EXPECT_NE(session.files.imports.imported()->summary(1)->problem.find("found infinity"),
            std::string::npos);
  const std::string before = workspace.scene().title;
  session.files.imports.open({1, 0});
  EXPECT_NE(workspace.notices.message().find("found infinity"), std::string::npos);
  EXPECT_EQ(workspace.scene().title, before);
}

TEST_F(Imported, OfALargeLayerOpensOneHead) {
  EXPECT_EQ(opened_with({32, 1024, 1024}, 7), std::vector<Index>{7});
  EXPECT_TRUE(opened_with({12, 512, 512}, 7).empty());
  const std::string path = folder_ / "large.npy";
  test::put(path, test::npy("(3, 5, 1000, 1000)", ""));
  std::filesystem::resize_file(path, std::filesystem::file_size(path) + 3 * 5 * 4'000'000);
  import(path);
  EXPECT_EQ(workspace.scene().heads.size(), 1U);
  session.files.imports.open({2, 4});
  EXPECT_EQ(workspace.scene().heads.size(), 1U);
  EXPECT_EQ(workspace.scene().title.substr(0, 39), "Attention, layer 2 of 0 … 2, head 4 (");
}

TEST_F(Imported, IsReadAgainWhenItsFileIsWritten) {
  import(put_heads());
  session.files.imports.open({1, 1});
  const auto follow = [&] { return session.files.imports.follow_file(); };
  EXPECT_FALSE(follow());
  EXPECT_FALSE(follow()) << "nothing has changed";

  const std::string path = folder_ / "heads.npy";
  const auto write = [&](const std::string& shape, const std::vector<float>& numbers) {
    std::ofstream(path, std::ios::binary) << test::npy(shape, test::floats(numbers));
  };
  write("(2, 2, 2, 2)", {0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, .125F, .875F, .75F, .25F});
  EXPECT_FALSE(follow()) << "it may still be written";
  EXPECT_TRUE(follow());
  EXPECT_EQ(workspace.notices.message(), "heads.npy was changed, and read again");
  EXPECT_EQ(workspace.scene().title, "Attention, layer 1 of 0 … 1 (weights as given)");
  EXPECT_EQ(workspace.look.view.head, 1);
  EXPECT_EQ((*workspace.scene().heads[1].scores)->coeff(0, 0), std::log(.125F));
  EXPECT_FALSE(follow());
  session.files.imports.imported()->measure({0, 0}, 0, 1);
  EXPECT_TRUE(is_measured());

  write("(1, 2, 2, 2)", {0, 1, 1, 0, .25F, .75F, 1, 0});
  follow();
  EXPECT_TRUE(follow());
  EXPECT_EQ(workspace.notices.message(),
            "heads.npy was changed, and read again: layer 1, head 1 is gone, layer 0, head 1 is "
            "shown");
  workspace.edit("x", "x", "", [](Scene& scene) { scene.normalizer.temperature = 2; });
  const Scene changed = workspace.scene();
  write("(1, 2, 2, 2)", {1, 0, 1, 0, .25F, .75F, 1, 0});
  follow();
  EXPECT_TRUE(follow());
  EXPECT_EQ(workspace.scene(), changed) << "no work is lost";
  EXPECT_EQ(workspace.notices.message(),
            "heads.npy was changed, and read again; your changed scene stays as it is");

  test::put(path, "cut");
  follow();
  EXPECT_FALSE(follow());
  EXPECT_NE(workspace.notices.message().find("it can't be read"), std::string::npos);
  EXPECT_EQ(workspace.scene(), changed);
  std::filesystem::remove(path);
  workspace.notices.tell("");
  EXPECT_FALSE(follow());
  EXPECT_EQ(workspace.notices.message(), "") << "it may come back";
}

TEST_F(Imported, OfQueriesAndKeysIsALiveScene) {
  const std::string path = folder_ / "qkv.npz";
  const std::string numbers = test::floats({1, 0, 0, 1, 2, 0, 0, 2});
  test::put(path, test::zip({{"q.npy", test::npy("(2, 2, 2)", numbers)},
                             {"k.npy", test::npy("(2, 2, 2)", numbers)},
                             {"v.npy", test::npy("(2, 2, 2)", numbers)}}));
  session.files.imports.offer_file(path);
  ASSERT_NE(session.files.imports.offer(), nullptr) << workspace.notices.message();
  import(path);
  EXPECT_EQ(workspace.scene().score.kind->id, "scaled_dot");
  EXPECT_EQ(workspace.scene().heads.size(), 2U);
  EXPECT_NE(workspace.scene().notes.find("weights are softmax(q·k/√2)"), std::string::npos);
  session.files.imports.imported()->measure({0, 0}, 0, 0);
  ASSERT_TRUE(is_measured());
  EXPECT_EQ(session.files.imports.imported()->summary(1)->problem, "");
  session.files.imports.imported()->join(JoinHeads::kMean, 0);
  ASSERT_TRUE(comes([&] {
    session.catch_up();
    return workspace.scene().heads.size() == 1;
  }));
  EXPECT_NE(workspace.scene().title.find("mean of 2 heads of the computed weights"),
            std::string::npos)
      << workspace.scene().title;
  EXPECT_EQ(opened_with({32, 64, 64, 128}, 7), std::vector<Index>{7}) << "many columns to pick";
}

TEST_F(Imported, OfOneMatrixStaysNot) {
  const std::string path = folder_ / "one.npy";
  test::put(path, test::npy("(2, 2)", test::floats({1, 0, .5F, .5F})));
  session.files.imports.offer_file(path);
  session.files.imports.accept();
  EXPECT_EQ(session.files.imports.imported(), nullptr);
  EXPECT_EQ(workspace.scene().heads.size(), 1U);
}

}  // namespace
}  // namespace attn::imported_attention_test
