#include "app/figure/numbers/last_made.h"

#include <algorithm>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "app/figure/files/diagram_figure.h"
#include "app/figure/files/figure_views.h"
#include "engine/fast/evaluate.h"
#include "tests/engine/scenes.h"

namespace attn::last_made_test {
namespace {

TEST(LastMade, MakesTheSameOnce) {
  LastMade<int, int> last;
  int calls = 0;
  const auto twice = [&](int n) {
    return last.of(n, true, [&calls, n] { return ++calls, 2 * n; });
  };
  const auto first = twice(3);
  EXPECT_EQ(*first, 6);
  EXPECT_EQ(twice(3), first);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(*twice(4), 8);
  EXPECT_EQ(*twice(3), 6);
  EXPECT_EQ(calls, 3) << "the last alone is kept";
  EXPECT_EQ(*first, 6);
}

TEST(LastMade, LeavesWhatTakesLongToAnotherThread) {
  LastMade<int, int> last;
  const auto twice = [&](int n, bool takes_long) {
    return last.of(n, takes_long, [n] { return 2 * n; });
  };
  const LaterScope scope;
  EXPECT_EQ(*twice(1, false), 2);
  std::function<void()> make;
  try {
    twice(5, true);
    FAIL();
  } catch (const MadeLater& later) {
    make = later.make;
  }
  std::thread([&] {
    EXPECT_FALSE(LaterScope::is_on());
    make();
  }).join();
  EXPECT_EQ(*twice(5, true), 10);
}

TEST(LastMade, ScopesEnd) {
  {
    const LaterScope outer;
    { const LaterScope inner; }
    EXPECT_TRUE(LaterScope::is_on());
  }
  EXPECT_FALSE(LaterScope::is_on());
}

/// The views that evaluate a scene of their own.
class LongView : public testing::TestWithParam<const char*> {};

TEST_P(LongView, IsTheSameWhenItIsMadeLater) {
  Scene scene = test::self_attention(1000, 1);
  if (GetParam() == std::string("effect")) scene.position.kind = &position_kind("sinusoidal");
  Trace trace = evaluate(scene);
  const auto evaluation =
      std::make_shared<const Evaluation>(Evaluation{std::move(scene), std::move(trace)});
  const FigureRuler ruler;
  const ViewInput input{.evaluation = evaluation, .width = 800, .height = 500, .ruler = ruler};
  const FigureView* view = find_figure_view(GetParam());
  ASSERT_TRUE(view);
  int rounds = 0;
  for (bool is_made = false; !is_made; ++rounds) {
    ASSERT_LT(rounds, 5);
    const LaterScope scope;
    try {
      EXPECT_GT(view->diagram(input).marks.size(), 3U);
      is_made = true;
    } catch (const MadeLater& later) {
      std::thread(later.make).join();
    }
  }
  EXPECT_GT(rounds, 1) << "it takes long";
}

INSTANTIATE_TEST_SUITE_P(Views, LongView,
                         testing::Values("compare", "symmetry", "effect", "curve"));

TEST(LastMade, IsForgottenWithAllOthers) {
  LastMade<int, int> one, other;
  const auto made = one.of(1, false, [] { return 5; });
  const std::weak_ptr<const int> last = other.of(2, false, [] { return 6; });
  AllLastMade::forget();
  EXPECT_TRUE(last.expired());
  EXPECT_EQ(*made, 5) << "who has it keeps it";
  EXPECT_NE(one.of(1, false, [] { return 5; }), made) << "it is made anew";
}

}  // namespace
}  // namespace attn::last_made_test
