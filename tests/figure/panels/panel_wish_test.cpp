// The words of one panel.
#include "app/figure/panels/panel_wish.h"

#include <cmath>

#include <gtest/gtest.h>

#include "engine/attention/normalize.h"
#include "engine/attention/score.h"
#include "engine/base/problem.h"
#include "tests/figure/figure_test.h"

namespace attn::panel_wish_test {
namespace {

std::string refusal(const std::string& words) {
  try {
    parse_panel(words, {});
    return "";
  } catch (const OptionError& error) {
    return error.what();
  }
}

TEST(PanelWish, SaysAViewAndASceneAndSettings) {
  const PanelWish plain = parse_panel("scores@a.attn.json", {});
  EXPECT_EQ(plain.view->id, "scores");
  EXPECT_EQ(plain.scene, "a.attn.json");
  const PanelWish set = parse_panel(
      "weights@dir:x/a@b.json:temperature=0.5,head=2,query=1,range=0:0.5,title='T, once'", {});
  EXPECT_EQ(set.scene, "dir:x/a@b.json");
  EXPECT_EQ(set.figure.head, 2);
  EXPECT_EQ(set.figure.query, 1);
  EXPECT_EQ(set.figure.range, "0:0.5");
  EXPECT_EQ(set.title, "T, once");
  EXPECT_EQ(set.changes.at("/normalizer/temperature"), "0.5");
  const PanelWish pointers = parse_panel("weights@-:/heads/0/w_q=[[1,0],[0,1]],layer=1", {});
  EXPECT_EQ(pointers.scene, "-");
  EXPECT_EQ(pointers.changes.at("/heads/0/w_q"), "[[1,0],[0,1]]");
  EXPECT_EQ(pointers.layer, 1);
  EXPECT_TRUE(parse_panel("weights@a:head=all", {}).figure.all_heads);
}

TEST(PanelWish, ACodesColonIsItsOwn) {
  EXPECT_EQ(parse_panel("weights@attn:eJx=", {}).scene, "attn:eJx=");
  const PanelWish set = parse_panel("weights@attn:eJx:temperature=2", {});
  EXPECT_EQ(set.scene, "attn:eJx");
  EXPECT_EQ(set.changes.size(), 1U);
}

TEST(PanelWish, BeginsWithWhatHoldsForAll) {
  FigureOptions usual{.query = 3, .colormap = find_colormap("viridis"), .range = "own"};
  const PanelWish one = parse_panel("weights@a:query=1", usual);
  EXPECT_EQ(one.figure.query, 1);
  EXPECT_EQ(one.figure.range, "own");
  const PanelWish difference = parse_panel("difference", usual);
  EXPECT_EQ(difference.view, nullptr);
  EXPECT_EQ(difference.figure.query, 3);
  EXPECT_EQ(difference.figure.colormap, nullptr);
  EXPECT_FALSE(difference.figure.range);
  EXPECT_EQ(parse_panel("difference:range=-1:1", usual).figure.range, "-1:1");
}

TEST(PanelWish, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> cases[] = {
      {"a.attn.json", "expected VIEW@SCENE"},
      {"@a", "expected VIEW@SCENE"},
      {"wieghts@a", "expected one of weights, "},
      {"weights@", "expected a scene after @"},
      {"weights@a:temprature=1", "expected one of head, layer, temperature"},
      {"weights@a:temperature=", "temperature: expected a value"},
      {"weights@a:temperature=warm", "temperature: expected a number, found warm"},
      {"weights@a:head=-1", "head: expected a whole number >= 0, found -1"},
      {"weights@a:head=1,", "expected NAME=VALUE, found nothing"},
      {"weights@a:colormap=jet", "colormap: expected one of indigo"},
      {"weights@a:range=1:0", "range: expected one of fixed"},
      {"weights@a:score=dog", "score: expected one of "},
      {"difference:temperature=1", "expected one of query, colormap, range, title, found"},
  };
  for (const auto& [words, wrong] : cases) {
    const std::string found = refusal(words);
    EXPECT_TRUE(found.starts_with("--panels: ")) << found;
    EXPECT_NE(found.find(wrong), std::string::npos) << found;
  }
}

TEST(PanelWish, ChangesItsSceneAlone) {
  const Scene child = test::first_example();
  EXPECT_EQ(wished_scene(parse_panel("weights@a", {}), child), child);
  const Scene hard = wished_scene(parse_panel("weights@a:temperature=0", {}), child);
  EXPECT_EQ(hard.normalizer.temperature, 0);
  EXPECT_TRUE(std::isinf(
      wished_scene(parse_panel("weights@a:temperature=inf", {}), child).normalizer.temperature));
  const PanelWish kinds = parse_panel("weights@a:score=gaussian,normalizer=sparsemax,width=2", {});
  const Scene other = wished_scene(kinds, child);
  EXPECT_EQ(other.score.kind->id, "gaussian");
  EXPECT_EQ(other.normalizer.kind->id, "sparsemax");
  EXPECT_EQ(other.heads[0].width, 2);
  EXPECT_EQ(wished_words(kinds), "width 2");
  EXPECT_THROW(wished_scene(parse_panel("weights@a:width=2", {}), child), SceneError);
  EXPECT_THROW(wished_scene(parse_panel("weights@a:/tokens/0=\"B\"", {}), child), SceneError);
}

}  // namespace
}  // namespace attn::panel_wish_test
