#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/document/numbers/numbers.h"
#include "app/document/scene_file/scene_file.h"
#include "app/figure/diagram/shading.h"
#include "app/figure/views/pair_quantity.h"
#include "app/session/files/session.h"
#include "app/session/workspace/look.h"
#include "assets/assets.h"
#include "engine/color/colormap.h"
#include "engine/fast/evaluate.h"
#include "tests/ui/desktop.h"

namespace attn::ui::snapshot_test {
namespace {

Scene example() { return parse_scene(asset("assets/examples/01-sleepy-child.attn.json")); }

class Snapshots : public testing::Test {
 protected:
  void edit(const std::function<void(Scene&)>& change) { workspace.edit("", "", "", change); }
  void keep() { workspace.look.snapshot.keep(workspace.evaluated().shared()); }
  std::optional<std::string> refused(Index head = 0) {
    return why_no_difference(*workspace.look.snapshot.kept, workspace.evaluation(), head);
  }
  /// B − A of the first head's weights, as the heatmap shows it.
  Matrix difference() const {
    const PairQuantity& weights = pair_quantity("weights");
    return masked_difference(masked_numbers(weights, workspace.look.snapshot.kept->trace.heads[0]),
                             masked_numbers(weights, workspace.evaluation().trace.heads[0]));
  }
  Session session{example(), ""};
  Workspace& workspace = session.workspace;
};

TEST_F(Snapshots, StayAsTheyWereWhateverIsEdited) {
  keep();
  const Matrix before = workspace.evaluation().trace.heads[0].weights;
  edit([](Scene& scene) { scene.embeddings.edit()(3, 1) = -1; });
  edit([](Scene& scene) { scene.title = "Another title"; });
  EXPECT_EQ(workspace.look.snapshot.kept->trace.heads[0].weights, before);
  EXPECT_EQ(workspace.look.snapshot.kept->scene, example());
  const Matrix change = difference();
  EXPECT_EQ(change, workspace.evaluation().trace.heads[0].weights - before);
  EXPECT_GT(change.cwiseAbs().maxCoeff(), 0.1F);
}

TEST_F(Snapshots, KeepTheNamesThatTheyHad) {
  keep();
  edit([](Scene& scene) { scene.tokens[2] = "Kid"; });  // computes nothing anew
  EXPECT_EQ(workspace.look.snapshot.kept->scene.tokens[2], "Child");
  EXPECT_EQ(workspace.evaluation().scene.tokens[2], "Kid");
}

TEST_F(Snapshots, FlipBetweenBAndA) {
  workspace.look.snapshot.flip();
  EXPECT_EQ(workspace.look.snapshot.shown, Version::kNow) << "there is no A";
  keep();
  EXPECT_EQ(workspace.look.snapshot.shown, Version::kNow);
  workspace.look.snapshot.flip();
  EXPECT_EQ(workspace.look.snapshot.shown, Version::kKept);
  workspace.look.snapshot.flip();
  EXPECT_EQ(workspace.look.snapshot.shown, Version::kNow);
  workspace.look.snapshot.drop();
  EXPECT_EQ(workspace.look.snapshot.kept, nullptr);
}

TEST_F(Snapshots, DifferenceIsMaskedWhereEitherIs) {
  Mask mask;
  mask.kind = &mask_kind("padding");
  mask.valid = Cow(std::vector<bool>{true, true, true, false, true, true});
  edit([&](Scene& scene) { scene.masks = {mask}; });
  keep();
  mask.valid = Cow(std::vector<bool>{true, false, true, true, true, true});
  edit([&](Scene& scene) { scene.masks = {mask}; });
  const Matrix change = difference();
  EXPECT_EQ(change(5, 3), kMasked) << "in A";
  EXPECT_EQ(change(5, 1), kMasked) << "in B";
  EXPECT_TRUE(std::isfinite(change(5, 5)));
}

TEST_F(Snapshots, DifferenceOfOtherTokensIsRefusedInWords) {
  keep();
  EXPECT_EQ(refused(), std::nullopt);
  edit([](Scene& scene) { scene.tokens[2] = "Kid"; });
  EXPECT_EQ(refused(), "query token 2 is “Child” in A, “Kid” in B");
  workspace.undo();
  edit([](Scene& scene) {
    scene.tokens.pop_back();
    scene.embeddings.edit().conservativeResize(5, 3);
    scene.values->edit().conservativeResize(5, 1);
  });
  EXPECT_EQ(refused(), "A has 6 query tokens, B has 5");
  EXPECT_EQ(refused(1), "A has no head 1");
}

TEST_F(Snapshots, GoWithTheFile) {
  keep();
  session.files.open(example(), "other.attn.json");
  EXPECT_EQ(workspace.look.snapshot.kept, nullptr);
}

}  // namespace
}  // namespace attn::ui::snapshot_test

