#include <atomic>
#include <future>

#include <gtest/gtest.h>

#include "app/document/edits/new_scene.h"
#include "app/session/evaluation/latest_evaluation.h"
#include "engine/fast/evaluate.h"
#include "engine/fast/evaluator.h"
#include "tests/engine/scenes.h"

namespace attn::background_evaluation_test {
namespace {

using namespace std::chrono_literals;
constexpr auto kLong = 60s;

Scene titled(const std::string& title) {
  Scene scene = new_scene();
  scene.title = title;
  return scene;
}

std::shared_ptr<const Evaluation> answer_to(const Scene& scene, Progress&) {
  if (scene.title == "wrong") throw SceneError({"/heads/0", "too large"});
  if (scene.title == "too much") throw std::bad_alloc();
  return std::make_shared<Evaluation>(Evaluation{scene, {}, 0});
}

/// Takes what is to come, and says what is newest then: `shown`, where that was taken before. Who
/// waits for the newest answer instead waits for ever where it was the last that was taken.
std::shared_ptr<const Evaluation> newest(BackgroundEvaluation& background,
                                         std::shared_ptr<const Evaluation> shown = nullptr) {
  while (background.is_busy()) {
    if (auto answer = background.take_answer(kLong)) shown = answer->evaluation;
  }
  return shown;
}

/// Evaluations that each wait until they are let go on.
struct Gate {
  std::promise<void> begun, go;
  std::atomic<int> calls = 0;
  std::shared_ptr<const Evaluation> operator()(const Scene& scene, Progress& progress) {
    if (calls++ == 0) {
      begun.set_value();
      go.get_future().wait();
    }
    return answer_to(scene, progress);
  }
};

TEST(BackgroundEvaluation, AnswersTheNewest) {
  BackgroundEvaluation background(answer_to);
  EXPECT_FALSE(background.is_busy());
  EXPECT_FALSE(background.take_answer(0ns));
  background.request(titled("a"));
  const auto answer = background.take_answer(kLong);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->evaluation->scene.title, "a");
  EXPECT_TRUE(answer->is_newest);
  EXPECT_FALSE(background.is_busy());
  EXPECT_FALSE(background.take_answer(0ns)) << "only once";
}

TEST(BackgroundEvaluation, LeavesOutWhatIsNoLongerWanted) {
  Gate gate;
  BackgroundEvaluation background(
      [&](const Scene& scene, Progress& progress) { return gate(scene, progress); });
  background.request(titled("first"));
  gate.begun.get_future().wait();
  EXPECT_FALSE(background.take_answer(1ms)) << "patience ends";
  EXPECT_TRUE(background.is_busy());
  for (const char* title : {"second", "third", "fourth"}) background.request(titled(title));
  gate.go.set_value();
  auto answer = background.take_answer(kLong);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->evaluation->scene.title, "fourth");
  EXPECT_TRUE(answer->is_newest);
  EXPECT_EQ(gate.calls, 2) << "second and third are left out";
}

TEST(BackgroundEvaluation, ShowsAnAnswerThatIsNotTheNewest) {
  Gate gate;
  std::promise<void> ready;
  bool is_set = false;
  BackgroundEvaluation background(
      [&](const Scene& scene, Progress& progress) { return gate(scene, progress); },
      [&] {
        if (!std::exchange(is_set, true)) ready.set_value();
      });
  background.request(titled("first"));
  gate.go.set_value();
  ready.get_future().wait();
  EXPECT_TRUE(background.has_answer());
  background.request(titled("second"));
  std::string last;
  while (background.is_busy()) {
    if (const auto answer = background.take_answer(1ms)) {
      last = answer->evaluation->scene.title;
      EXPECT_EQ(answer->is_newest, last == "second");
    }
  }
  EXPECT_EQ(last, "second");
}

TEST(BackgroundEvaluation, SaysWhatIsWrongWithTheNewestOnly) {
  BackgroundEvaluation background(answer_to);
  background.request(titled("wrong"));
  auto answer = background.take_answer(kLong);
  ASSERT_TRUE(answer && answer->problem);
  EXPECT_EQ(*answer->problem, (Problem{"/heads/0", "too large"}));
  background.request(titled("too much"));
  answer = background.take_answer(kLong);
  ASSERT_TRUE(answer && answer->problem);
  EXPECT_EQ(answer->problem->place, "");
  background.request(titled("right"));
  answer = background.take_answer(kLong);
  ASSERT_TRUE(answer);
  EXPECT_FALSE(answer->problem);
}

/// An evaluation that goes on until it is cancelled, as the engine's would for ever.
std::shared_ptr<const Evaluation> endless(const Scene& scene, Progress& progress) {
  progress.begin(4);
  progress.advance();
  while (scene.title == "endless" && !progress.is_cancelled()) std::this_thread::yield();
  progress.advance();
  return answer_to(scene, progress);
}

TEST(BackgroundEvaluation, CancelsWhatIsStaleAndTakesLong) {
  BackgroundEvaluation background(endless, {}, 20ms);
  background.request(titled("endless"));
  EXPECT_FALSE(background.take_answer(100ms)) << "the newest has all the time that it takes";
  background.request(titled("second"));
  const auto answer = background.take_answer(kLong);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->evaluation->scene.title, "second");
  EXPECT_TRUE(answer->is_newest);
}

