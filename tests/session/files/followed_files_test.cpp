// Open documents whose files another program changes: they are read again, unless work would be
// lost.

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/session/files/session.h"
#include "tests/document/tensors/made_files.h"
#include "tests/support/paths.h"
#include "tests/support/temporary_folder.h"

namespace attn::followed_files_test {
namespace {

constexpr const char* kWithMatrix =
    R"({"format": "attentoscope/scene", "version": 2, "tokens": ["a", "b"],
  "score": {"kind": "given"}, "heads": [{"scores": {"file": "m.npy"}}, {"scores": [[0, 1], [2, 3]]}]})";

class FollowedFiles : public testing::Test {
 protected:
  FollowedFiles() { write_numbers({1, 2, 3, 4}); }

  void write_numbers(const std::vector<float>& numbers) {
    test::put(folder / "m.npy", test::npy("(2, 2)", test::floats(numbers)));
  }
  Session& open(const std::string& json) {
    test::put(path, json);
    KnownFile file = path;
    Scene scene = read_scene(path, &file);
    session.emplace(std::move(scene), file);
    return *session;
  }
  /// Polls as often as it takes to find a change.
  bool follow() { return session->files.follow_files() || session->files.follow_files(); }
  float number() { return session->workspace.scene().heads[0].scores->operator*()(0, 0); }
  std::string message() { return session->workspace.notices.message(); }

  const test::TemporaryFolder folder;
  const std::string path = folder / "s.attn.json";
  std::optional<Session> session;
};

TEST_F(FollowedFiles, ASceneIsReadAgainAndItsViewStays) {
  Workspace& workspace = open(kWithMatrix).workspace;
  EXPECT_FALSE(follow());
  workspace.look.view.head = 1;
  write_numbers({5, 2, 3, 4});
  EXPECT_TRUE(follow());
  EXPECT_EQ(number(), 5);
  EXPECT_EQ(workspace.look.view.head, 1);
  EXPECT_EQ(message(), "m.npy was changed, and read again");
  EXPECT_FALSE(workspace.document().is_changed());
  std::string text = kWithMatrix;
  test::put(path, text.replace(text.find("\"a\""), 3, "\"word\""));
  EXPECT_TRUE(follow());
  EXPECT_EQ(workspace.scene().tokens[0], "word");
  EXPECT_EQ(message(), "s.attn.json was changed, and read again");
}

TEST_F(FollowedFiles, AChangedSceneStays) {
  Workspace& workspace = open(kWithMatrix).workspace;
  workspace.edit("", "Title", "", [](Scene& scene) { scene.title = "Mine"; });
  write_numbers({5, 2, 3, 4});
  EXPECT_FALSE(follow());
  EXPECT_EQ(number(), 1);
  EXPECT_EQ(message(), "m.npy was changed; your changed scene stays as it is");
  workspace.notices.forget_message();
  EXPECT_FALSE(follow());
  EXPECT_EQ(message(), "") << "once for each change";
}

TEST_F(FollowedFiles, AFileThatCantBeReadLeavesTheScene) {
  open(kWithMatrix);
  test::put(path, "{");
  EXPECT_FALSE(follow());
  EXPECT_EQ(number(), 1);
  EXPECT_TRUE(message().starts_with("s.attn.json: changed, and it can't be read: ")) << message();
  std::filesystem::remove(path);
  EXPECT_FALSE(follow());
  write_numbers({7, 2, 3, 4});
  test::put(path, kWithMatrix);
  EXPECT_TRUE(follow());
  EXPECT_EQ(number(), 7);
}

TEST_F(FollowedFiles, TheSameBytesAndOwnWorkAreNoChange) {
  Workspace& workspace = open(kWithMatrix).workspace;
  workspace.notices.forget_message();
  test::put(path, kWithMatrix);
  EXPECT_FALSE(follow());
  EXPECT_EQ(message(), "");
  workspace.edit("", "Title", "", [](Scene& scene) { scene.title = "Mine"; });
  session->files.save();
  EXPECT_FALSE(follow());
  write_numbers({9, 2, 3, 4});
  EXPECT_FALSE(follow()) << "the saved scene doesn't refer to it any more";
  EXPECT_EQ(number(), 1);
}

TEST_F(FollowedFiles, AFigureIsReadAgain) {
  open(kWithMatrix);
  CollectedFigure& figure = session->files.figure;
  figure.add(session->workspace.scene(), "weights", {});
  const std::string file = folder / "f.attn-figure.json";
  figure.save(file);
  EXPECT_FALSE(follow());
  CollectedFigure other;
  other.open(file);
  other.edit([](FigureFile& changed) { changed.title = "Another"; });
  other.save(file);
  EXPECT_FALSE(figure.owns(file)) << "saving it asks";
  follow();
  EXPECT_EQ(figure.figure().title, "Another");
  EXPECT_EQ(message(), "f.attn-figure.json was changed, and read again");
  EXPECT_TRUE(figure.owns(file));
  figure.edit([](FigureFile& changed) { changed.title = "Mine"; });
  other.edit([](FigureFile& changed) { changed.title = "A third"; });
  other.save(file);
  follow();
  EXPECT_EQ(figure.figure().title, "Mine");
  EXPECT_EQ(message(), "f.attn-figure.json was changed; your changed figure stays as it is");
}

TEST_F(FollowedFiles, AFiguresOwnSceneIsReadAgainWithItsMatrix) {
  open(kWithMatrix);
  const std::string file = folder / "f.attn-figure.json";
  test::put(file, std::string(R"({"format": "attentoscope/figure", "version": 1, "scenes": [)") +
                      kWithMatrix + R"(], "panels": [{"view": "weights", "scene": 0}]})");
  CollectedFigure& figure = session->files.figure;
  figure.open(file);
  const auto first = [&] { return std::get<Scene>(*figure.figure().scenes[0]).heads[0].scores; };
  session->workspace.edit("", "Title", "", [](Scene& scene) { scene.title = "Mine"; });
  write_numbers({5, 2, 3, 4});
  follow();
  EXPECT_EQ((**first())(0, 0), 5);
}

TEST_F(FollowedFiles, AFiguresScenesAreReadAgain) {
  open(kWithMatrix);
  FigureFile made;
  made.panels = {{.view = "weights", .scene = std::string("s.attn.json")}};
  const std::string file = folder / "f.attn-figure.json";
  write_figure_file(made, file);
  CollectedFigure& figure = session->files.figure;
  figure.open(file);
  PanelSources sources(computable_for_panels);
  const auto first = [&] { return panels_of(sources, figure.wishes())[0].evaluation->trace; };
  const auto before = first();
  figure.set_sources(sources.files());
  EXPECT_EQ(figure.read().size(), 3U) << "the figure, the scene, the matrix";
  write_numbers({5, 2, 3, 4});
  follow();
  EXPECT_EQ(figure.source_changes(), 1);
  EXPECT_NE(first().heads[0].weights, before.heads[0].weights);
}

}  // namespace
}  // namespace attn::followed_files_test
