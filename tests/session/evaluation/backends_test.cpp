#include "app/session/evaluation/backends.h"

#include <gtest/gtest.h>

#include "tests/engine/scenes.h"

namespace attn::backends_test {
namespace {

TEST(Backends, EigenComputesWhereNoShadersAreOfferedAndItIsToldOnce) {
  Backends backends(Backend::kGlsl);
  EXPECT_FALSE(backends.prepare());
  EXPECT_EQ(backends.backend_name_of(backends.evaluate(test::sleepy_child())), "Eigen");
  EXPECT_EQ(backends.take_message(),
            "Computed by Eigen: this program was built without compute shaders");
  EXPECT_EQ(backends.trouble(), "this program was built without compute shaders");
  EXPECT_FALSE(backends.prepare());
  EXPECT_EQ(backends.take_message(), "");

  Backends eigen(Backend::kEigen);
  EXPECT_FALSE(eigen.prepare());
  EXPECT_EQ(eigen.take_message(), "") << "nobody asked for them";
}

}  // namespace
}  // namespace attn::backends_test