TEST(BackgroundEvaluation, CancelsWhatBecomesStaleEarlyAndTakesLong) {
  std::promise<void> begun;
  std::atomic<bool> is_begun = false;
  BackgroundEvaluation background(
      [&](const Scene& scene, Progress& progress) {
        if (!is_begun.exchange(true)) begun.set_value();
        return endless(scene, progress);
      },
      {}, 50ms);
  background.request(titled("endless"));
  begun.get_future().wait();
  background.request(titled("second"));
  const auto answer = background.take_answer(kLong);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->evaluation->scene.title, "second");
}

TEST(BackgroundEvaluation, FinishesWhatIsStaleAndQuick) {
  Gate gate;
  std::promise<void> ready;
  std::atomic<bool> is_ready = false;
  BackgroundEvaluation background(
      [&](const Scene& scene, Progress& progress) {
        progress.begin(1);
        auto evaluation = gate(scene, progress);
        progress.advance();
        return evaluation;
      },
      [&] {
        if (!is_ready.exchange(true)) ready.set_value();
      },
      kLong);
  background.request(titled("first"));
  gate.begun.get_future().wait();
  background.request(titled("second"));
  gate.go.set_value();
  ready.get_future().wait();
  auto answer = background.take_answer(kLong);
  ASSERT_TRUE(answer);
  EXPECT_EQ(gate.calls, 2);
  EXPECT_EQ(answer->evaluation->scene.title, "second");
}

TEST(BackgroundEvaluation, RestsBetweenLongOnesWhileMoreAndMoreIsWanted) {
  constexpr auto kTakes = 10ms;
  std::atomic<int> calls = 0;
  BackgroundEvaluation background([&](const Scene& scene, Progress& progress) {
    ++calls;
    std::this_thread::sleep_for(kTakes);
    return answer_to(scene, progress);
  });
  const auto start = std::chrono::steady_clock::now();
  const auto since = [&] { return std::chrono::steady_clock::now() - start; };
  while (since() < 500ms) {
    background.request(titled("old"));
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_GE(calls, 2) << "it does not wait for the end";
  EXPECT_LE(calls, 2 + since() / (kTakes + 40ms)) << "not one after the other";

  background.request(titled("new"));
  EXPECT_EQ(newest(background)->scene.title, "new");
}

TEST(BackgroundEvaluation, TellsHowMuchIsDone) {
  BackgroundEvaluation background(endless);
  EXPECT_EQ(background.part_done(), std::nullopt);
  background.request(titled("endless"));
  std::optional<double> part;
  while (!part) part = background.part_done();
  EXPECT_EQ(part, 0.25);
}  // and ends without waiting for it

/// As the window does it: what is shown is read while the next is evaluated, by several threads,
/// from what is left of those before. The answer to the last edit is waited for at once, or at the
/// end.
class BackgroundEvaluationOfEdits : public testing::TestWithParam<bool> {};

TEST_P(BackgroundEvaluationOfEdits, EvaluatesByTheEngineWhileTheLastIsRead) {
  WorkerPool pool(3);
  Evaluator evaluator(fastest_kernels(), pool);
  BackgroundEvaluation background(
      [&](const Scene& scene, Progress& progress) { return evaluator.evaluate(scene, &progress); },
      {}, 1ms);
  Scene scene = test::self_attention(150, 16);
  scene.heads.resize(2);
  std::shared_ptr<const Evaluation> shown;
  double sum = 0;
  constexpr int kEdits = 60;
  for (int n = 0; n < kEdits; ++n) {
    if (n % 3 == 0) {
      scene.normalizer.temperature = 0.5F + 0.01F * static_cast<float>(n);
    } else {
      scene.embeddings.edit()(n % 150, n % 16) += 0.1F;
    }
    background.request(scene);
    const bool is_waited_for = n == 0 || (n == kEdits - 1 && GetParam());
    const std::chrono::nanoseconds patience = is_waited_for ? kLong : n % 7 == 0 ? 5ms : 0ms;
    if (auto answer = background.take_answer(patience)) shown = answer->evaluation;
    if (shown) sum += static_cast<double>(shown->trace.heads[1].weights.sum());
  }
  EXPECT_GT(sum, 0);
  shown = newest(background, shown);
  const Trace plain = evaluate_plainly(scene);
  const Matrix& weights = shown->trace.heads[1].weights;
  EXPECT_LE((weights - plain.heads[1].weights).cwiseAbs().maxCoeff(), 1e-5F);
}
INSTANTIATE_TEST_SUITE_P(Last, BackgroundEvaluationOfEdits, testing::Bool());

TEST(BackgroundEvaluation, EndsWhileItWorks) {
  for (int i = 0; i < 50; ++i) {
    BackgroundEvaluation background(answer_to);
    background.request(titled("a"));
    background.request(titled("b"));
  }
}

}  // namespace
}  // namespace attn::background_evaluation_test
