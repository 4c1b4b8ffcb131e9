// Drives the real window with real mouse and keyboard events, and checks the scene that it saves
// and the picture that it shows.

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <thread>

#include <gtest/gtest.h>
#include <signal.h>

#include "app/document/scene_file/scene_file.h"
#include "app/document/view/view_state.h"
#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/color/colormap.h"
#include "engine/fast/evaluate.h"
#include "tests/ui/desktop.h"

namespace attn::test::workbench_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";

std::string cell(const std::string& matrix, Index i, Index j) {
  return matrix + "[" + std::to_string(i) + "][" + std::to_string(j) + "]";
}

class Workbench : public testing::Test {
 protected:
  Scene saved() { return parse_scene(program.saved()); }

  /// The weights on the screen are those of `scene`: in each cell, a place that no number covers.
  void expect_shown(const Scene& scene) {
    program.rest();
    const Picture picture = program.settled_picture();
    const Trace trace = evaluate(scene);
    const Matrix& weights = trace.heads[0].weights;
    for (Index i = 0; i < weights.rows(); ++i) {
      for (Index j = 0; j < weights.cols(); ++j) {
        const Rect box = program.control(cell("weights", i, j));
        const auto* pixel = picture.at(static_cast<int>(box.x + box.width / 2),
                                       static_cast<int>(box.y + box.height * 0.2));
        const Rgb expected = color_of(*find_colormap("indigo"), {0, 1}, weights(i, j));
        EXPECT_NEAR(pixel[0], expected.r, 1) << i << ", " << j;
        EXPECT_NEAR(pixel[1], expected.g, 1) << i << ", " << j;
        EXPECT_NEAR(pixel[2], expected.b, 1) << i << ", " << j;
      }
    }
  }

  Desktop desktop;
  OpenProgram program{desktop, kExample};
};

/// On both desks and in presenter mode.
TEST(Notices, CoverNoControl) {
  for (const char* size : {"1440x900", "1024x640"}) {
    Desktop desktop;
    OpenProgram program{desktop, "assets/examples/08-it.attn.json", size};
    for (const char* key : {"Escape", "ctrl+2", "ctrl+1", "F5"}) {
      SCOPED_TRACE(std::string(size) + " " + key);
      program.key(key);
      program.key("ctrl+shift+c");
      ASSERT_TRUE(eventually([&] { return program.shows("message"); }));
      program.settle();
      const Rect notice = program.control("message");
      for (const auto& [name, box] : program.controls()) {
        const double wide =
            std::min(box.x + box.width, notice.x + notice.width) - std::max(box.x, notice.x);
        const double high =
            std::min(box.y + box.height, notice.y + notice.height) - std::max(box.y, notice.y);
        const bool is_it = name == "message" || name.starts_with("told.");
        EXPECT_FALSE(!is_it && wide > 1 && high > 1) << name;
      }
      program.click("message");
      EXPECT_TRUE(eventually([&] { return !program.shows("message"); }));
    }
  }
}

TEST_F(Workbench, OpensTheExampleAsItIsAndSavesItUnchanged) {
  const Scene scene = saved();
  EXPECT_EQ(scene.tokens[5], "Book");
  EXPECT_EQ((*scene.embeddings)(3, 1), 3);
  expect_shown(scene);
}

TEST_F(Workbench, EditsByHandAndUndoesItAll) {
  program.rest();
  const Picture first = program.settled_picture();
  Scene original = saved();

  program.click("sentence");
  program.key("ctrl+a");
  program.type("The Child sleeps a Book");
  program.key("Tab");
  Scene scene = saved();
  EXPECT_EQ(scene.tokens, (std::vector<std::string>{"The", "Child", "sleeps", "a", "Book"}));
  EXPECT_EQ(scene.embeddings->row(1), original.embeddings->row(2)) << "Child keeps its vector";
  EXPECT_EQ((*scene.values)->row(4), (*original.values)->row(5)) << "and Book its value";
  expect_shown(scene);

  program.drag(cell("embeddings", 0, 0), 40, 0);
  scene = saved();
  EXPECT_EQ((*scene.embeddings)(0, 0), 1.F) << "40 pixels are ten steps of a tenth";
  expect_shown(scene);

  program.drag_within("temperature.slider", 0.5, 1.1);
  scene = saved();
  EXPECT_EQ(scene.normalizer.temperature, std::numeric_limits<float>::infinity());
  expect_shown(scene);

  program.drag_within("temperature.slider", 0.95, -0.1);
  scene = saved();
  EXPECT_EQ(scene.normalizer.temperature, 0.F);
  expect_shown(scene);

  program.rest();
  for (int i = 0; i < 4; ++i) program.key("ctrl+z");
  scene = saved();
  original.view = scene.view;
  EXPECT_EQ(scene, original) << "one step for each gesture";
  program.rest();
  const Difference difference = compare(first, program.settled_picture());
  EXPECT_LE(difference.mean, 0.05) << "but for the time in the header, the same picture";

  for (int i = 0; i < 4; ++i) program.key("ctrl+shift+z");
  EXPECT_EQ(saved().normalizer.temperature, 0.F);
}

