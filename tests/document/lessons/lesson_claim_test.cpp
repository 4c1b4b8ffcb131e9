#include "app/document/lessons/lesson_claim.h"

#include <gtest/gtest.h>

#include "app/document/expressions/lesson_error.h"
#include "app/document/lessons/lesson_play.h"
#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"

namespace attn::lesson_claim_test {
namespace {

const Evaluation& child() {
  static const Evaluation one =
      evaluated(parse_scene(asset("assets/examples/01-sleepy-child.attn.json")));
  return one;
}

bool holds(std::string_view text) {
  const Facts facts{child(), child(), {}};
  try {
    LessonClaim(text).require(facts);
    return true;
  } catch (const LessonError&) {
    return false;
  }
}

TEST(LessonClaim, IsShownAsItIsWritten) {
  const Facts facts{child(), child(), {}};
  EXPECT_EQ(LessonClaim("scores[5][3]").words(facts), "7");
  EXPECT_EQ(LessonClaim("0·2 + 2·3 + 1·1 = scores[5][3]").words(facts), "0·2 + 2·3 + 1·1");
}

TEST(LessonClaim, HoldsWhereTheNumbersSayTheSame) {
  for (const char* right :
       {"7 = scores[5][3]", "0.88 = weights[5][3]", "0.9 = weights[5][3]",
        "(1, −1, −2) = embeddings[\"Child\"]", "1, -1, -2 = embeddings[\"Child\"]",
        "0·1 + 2·(−1) + 1·(−2) = scores[\"Book\"][\"Child\"]", "1/√8 = 1 / sqrt(8)",
        "e⁷ / (e⁰ + e¹ + e⁻⁴ + e⁷ + e⁰ + e⁵) = weights[5][3]", "e / 2 = exp(1) / 2",
        "8 = fixed(7.9, 0)", "2 × 3 = 6", "7 = scores[5][3]"}) {
    EXPECT_TRUE(holds(right)) << right;
  }
}

TEST(LessonClaim, IsWrongWhereAnyNumberIsAnother) {
  for (const char* wrong :
       {"8 = scores[5][3]", "−7 = scores[5][3]", "0.87 = weights[5][3]", "1 = weights[5][3]",
        "(1, −1, −3) = embeddings[\"Child\"]", "1, −1 = embeddings[\"Child\"]",
        "0·1 + 2·(−1) + 1·(−3) = scores[\"Book\"][\"Child\"]", "1/√9 = 1 / sqrt(8)",
        "e⁶ / (e⁰ + e¹ + e⁻⁴ + e⁷ + e⁰ + e⁵) = weights[5][3]", "8 = fixed(7.4, 0)",
        "7 = scores[9][3]", "7 = tokens[0]", "many = scores[5][3]"}) {
    EXPECT_FALSE(holds(wrong)) << wrong;
  }
}

TEST(LessonClaim, SaysWhatIsWritten) {
  const Facts facts{child(), child(), {}};
  try {
    LessonClaim("8 = scores[5][3]").require(facts);
    FAIL();
  } catch (const LessonError& error) {
    EXPECT_STREQ(error.what(), "the text says 8, but scores[5][3] is 7");
  }
}

TEST(LessonClaim, RefusesWhatIsNeither) {
  for (const char* wrong : {"= 3", "3 =", "3 = nothing", "", "3 = 4 = 5", "\"3 = 4"}) {
    EXPECT_THROW(LessonClaim{wrong}, LessonError) << wrong;
  }
  EXPECT_NO_THROW(LessonClaim("1 == 2")) << "a comparison is an expression";
  EXPECT_NO_THROW(LessonClaim("\"axis = 0\"")) << "so is a text";
}

}  // namespace
}  // namespace attn::lesson_claim_test
