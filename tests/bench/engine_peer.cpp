// Times what it is asked for, for compare_engines.py, which asks other engines for the same in
// turn. A line "WHAT H L D THREADS VARIANT RUNS" is answered by the median in microseconds.

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <string>

#include "engine/attention.h"
#include "engine/live_evaluation.h"
#include "engine/row_sums.h"
#include "tests/engine/scenes.h"

namespace {

using namespace attn;

struct Question {
  std::string what;
  Index H = 0, L = 0, D = 0;
  int threads = 0;
  std::string variant;
  int runs = 0;
};

const Kernels& variant(const std::string& name) {
  for (const Kernels* kernels : supported_kernels()) {
    if (kernels->name == name) return *kernels;
  }
  return fastest_kernels();
}

/// Heads without weights: what is timed goes from queries, keys and values to weights and outputs.
Scene bare_scene(const Question& question) {
  Scene scene = test::self_attention(question.L, question.D);
  scene.heads.resize(static_cast<std::size_t>(question.H));
  scene.combine.kind = &combine_kind("none");
  return scene;
}

Scene weighted_scene(const Question& question) {
  test::Random random(2);
  Scene scene = bare_scene(question);
  const float spread = 1 / std::sqrt(static_cast<float>(question.D));
  for (Head& head : scene.heads) {
    head.w_q = random.matrix(question.D, question.D, spread);
    head.w_k = random.matrix(question.D, question.D, spread);
    head.w_v = random.matrix(question.D, question.D, spread);
  }
  return scene;
}

double median_of(int runs, const std::function<void(int)>& run) {
  run(0);  // warms up
  std::vector<double> times;
  for (int n = 1; n <= runs; ++n) {
    const auto start = std::chrono::steady_clock::now();
    run(n);
    const std::chrono::duration<double, std::micro> taken =
        std::chrono::steady_clock::now() - start;
    times.push_back(taken.count());
  }
  std::ranges::nth_element(times, times.begin() + runs / 2);
  return times[static_cast<std::size_t>(runs / 2)];
}

/// What is asked for again and again is kept from one question to the next.
struct Subject {
  explicit Subject(const Question& question)
      : pool(question.threads),
        scene(question.what == "token" || question.what == "token_weights" ||
                      question.what == "query"
                  ? weighted_scene(question)
                  : bare_scene(question)),
        live(variant(question.variant), pool) {
    if (question.what == "query") {
      scene.queries = Queries{test::names(question.L), *scene.embeddings};
    }
    live.bring(scene);
  }

  WorkerPool pool;
  Scene scene;
  LiveEvaluation live;
  std::vector<RowSums> sums;
  float number = 0;
};

double answer(const Question& question, Subject& subject) {
  Scene& scene = subject.scene;
  LiveEvaluation& live = subject.live;
  const auto next = [&] { return subject.number += 1e-3f; };
  return median_of(question.runs, [&](int) {
    if (question.what == "full") {
      live.forget();
      live.bring(scene);
    } else if (question.what == "reference") {
      evaluate_plainly(scene);
    } else if (question.what == "temperature") {
      scene.normalizer.temperature = 1 + next();
      live.bring(scene);
    } else if (question.what == "sums") {
      subject.sums.resize(scene.heads.size());
      for (std::size_t h = 0; h < scene.heads.size(); ++h) {
        subject.sums[h].compute(live.evaluation().trace.heads[h].scores, 1 + next(),
                                variant(question.variant), subject.pool);
      }
    } else if (question.what == "token" || question.what == "token_weights") {
      scene.embeddings.edit()(question.L / 2, 0) = next();
      live.bring(scene, question.what == "token" ? LiveEvaluation::Weights::kLater
                                                 : LiveEvaluation::Weights::kNow);
    } else if (question.what == "query") {
      scene.queries->embeddings.edit()(question.L / 2, 0) = next();
      live.bring(scene);
    }
  });
}

}  // namespace

int main() {
  std::map<std::string, Subject> subjects;
  Question q;
  while (std::cin >> q.what >> q.H >> q.L >> q.D >> q.threads >> q.variant >> q.runs) {
    const std::string key = q.what + " " + std::to_string(q.H) + " " + std::to_string(q.L) + " " +
                            std::to_string(q.D) + " " + std::to_string(q.threads) + q.variant;
    if (!subjects.contains(key)) {
      if (subjects.size() > 3) subjects.clear();
      subjects.try_emplace(key, q);
    }
    std::cout << answer(q, subjects.at(key)) << std::endl;
  }
}
