// Tests the panels' controls of scene format version 2 with mouse and keyboard: saved scenes are
// valid and contain the feature; one Undo removes it.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/formulas/formula.h"
#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "app/figure/numbers/cost_words.h"
#include "app/ui/panels/parameter_line.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "tests/support/paths.h"
#include "tests/ui/desktop.h"
#include "tests/ui/text_layout.h"

namespace attn::test::version_2_test {
namespace {

class Version2 : public testing::Test {
 protected:
  /// As it is kept: parse_scene refuses what is no valid scene.
  Scene saved() {
    Scene scene = parse_scene(program.saved());
    scene.view = "{}";
    return scene;
  }

  /// Does `deeds`; what is saved then `holds`, and as many undos bring back what was before.
  template <typename Holds>
  void check(const std::vector<std::string>& clicks, const Holds& holds) {
    SCOPED_TRACE(clicks.back());
    const Scene before = saved();
    for (const std::string& name : clicks) program.click(name);
    const Scene after = saved();
    EXPECT_TRUE(holds(after));
    EXPECT_FALSE(after == before);
    program.rest();
    program.key("ctrl+z");
    EXPECT_EQ(saved(), before) << "one step";
    program.key("ctrl+shift+z");
    EXPECT_EQ(saved(), after);
  }

  template <typename Kind>
  static std::string line_of(const std::string& list, std::span<const Kind> kinds,
                             std::string_view id) {
    const auto at = std::ranges::find(kinds, id, &Kind::id) - kinds.begin();
    return list + "." + std::to_string(at);
  }

  explicit Version2(const std::string& scene = "assets/examples/07-multi-head.attn.json")
      : program(desktop, scene, "1440x1390") {}

