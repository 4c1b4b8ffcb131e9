// Tests that scenes evaluated in addition to the open one count against the memory limit.

#include "app/figure/numbers/evaluated_scene.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/files/memory_limit.h"
#include "app/figure/numbers/comparison.h"
#include "app/figure/numbers/curve_estimate.h"
#include "app/figure/numbers/last_made.h"
#include "app/figure/numbers/order_effect.h"
#include "app/figure/numbers/position_effect.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/evaluator.h"
#include "tests/support/paths.h"
#include "tests/support/random.h"

namespace attn::evaluated_scene_test {
namespace {

using Shared = std::shared_ptr<const Evaluation>;

/// Scene with one number per key, for which a curve can be drawn.
Shared large() {
  Scene scene;
  for (int i = 0; i < 300; ++i) scene.tokens.push_back("t" + std::to_string(i));
  scene.embeddings = test::Random(1).uniform(300, 1);
  scene.heads.resize(2);
  return std::make_shared<const Evaluation>(Evaluation{scene, evaluate(scene)});
}

/// Additional evaluation of a view, and its error message.
struct Beside {
  const char* name;
  std::function<std::string(const Shared&)> problem_of;
};

const std::vector<Beside>& all_beside() {
  static const std::vector<Beside> all = {
      {"Compare",
       [](const Shared& open) {
         return (*compare(open, {{"scaled_dot", "softmax"}, {"dot", "softmax"}}))[1].problem;
       }},
      {"Symmetry", [](const Shared& open) { return order_effect_of(open, 3, 0)->without.problem; }},
      {"Effect", [](const Shared& open) { return position_effect(open, 0, {}).problem; }},
      {"Curve", [](const Shared& open) { return curve_estimate(open, 0, -1, 1)->problem; }},
  };
  return all;
}

class EvaluatedBeside : public testing::Test {
 protected:
  void SetUp() override { AllLastMade::forget(); }
  void TearDown() override {
    ::unsetenv("ATTENTOSCOPE_MEMORY");
    AllLastMade::forget();
  }
  static void limit(double bytes) {
    ::setenv("ATTENTOSCOPE_MEMORY", std::to_string(bytes / 1e6).c_str(), 1);
  }
};

TEST_F(EvaluatedBeside, IsRefusedInWordsWhereItDoesNotFitBesideWhatIsOpen) {
  const Shared open = large();
  limit(1.02 * bytes_in_window(open->scene));
  ASSERT_EQ(memory_problem(bytes_in_window(open->scene)), std::nullopt) << "it is open";
  for (const Beside& one : all_beside()) {
    EXPECT_NE(one.problem_of(open).find("of memory, and the limit is "), std::string::npos)
        << one.name << ": " << one.problem_of(open);
  }
}

TEST_F(EvaluatedBeside, IsThereWhereItFits) {
  const Shared open = large();
  limit(4 * bytes_in_window(open->scene));
  for (const Beside& one : all_beside()) EXPECT_EQ(one.problem_of(open), "") << one.name;
}

TEST_F(EvaluatedBeside, EachPanelThatIsComparedCounts) {
  const Shared open = large();
  const std::vector<ViewOptions::Compare::Panel> kinds = {{"scaled_dot", "softmax"},
                                                          {"dot", "softmax"},
                                                          {"gaussian", "softmax"},
                                                          {"cosine", "softmax"}};
  // For what is open and three panels that are shown, and for one that is new.
  limit(bytes_in_window(open->scene) + 4.1 * bytes_of_one(open->scene));
  const auto made = compare(open, kinds);
  EXPECT_EQ((*made)[1].problem, "");
  EXPECT_NE((*made)[2].problem, "");
  EXPECT_NE((*made)[3].problem, "");
}

TEST_F(EvaluatedBeside, WhatIsKeptAsACounts) {
  const Shared open = large();
  limit(4 * bytes_in_window(open->scene));
  const KeptMemory a(3 * bytes_in_window(open->scene));
  EXPECT_THROW(evaluate_beside(open->scene, open->scene), SceneError);
}

/// Else another view could forget to ask.
TEST_F(EvaluatedBeside, NothingElseInTheRoomOfFiguresEvaluates) {
  int files = 0;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(test::data_path("../app/figure"))) {
    if (!entry.is_regular_file()) continue;
    std::stringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const bool may = entry.path().filename() == "evaluated_scene.cpp";
    ++files;
    EXPECT_EQ(text.str().find("engine/fast/evaluate.h") != std::string::npos, may) << entry.path();
    EXPECT_EQ(text.str().find("engine/fast/live_evaluation.h"), std::string::npos) << entry.path();
  }
  EXPECT_GT(files, 100);
}

}  // namespace
}  // namespace attn::evaluated_scene_test
