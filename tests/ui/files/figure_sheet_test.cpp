// A figure of several views, collected in the real window.

#include <gtest/gtest.h>

#include "app/figure/panels/figure_file.h"
#include "app/session/words/tips.h"
#include "tests/app/run_program.h"
#include "tests/ui/files/files_window.h"

namespace attn::test::figure_sheet_test {
namespace {

class FigureSheet : public Files {
 protected:
  bool says(const std::string& name, const std::string& words) {
    return eventually([&] { return program.text(name).find(words) != std::string::npos; });
  }
  void set(const std::string& field, const std::string& text) {
    program.click(field);
    program.key("ctrl+a");
    program.type(text + "\n");
  }
  /// The weights as they are, and colder.
  void collect_two() {
    program.key("ctrl+shift+e");
    EXPECT_TRUE(says("message", "has 1 panel now"));
    set("temperature", "0.5");
    program.key("ctrl+shift+e");
    EXPECT_TRUE(says("message", "has 2 panels now"));
  }
  std::string figure_path() { return (folder() / "mine.attn-figure.json").string(); }
};

TEST_F(FigureSheet, CollectsOrdersWritesAndKeeps) {
  collect_two();
  program.key("ctrl+shift+f");
  EXPECT_TRUE(says("figure.preview", "units"));
  EXPECT_TRUE(program.shows("figure.picture"));
  for (const auto& [name, rect] : program.controls()) {
    EXPECT_TRUE(name.starts_with("told.") || tip_of(name)) << name;
  }
  EXPECT_TRUE(says("figure.panel.1", "temperature 0.5"));
  program.click("figure.panel.1");
  program.click("figure.up");
  EXPECT_TRUE(says("figure.panel.0", "temperature 0.5"));
  program.click("figure.difference");
  EXPECT_TRUE(says("figure.panels", "3"));
  program.click("figure.columns");
  program.click("figure.columns.2");
  set("figure.path", (folder() / "mine.png").string());
  program.click("figure.save");
  EXPECT_TRUE(says("figure.told", "Wrote "));
  program.key("ctrl+s");
  EXPECT_TRUE(says("figure.told", "Kept "));
  const FigureFile kept = read_figure(figure_path());
  ASSERT_EQ(kept.panels.size(), 3U);
  EXPECT_EQ(kept.scenes.size(), 1U);
  EXPECT_EQ(kept.columns, 2);
  EXPECT_EQ(kept.panels[0].settings.at("temperature"), "0.5");
  // The command makes the same of it.
  const std::string again = (folder() / "again.png").string();
  EXPECT_EQ(run_program({"export", figure_path(), "--out", again}).status, 0);
  EXPECT_EQ(load_png(again).rgba, load_png((folder() / "mine.png").string()).rgba);
  program.key("Escape");
  EXPECT_TRUE(gone("figure.save"));
}

TEST_F(FigureSheet, OpensItsFileAndSaysWhatIsWrongWithOne) {
  collect_two();
  const std::string bad = (folder() / "bad.attn-figure.json").string();
  put(bad, R"({"format": "attentoscope/figure", "version": 1, "panels": [{"view": "weights"}]})");
  ASSERT_TRUE(desktop.drop({bad}));
  EXPECT_TRUE(says("message", "/panels/0/scene: missing key"));
  put(figure_path(), R"({"format": "attentoscope/figure", "version": 1, "panels": [
                         {"view": "scores", "scene": ")" +
                         program.scene_path().filename().string() + "\"}]}");
  ASSERT_TRUE(desktop.drop({figure_path()}));
  EXPECT_TRUE(says("figure.panels", "1"));
  EXPECT_TRUE(says("figure.preview", "units"));
  program.click("figure.back");  // what was collected is not lost
  EXPECT_TRUE(says("figure.panels", "2"));
}

TEST_F(FigureSheet, WhatWasCollectedIsThereAtTheNextStart) {
  collect_two();
  program.key("ctrl+q");
  EXPECT_EQ(program.process().wait(), 0);
  Desktop other;
  OpenProgram next(other, kFilesExample, "1440x900", program.data_home());
  EXPECT_TRUE(eventually([&] {
    return next.text("message").find("was restored, with 2 panels") != std::string::npos;
  }));
  next.key("ctrl+shift+f");
  EXPECT_TRUE(eventually([&] { return next.text("figure.panels") == "2"; }));
}

}  // namespace
}  // namespace attn::test::figure_sheet_test
