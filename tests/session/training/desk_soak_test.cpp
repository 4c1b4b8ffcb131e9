// Random actions of somebody at the Train desk, while its run is on another thread: whatever is
// pressed in whatever order, what is shown stays of one piece. $ATTN_DESK_ACTIONS says how many.

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "app/session/training/training_desk.h"
#include "engine/attention/normalize.h"
#include "tests/support/case_seed.h"

namespace attn::desk_soak_test {
namespace {

class Person {
 public:
  explicit Person(unsigned seed) : random_(seed) {}

  void act() {
    switch (below(22)) {
      case 0:
      case 1:
      case 2:
        return desk.play();
      case 3:
        return desk.pause();
      case 4:
        return desk.step_once();
      case 5:
        return below(4) == 0 ? desk.reset() : desk.play();
      case 6:
        return desk.train_on_from_here();
      case 7:
        return desk.look_at(below(static_cast<int>(desk.history().last_step()) + 2));
      case 8:
        return desk.look_by(below(21) - 10);
      case 9:
        return desk.look_at_mark(below(2) * 2 - 1);
      case 10:
        return desk.look_live();
      case 11:
        return below(3) == 0 ? desk.redo() : desk.undo();
      case 12:
        return choose_ghost();
      case 13:
        return desk.set_speed(below(TrainingDesk::kFastest + 1));
      case 14:
        return change_step();
      case 15:
        return change_sizes();
      case 16:
        return change_task();
      case 17:
        return desk.type(below(2) == 0 ? desk.typed() : "a b z ?");
      case 18:
        return desk.take_example(desk.examples()[static_cast<std::size_t>(
            below(static_cast<int>(desk.examples().size())))]);
      case 19:
        return paint();
      case 20:
        return desk.train_to_painted(below(2) == 0);
      default:
        return desk.go_on_with_half_the_rate();
    }
  }

  /// Reads the state as a frame does.
  void look() {
    desk.follow();
    if (const NetworkPicture* picture = desk.picture()) {
      ASSERT_EQ(picture->network.tokens.size(), desk.tokens().size());
      ASSERT_EQ(static_cast<Index>(picture->layers.size()), desk.plan().sizes.layers);
      const Matrix& weights = picture->weights(desk.head.layer, desk.head.head);
      ASSERT_EQ(weights.rows(), static_cast<Index>(desk.tokens().size()));
    }
    const Network* gradient = desk.gradient();
    ASSERT_TRUE(gradient == nullptr || !gradient->blocks.empty());
    ASSERT_LE(desk.step(), desk.history().last_step());
    ASSERT_LT(desk.head.layer, desk.plan().sizes.layers);
    ASSERT_LT(desk.head.head, desk.plan().sizes.heads);
  }

  TrainingDesk desk;

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  void choose_ghost() {
    if (!desk.ghosts().empty()) desk.choose_ghost(desk.ghosts().size() - 1);
  }

  void change_step() {
    TrainingPlan plan = desk.plan();
    plan.settings.step.learning_rate = std::pow(10, -below(5));
    plan.settings.batch = Index{1} << below(7);
    desk.change(plan, "Other steps");
  }

  void change_sizes() {
    TrainingPlan plan = desk.plan();
    set_layers(plan.sizes, 1 + below(2));
    set_heads(plan.sizes, 1 + below(4));
    if (below(3) == 0) set_mlp(plan.sizes, 2);
    if (below(4) == 0) plan.kinds.normalizer = &normalizer_kind("sparsemax");
    desk.change(plan, "Another network");
    desk.head = {.layer = plan.sizes.layers - 1, .head = 0};
  }

  void change_task() {
    const auto all = tasks();
    TrainingPlan plan =
        first_plan(all[static_cast<std::size_t>(below(static_cast<int>(all.size())))]);
    desk.change(plan, "Another task");
  }

  void paint() {
    const auto places = static_cast<int>(desk.plan().task->length);
    desk.paint({.begins = below(2) == 0,
                .row = below(places),
                .column = below(places),
                .brush = 1 + 2 * below(3),
                .weight = below(4) == 0 ? 0 : 0.9F});
  }

  std::mt19937 random_;
};

TEST(TrainingDesk, StandsWhateverIsPressed) {
  const char* wished = std::getenv("ATTN_DESK_ACTIONS");
  const int actions = wished != nullptr ? std::atoi(wished) : 300;
  Person person(static_cast<unsigned>(test::case_seed()));
  for (int n = 0; n < actions && !testing::Test::HasFatalFailure(); ++n) {
    person.act();
    person.look();
    if (n % 8 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace
}  // namespace attn::desk_soak_test
