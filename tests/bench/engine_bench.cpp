// How long the engine takes by itself: every score kind at four sizes, and an edit of one token of
// the six of the first lesson.

#include <string>

#include <benchmark/benchmark.h>

#include "engine/attention/score.h"
#include "engine/fast/evaluate.h"
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

std::string name_of(const Size& size, const ScoreKind& kind) {
  return "evaluate/" + std::string(kind.id) + "/H" + std::to_string(size.H) + "/L" +
         std::to_string(size.L) + "/d" + std::to_string(size.d);
}

}  // namespace

int main(int argc, char** argv) {
  for (const Size& size : kSizes) {
    for (const ScoreKind& kind : score_kinds()) {
      benchmark::RegisterBenchmark(name_of(size, kind).c_str(), evaluate_whole, size, &kind)
          ->Unit(benchmark::kMillisecond);
    }
  }
  benchmark::RegisterBenchmark("edit a token of six", edit_a_token)->Unit(benchmark::kMicrosecond);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}
