// The figure that panels are collected for.
#include "app/session/files/collected_figure.h"

#include <filesystem>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/session/files/kept_work.h"
#include "app/session/files/session.h"
#include "app/session/workspace/access.h"
#include "app/session/workspace/export_form.h"
#include "assets/assets.h"
#include "engine/base/problem.h"
#include "tests/support/temporary_folder.h"

namespace attn::collected_figure_test {
namespace {

Scene example_scene() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

Scene at_temperature(float temperature) {
  Scene scene = example_scene();
  scene.normalizer.temperature = temperature;
  return scene;
}

ViewState with_cell(Index query) {
  ViewState state;
  state.selection = Cell{query, 1};
  return state;
}

TEST(CollectedFigure, TakesASceneOnceWhereItDiffersInFewNumbers) {
  CollectedFigure figure;
  figure.add(at_temperature(1), "weights", with_cell(3));
  figure.add(at_temperature(0.1F), "weights", with_cell(2));
  Scene changed = at_temperature(2);
  changed.normalizer.temperature = std::numeric_limits<float>::infinity();
  figure.add(changed, "outputs", {});
  const FigureFile& file = figure.figure();
  ASSERT_EQ(file.panels.size(), 3U);
  EXPECT_EQ(file.scenes.size(), 1U);
  EXPECT_EQ(file.panels[0].settings.at("query"), "3");
  EXPECT_EQ(file.panels[1].settings.at("temperature"), "0.1");
  EXPECT_EQ(file.panels[2].settings.at("temperature"), "inf");
  EXPECT_FALSE(file.panels[2].settings.contains("query"));
  Scene other = example_scene();
  other.tokens[0] = "That";
  figure.add(other, "weights", {});
  EXPECT_EQ(file.scenes.size(), 2U);
  EXPECT_EQ(std::get<std::size_t>(file.panels[3].scene), 1U);
  Scene kind = example_scene();
  kind.score.kind = &score_kind("scaled_dot");
  figure.add(kind, "weights", {});
  EXPECT_EQ(file.scenes.size(), 3U) << "describe_settings() tells kinds, not the panel";
}

/// Whatever a panel says beside a shared scene, what is drawn is what was on the screen.
TEST(CollectedFigure, DrawsTheScenesThatWereAdded) {
  std::vector<Scene> scenes = {at_temperature(1), at_temperature(0.3F), example_scene()};
  scenes[2].embeddings.edit()(3, 1) = 0.25F;
  scenes.push_back(scenes[2]);
  scenes[3].normalizer.temperature = 3;
  CollectedFigure figure;
  for (const Scene& scene : scenes) figure.add(scene, "weights", {});
  PanelSources sources(computable_for_panels);
  const std::vector<FigurePanel> panels = panels_of(sources, figure.wishes());
  ASSERT_EQ(panels.size(), scenes.size());
  for (std::size_t n = 0; n < panels.size(); ++n) {
    EXPECT_TRUE(same_computation(panels[n].evaluation->scene, scenes[n])) << n;
  }
}

TEST(CollectedFigure, TakesWhatIsChosenForAnExport) {
  ExportForm form;
  form.set_word("head", "all");
  form.set_word("range", std::string(kTypedRange));
  form.range_to = "0.5";
  form.set_word("query", "2");
  form.set_word("key", "1");
  form.set_word("title", "Mine");
  const auto settings = panel_settings_of(form);
  EXPECT_EQ(settings, (std::map<std::string, std::string>{
                          {"head", "all"}, {"query", "2"}, {"range", "0:0.5"}, {"title", "Mine"}}));
  CollectedFigure figure;
  figure.add(example_scene(), "weights", with_cell(4), settings);
  EXPECT_EQ(figure.figure().panels[0].settings, settings);
  EXPECT_THROW(figure.add(example_scene(), "weights", {}, {{"query", "first"}}),
               std::runtime_error);
  EXPECT_EQ(figure.figure().panels.size(), 1U);
}

TEST(CollectedFigure, OrdersPanelsAndForgetsScenesThatNoneShows) {
  CollectedFigure figure;
  Scene other = example_scene();
  other.title = "Another";
  figure.add(example_scene(), "weights", {});
  figure.add(other, "scores", {});
  figure.add_difference();
  figure.move(0, -1);
  figure.move(2, 1);
  EXPECT_EQ(figure.figure().panels[0].view, "weights") << "there is no place before the first";
  figure.move(0, 1);
  EXPECT_EQ(figure.figure().panels[0].view, "scores");
  EXPECT_EQ(figure.label_of(0), "Scores — Another");
  figure.remove_panel(1);
  ASSERT_EQ(figure.figure().scenes.size(), 1U);
  EXPECT_EQ(figure.label_of(0), "Scores — Another");
  figure.remove_panel(7);
  figure.remove_panel(1);
  figure.remove_panel(0);
  EXPECT_TRUE(figure.figure().scenes.empty());
  EXPECT_FALSE(figure.is_changed()) << "nothing would be lost";
}

TEST(CollectedFigure, IsKeptAndOpenedAgain) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "a.attn-figure.json";
  CollectedFigure figure;
  figure.add(example_scene(), "weights", with_cell(1));
  EXPECT_TRUE(figure.is_changed());
  figure.save(path);
  EXPECT_FALSE(figure.is_changed());
  EXPECT_EQ(figure.path(), path);
  figure.edit([](FigureFile& file) { file.columns = 2; });
  EXPECT_TRUE(figure.is_changed());
  figure.open(path);
  EXPECT_EQ(figure.figure().columns, 0);
  ASSERT_TRUE(figure.can_bring_back());
  figure.bring_back();
  EXPECT_EQ(figure.figure().columns, 2);
  EXPECT_EQ(figure.path(), path);
  test::put(path, "{");
  EXPECT_THROW(figure.open(path), SceneError);
  EXPECT_EQ(figure.figure().columns, 2) << "the one under way stays";
}

TEST(CollectedFigure, TakesItsScenesAlongToAnotherFolder) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "below");
  write_scene(example_scene(), folder / "a.attn.json");
  test::put(folder / "f.attn-figure.json",
            R"({"format": "attentoscope/figure", "version": 1,
                "panels": [{"view": "weights", "scene": "a.attn.json"}]})");
  CollectedFigure figure;
  figure.open(folder / "f.attn-figure.json");
  EXPECT_EQ(figure.wishes()[0].scene, folder / "a.attn.json");
  figure.save(folder / "g.attn-figure.json");
  EXPECT_EQ(std::get<std::string>(figure.figure().panels[0].scene), "a.attn.json");
  figure.save(folder / "below/f.attn-figure.json");
  EXPECT_EQ(std::get<std::size_t>(figure.figure().panels[0].scene), 0U);
  ASSERT_TRUE(figure.wishes()[0].given);
  EXPECT_EQ(std::get<Scene>(*figure.wishes()[0].given), example_scene());
}

