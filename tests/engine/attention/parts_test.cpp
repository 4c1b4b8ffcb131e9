// What holds for every row of the table of a scene's matrices.

#include "engine/attention/parts.h"

#include <set>

#include <gtest/gtest.h>

#include "engine/attention/attention.h"
#include "engine/attention/combine.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::parts_test {
namespace {

using test::Random;

TEST(Parts, AreRowsInOrderWithNamesOfTheirOwn) {
  std::set<std::string_view> ids;
  for (std::size_t n = 0; n < part_kinds().size(); ++n) {
    const PartKind& kind = part_kinds()[n];
    EXPECT_EQ(&part_kind(kind.part), &kind);
    EXPECT_EQ(static_cast<std::size_t>(kind.part), n);
    EXPECT_TRUE(ids.insert(kind.id).second) << kind.id;
    EXPECT_FALSE(kind.symbol.empty()) << kind.id;
    EXPECT_TRUE(kind.shape || kind.held) << kind.id;
    EXPECT_TRUE(kind.held || kind.made) << kind.id;
  }
  EXPECT_EQ(part_kinds().back().part, Part::output);
}

/// Calls `see` with each part of the scene from which the output follows, and what it is fed by.
template <typename See>
void follow(const Scene& scene, const Where& where, const See& see) {
  see(where);
  for (const Feed& feed : feeds_of(scene, where)) follow(scene, feed.where, see);
}

/// The output's parts, or where there is none those of the heads' outputs.
template <typename See>
void follow_all(const Scene& scene, const Trace& trace, const See& see) {
  if (trace.output) return follow(scene, {Part::output}, see);
  for (Index h = 0; h < std::ssize(scene.heads); ++h) follow(scene, {Part::head_output, h}, see);
}

Index length(const Scene& scene, Axis axis, Index plain) {
  if (axis == Axis::kPlain) return plain;
  return axis == Axis::kQueries ? scene.query_count() : scene.key_count();
}

double numbers_of(const Trace& trace) {
  const auto of = [](const auto& matrix) { return matrix ? matrix->size() : 0; };
  Index numbers = trace.x.size() + trace.query_x.size() + of(trace.position) +
                  of(trace.query_position) + of(trace.output);
  for (const HeadTrace& head : trace.heads) {
    numbers += head.q.size() + head.k.size() + head.v.size() + head.raw.size() +
               head.scores.size() + head.weights.size() + head.output.size();
  }
  return static_cast<double>(numbers);
}

TEST(Parts, AreAsTheTraceHasThemAndComeAfterWhatFeedsThem) {
  int evaluated = 0;
  for (int n = 0; n < 200; ++n) {
    Random random(test::case_seed(n));
    const Scene scene = test::random_scene(random);
    if (check(scene)) continue;
    SCOPED_TRACE("scene " + std::to_string(n));
    Trace trace;
    try {
      trace = evaluate_plainly(scene);
    } catch (const SceneError&) {
      continue;
    }
    ++evaluated;
    EXPECT_LE(numbers_of(trace), numbers_in_trace(scene));
    if (std::ranges::all_of(trace.heads, [](const auto& head) { return head.raw.size() > 0; })) {
      EXPECT_EQ(numbers_of(trace), numbers_in_trace(scene));
    }
    follow_all(scene, trace, [&](const Where& where) {
      const PartKind& kind = part_kind(where.part);
      const auto h = static_cast<std::size_t>(where.head);
      const Shape shape = shape_of(scene, where);
      const Matrix* held = kind.held ? kind.held(scene, trace, h) : nullptr;
      ASSERT_TRUE(held || kind.made) << kind.id;
      const Matrix numbers = held ? *held : kind.made(scene, trace, h);
      EXPECT_EQ(numbers.rows(), shape.rows.count) << kind.id;
      EXPECT_EQ(numbers.cols(), shape.cols.count) << kind.id;
      EXPECT_EQ(numbers.rows(), length(scene, kind.rows, numbers.rows())) << kind.id;
      EXPECT_EQ(numbers.cols(), length(scene, kind.columns, numbers.cols())) << kind.id;
      for (const Feed& feed : feeds_of(scene, where)) EXPECT_LT(feed.where.part, where.part);
      EXPECT_TRUE(kind.is_of_head || where.head == 0) << kind.id;
    });
  }
  EXPECT_GT(evaluated, 100);
}

}  // namespace
}  // namespace attn::parts_test
