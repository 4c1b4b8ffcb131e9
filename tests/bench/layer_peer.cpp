// Edits layers of models as scenes, for compare_models.py. A question is a line "FOLDER L COUNT": a
// model's folder, tokens, and how often. It is answered by the median of COUNT times of the slowest
// layer after a number of its last head's W_Q changed, in microseconds.

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>
#include <vector>

#include "app/model/run/opened_model.h"
#include "engine/fast/evaluator.h"
#include "engine/model/layer_scene.h"
#include "engine/model/model_run.h"

namespace {

using namespace attn;

/// Median time of an edit in microseconds.
double edit_time(Scene scene, int count) {
  Evaluator evaluator;
  auto shown = evaluator.evaluate(scene);
  std::vector<double> times;
  for (int n = 0; n < count; ++n) {
    Matrix w_q = **scene.heads.back().w_q;
    w_q(3, 5) += 0.01F;
    scene.heads.back().w_q = Cow<Matrix>(std::move(w_q));
    const auto begin = std::chrono::steady_clock::now();
    shown = evaluator.evaluate(scene);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
    times.push_back(took.count());
  }
  std::ranges::sort(times);
  return times[times.size() / 2];
}

}  // namespace

int main() {
  std::string folder;
  int length = 0, count = 0;
  while (std::cin >> folder >> length >> count) {
    const OpenedModel opened(folder);
    std::vector<int> ids;
    for (int n = 0; n < length; ++n) {
      ids.push_back(static_cast<int>(n * 7 % opened.model().embedding.outputs()));
    }
    ModelRun run(opened.model());
    run.update(ids);
    double slowest = 0;
    for (std::size_t block = 0; block < opened.model().network.blocks.size(); ++block) {
      const std::vector<std::string> tokens(ids.size(), "a");
      slowest = std::max(slowest, edit_time(scene_of(run, block, tokens), count));
    }
    std::cout << slowest << std::endl;
  }
}
