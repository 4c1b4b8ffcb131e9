#include "app/document/lessons/lesson_text.h"

#include <gtest/gtest.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_play.h"
#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"

namespace attn::lesson_text_test {
namespace {

const Evaluation& child() {
  static const Evaluation one =
      evaluated(parse_scene(asset("assets/examples/01-sleepy-child.attn.json")));
  return one;
}

TEST(LessonText, FillsInNumbers) {
  Scene hard = child().scene;
  hard.normalizer.temperature = 0;
  const Evaluation now = evaluated(hard);
  const Facts facts{now, child(), {}};
  EXPECT_EQ(plain_text(fill("score {scores[5][3]}.", facts)), "score 7.");
  EXPECT_EQ(plain_text(fill("T {temperature}, now {now: temperature}", facts)), "T 1, now 0");
  EXPECT_EQ(plain_text(fill("{{a}", facts)), "{a}");
  EXPECT_EQ(plain_text(fill("none: {weights[9][9]}", facts)), "none: —");
  EXPECT_EQ(plain_text(fill("{open", facts)), "{open");
  EXPECT_THROW(require_true_claims("{weights[9][9]}", facts), LessonError);
  EXPECT_THROW(require_expressions("{nothing}"), LessonError);
  EXPECT_THROW(require_expressions("{open"), LessonError);
}

TEST(LessonText, FindsWhatTermsLight) {
  const Facts facts{child(), child(), {}};
  EXPECT_EQ(find_light("weights/Book/Reads", facts), (LessonLight{"weights", 5, 3}));
  EXPECT_EQ(find_light("weights/2", facts), (LessonLight{"weights", 2, {}}));
  EXPECT_EQ(find_light("weights//Reads", facts), (LessonLight{"weights", {}, 3}));
  EXPECT_EQ(find_light("embeddings/Book/1", facts), (LessonLight{"embeddings", 5, 1}));
  EXPECT_EQ(find_light("values", facts), (LessonLight{"values", {}, {}}));
  EXPECT_EQ(find_light("control/temperature.slider", facts),
            (LessonLight{"temperature.slider", {}, {}, true}));
  for (const char* wrong : {"weight/1", "weights/9", "weights/Bok", "embeddings/0/9", "queries",
                            "control", "control/", "heads.0.w_q", "weights/1/2/3", ""}) {
    EXPECT_THROW(find_light(wrong, facts), LessonError) << wrong;
  }
}

}  // namespace
}  // namespace attn::lesson_text_test