TEST(CollectedFigure, TheNextStartFindsWhatWasNotKept) {
  const test::TemporaryFolder folder;
  CollectedFigure figure;
  figure.add(example_scene(), "weights", {});
  {
    KeptWork<FigureWork, CollectedFigure> first(folder / "figures");
    first.end(&figure);
    EXPECT_EQ(first.error(), "");
    KeptWork<FigureWork, CollectedFigure> beside(folder / "figures");
    EXPECT_FALSE(beside.claim_latest()) << "its program runs";
  }
  KeptWork<FigureWork, CollectedFigure> next(folder / "figures");
  const auto found = next.claim_latest();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->figure.panels, figure.figure().panels);
  EXPECT_EQ(*found->figure.scenes[0], *figure.figure().scenes[0]);
  next.end(nullptr);
  KeptWork<FigureWork, CollectedFigure> last(folder / "figures");
  EXPECT_FALSE(last.claim_latest());
}

TEST(KeptFigure, WhatCantBeReadIsNamedAndStays) {
  const test::TemporaryFolder folder;
  CollectedFigure figure;
  figure.add(example_scene(), "weights", {});
  { KeptWork<FigureWork, CollectedFigure>(folder / "figures").end(&figure); }
  std::string record;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder / "figures")) {
    if (entry.is_regular_file() && entry.file_size() > 100) record = entry.path();
  }
  ASSERT_FALSE(record.empty());
  std::filesystem::resize_file(record, std::filesystem::file_size(record) / 2);
  KeptWork<FigureWork, CollectedFigure> next(folder / "figures");
  EXPECT_FALSE(next.claim_latest());
  EXPECT_EQ(next.unreadable(), std::vector<std::string>{record});
  EXPECT_TRUE(std::filesystem::exists(record));
}

TEST(CollectedFigure, TheWorkspaceAddsWhatIsLookedAt) {
  Session session(example_scene(), "");
  Workspace& workspace = session.workspace;
  session.files.add_to_figure({.view = "weights"});
  workspace.edit("temperature", "Change", "",
                 [](Scene& scene) { scene.normalizer.temperature = 0.5F; });
  session.files.add_to_figure({.view = "weights"});
  EXPECT_NE(workspace.notices.message().find("2 panels"), std::string::npos);
  const FigureFile& file = session.files.figure.figure();
  EXPECT_EQ(file.scenes.size(), 1U);
  EXPECT_EQ(file.panels[1].settings.at("temperature"), "0.5");
  EXPECT_EQ(parse_view(file.panels[1].look).selection, workspace.look.view.selection);
  Access(workspace).keep_as_a();
  workspace.edit("temperature", "Change", "",
                 [](Scene& scene) { scene.normalizer.temperature = 2; });
  workspace.look.snapshot.shown = Version::kDifference;
  session.files.add_to_figure({.view = "weights"});
  ASSERT_EQ(file.panels.size(), 5U);
  EXPECT_TRUE(file.panels[4].is_difference());
  EXPECT_EQ(file.panels[4].settings, (std::map<std::string, std::string>{{"query", "5"}}));
  EXPECT_EQ(file.panels[3].settings.at("temperature"), "2");
}

TEST(CollectedFigure, TheWorkspaceOpensItsFileAndSaysWhatIsWrong) {
  const test::TemporaryFolder folder;
  Session session(example_scene(), "");
  Workspace& workspace = session.workspace;
  session.files.add_to_figure({.view = "weights"});
  const std::string path = folder / "a.attn-figure.json";
  test::put(path, R"({"format": "attentoscope/figure", "version": 1, "panels": 3})");
  session.files.open_path(path);
  EXPECT_NE(workspace.notices.message().find("/panels: expected a list"), std::string::npos)
      << workspace.notices.message();
  EXPECT_FALSE(workspace.look.wants_figure);
  EXPECT_TRUE(session.files.figure.has_panels());
  session.files.figure.save(path);
  session.files.open_path(path);
  EXPECT_TRUE(workspace.look.wants_figure);
  EXPECT_EQ(session.files.figure.path(), path);
}

}  // namespace
}  // namespace attn::collected_figure_test
