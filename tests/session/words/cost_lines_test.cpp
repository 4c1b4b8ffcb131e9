#include <gtest/gtest.h>

#include "app/session/words/cached_words.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/score.h"
#include "tests/engine/scenes.h"

namespace attn::cost_lines_test {
namespace {

TEST(CostLines, SayFormulaNumberAndWhatIsKept) {
  Scene scene;
  scene.tokens = {"a", "b", "c"};
  scene.embeddings = Matrix(Matrix::Ones(3, 2));
  scene.score.kind = &score_kind("dot");
  CachedCostLines cached;
  // Two for the score, one for the quotient of softmax, two for the output, of nine pairs; a key
  // and a value of two numbers for each token.
  EXPECT_EQ(cached.lines_of(scene).at(0), "$5 L^2 = 45$, $12$ stored");
  EXPECT_EQ(cached.lines_of(scene).back(), "$45$");
  // Nothing of it is another for other numbers, and it is the same line.
  const std::string* line = cached.lines_of(scene).data();
  scene.embeddings.edit()(1, 1) = 7;
  EXPECT_EQ(cached.lines_of(scene).data(), line);
  scene.masks.emplace_back();
  EXPECT_EQ(cached.lines_of(scene).at(0), "$2.5 L^2 + 2.5 L = 30$, $12$ stored");
  scene.normalizer.temperature = 0;
  EXPECT_EQ(cached.lines_of(scene).at(0), "$2 L^2 + 2 L = 24$, $12$ stored");
  scene.normalizer = {.kind = &normalizer_kind("sum")};
  // By running sums no pair is looked at, and less is kept: of each token 2 · 2 products to take it
  // in, 2 · 2 + 2 + 2 to ask.
  EXPECT_EQ(cached.lines_of(scene).at(0), "$12 L = 36$, $6$ stored");
}

}  // namespace
}  // namespace attn::cost_lines_test
