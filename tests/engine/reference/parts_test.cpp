// Tests invariants of every row of the table of a scene's matrices.

#include "engine/reference/parts.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "engine/attention/combine.h"
#include "engine/reference/attention.h"
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
    EXPECT_TRUE(kind.shape) << kind.id;
    EXPECT_TRUE(kind.held || kind.made) << kind.id;
    // It is given, or computed from others.
    const bool is_given = kind.set != nullptr;
    EXPECT_EQ(is_given, !kind.key.empty()) << kind.id;
    EXPECT_EQ(is_given, kind.changed != nullptr) << kind.id;
    EXPECT_EQ(is_given, kind.numbers != nullptr) << kind.id;
    EXPECT_EQ(is_given, kind.feeds == nullptr) << kind.id;
    EXPECT_EQ(is_given, kind.formula == nullptr) << kind.id;
    EXPECT_TRUE(!kind.compute || (kind.held && kind.is_traced)) << kind.id;
    EXPECT_TRUE(kind.result.empty() || (kind.held && kind.is_traced)) << kind.id;
  }
  EXPECT_EQ(part_kinds().back().part, Part::output);
}

TEST(Parts, AreFoundByTheirNames) {
  for (const PartKind& kind : part_kinds()) {
    for (const auto& [head, block] : {std::pair(0, 0), {12, 0}, {0, 3}, {12, 30}}) {
      const Where where{kind.part, kind.is_of_head ? head : 0, block};
      const auto found = find_named(name_of(where));
      ASSERT_TRUE(found) << name_of(where);
      EXPECT_EQ(found->part, where.part) << name_of(where);
      EXPECT_EQ(found->block, where.block) << name_of(where);
      // Names of computed parts have no head: it is the one shown.
      EXPECT_EQ(found->head, kind.set ? where.head : 0) << name_of(where);
    }
  }
  EXPECT_EQ(name_of({Part::w_q, 3}), "heads.3.w_q");
  EXPECT_EQ(name_of({Part::projection, 1}), "combine.w.1");
  EXPECT_EQ(name_of({Part::w_q, 0, 1}), "blocks.1.heads.0.w_q");
  EXPECT_EQ(name_of({Part::weights, 2, 1}), "blocks.1.weights");
  for (const char* none :
       {"", "heads", "heads.", "heads.w_q", "heads.x.w_q", "heads.0.w_z", "heads.-1.w_q",
        "heads.0.w_q.table", "combine.w.", "temperature", "blocks.", "blocks.1", "blocks.1.",
        "blocks.weights", "blocks.x.weights", "blocks.0.weights", "blocks.01.weights",
        "blocks.-1.weights", "blocks.1.blocks.1.weights"}) {
    EXPECT_FALSE(find_named(none)) << none;
  }
}

TEST(Parts, ThatAreGivenCanBeGivenAgain) {
  for (int n = 0; n < 40; ++n) {
    Random random(test::case_seed(n));
    const Scene scene = test::random_scene(random);
    for (const PartKind& kind : part_kinds()) {
      for (std::size_t h = 0; h < (kind.is_of_head ? scene.heads.size() : 1); ++h) {
        const Shape shape = kind.set ? kind.shape(scene, h) : Shape();
        if (!kind.set || shape.rows.count * shape.cols.count == 0) continue;
        const auto numbers_of = [&](const Scene& of) {
          const Matrix* held = kind.held ? kind.held(of, {}, h) : nullptr;
          return held ? *held : kind.made(of, {}, h);
        };
        Matrix numbers = numbers_of(scene);
        EXPECT_EQ(numbers.rows(), shape.rows.count);
        EXPECT_EQ(numbers.cols(), shape.cols.count);
        Scene other = scene;
        const std::span<const float> own = kind.numbers(scene, h);
        EXPECT_TRUE(std::ranges::equal(own, std::span(numbers.data(), own.size()))) << kind.id;
        EXPECT_EQ(std::ssize(own), numbers.size()) << kind.id;
        EXPECT_EQ(kind.numbers(other, h).data(), own.data()) << kind.id;
        kind.set(other, h, numbers);
        EXPECT_EQ(other, scene) << kind.id;
        EXPECT_NE(kind.numbers(other, h).data(), own.data()) << kind.id;
        EXPECT_TRUE(kind.changed(scene, other, h).none()) << kind.id;
        const Index row = random.below(static_cast<int>(numbers.rows()));
        numbers(row, random.below(static_cast<int>(numbers.cols()))) = 1234;
        kind.set(other, h, numbers);
        EXPECT_EQ(numbers_of(other), numbers) << kind.id;
        const FewLines changed = kind.changed(scene, other, h);
        ASSERT_EQ(changed.some().size(), 1U) << kind.id;
        EXPECT_EQ(changed.some()[0], row) << kind.id;
      }
    }
  }
}

TEST(FewLines, AreAllWhereTheyAreMany) {
  FewLines lines;
  EXPECT_TRUE(lines.none());
  for (const Index line : {7, 3, 7, 9}) lines.add(line);
  EXPECT_EQ(lines.some().size(), 3U);
  EXPECT_TRUE(lines.has(9));
  EXPECT_FALSE(lines.has(8));
  FewLines others;
  others.add(1);
  others.add(3);
  lines.add(others);
  EXPECT_EQ(lines.some().size(), 4U);
  EXPECT_FALSE(lines.all());
  lines.add(2);
  EXPECT_TRUE(lines.all());
  EXPECT_TRUE(lines.some().empty());
  EXPECT_TRUE(lines.has(8));
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
  const auto of_pairs = [](const PairTrace& pairs) {
    return pairs.q.size() + pairs.k.size() + pairs.raw.size() + pairs.scores.size() +
           pairs.weights.size();
  };
  for (const HeadTrace& head : trace.heads) {
    numbers += of_pairs(head) + of_pairs(head.subtracted) + head.v.size() + head.gates.size() +
               head.output.size();
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
    const bool keeps_raw = std::ranges::all_of(trace.heads, [](const HeadTrace& head) {
      return head.raw.size() > 0 && head.subtracted.raw.size() == head.subtracted.scores.size();
    });
    if (keeps_raw) {
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
      if (kind.formula) {
        EXPECT_FALSE(kind.formula(scene, h).empty()) << kind.id;
      }
    });
  }
  EXPECT_GT(evaluated, 100);
}

}  // namespace
}  // namespace attn::parts_test
