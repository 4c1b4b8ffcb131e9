// Times what it is asked for, for compare_engines.py, which asks other engines for the same in
// turn. A line "WHAT H L D THREADS VARIANT RUNS" is answered by the median in microseconds.

#include <algorithm>
#include <chrono>
#include <functional>
#include <iostream>
#include <map>
#include <optional>
#include <string>

#include "engine/base/huge_pages.h"
#include "engine/fast/attend.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/live_evaluation.h"
#include "engine/fast/weights.h"
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

/// Repeats short runs to exceed the clock's resolution.
double median_of(int runs, const std::function<void(int)>& run) {
  int number = 0;
  const auto time_of = [&](int repeats) {
    const auto start = std::chrono::steady_clock::now();
    for (int n = 0; n < repeats; ++n) run(number++);
    const std::chrono::duration<double, std::micro> taken =
        std::chrono::steady_clock::now() - start;
    return taken.count() / repeats;
  };
  time_of(1);  // warms up
  constexpr double kShort = 20;
  const int repeats = std::max(1, static_cast<int>(kShort / time_of(1)));
  std::vector<double> times;
  for (int n = 0; n < runs; ++n) times.push_back(time_of(repeats));
  std::ranges::nth_element(times, times.begin() + runs / 2);
  return times[static_cast<std::size_t>(runs / 2)];
}

/// Queries, keys and values as they are, for the bare operation.
struct Bare {
  Bare(const Question& question, WorkerPool& pool)
      : shape{question.H, question.L, question.L, question.D, question.D},
        attend(variant(question.variant), pool) {
    test::Random random(3);
    for (Matrix* matrix : {&q, &k, &v})
      *matrix = random.matrix(question.H * question.L, question.D);
    weights.resize(question.H * question.L, question.L);
    use_huge_pages(weights.data(), static_cast<std::size_t>(weights.size()) * sizeof(float));
    output.resize(q.rows(), q.cols());
  }

  void run() {
    attend(shape, 1 / std::sqrt(static_cast<float>(shape.depth)),
           {q.data(), k.data(), v.data(), weights.data(), output.data()});
  }

  AttendShape shape;
  Attend attend;
  Matrix q, k, v, weights, output;
};

/// Caches inputs between requests.
struct Subject {
  explicit Subject(const Question& question)
      : pool(question.threads),
        scene(question.what == "token" || question.what == "token_weights" ||
                      question.what == "query"
                  ? weighted_scene(question)
                  : bare_scene(question)),
        live(variant(question.variant), pool) {
    if (question.what == "attend") {
      bare.emplace(question, pool);
      return;
    }
    if (question.what == "query") {
      scene.queries = Queries{test::names(question.L), *scene.embeddings};
    }
    live.update_to(scene);
  }

  WorkerPool pool;
  Scene scene;
  LiveEvaluation live;
  std::optional<Bare> bare;
  std::vector<RowSums> sums;
  float number = 0;
};

double answer(const Question& question, Subject& subject) {
  Scene& scene = subject.scene;
  LiveEvaluation& live = subject.live;
  const auto next = [&] { return subject.number += 1e-3f; };
  return median_of(question.runs, [&](int) {
    if (question.what == "attend") {
      subject.bare->run();
    } else if (question.what == "full") {
      live.invalidate();
      live.update_to(scene);
    } else if (question.what == "reference") {
      evaluate_plainly(scene);
    } else if (question.what == "temperature") {
      scene.normalizer.temperature = 1 + next();
      live.update_to(scene);
    } else if (question.what == "sums") {
      compute_row_sums(live.evaluation().trace.heads, 1 + next(), subject.sums,
                       variant(question.variant), subject.pool);
    } else if (question.what == "token" || question.what == "token_weights") {
      scene.embeddings.edit()(question.L / 2, 0) = next();
      live.update_to(scene, question.what == "token" ? LiveEvaluation::Weights::kLater
                                                     : LiveEvaluation::Weights::kNow);
    } else if (question.what == "query") {
      scene.queries->embeddings.edit()(question.L / 2, 0) = next();
      live.update_to(scene);
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
