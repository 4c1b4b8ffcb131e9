#include "app/document/lessons/lesson_parts.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace attn::lesson_parts_test {
namespace {

std::string part_of_control(std::string name) {
  return part_of({.name = std::move(name), .row = {}, .column = {}, .is_control = true});
}
std::string part_of_matrix(std::string name) {
  return part_of({.name = std::move(name), .row = {}, .column = {}});
}

TEST(LessonParts, AViewHasTheControlsWhoseNamesBeginWithItsId) {
  for (const ViewKind& kind : view_kinds()) {
    const std::string id(kind.id);
    EXPECT_EQ(part_of_control(id + ".anything"), kind.part);
    EXPECT_EQ(part_of_control(id + ".anything[3].else"), kind.part);
    EXPECT_EQ(part_of_control(id + "[0][1]"), kind.part);
    EXPECT_EQ(part_of_control("tab." + id), kind.part);
  }
}

TEST(LessonParts, ThePanelsHaveWhatOnlyBeginsLikeAView) {
  EXPECT_EQ(part_of_control("heads.count.0"), "heads");
  EXPECT_EQ(part_of_control("heads.0.w_q"), "weights");
  EXPECT_EQ(part_of_control("heads.12.dv"), "weights");
  EXPECT_EQ(part_of_control("head"), "heads");
  EXPECT_EQ(part_of_control("score.scale"), "attention");
  EXPECT_EQ(part_of_control("position.base"), "position");
  EXPECT_EQ(part_of_control("row.3"), "row");
  EXPECT_EQ(part_of_control("queries.1"), "inputs");
  EXPECT_EQ(part_of_control("queries.table"), "queries");
  EXPECT_EQ(part_of_control("values.0"), "inputs");
  EXPECT_EQ(part_of_control("menu.open"), "");
}

TEST(LessonParts, AStageMayNameWhatItNeedsOfAHead) {
  EXPECT_EQ(part_named_by("heads.0.width"), "weights");
  EXPECT_EQ(part_named_by("heads.12.w_q"), "weights");
  for (const char* name : {"heads.count", "heads", "weights", "tab.heads", "score.cap"}) {
    EXPECT_EQ(part_named_by(name), "") << name;
  }
  using Names = std::vector<std::string>;
  const Names whole{"weights", "tab.weights"}, one{"weights", "heads.0.subtract.lambda"};
  EXPECT_TRUE(is_on_stage(whole, "heads.0.w_q"));
  EXPECT_FALSE(is_on_stage(one, "heads.0.w_q"));
  EXPECT_FALSE(is_on_stage(one, "heads.0.subtract"));
  EXPECT_FALSE(is_on_stage(one, "heads.0.subtract.lambda2"));
  EXPECT_TRUE(is_on_stage(one, "heads.0.subtract.lambda"));
  EXPECT_TRUE(is_on_stage(one, "heads.0.subtract.lambda.slider"));
  EXPECT_TRUE(is_on_stage(one, "temperature")) << "what is no head's is told by its part";
}

TEST(LessonParts, AMatrixIsInAHeatmapOrInATable) {
  EXPECT_EQ(part_of_matrix("weights"), "tab.weights");
  EXPECT_EQ(part_of_matrix("scores"), "tab.scores");
  EXPECT_EQ(part_of_matrix("heads.0.w_q"), "weights");
  EXPECT_EQ(part_of_matrix("embeddings"), "embeddings.table");
  EXPECT_EQ(part_of_matrix("values"), "embeddings.table");
  EXPECT_EQ(heatmap_of({.name = "embeddings", .row = {}, .column = {}}), nullptr);
  EXPECT_EQ(heatmap_of({.name = "weights", .row = {}, .column = {}, .is_control = true}), nullptr);
}

}  // namespace
}  // namespace attn::lesson_parts_test
