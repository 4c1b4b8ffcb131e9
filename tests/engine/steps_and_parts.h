#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "engine/reference/parts.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::test {

/// That steps, each of which names the parts that it gives, go by the table of parts, and leave out
/// none that a trace of a scene has which they take.
template <typename Steps, typename Takes>
void expect_by_the_table(const Steps& steps, const Takes& takes) {
  std::vector<Part> given;
  for (const auto& step : steps) given.insert(given.end(), step.parts.begin(), step.parts.end());
  EXPECT_EQ(std::ranges::adjacent_find(given, std::greater_equal<>()), given.end())
      << "a part before what feeds it, or twice";
  for (const Part part : given) EXPECT_TRUE(part_kind(part).is_traced) << part_kind(part).id;
  std::set<std::string_view> left_out;
  int taken = 0;
  for (int n = 0; n < 2000; ++n) {
    Random random(case_seed(n));
    const Scene scene = random_scene(random);
    if (!takes(scene)) continue;
    ++taken;
    for (const PartKind& kind : part_kinds()) {
      for (std::size_t h = 0; h < (kind.is_of_head ? scene.heads.size() : 1); ++h) {
        const bool is_traced = kind.is_traced && kind.is_traced(scene, h);
        if (is_traced && !std::ranges::count(given, kind.part)) left_out.insert(kind.id);
      }
    }
  }
  EXPECT_EQ(left_out, std::set<std::string_view>());
  EXPECT_GT(taken, 100);
}

}  // namespace attn::test
