#include "app/session/evaluation/backends.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "app/gl/compute/compute_device.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/scenes.h"
#include "tests/ui/desktop.h"
#include "tests/ui/surfaceless_compute.h"

namespace attn::ui::backends_test {
namespace {

using namespace attn::test;

Backends::Glsl glsl(bool is_software = false) {
  return {.open = [] { return std::make_unique<SurfacelessCompute>(); },
          .is_software = is_software,
          .device = std::make_unique<gl::ComputeDevice>()};
}

/// One for which shaders may be faster.
Scene large_scene() {
  Scene scene = self_attention(700, 64);
  scene.heads.resize(8);
  return scene;
}

void expect_right(const Evaluation& evaluation) {
  const Trace expected = evaluate_plainly(evaluation.scene);
  for (std::size_t h = 0; h < expected.heads.size(); ++h) {
    EXPECT_LE(distance(evaluation.trace.heads[h].weights, expected.heads[h].weights), 2e-5f);
  }
}

TEST(Backends, GlslComputesWhereItIsChosen) {
  Backends backends(Backend::kGlsl);
  EXPECT_EQ(backends.backend_name_of(backends.evaluate(sleepy_child())), "Eigen");
  backends.offer(glsl(/*is_software=*/true));
  EXPECT_TRUE(backends.prepare());
  EXPECT_FALSE(backends.prepare());
  const auto evaluation = backends.evaluate(sleepy_child());
  EXPECT_EQ(backends.backend_name_of(evaluation), "GLSL");
  EXPECT_EQ(backends.seconds(Backend::kGlsl), evaluation->seconds);
  expect_right(*evaluation);

  backends.choose(Backend::kEigen);
  EXPECT_EQ(backends.backend_name_of(backends.evaluate(sleepy_child())), "Eigen");
  backends.choose(Backend::kGlsl);
  EXPECT_FALSE(backends.prepare()) << "there is one";
  EXPECT_EQ(backends.backend_name_of(backends.evaluate(sleepy_child())), "GLSL");
  EXPECT_EQ(backends.take_message(), "");
}

TEST(Backends, AutoLooksForNothingFasterWhereNobodyWaits) {
  Backends backends(Backend::kAuto, /*fast=*/3600);
  backends.offer(glsl());
  EXPECT_FALSE(backends.prepare());
  backends.evaluate(sleepy_child());
  backends.evaluate(sleepy_child());
  EXPECT_FALSE(backends.prepare());
}

TEST(Backends, AutoTakesTheOneThatWasMeasuredToBeFaster) {
  Backends backends(Backend::kAuto, /*fast=*/0);
  backends.offer(glsl());
  const Scene scene = large_scene();
  EXPECT_EQ(backends.backend_name_of(backends.evaluate(scene)), "Eigen");
  Scene changed = scene;
  changed.embeddings.edit().setConstant(0.5f);
  backends.evaluate(changed);
  EXPECT_TRUE(backends.prepare());
  EXPECT_EQ(backends.backend_name_of(backends.evaluate(scene)), "GLSL") << "to measure it";
  const bool glsl_is_faster =
      *backends.seconds(Backend::kGlsl) < *backends.seconds(Backend::kEigen);
  EXPECT_EQ(backends.backend_name_of(backends.evaluate(scene)), glsl_is_faster ? "GLSL" : "Eigen");
}

TEST(Backends, AutoLeavesShadersThatTheProcessorRunsAlone) {
  Backends backends(Backend::kAuto);
  backends.offer(glsl(/*is_software=*/true));
  const Scene scene = large_scene();
  backends.evaluate(scene);
  EXPECT_EQ(backends.backend_name_of(backends.evaluate(scene)), "Eigen");
  EXPECT_FALSE(backends.prepare());
}

/// Message when `broken` is chosen; the scene is still evaluated.
std::string told_of(Backends::Glsl broken) {
  Backends backends(Backend::kGlsl);
  backends.offer(std::move(broken));
  backends.prepare();
  const auto evaluation = backends.evaluate(sleepy_child());
  EXPECT_EQ(backends.backend_name_of(evaluation), "Eigen");
  expect_right(*evaluation);
  const std::string told = backends.take_message();
  backends.evaluate(sleepy_child());
  backends.prepare();
  EXPECT_EQ(backends.take_message(), "") << "it is told once";
  EXPECT_EQ("Computed by Eigen, as GLSL failed: " + backends.trouble(), told);
  return told;
}

TEST(Backends, WhatFailsIsToldOnceAndTheEngineDoesIt) {
  Backends::Glsl broken = glsl();
  broken.device = std::make_unique<gl::ComputeDevice>(
      [] { return gl::checked_compute_backend("#error injected\n"); });
  EXPECT_NE(told_of(std::move(broken)).find("does not compile"), std::string::npos);
  broken = glsl();
  broken.device = std::make_unique<gl::ComputeDevice>(
      [] { return gl::checked_compute_backend("#define exp(x) (x)\n"); });
  EXPECT_NE(told_of(std::move(broken)).find("computes wrong numbers"), std::string::npos);
  broken = glsl();
  broken.open = []() -> std::unique_ptr<ComputeContext> { throw std::runtime_error("none"); };
  EXPECT_NE(told_of(std::move(broken)).find("none"), std::string::npos);
}

TEST(Backends, ASceneThatIsTooLargeIsLeftToTheEngineAndOthersAreNot) {
  Backends backends(Backend::kGlsl);
  Backends::Glsl small = glsl();
  small.device = std::make_unique<gl::ComputeDevice>([] {
    gl::ComputeLimits limits = gl::compute_limits();
    limits.buffer_bytes = 1 << 16;
    return std::make_unique<gl::ComputeBackend>(limits);
  });
  backends.offer(std::move(small));
  backends.prepare();
  EXPECT_EQ(backends.backend_name_of(backends.evaluate(self_attention(200, 3))), "Eigen");
  EXPECT_NE(backends.take_message().find("too large"), std::string::npos);
  EXPECT_EQ(backends.backend_name_of(backends.evaluate(self_attention(200, 3, 2))), "Eigen");
  EXPECT_EQ(backends.take_message(), "");
  EXPECT_EQ(backends.backend_name_of(backends.evaluate(self_attention(20, 3))), "GLSL");
}

TEST(Backends, WhatIsCancelledIsNoFailure) {
  Backends backends(Backend::kGlsl);
  backends.offer(glsl());
  backends.prepare();
  backends.evaluate(sleepy_child());
  Progress progress;
  progress.cancel();
  EXPECT_THROW(backends.evaluate(large_scene(), &progress), Cancelled);
  EXPECT_EQ(backends.take_message(), "");
  EXPECT_EQ(backends.backend_name_of(backends.evaluate(sleepy_child())), "GLSL");
}

TEST(Backends, WhatTheEngineRefusesIsRefused) {
  Backends backends(Backend::kGlsl);
  backends.offer(glsl());
  backends.prepare();
  Scene scene = self_attention(3, 2);
  scene.embeddings = Matrix(Matrix::Constant(3, 2, 1e25f));
  EXPECT_THROW(backends.evaluate(scene), SceneError);
  EXPECT_EQ(backends.backend_name_of(backends.evaluate(sleepy_child())), "GLSL");
}

TEST(BackendMenu, ChoosesWhatComputes) {
  Desktop desktop;
  OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json");
  EXPECT_TRUE(program.text("backend").starts_with("Eigen · "));
  const auto choose = [&](const std::string& name) {
    program.click("menu.View");
    program.click("menu.Backend");
    program.click("menu.backend." + name);
  };
  choose("glsl");
  EXPECT_TRUE(eventually([&] { return program.text("backend").starts_with("GLSL · "); }))
      << program.text("backend") << program.text("message");
  program.key("ctrl+z");  // nothing to undo: it still answers
  choose("eigen");
  EXPECT_TRUE(eventually([&] { return program.text("backend").starts_with("Eigen · "); }));
  EXPECT_EQ(program.text("message"), "");

  // The menu says how long each took last; of Auto, which takes the faster, nothing.
  program.click("menu.View");
  program.click("menu.Backend");
  for (const auto& [name, label] : {std::pair{"eigen", "Eigen · "}, std::pair{"glsl", "GLSL · "}}) {
    const std::string text = program.text("menu.backend." + std::string(name));
    EXPECT_TRUE(text.starts_with(label) && text.ends_with(" ms")) << text;
  }
  EXPECT_EQ(program.text("menu.backend.auto"), "Auto");
  program.click("menu.backend.auto");
  EXPECT_TRUE(eventually([&] { return program.text("backend").starts_with("Eigen · "); }))
      << "shaders that the processor runs are not taken by themselves";
}

TEST(BackendMenu, SaysWhyThereIsNoGlsl) {
  ::setenv("MESA_GL_VERSION_OVERRIDE", "3.3", 1);
  Desktop desktop;
  OpenProgram program(desktop, "assets/examples/01-sleepy-child.attn.json");
  ::unsetenv("MESA_GL_VERSION_OVERRIDE");
  program.click("menu.View");
  program.click("menu.Backend");
  program.click("menu.backend.glsl");
  EXPECT_TRUE(eventually([&] {
    return program.text("message") ==
           "Computed by Eigen, as GLSL failed: the graphics driver has no context of OpenGL 4.3";
  })) << program.text("message");
  EXPECT_TRUE(program.text("backend").starts_with("Eigen · "));
  EXPECT_EQ(parse_scene(program.saved()).title, "The sleepy child reads a book");
}

}  // namespace
}  // namespace attn::ui::backends_test