TEST_F(Workbench, TakesNumbersAsFastAsTheyAreTyped) {
  program.click(cell("embeddings", 0, 0));
  program.type("1.5\n-2\n0,25\n");
  Scene scene = saved();
  EXPECT_EQ((*scene.embeddings)(0, 0), 1.5F);
  EXPECT_EQ((*scene.embeddings)(1, 0), -2.F);
  EXPECT_EQ((*scene.embeddings)(2, 0), 0.25F);

  program.double_click(cell("values", 3, 0));
  program.type("7\t");
  EXPECT_EQ((**saved().values)(3, 0), 7.F);
}

TEST_F(Workbench, RefusesWhatIsNoNumberAndKeepsTheScene) {
  const Scene before = saved();
  program.click(cell("embeddings", 1, 1));
  program.type("abc\n");
  program.key("Escape");
  program.click("temperature");
  program.key("ctrl+a");
  program.type("-1\n");
  Scene after = saved();
  EXPECT_EQ(after, before);
  program.click("temperature");
  program.key("ctrl+a");
  program.type("inf\n");
  EXPECT_EQ(saved().normalizer.temperature, std::numeric_limits<float>::infinity());
}

TEST_F(Workbench, ChoosesQueriesValuesAndScore) {
  program.click("queries.1");
  Scene scene = saved();
  ASSERT_TRUE(scene.queries);
  EXPECT_EQ(scene.queries->tokens, scene.tokens);
  program.click("query-sentence");
  program.key("ctrl+a");
  program.type("Book Reads");
  program.key("Tab");
  scene = saved();
  EXPECT_EQ(scene.query_count(), 2);
  EXPECT_EQ(scene.queries->embeddings->row(0), scene.embeddings->row(5));
  expect_shown(scene);

  program.click("values.0");
  EXPECT_FALSE(saved().values);
  program.click("score");
  program.click("score.1");
  EXPECT_EQ(saved().score.kind->id, "scaled_dot");
  program.click("queries.0");
  EXPECT_FALSE(saved().queries);
}

TEST_F(Workbench, PinsWalksAndUnpins) {
  program.click(cell("weights", 1, 2));
  program.rest();
  program.key("Down");
  program.key("Right");
  program.key("Right");
  EXPECT_EQ(parse_view(saved().view).selection, (Cell{2, 4}));
  program.rest();
  program.key("Escape");
  EXPECT_EQ(saved().view.find("selection"), std::string::npos);
}

TEST_F(Workbench, ChoosesFromEveryTable) {
  program.resize(1440, 1300);
  program.settle();
  program.click("normalizer");
  program.click("normalizer.1");
  program.click("mask.add");
  program.click("mask.add.1");
  program.click("heads.count.2");
  program.click("combine");
  program.click("combine.3");
  program.click("position");
  program.click("position.1");
  const Scene scene = saved();
  EXPECT_EQ(scene.normalizer.kind->id, "sparsemax");
  ASSERT_EQ(scene.masks.size(), 1U);
  EXPECT_EQ(scene.masks[0].kind->id, "causal");
  EXPECT_EQ(scene.heads.size(), 2U);
  EXPECT_EQ(scene.combine.kind->id, "mean");
  EXPECT_EQ(scene.position.kind->id, "sinusoidal");
  program.rest();
  for (int i = 0; i < 5; ++i) program.key("ctrl+z");
  const Scene undone = saved();
  EXPECT_TRUE(undone.masks.empty());
  EXPECT_EQ(undone.heads.size(), 1U);
  EXPECT_EQ(undone.normalizer.kind->id, "softmax");
}

TEST_F(Workbench, OffersWorkThatWasCutOffOnce) {
  program.drag(cell("embeddings", 0, 0), 40, 0);
  std::this_thread::sleep_for(std::chrono::seconds(1));  // at most the last second may be lost
  kill(program.process().pid(), SIGKILL);
  program.process().wait();

  OpenProgram next{desktop, kExample, "1440x900", program.data_home()};
  next.click("recovery.open");
  next.rest();
  next.key("ctrl+s");
  const auto is_recovered = [&] {
    return (*read_scene(program.scene_path().string()).embeddings)(0, 0) == 1.F;
  };
  EXPECT_TRUE(eventually(is_recovered)) << "it belongs to the file that it came from";
  next.key("ctrl+q");
  EXPECT_EQ(next.process().wait(), 0);

  OpenProgram third{desktop, kExample, "1440x900", program.data_home()};
  third.settle();
  EXPECT_FALSE(third.shows("recovery.open"));
}

TEST_F(Workbench, SleepsWhenNothingHappens) {
  program.rest();
  const double before = program.cpu_seconds();
  std::this_thread::sleep_for(std::chrono::seconds(2));
  EXPECT_LE(program.cpu_seconds() - before, 0.011) << "at most one tick of the clock";
}

TEST_F(Workbench, StaysWholeWhenItIsMadeSmall) {
  program.resize(1024, 640);
  program.settle();
  const Rect panel = program.control("inspector");
  EXPECT_LE(panel.y + panel.height, 640);
  expect_shown(saved());
}

TEST_F(Workbench, EndsWithoutAskingAndWithoutALeak) {
  program.key("ctrl+q");
  EXPECT_EQ(program.process().wait(), 0);
}

}  // namespace
}  // namespace attn::test::workbench_test
