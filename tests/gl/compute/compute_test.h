#pragma once

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "app/gl/base/compute_error.h"
#include "app/gl/base/surfaceless.h"
#include "app/gl/compute/compute_backend.h"
#include "engine/attention/trace.h"

namespace attn::gl {

/// A test with a context of its own that can compute, which fails where there is none or where it
/// leaves an error.
class ComputeTest : public ::testing::Test {
 protected:
  void TearDown() override { EXPECT_EQ(glGetError(), GLenum{GL_NO_ERROR}); }

 private:
  SurfacelessContext context_{4, 3};
};

/// First number of `found` outside the scene format's tolerance of `expected`, or empty.
inline std::string difference(const Matrix& found, const Matrix& expected,
                              const std::string& place) {
  if (found.rows() != expected.rows() || found.cols() != expected.cols()) {
    return place + ": another shape";
  }
  for (Index i = 0; i < found.rows(); ++i) {
    for (Index j = 0; j < found.cols(); ++j) {
      const double a = found(i, j), b = expected(i, j);
      if (a == b || std::abs(a - b) <= 2e-5 + 1e-4 * std::abs(b)) continue;
      return place + "(" + std::to_string(i) + ", " + std::to_string(j) +
             "): " + std::to_string(a) + " for " + std::to_string(b);
    }
  }
  return "";
}

inline std::string difference(const std::optional<Matrix>& found,
                              const std::optional<Matrix>& expected, const std::string& place) {
  if (found.has_value() != expected.has_value()) return place + ": there or not";
  return found ? difference(*found, *expected, place) : "";
}

inline std::string difference(const PairTrace& found, const PairTrace& expected,
                              const std::string& place) {
  return difference(found.q, expected.q, place + " q") +
         difference(found.k, expected.k, place + " k") +
         difference(found.raw, expected.raw, place + " raw") +
         difference(found.scores, expected.scores, place + " scores") +
         difference(found.weights, expected.weights, place + " weights");
}

inline std::string difference(const HeadTrace& found, const HeadTrace& expected,
                              const std::string& place) {
  return difference(static_cast<const PairTrace&>(found), static_cast<const PairTrace&>(expected),
                    place) +
         difference(found.subtracted, expected.subtracted, place + " subtracted") +
         difference(found.v, expected.v, place + " v") +
         difference(found.gates, expected.gates, place + " gates") +
         difference(found.output, expected.output, place + " output");
}

inline std::string difference(const Trace& found, const Trace& expected) {
  if (found.heads.size() != expected.heads.size()) return "another number of heads";
  if (found.warnings != expected.warnings) return "other warnings";
  std::string text = difference(found.position, expected.position, "position") +
                     difference(found.query_position, expected.query_position, "query_position") +
                     difference(found.x, expected.x, "x") +
                     difference(found.query_x, expected.query_x, "query_x");
  for (std::size_t h = 0; h < found.heads.size(); ++h) {
    text += difference(found.heads[h], expected.heads[h], "head " + std::to_string(h));
  }
  return text + difference(found.output, expected.output, "output");
}

}  // namespace attn::gl
