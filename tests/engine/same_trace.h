#pragma once

#include <gtest/gtest.h>

#include "engine/attention/trace.h"

namespace attn::test {

/// Within what the scene format allows an evaluation to be wrong by; what is masked is the same.
inline testing::AssertionResult is_close(const Matrix& found, const Matrix& expected) {
  if (found.rows() != expected.rows() || found.cols() != expected.cols()) {
    return testing::AssertionFailure() << found.rows() << " x " << found.cols() << " instead of "
                                       << expected.rows() << " x " << expected.cols();
  }
  for (Index i = 0; i < expected.rows(); ++i) {
    for (Index j = 0; j < expected.cols(); ++j) {
      const float a = found(i, j);
      const float b = expected(i, j);
      if (a == b || std::abs(a - b) <= 2e-5f + 1e-4f * std::abs(b)) continue;
      return testing::AssertionFailure() << "(" << i << ", " << j << "): " << a << " for " << b;
    }
  }
  return testing::AssertionSuccess();
}

inline void expect_same_trace(const Trace& found, const Trace& expected) {
  EXPECT_EQ(found.position.has_value(), expected.position.has_value());
  EXPECT_EQ(found.query_position.has_value(), expected.query_position.has_value());
  EXPECT_TRUE(!found.position || *found.position == *expected.position);
  EXPECT_EQ(found.x, expected.x);
  EXPECT_EQ(found.query_x, expected.query_x);
  ASSERT_EQ(found.heads.size(), expected.heads.size());
  for (std::size_t h = 0; h < found.heads.size(); ++h) {
    SCOPED_TRACE(testing::Message() << "head " << h);
    const HeadTrace& a = found.heads[h];
    const HeadTrace& b = expected.heads[h];
    EXPECT_TRUE(is_close(a.q, b.q));
    EXPECT_TRUE(is_close(a.k, b.k));
    EXPECT_TRUE(is_close(a.v, b.v));
    EXPECT_TRUE(is_close(a.raw, b.raw));
    EXPECT_TRUE(is_close(a.scores, b.scores));
    EXPECT_TRUE(is_close(a.weights, b.weights));
    EXPECT_TRUE(is_close(a.gates, b.gates));
    EXPECT_TRUE(is_close(a.output, b.output));
    EXPECT_TRUE(is_close(a.subtracted.weights, b.subtracted.weights));
  }
  ASSERT_EQ(found.output.has_value(), expected.output.has_value());
  if (found.output) {
    EXPECT_TRUE(is_close(*found.output, *expected.output));
  }
  EXPECT_EQ(found.warnings, expected.warnings);
}

}  // namespace attn::test
