// How long compute shaders take for whole evaluations, on the device that OpenGL has without a
// screen, and which share that is of what the device can do, where its peaks are given:
//   glsl_bench [TFLOP/s in float32] [GB/s]
// Times are of the shaders and what the driver does between them; nothing is read back.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <vector>

#include <epoxy/gl.h>

#include "app/gl/base/renderer.h"
#include "app/gl/base/surfaceless.h"
#include "app/gl/compute/compute_run.h"
#include "tests/engine/scenes.h"

namespace {

using namespace attn;

struct Size {
  Index H, L, d;
};
constexpr Size kSizes[] = {{8, 1024, 64}, {16, 2048, 64}, {1, 4096, 64}, {32, 4096, 64}};

/// Self-attention of L tokens as wide as a head, with each head's own weights.
Scene scene_of(const Size& size) {
  test::Random random(1);
  Scene scene = test::self_attention(size.L, size.d);
  scene.heads.clear();
  for (Index h = 0; h < size.H; ++h) {
    Head head;
    head.w_q = random.matrix(size.d, size.d, 0.12f);
    head.w_k = random.matrix(size.d, size.d, 0.12f);
    head.w_v = random.matrix(size.d, size.d, 0.12f);
    scene.heads.push_back(head);
  }
  return scene;
}

/// Seconds of one evaluation: the least of some, as others may have the device too.
double seconds(const Scene& scene, const gl::ComputeLimits& limits, gl::ComputeKernels& kernels) {
  double least = 1e30;
  for (int round = 0; round < 5; ++round) {
    glFinish();
    const auto start = std::chrono::steady_clock::now();
    const gl::ComputeRun run(scene, limits, kernels);
    run.finish();
    glFinish();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    least = std::min(least, taken.count());
  }
  return least;
}

/// Multiplications and additions of scores, outputs and projections.
double operations(const Size& s) {
  const double H = double(s.H), L = double(s.L), d = double(s.d);
  return H * (4 * L * L * d + 6 * L * d * d);
}

/// Bytes that must move at least: scores and weights, each written and read once.
double bytes(const Size& s) { return 4.0 * 4.0 * double(s.H) * double(s.L) * double(s.L); }

void run(double peak_flops, double peak_bytes) {
  const gl::SurfacelessContext context(4, 3);
  const gl::ComputeLimits limits = gl::compute_limits();
  gl::ComputeKernels kernels(limits, "");
  std::printf("%s, OpenGL %s%s\n", reinterpret_cast<const char*>(glGetString(GL_RENDERER)),
              reinterpret_cast<const char*>(glGetString(GL_VERSION)),
              gl::renders_by_software() ? " - no graphics processor" : "");
  for (const Size& size : kSizes) {
    std::printf("H %ld, L %ld, d %ld: ", long(size.H), long(size.L), long(size.d));
    std::fflush(stdout);
    try {
      const double taken = seconds(scene_of(size), limits, kernels);
      std::printf("%.3f ms, %.1f GFLOP/s", taken * 1e3, operations(size) / taken / 1e9);
      if (peak_flops > 0)
        std::printf(" (%.1f %% of peak)", 100 * operations(size) / taken / peak_flops);
      std::printf(", %.1f GB/s", bytes(size) / taken / 1e9);
      if (peak_bytes > 0) std::printf(" (%.1f %% of peak)", 100 * bytes(size) / taken / peak_bytes);
      std::printf("\n");
    } catch (const std::exception& error) {
      std::printf("%s\n", error.what());
    }
  }
}

}  // namespace

int main(int argc, char** argv) try {
  run(argc > 1 ? std::atof(argv[1]) * 1e12 : 0, argc > 2 ? std::atof(argv[2]) * 1e9 : 0);
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