namespace attn::test::snapshot_test {
namespace {

constexpr const char* kExample = "assets/examples/01-sleepy-child.attn.json";

/// The heatmap on the screen has the colours of `values` (kMasked where they don't count).
void expect_cells(OpenProgram& program, const Matrix& values, const char* colormap,
                  ColorRange range) {
  program.rest();
  const Picture picture = program.settled_picture();
  for (Index i = 0; i < values.rows(); ++i) {
    for (Index j = 0; j < values.cols(); ++j) {
      const Rect box =
          program.control("weights[" + std::to_string(i) + "][" + std::to_string(j) + "]");
      const auto* pixel = picture.at(static_cast<int>(box.x + box.width / 2),
                                     static_cast<int>(box.y + box.height * 0.2));
      const Rgb expected = color_of(*find_colormap(colormap), range, values(i, j));
      EXPECT_NEAR(pixel[0], expected.r, 1) << i << ", " << j;
      EXPECT_NEAR(pixel[1], expected.g, 1) << i << ", " << j;
      EXPECT_NEAR(pixel[2], expected.b, 1) << i << ", " << j;
    }
  }
}

TEST(SnapshotOnTheScreen, IsKeptFlippedSubtractedAndDropped) {
  Desktop desktop;
  OpenProgram program{desktop, kExample};
  const Matrix a = evaluate(parse_scene(program.saved())).heads[0].weights;
  program.click("snapshot.keep");
  EXPECT_TRUE(program.shows("snapshot.show.1"));
  program.drag("embeddings[3][1]", -60, 0);
  const Matrix b = evaluate(parse_scene(program.saved())).heads[0].weights;
  ASSERT_GT((b - a).cwiseAbs().maxCoeff(), 0.1F);
  {
    SCOPED_TRACE("B");
    expect_cells(program, b, "indigo", {0, 1});
  }
  program.key("grave");
  {
    SCOPED_TRACE("A, by key");
    expect_cells(program, a, "indigo", {0, 1});
  }
  program.click("snapshot.show.2");
  {
    SCOPED_TRACE("B − A");
    const float m = range_end((b - a).cwiseAbs().maxCoeff());
    expect_cells(program, b - a, "red-blue", {-m, m});
  }
  program.rest();
  program.key("ctrl+z");
  {
    SCOPED_TRACE("B is A again");
    expect_cells(program, a - a, "red-blue", {-1, 1});
  }
  program.click("snapshot.drop");
  EXPECT_FALSE(program.shows("snapshot.show.1"));
  expect_cells(program, a, "indigo", {0, 1});
}

TEST(SnapshotOnTheScreen, SaysWhyThereIsNoDifferenceAndStillFlips) {
  Desktop desktop;
  OpenProgram program{desktop, kExample};
  const Matrix a = evaluate(parse_scene(program.saved())).heads[0].weights;
  program.click("snapshot.keep");
  program.click("sentence");
  program.key("ctrl+a");
  program.type("The Child sleeps");
  program.key("Tab");
  const Matrix b = evaluate(parse_scene(program.saved())).heads[0].weights;
  program.click("snapshot.show.2");
  EXPECT_TRUE(program.shows("snapshot.refused"));
  expect_cells(program, b, "indigo", {0, 1});
  program.click("snapshot.show.1");
  EXPECT_FALSE(program.shows("snapshot.refused"));
  expect_cells(program, a, "indigo", {0, 1});
}

/// The row's numbers as they are written beside its bars.
std::vector<std::string> row_of(const Matrix& weights, Index query) {
  std::vector<std::string> numbers;
  for (Index key = 0; key < weights.cols(); ++key) {
    numbers.push_back(fixed(weights(query, key), 3));
  }
  return numbers;
}

TEST(SnapshotOnTheScreen, BarsChainAndSliderAreOfThePictureThatIsShown) {
  Desktop desktop;
  OpenProgram program{desktop, kExample};
  Scene scene = parse_scene(program.saved());
  const Matrix a = evaluate(scene).heads[0].weights;
  program.click("weights[5][3]");
  program.click("snapshot.keep");
  program.click("temperature");
  program.key("ctrl+a");
  program.type("3\n");
  scene.normalizer.temperature = 3;
  const Matrix b = evaluate(scene).heads[0].weights;
  const auto expect_all_of = [&](const std::string& name, const Matrix& shown,
                                 const std::string& temperature) {
    SCOPED_TRACE(name);
    program.rest();
    program.settle();
    std::set<std::string> texts;
    for (const DrawnText& one : program.drawn()) texts.insert(one.text);
    for (const std::string& number : row_of(shown, 5))
      EXPECT_TRUE(texts.contains(number)) << number;
    EXPECT_TRUE(texts.contains(name)) << "before the question";
    EXPECT_EQ(program.text("temperature"), temperature);
  };
  expect_all_of("B: ", b, "3.00");
  program.key("grave");
  expect_all_of("A: ", a, "1.00");
  program.drag("embeddings[3][1]", -60, 0);
  EXPECT_NE(parse_scene(program.saved()).embeddings, scene.embeddings);
  program.rest();
  program.settle();
  bool is_b = false;
  for (const DrawnText& one : program.drawn()) is_b |= one.text == "B: ";
  EXPECT_TRUE(is_b) << "what changes is shown";
}

}  // namespace
}  // namespace attn::test::snapshot_test