  Desktop desktop;
  OpenProgram program;  // of the example's head 1
};

/// Scene with vectors rotated by RoPE.
class Version2OfTurns : public Version2 {
 protected:
  Version2OfTurns() : Version2("assets/examples/42-rotary-positions.attn.json") {}
};

/// One that can't be set would have no room, and be cut to "…".
TEST(ParameterWords, HaveFormulasThatCanBeSet) {
  for (const auto lines :
       {ui::score_parameters(), ui::normalizer_parameters(), ui::position_parameters_of_kind(),
        ui::mask_parameters(), ui::head_parameters()}) {
    for (const ui::ParameterLine& line : lines) {
      std::string_view word = line.word;
      for (std::size_t from = word.find('$'); from != word.npos; from = word.find('$')) {
        word.remove_prefix(from + 1);
        const std::size_t end = word.find('$');
        ASSERT_NE(end, word.npos) << line.word;
        EXPECT_NO_THROW(read_formula(word.substr(0, end))) << line.word;
        word.remove_prefix(end + 1);
      }
    }
  }
}

TEST_F(Version2, AddsWhatAHeadMayHave) {
  const auto head = [](const Scene& scene) -> const Head& { return scene.heads[1]; };
  check({"heads.1.b_q.add"}, [&](const Scene& scene) { return head(scene).b_q.has_value(); });
  check({"heads.1.b_v.add"}, [&](const Scene& scene) { return head(scene).b_v.has_value(); });
  check({"heads.1.subtract.w_q.add"},
        [&](const Scene& scene) { return head(scene).subtract.has_value(); });
  check({"heads.1.w_g.add"}, [&](const Scene& scene) { return head(scene).w_g.has_value(); });
  check({"heads.1.b_g.add"}, [&](const Scene& scene) { return head(scene).b_g.has_value(); });
  check({"heads.1.w_f.add"}, [&](const Scene& scene) { return head(scene).w_f.has_value(); });
  check({"heads.1.b_f.add"}, [&](const Scene& scene) { return head(scene).b_f == 0.F; });
  check({"heads.1.sink.add"}, [&](const Scene& scene) { return head(scene).sink == 0.F; });
  check({"heads.1.gain.add"}, [&](const Scene& scene) { return head(scene).gain == 1.F; });
  EXPECT_FALSE(program.shows("heads.1.decay")) << "not of softmax";
}

TEST_F(Version2, TypesAndTakesAwayANumberOfAHead) {
  program.click("heads.1.sink.add");
  program.click("heads.1.sink");
  program.type("1.5\n");
  EXPECT_EQ(saved().heads[1].sink, 1.5F);
  program.click("heads.1.sink.remove");
  EXPECT_FALSE(saved().heads[1].sink);
  program.click("heads.1.gain.add");
  program.drag_within("heads.1.gain.slider", 0.9, -0.1);
  EXPECT_EQ(saved().heads[1].gain, 0.F) << "switched off";
}

TEST_F(Version2, ANormalizerThatTakesNoSinkTakesItAway) {
  program.click("heads.1.sink.add");
  program.click("normalizer");
  program.click(line_of("normalizer", normalizer_kinds(), "sigmoid"));
  EXPECT_FALSE(saved().heads[1].sink);
  check({"normalizer.offset.give"},
        [](const Scene& scene) { return scene.normalizer.offset.has_value(); });
}

TEST_F(Version2, SharesKeysWithAnEarlierHead) {
  check({"heads.1.keys_of.add"}, [](const Scene& scene) { return scene.heads[1].keys_of == 0; });
  check({"heads.1.keys_of.remove"},
        [](const Scene& scene) { return !scene.heads[1].keys_of && scene.heads[1].w_k; });
}

TEST_F(Version2, SetsWhatTheScoreHasBesides) {
  check({"score.norm.add"}, [](const Scene& scene) { return has_norm(scene.score); });
  check({"heads.1.g_q.add"}, [](const Scene& scene) { return scene.heads[1].g_q.has_value(); });
  check({"score.cap.add"}, [](const Scene& scene) { return scene.score.cap.has_value(); });
  program.click("score.cap");
  program.type("-1\n");
  EXPECT_GT(saved().score.cap, 0.F) << "refused";
  check({"score.norm.remove"},
        [](const Scene& scene) { return !has_norm(scene.score) && !scene.heads[1].g_q; });
}

TEST_F(Version2, SetsWhatTheNormalizerTakes) {
  program.click("normalizer");
  program.click(line_of("normalizer", normalizer_kinds(), "topk"));
  program.drag("normalizer.k", 20, 0);
  EXPECT_EQ(saved().normalizer.k, 3) << "a drag goes by whole numbers";
  check({"normalizer.length.add"},
        [](const Scene& scene) { return scene.normalizer.length == 1.F; });
  check({"normalizer.over.add"},
        [](const Scene& scene) { return scene.normalizer.over == Over::kQueries; });
  program.click("normalizer");
  program.click(line_of("normalizer", normalizer_kinds(), "sum"));
  EXPECT_FALSE(program.shows("temperature.slider")) << "which it does not take";
  check({"heads.1.decay.add"}, [](const Scene& scene) { return scene.heads[1].decay.has_value(); });
}

TEST_F(Version2, SetsWhatMasksTake) {
  const auto add = [&](std::string_view id) {
    const auto kinds = mask_kinds();
    const auto at = std::ranges::find(kinds, id, &MaskKind::id) - kinds.begin();
    program.click("mask.add");
    program.click("mask.add." + std::to_string(at + 1));
  };
  add("window");
  check({"mask.0.dilation.add"}, [](const Scene& scene) { return scene.masks[0].dilation == 2; });
  check({"mask.0.sinks.add"}, [](const Scene& scene) { return scene.masks[0].sinks == 1; });
  add("segments");
  program.click("mask.1.ids[0][0]");
  program.type("7\n");
  EXPECT_EQ(saved().masks[1].ids->front(), 7);
}

TEST_F(Version2OfTurns, SetsWhatPositionsTake) {
  check({"position.layout.add"},
        [](const Scene& scene) { return scene.position.layout == PairLayout::kHalves; });
  check({"position.scaling.add"},
        [](const Scene& scene) { return scene.position.scaling.has_value(); });
  program.click("position.scaling.factor");
  program.type("8\n");
  EXPECT_EQ(saved().position.scaling->factor, 8.F);
  program.click("position");
  program.click(line_of("position", position_kinds(), "relative"));
  program.click("position.reach");
  program.type("2\n");
  EXPECT_EQ(saved().position.table->cols(), 5);
}

TEST_F(Version2, AddsTheOutputsBias) {
  check({"combine.b_o.add"}, [](const Scene& scene) { return scene.combine.b_o.has_value(); });
}

/// Scene whose panel shows all its lines on the screen.
class Version2OfLines : public Version2 {
 protected:
  Version2OfLines() : Version2("assets/examples/01-sleepy-child.attn.json") {}
};

/// The line in the panel leads to the view that says the same.
TEST_F(Version2OfLines, SaysWhatTheSceneCostsAndLeadsToHowThatGrows) {
  const auto count = [&](const std::string& tex) {
    const auto drawn = program.drawn();
    return std::ranges::count(drawn, tex, &DrawnText::text);
  };
  const std::string equation = cost_equation(saved(), Cost(saved()));
  const std::string kept = whole_number(Cost(saved()).cached_numbers(saved().key_count()));
  EXPECT_TRUE(eventually([&] { return count(equation) + count(kept) >= 1; })) << equation;
  program.click("cost.line");
  const auto tab = [&] { return parse_view(parse_scene(program.saved()).view).tab; };
  EXPECT_TRUE(eventually([&] { return tab() == "cost"; }));
  EXPECT_TRUE(eventually([&] { return count(equation) >= 1 && count(kept) >= 2; })) << equation;
}

/// The panels of each scene with all that folds open; what stands in them is whole.
class Version2Walk : public testing::TestWithParam<std::string> {};

TEST_P(Version2Walk, OpensAllSections) {
  Desktop desktop;
  OpenProgram program(desktop, "tests/golden2/" + GetParam() + ".attn.json", "1440x900");
  for (const auto& [width, height] : {std::pair(1440, 900), std::pair(1024, 640)}) {
    program.resize(width, height);
    program.rest();
    for (const char* section :
         {"section.bias.scale", "section.mask", "section.heads", "section.position"}) {
      if (!program.shows(std::string(section) + ".open")) continue;  // open, or below what is seen
      program.click(section);
      program.rest();
    }
    const std::string wrong = layout_troubles(program);
    EXPECT_TRUE(wrong.empty()) << width << " x " << height << ":\n" << wrong;
  }
  EXPECT_TRUE(program.process().is_running());
}

INSTANTIATE_TEST_SUITE_P(All, Version2Walk,
                         testing::Values("grouped-queries", "given-scores-alone", "differential",
                                         "segments-cross", "slots", "top-k", "rope-llama3", "t5"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::ranges::replace_if(
                               name, [](char c) { return c == '-' || c == '.'; }, '_');
                           return name;
                         });

}  // namespace
}  // namespace attn::test::version_2_test
