// Tests that errors are reported and that the next scene is evaluated.

#include <cstdio>
#include <cstdlib>
#include <limits>

#include "app/gl/compute/compute_backend.h"
#include "app/gl/compute/compute_buffer.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/scenes.h"
#include "tests/gl/compute/compute_test.h"

namespace attn::gl::compute_failure_test {
namespace {

using namespace attn::test;

class ComputeFailure : public ComputeTest {};

/// Message of the ComputeError that `work` throws.
template <typename Work>
std::string words_of(Work work) {
  try {
    work();
  } catch (const ComputeError& error) {
    return error.what();
  }
  return "nothing was thrown";
}

bool says(const std::string& text, std::string_view words) {
  return text.find(words) != std::string::npos;
}

TEST_F(ComputeFailure, AShaderThatDoesNotCompile) {
  ComputeBackend backend(compute_limits(), "#error injected\n");
  const std::string words = words_of([&] { backend.evaluate(sleepy_child()); });
  EXPECT_TRUE(says(words, "does not compile shaders/compute.glsl + shaders/")) << words;
  EXPECT_TRUE(says(words, "injected")) << words;
  EXPECT_EQ(
      difference(ComputeBackend().evaluate(sleepy_child()), attn::evaluate_plainly(sleepy_child())),
      "");
}

TEST_F(ComputeFailure, ADriverThatComputesWrongNumbersIsFoundOut) {
  EXPECT_TRUE(checked_compute_backend());
  for (const char* wrong : {"#define fma(a, b, c) ((c) - (a) * (b))\n", "#define exp(x) (x)\n",
                            "#define barrier() memoryBarrier()\n#define max(a, b) min(a, b)\n"}) {
    EXPECT_EQ(words_of([&] { checked_compute_backend(wrong); }),
              "the graphics driver computes wrong numbers")
        << wrong;
  }
}

TEST_F(ComputeFailure, ABufferThatTheDriverHasNoRoomFor) {
  ComputeLimits limits = compute_limits();
  limits.buffer_bytes = std::numeric_limits<std::int64_t>::max();
  const std::string words = words_of([&] { const ComputeBuffer buffer(limits, Index{1} << 58); });
  EXPECT_TRUE(says(words, "no memory for 1099511627776 MB")) << words;
}

TEST_F(ComputeFailure, ASceneThatIsLargerThanABufferMayBe) {
  ComputeLimits limits = compute_limits();
  limits.buffer_bytes = 1 << 20;
  ComputeBackend backend(limits);
  const std::string words = words_of([&] { backend.evaluate(self_attention(600, 2)); });
  EXPECT_EQ(words,
            "the scene is too large for the graphics driver: it needs 2 MB in one buffer, and 1 MB "
            "are allowed");
  EXPECT_EQ(difference(backend.evaluate(sleepy_child()), attn::evaluate_plainly(sleepy_child())),
            "");
}

TEST_F(ComputeFailure, HeadsThatDoNotFitIntoOneBufferAreSplit) {
  ComputeLimits limits = compute_limits();
  Scene scene = self_attention(40, 3);
  scene.heads.resize(5);
  limits.buffer_bytes = 2 * 40 * 40 * sizeof(float);
  EXPECT_EQ(difference(ComputeBackend(limits).evaluate(scene), attn::evaluate_plainly(scene)), "");
}

TEST_F(ComputeFailure, DispatchesThatAreTooLargeAreSplit) {
  ComputeLimits limits = compute_limits();
  limits.groups = {2, 3, 2};
  Scene scene = self_attention(50, 3);
  scene.heads.resize(5);
  scene.masks.resize(1);
  EXPECT_EQ(difference(ComputeBackend(limits).evaluate(scene), attn::evaluate_plainly(scene)), "");
}

constexpr const char* kLost =
    "the graphics driver lost its context, as after a reset of the device";

TEST_F(ComputeFailure, AContextThatIsLostIsSaid) {
  const ResetStatus lost = [] { return GLenum{GL_INNOCENT_CONTEXT_RESET}; };
  ComputeBackend backend(compute_limits(), "", lost);
  EXPECT_EQ(words_of([&] { backend.evaluate(sleepy_child()); }), kLost);
  EXPECT_EQ(
      difference(ComputeBackend().evaluate(sleepy_child()), attn::evaluate_plainly(sleepy_child())),
      "");
}

TEST_F(ComputeFailure, AContextThatIsLostWhileItIsReadIsSaid) {
  static bool is_lost = false;
  const ResetStatus status = [] {
    return GLenum(is_lost ? GL_UNKNOWN_CONTEXT_RESET : GL_NO_ERROR);
  };
  ComputeBackend backend(compute_limits(), "", status);
  const auto run = backend.run(sleepy_child());
  EXPECT_EQ(run->read_row(0, 0).weights.sum(), 1);
  is_lost = true;
  EXPECT_EQ(words_of([&] { run->read(); }), kLost);
  EXPECT_EQ(words_of([&] { run->read_without_pairs(); }), kLost);
  EXPECT_EQ(words_of([&] { run->read_row(0, 0); }), kLost);
}

TEST_F(ComputeFailure, AnErrorOfTheDriverIsSaid) {
  // Query of the reset status that leaves a GL error, as a failing driver would.
  const ResetStatus failing = [] {
    glEnable(GL_NONE);
    return GLenum{GL_NO_ERROR};
  };
  ComputeBackend backend(compute_limits(), "", failing);
  EXPECT_EQ(words_of([&] { backend.evaluate(sleepy_child()); }),
            "the graphics driver failed with error 1280");
}

TEST_F(ComputeFailure, TheContextOfTheTestsIsWell) { EXPECT_EQ(reset_status(), GL_NO_ERROR); }

TEST(ComputeLimitsDeathTest, AnOlderContextIsSaid) {
  // Mesa reads the variable once in a process.
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto try_in_old_context = [] {
    setenv("MESA_GL_VERSION_OVERRIDE", "3.3", 1);
    const SurfacelessContext context(3, 3);
    std::fputs(words_of([] { ComputeBackend(); }).c_str(), stderr);
    std::exit(0);
  };
  EXPECT_EXIT(try_in_old_context(), testing::ExitedWithCode(0),
              "compute shaders need OpenGL 4.3, and the graphics driver has 3.3");
}

}  // namespace
}  // namespace attn::gl::compute_failure_test
