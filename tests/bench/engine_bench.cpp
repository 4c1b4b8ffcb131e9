// How long the engine takes by itself: every score kind at four sizes, an edit of one token of the
// six of the first lesson, and a number that is dragged, from the evaluation before.

#include <string>

#include <benchmark/benchmark.h>

#include "engine/attention/lookup.h"
#include "engine/attention/score.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/live_evaluation.h"
#include "engine/kernels/kernel_choice.h"
#include "tests/engine/scenes.h"

namespace {

using namespace attn;

struct Size {
  Index H, L, d;
};

constexpr Size kSizes[] = {{1, 6, 3}, {8, 64, 64}, {12, 512, 64}, {8, 1024, 64}};

/// Self-attention of L tokens as wide as a head, with each head's own weights.
Scene scene_of(const Size& size, const ScoreKind& kind) {
  test::Random random(1);
  Scene scene = test::self_attention(size.L, size.d);
  scene.score.kind = &kind;
  scene.heads.clear();
  for (Index h = 0; h < size.H; ++h) {
    Head head;
    head.w_q = random.matrix(size.d, size.d, 0.3f);
    head.w_k = random.matrix(size.d, size.d, 0.3f);
    head.w_v = random.matrix(size.d, size.d, 0.3f);
    scene.heads.push_back(head);
  }
  return scene;
}

void evaluate_whole(benchmark::State& state, const Size& size, const ScoreKind* kind) {
  const Scene scene = scene_of(size, *kind);
  for (auto _ : state) benchmark::DoNotOptimize(evaluate(scene));
  state.SetItemsProcessed(state.iterations() * size.H * size.L * size.L);
}

void edit_a_token(benchmark::State& state) {
  Scene scene = test::sleepy_child();
  float number = 0;
  for (auto _ : state) {
    scene.embeddings.edit()(3, 1) = number += 0.01f;
    benchmark::DoNotOptimize(evaluate(scene));
  }
}

void drag_a_number(benchmark::State& state, const Size& size) {
  Scene scene = scene_of(size, score_kind("scaled_dot"));
  LiveEvaluation live(fastest_kernels(), WorkerPool::shared());
  live.update_to(scene);
  float number = 0;
  for (auto _ : state) {
    scene.embeddings.edit()(size.L / 2, 1) = number += 0.01f;
    live.update_to(scene);
    benchmark::DoNotOptimize(&live.evaluation());
  }
}

std::string size_of(const Size& size) {
  return "/H" + std::to_string(size.H) + "/L" + std::to_string(size.L) + "/d" +
         std::to_string(size.d);
}

std::string name_of(const Size& size, const ScoreKind& kind) {
  return "evaluate/" + std::string(kind.id) + size_of(size);
}

}  // namespace

int main(int argc, char** argv) {
  for (const Size& size : kSizes) {
    for (const ScoreKind& kind : score_kinds()) {
      if (takes_of_head(kind, "scores")) continue;  // given, not computed
      benchmark::RegisterBenchmark(name_of(size, kind).c_str(), evaluate_whole, size, &kind)
          ->Unit(benchmark::kMillisecond);
    }
  }
  for (const Size& size : kSizes) {
    const std::string name = "drag a number" + size_of(size);
    benchmark::RegisterBenchmark(name.c_str(), drag_a_number, size)->Unit(benchmark::kMicrosecond);
  }
  benchmark::RegisterBenchmark("edit a token of six", edit_a_token)->Unit(benchmark::kMicrosecond);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
