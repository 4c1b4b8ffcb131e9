#include "engine/attention.h"

#include <gtest/gtest.h>

#include "engine/check.h"
#include "tests/engine/scenes.h"

namespace attn {
namespace {

using namespace attn::test;

TEST(Attention, AnswersTheWorkedExample) {
  const Scene scene = sleepy_child();
  ASSERT_FALSE(check(scene));
  const Trace trace = evaluate(scene);
  ASSERT_EQ(trace.heads.size(), 1u);
  const HeadTrace& head = trace.heads[0];
  EXPECT_EQ(head.scores, matrix({{0, 1, -4, 7, 0, 5}}));
  EXPECT_LE(distance(head.weights, matrix({{0.000800139f, 0.002175003f, 0.0000146551f, 0.8774589f,
                                            0.000800139f, 0.1187512f}})),
            1e-7f);
  EXPECT_NEAR((*trace.output)(0, 0), 0.362428076f, 1e-7f);
  EXPECT_TRUE(trace.warnings.empty());
}

}  // namespace
}  // namespace attn
