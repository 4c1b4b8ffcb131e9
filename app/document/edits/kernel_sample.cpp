#include "app/document/edits/kernel_sample.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/document/edits/matrix_fill.h"
#include "engine/attention/score.h"

namespace attn {
namespace {

constexpr Index kPoints = 50;
constexpr double kEnd = 5;
constexpr float kWidth = 2;

float rounded(double value) { return static_cast<float>(std::round(value * 100) / 100 + 0.0); }

}  // namespace

double kernel_truth(double x) { return 2 * std::sin(x) + std::pow(std::max(0.0, x), 0.8); }

KernelSample kernel_sample(Index count, double noise, std::uint64_t seed) {
  KernelSample sample{Matrix(count, 1), Matrix(count, 1)};
  std::uint64_t state = seed;
  for (Index n = 0; n < count; ++n) {
    const double share = static_cast<double>(next_random(state) >> 11) * 0x1p-53;
    sample.x(n, 0) = rounded(kEnd * share);
  }
  std::sort(sample.x.data(), sample.x.data() + count);
  const Matrix deviations = random_matrix(count, 1, next_random(state));
  for (Index n = 0; n < count; ++n) {
    const double deviation = deviations(n, 0);
    sample.y(n, 0) = rounded(kernel_truth(sample.x(n, 0)) + noise * deviation);
  }
  return sample;
}

void put_kernel_sample(Scene& scene, double noise, std::uint64_t seed) {
  const KernelSample sample = kernel_sample(scene.key_count(), noise, seed);
  scene.embeddings = sample.x;
  scene.values = Cow<Matrix>(sample.y);
}

void make_kernel_scene(Scene& scene, double noise, std::uint64_t seed) {
  Scene made;
  made.title = scene.title;
  made.notes = scene.notes;
  made.view = scene.view;
  for (Index n = 0; n < kPoints; ++n) made.tokens.push_back("x" + std::to_string(n));
  put_kernel_sample(made, noise, seed);
  made.heads[0].width = kWidth;
  made.score.kind = &score_kind("gaussian");
  scene = std::move(made);
}

}  // namespace attn
