#include "app/gl/compute/compute_backend.h"

#include <cmath>

#include "app/gl/base/compute_error.h"
#include "app/gl/compute/compute_kinds.h"
#include "engine/attention/combine.h"
#include "engine/attention/mask.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/base/problem.h"
#include "engine/fast/evaluate.h"

namespace attn::gl {

std::unique_ptr<ComputeRun> ComputeBackend::run(const Scene& scene, Progress* progress) {
  if (!computes(scene)) throw ComputeError("shaders do not support all parts of this scene");
  auto run = std::make_unique<ComputeRun>(scene, limits_, kernels_, progress, status_);
  run->finish();
  return run;
}

namespace {

/// Distinct numbers between −1 and 1.
Matrix numbers(Index rows, Index columns, double start) {
  Matrix m(rows, columns);
  for (Index i = 0; i < m.size(); ++i) {
    m.data()[i] = static_cast<float>(std::sin(start + 1.7 * static_cast<double>(i * i + i)));
  }
  return m;
}

/// Larger than a tile and no multiple of one; with weights, a mask, slopes and a projection.
Scene small_scene() {
  constexpr Index kTokens = 37, kWidth = 19;
  Scene scene;
  scene.tokens.resize(kTokens);
  scene.embeddings = numbers(kTokens, kWidth, 0);
  scene.heads.resize(2);
  for (std::size_t h = 0; h < 2; ++h) {
    const double start = static_cast<double>(h);
    scene.heads[h].w_q = numbers(kWidth, kWidth, start + 0.1);
    scene.heads[h].w_k = numbers(kWidth, kWidth, start + 0.2);
    scene.heads[h].w_v = numbers(kWidth, kWidth, start + 0.3);
  }
  scene.masks.resize(1);
  scene.position.kind = &position_kind("alibi");
  scene.combine.w_o = numbers(2 * kWidth, 3, 0.4);
  return scene;
}

/// The small scene, normalised over columns, with sums in double precision for any scores.
Scene scene_by_columns() {
  Scene scene = small_scene();
  scene.score.cap = 2;
  scene.normalizer.kind = &normalizer_kind("entmax");
  scene.normalizer.alpha = 1.25F;
  scene.normalizer.over = Over::kQueriesThenKeys;
  return scene;
}

bool agree(const Matrix& found, const Matrix& expected) {
  const auto error = (found.array() - expected.array()).abs();
  return ((error <= 2e-5f + 1e-4f * expected.array().abs()) || (found.array() == expected.array()))
      .all();
}

bool agree(const Trace& found, const Trace& expected) {
  constexpr Matrix HeadTrace::*kCompared[] = {&HeadTrace::q, &HeadTrace::scores,
                                              &HeadTrace::weights, &HeadTrace::output};
  for (std::size_t h = 0; h < expected.heads.size(); ++h) {
    for (const auto part : kCompared) {
      if (!agree(found.heads[h].*part, expected.heads[h].*part)) return false;
    }
  }
  return agree(*found.output, *expected.output);
}

}  // namespace

std::unique_ptr<ComputeBackend> checked_compute_backend(const std::string& preamble) {
  auto backend = std::make_unique<ComputeBackend>(compute_limits(), preamble);
  bool agrees = true;
  try {
    for (const Scene& scene : {small_scene(), scene_by_columns()}) {
      agrees &= agree(backend->evaluate(scene), evaluate_plainly(scene));
    }
  } catch (const SceneError&) {
    agrees = false;  // the shaders computed numbers that are not finite
  }
  if (!agrees) throw ComputeError("the graphics driver computes wrong numbers");
  return backend;
}

}  // namespace attn::gl
