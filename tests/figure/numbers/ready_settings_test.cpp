#include "app/figure/numbers/ready_settings.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_changes.h"
#include "app/document/view/view_state.h"
#include "app/figure/numbers/comparison.h"
#include "engine/reference/check.h"
#include "tests/document/varied_scene.h"
#include "tests/figure/figure_test.h"
#include "tests/support/case_seed.h"

namespace attn::ready_settings_test {
namespace {

using Panel = ViewOptions::Compare::Panel;

std::set<std::string> ids_for(const Scene& scene) {
  std::set<std::string> ids;
  for (const ReadySetting* setting : settings_for(scene)) ids.insert(setting->id);
  return ids;
}

TEST(ReadySettings, AreTheEnginesResultOfTheEditOverRandomScenes) {
  test::Random random(test::case_seed("scenes"));
  std::set<std::string> seen;
  for (int n = 0; n < 60; ++n) {
    const Scene scene = test::varied_scene(random);
    const auto evaluation = std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
    for (const ReadySetting* setting : settings_for(scene)) {
      SCOPED_TRACE(setting->id);
      Scene edited = scene;
      setting->edit(edited);
      ASSERT_FALSE(check(edited));
      Trace expected;
      try {
        expected = evaluate(edited);
      } catch (const SceneError&) {  // its numbers leave float32's range
        continue;
      }
      seen.insert(setting->id);
      const Panel panel = panel_of(scene, *setting);
      EXPECT_EQ(panel.name, setting->label);
      const auto made = compare(evaluation, {{}, panel});
      EXPECT_EQ((*made)[0].evaluation, evaluation) << "as it is";
      ASSERT_NE((*made)[1].evaluation, nullptr) << (*made)[1].problem;
      EXPECT_TRUE(same_computation((*made)[1].evaluation->scene, edited));
      for (std::size_t h = 0; h < scene.heads.size(); ++h) {
        EXPECT_EQ((*made)[1].evaluation->trace.heads[h].weights, expected.heads[h].weights);
      }
    }
  }
  EXPECT_GT(seen.size(), ready_settings().size() * 2 / 3) << "in time each is offered";
}

TEST(ReadySettings, AreOfferedWhereTheSceneCanHaveThemAndIsOtherwise) {
  const Scene plain = test::first_example();
  std::set<std::string> ids = ids_for(plain);
  for (const char* id : {"sink", "cap", "mask.causal", "hard", "uniform", "position.alibi"}) {
    EXPECT_TRUE(ids.contains(id)) << id;
  }
  for (const char* id : {"no-sink", "no-cap", "no-mask", "no-bias", "no-subtract", "no-stretch",
                         "first-keys", "position.none", "position.rope"}) {
    EXPECT_FALSE(ids.contains(id)) << id;  // of RoPE the width is odd
  }
  Scene rich = plain;
  rich.heads[0].sink = 1.F;
  rich.score.cap = 2.F;
  rich.masks = {Mask{}};
  ids = ids_for(rich);
  for (const char* id : {"no-sink", "no-cap", "no-mask"}) EXPECT_TRUE(ids.contains(id)) << id;
  for (const char* id : {"sink", "cap", "mask.causal"}) EXPECT_FALSE(ids.contains(id)) << id;
  Scene sums = plain;
  sums.normalizer.kind = &normalizer_kind("relu");
  ids = ids_for(sums);
  EXPECT_FALSE(ids.contains("sink"));
  EXPECT_FALSE(ids.contains("hard"));
}

TEST(ReadySettings, HaveNamesOfTheirOwn) {
  std::set<std::string> ids, labels;
  for (const ReadySetting& setting : ready_settings()) {
    EXPECT_TRUE(ids.insert(setting.id).second) << setting.id;
    EXPECT_TRUE(labels.insert(setting.label).second) << setting.label;
  }
}

TEST(ReadySettings, WhatIsKeptStaysAndIsWithinTheRoomOfAView) {
  const Scene scene = test::masked_child();
  std::vector<std::string> too_large;
  const Panel panel = kept_panel(scene, "kept", too_large);
  EXPECT_TRUE(too_large.empty());
  Scene changed = scene;
  changed.masks.clear();
  changed.embeddings.edit()(1, 1) += 1;
  changed.heads[0].sink = 0.F;
  changed.score.kind = &score_kind("cosine");
  const auto now = std::make_shared<const Evaluation>(Evaluation{changed, evaluate(changed)});
  const auto made = compare(now, {{}, panel});
  ASSERT_NE((*made)[1].evaluation, nullptr) << (*made)[1].problem;
  EXPECT_EQ((*made)[1].evaluation->trace.heads[0].weights, evaluate(scene).heads[0].weights);

  Scene large = scene;
  large.heads[0].w_q = Cow<Matrix>(Matrix::Constant(3, 2000, 0.125F));
  large.heads[0].w_k = large.heads[0].w_q;
  ViewState state;
  const Panel small = kept_panel(large, "kept", too_large);
  EXPECT_EQ(too_large, std::vector<std::string>{"heads"});
  EXPECT_TRUE(small.changes.contains("/embeddings"));
  state.options.compare.panels.assign(4, small);
  EXPECT_LT(format_view(state, "{}").size(), std::size_t{64} << 10);
}

}  // namespace
}  // namespace attn::ready_settings_test
