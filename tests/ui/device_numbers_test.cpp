// Tests reading numbers of evaluations that stay on the device.

#include <cmath>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>
#include <unistd.h>

#include "app/document/scene_file/scene_file.h"
#include "app/gl/compute/compute_device.h"
#include "app/session/evaluation/backends.h"
#include "engine/attention/mask.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/scenes.h"
#include "tests/ui/desktop.h"
#include "tests/ui/surfaceless_compute.h"

namespace attn::ui::device_numbers_test {
namespace {

using namespace attn::test;
constexpr Index kTokens = 300;

/// One with too many pairs for all to be read at once.
Scene large_scene() {
  Scene scene = self_attention(kTokens, 8);
  scene.title = "Many words";
  scene.heads.resize(2);
  Random random(3);
  scene.heads[1].w_q = random.matrix(8, 8, 0.5F);
  scene.heads[1].w_k = random.matrix(8, 8, 0.5F);
  Mask mask;
  mask.kind = &mask_kind("causal");
  scene.masks = {mask};
  return scene;
}

/// Simulates a lost context.
bool is_lost = false;
GLenum status() { return is_lost ? GL_GUILTY_CONTEXT_RESET : GL_NO_ERROR; }

class DeviceNumbersTest : public ::testing::Test {
 protected:
  DeviceNumbersTest() {
    is_lost = false;
    backends_.offer({.open = [] { return std::make_unique<SurfacelessCompute>(); },
                     .device = std::make_unique<gl::ComputeDevice>([] {
                       return std::make_unique<gl::ComputeBackend>(gl::compute_limits(), "",
                                                                   status);
                     })});
    backends_.prepare();
  }

  std::shared_ptr<const Evaluation> evaluate(const gl::NumbersNeeded& needed) {
    backends_.device()->set_needed(needed);
    auto evaluation = backends_.evaluate(scene_);
    backends_.device()->take_rows();
    return evaluation;
  }

  /// Whether no more than some rows of a head are there, and of those this one.
  bool has_row(const std::shared_ptr<const Evaluation>& evaluation, Index head, Index row) {
    const gl::PartlyRead* part = backends_.device()->partly_read(evaluation);
    return part != nullptr && part->has({.all = false, .head = head, .rows = {row}});
  }

  void expect_row(const std::shared_ptr<const Evaluation>& evaluation, std::size_t h, Index row) {
    const HeadTrace &found = evaluation->trace.heads[h], &expected = plain_.heads[h];
    EXPECT_TRUE(has_row(evaluation, static_cast<Index>(h), row));
    EXPECT_LE((found.weights.row(row) - expected.weights.row(row)).cwiseAbs().maxCoeff(), 2e-5F);
    EXPECT_LE((found.raw.row(row) - expected.raw.row(row)).cwiseAbs().maxCoeff(), 1e-4F);
    for (Index j = 0; j < kTokens; ++j) {
      const bool is_masked = found.scores(row, j) == kMasked;
      EXPECT_EQ(is_masked, expected.scores(row, j) == kMasked);
      EXPECT_TRUE(!is_masked || found.weights(row, j) == 0);
    }
  }

