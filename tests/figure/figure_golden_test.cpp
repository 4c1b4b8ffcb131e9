#include <gtest/gtest.h>

#include "app/figure/figure.h"
#include "tests/figure/figure_test.h"

namespace attn {
namespace {

using test::load_png;
using test::TemporaryFolder;

// Letters may be smoothed a little otherwise by another version of Cairo; a shifted or missing one
// is far beyond this.
void expect_golden(const Scene& scene, const Trace& trace, const std::string& name) {
  const TemporaryFolder folder;
  write_figure(scene, trace, {}, folder / "a.png");
  test::expect_picture(load_png(folder / "a.png"), "figure/golden/" + name, 64, 0.05);
}

TEST(FigureGolden, SleepyChild) {
  const Scene scene = test::sleepy_child();
  expect_golden(scene, evaluate(scene), "sleepy-child.png");
}

TEST(FigureGolden, MaskedChild) {
  const Scene scene = test::masked_child();
  expect_golden(scene, evaluate(scene), "masked-child.png");
}

TEST(FigureGolden, CrowdedLabels) {
  const test::Example example =
      test::example(9, 40, {"the", "animal", "Donaudampfschifffahrtsgesellschaft", " ", "Ωmega"});
  expect_golden(example.scene, example.trace, "crowded-labels.png");
}

}  // namespace
}  // namespace attn