  const Scene scene_ = large_scene();
  const Trace plain_ = evaluate_plainly(scene_);
  Backends backends_{Backend::kGlsl};
};

TEST_F(DeviceNumbersTest, OnlyTheRowsThatAreNeededAreRead) {
  const auto evaluation = evaluate({.all = false, .head = 1, .rows = {5}});
  EXPECT_EQ(backends_.backend_name_of(evaluation), "GLSL");
  EXPECT_EQ(backends_.device()->pairs_read(), 3 * kTokens);
  expect_row(evaluation, 1, 5);
  EXPECT_FALSE(has_row(evaluation, 1, 6));
  EXPECT_FALSE(has_row(evaluation, 0, 5));
  EXPECT_TRUE(std::isnan(evaluation->trace.heads[1].weights(6, 0)));
  EXPECT_EQ(evaluation->trace.heads[0].weights.size(), 0);
  for (std::size_t h = 0; h < 2; ++h) {
    EXPECT_LE(distance(evaluation->trace.heads[h].output, plain_.heads[h].output), 1e-4F);
  }
}

TEST_F(DeviceNumbersTest, MoreRowsComeIntoTheSameEvaluation) {
  const auto first = evaluate({.all = false, .head = 1, .rows = {5}});
  const double seconds = first->seconds;
  backends_.device()->set_needed({.all = false, .head = 1, .rows = {5, 9}});
  EXPECT_FALSE(has_row(first, 1, 9));
  const auto second = evaluate({.all = false, .head = 1, .rows = {5, 9}});
  EXPECT_EQ(second, first);
  expect_row(second, 1, 5);
  expect_row(second, 1, 9);
  EXPECT_EQ(backends_.device()->pairs_read(), 2 * 3 * kTokens);
  EXPECT_EQ(backends_.seconds(Backend::kGlsl), seconds) << "nothing is computed again";
}

TEST_F(DeviceNumbersTest, RowsOfWhatIsSubtractedAreReadToo) {
  Scene scene = scene_;
  Random random(4);
  scene.heads[1].subtract = {random.matrix(8, 8, 0.5F), random.matrix(8, 8, 0.5F), 0.5F};
  const Trace plain = evaluate_plainly(scene);
  backends_.device()->set_needed({.all = false, .head = 1, .rows = {5}});
  const auto evaluation = backends_.evaluate(scene);
  EXPECT_EQ(backends_.backend_name_of(evaluation), "GLSL");
  EXPECT_EQ(backends_.device()->pairs_read(), 6 * kTokens);
  const HeadTrace &found = evaluation->trace.heads[1], &expected = plain.heads[1];
  EXPECT_LT(expected.weights.row(5).minCoeff(), -1e-3F);
  EXPECT_LE(distance(found.weights.row(5), expected.weights.row(5)), 2e-5F);
  EXPECT_LE(distance(found.subtracted.weights.row(5), expected.subtracted.weights.row(5)), 2e-5F);
  EXPECT_LE(distance(found.subtracted.raw.row(5), expected.subtracted.raw.row(5)), 1e-4F);
  EXPECT_LE(distance(found.subtracted.k, expected.subtracted.k), 1e-4F);
  EXPECT_TRUE(std::isnan(found.subtracted.weights(6, 0)));
  backends_.device()->set_needed({});
  const auto all = backends_.evaluate(scene);
  EXPECT_LE(distance(all->trace.heads[1].weights, expected.weights), 2e-5F) << "below 0, too";
}

TEST_F(DeviceNumbersTest, AnotherHeadOrAllAreReadOnceTheyAreNeeded) {
  const auto first = evaluate({.all = false, .head = 0});
  EXPECT_EQ(backends_.device()->pairs_read(), 0);
  const auto other = evaluate({.all = false, .head = 1, .rows = {7}});
  expect_row(other, 1, 7);
  const auto all = evaluate({});
  EXPECT_EQ(backends_.device()->partly_read(all), nullptr);
  EXPECT_GE(backends_.device()->pairs_read(), 2 * 3 * kTokens * kTokens);
  for (std::size_t h = 0; h < 2; ++h) {
    EXPECT_LE(distance(all->trace.heads[h].weights, plain_.heads[h].weights), 2e-5F);
  }
  EXPECT_EQ(evaluate({.all = false}), all) << "there they are";
}

TEST_F(DeviceNumbersTest, AFewNumbersAreReadAtOnce) {
  backends_.device()->set_needed({.all = false});
  const auto evaluation = backends_.evaluate(sleepy_child());
  EXPECT_EQ(backends_.device()->partly_read(evaluation), nullptr);
  EXPECT_TRUE(backends_.device()->weights(evaluation, 0)) << "and drawn from where they are";
}

TEST_F(DeviceNumbersTest, WhatNothingShowsIsDropped) {
  auto first = evaluate({.all = false});
  EXPECT_TRUE(backends_.device()->weights(first, 0));
  EXPECT_FALSE(backends_.device()->has_unused());
  EXPECT_FALSE(backends_.device()->weights(std::make_shared<Evaluation>(), 0));
  first.reset();
  EXPECT_TRUE(backends_.device()->has_unused());
  backends_.choose(Backend::kEigen);
  const auto eigens = backends_.evaluate(scene_);
  EXPECT_FALSE(backends_.device()->has_unused());
  EXPECT_FALSE(backends_.device()->weights(eigens, 0));
}

TEST_F(DeviceNumbersTest, NoMoreThanTwoAreKept) {
  std::vector<std::shared_ptr<const Evaluation>> shown;
  for (const char* title : {"first", "second", "third"}) {
    Scene scene = scene_;
    scene.title = title;
    shown.push_back(backends_.evaluate(scene));
  }
  EXPECT_FALSE(backends_.device()->weights(shown[0], 0));
  EXPECT_TRUE(backends_.device()->weights(shown[1], 0));
  EXPECT_TRUE(backends_.device()->weights(shown[2], 1));
}

TEST_F(DeviceNumbersTest, AContextThatIsLostLeavesTheSceneToEigen) {
  const auto first = evaluate({.all = false});
  ASSERT_NE(backends_.device()->partly_read(first), nullptr);
  is_lost = true;
  const auto all = evaluate({});  // to be read from where they were
  EXPECT_EQ(backends_.backend_name_of(all), "Eigen");
  EXPECT_EQ(all->scene.title, "Many words");
  EXPECT_LE(distance(all->trace.heads[1].weights, plain_.heads[1].weights), 2e-5F);
  EXPECT_EQ(backends_.take_message(),
            "Computed by Eigen, as GLSL failed: the graphics driver lost its context, as after a "
            "reset of the device");
  EXPECT_EQ(backends_.backend_name_of(backends_.evaluate(sleepy_child())), "Eigen") << "for good";
  EXPECT_EQ(backends_.take_message(), "") << "it is told once";
}

TEST(DeviceNumbersInWindow, TheHeatmapNeedsNone) {
  const auto folder = std::filesystem::temp_directory_path() /
                      ("attentoscope-device-" + std::to_string(::getpid()));
  std::filesystem::create_directories(folder);
  const std::string path = folder / "large.attn.json";
  write_scene(large_scene(), path);
  Desktop desktop;
  OpenProgram program(desktop, path);
  const auto maker = [&](std::string_view name) {
    return eventually([&] { return program.text("backend").starts_with(name); });
  };
  const auto choose = [&](const std::string& name) {
    program.click("menu.View");
    program.click("menu.Backend");
    program.click("menu.backend." + name);
    program.rest();
  };
  const auto read = [&] { return std::stol(program.text("pairs-read")); };
  const auto picture = [&](const std::string& name) {
    const Picture whole = program.settled_picture();
    const auto box = program.control(name);
    Picture part{static_cast<int>(box.width), static_cast<int>(box.height), {}};
    for (int y = 0; y < part.height; ++y) {
      const auto* first = whole.at(static_cast<int>(box.x), static_cast<int>(box.y) + y);
      part.rgba.insert(part.rgba.end(), first, first + 4 * part.width);
    }
    return part;
  };
  // The numbers come in a thread that lets all others go first, their picture in a later frame.
  const auto looks_like = [&](const std::string& name, const Picture& expected) {
    return eventually([&] {
      const Picture now = picture(name);
      return now.width == expected.width && now.height == expected.height &&
             compare(now, expected).max <= 2;
    });
  };
  EXPECT_TRUE(maker("Eigen · "));
  program.rest();
  const Picture weights = picture("weights");
  choose("glsl");
  EXPECT_TRUE(maker("GLSL · ")) << program.text("message");
  EXPECT_TRUE(looks_like("weights", weights));
  EXPECT_LE(read(), 2 * 3 * kTokens) << "the row that is kept, and what the mouse came by, at most";

  // The inspector and the row need a row.
  program.click("weights");
  const auto shows_row = [&] {  // whose list is where the key is that was clicked, in the middle
    bool shows = false;
    for (Index key = kTokens / 2 - 2; key <= kTokens / 2 + 2; ++key) {
      shows = shows || program.shows("row." + std::to_string(key));
    }
    return shows;
  };
  EXPECT_TRUE(eventually([&] { return shows_row() && read() > 0; }));
  EXPECT_LT(read(), 20 * 3 * kTokens);

  // Another view needs all.
  program.click("tab.scores");
  EXPECT_TRUE(eventually(
      [&] { return program.shows("scores.legend") && read() >= 2 * 3 * kTokens * kTokens; }));
  program.rest();
  const Picture scores = picture("scores");
  choose("eigen");
  EXPECT_TRUE(maker("Eigen · "));
  EXPECT_TRUE(looks_like("scores", scores));
  EXPECT_EQ(program.text("message"), "");
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace attn::ui::device_numbers_test
