#include "engine/attention/combine.h"

#include <gtest/gtest.h>

#include "engine/fast/evaluate.h"
#include "tests/engine/random_scene.h"
#include "tests/support/case_seed.h"

namespace attn::combine_test {
namespace {

using namespace attn::test;

Combine combine_of(std::string_view kind) {
  Combine combine;
  combine.kind = &combine_kind(kind);
  return combine;
}

std::vector<HeadTrace> heads_of(std::initializer_list<Matrix> outputs) {
  std::vector<HeadTrace> heads;
  for (const Matrix& output : outputs) heads.emplace_back().output = output;
  return heads;
}

const std::vector<HeadTrace> kTwoHeads =
    heads_of({matrix({{1, 2}, {3, 4}}), matrix({{5, -6}, {-7, 8}})});

TEST(Combine, ConcatenatesHeadsOfAnyWidth) {
  const auto heads = heads_of({matrix({{1, 2}}), matrix({{3}}), matrix({{4, 5, 6}})});
  EXPECT_EQ(*combine_heads(combine_of("concat"), heads), matrix({{1, 2, 3, 4, 5, 6}}));
}

TEST(Combine, ProjectsTheConcatenation) {
  Combine combine = combine_of("concat");
  combine.w_o = matrix({{1}, {10}, {100}, {1000}});
  EXPECT_EQ(*combine_heads(combine, kTwoHeads), matrix({{-5479}, {7343}}));
}

TEST(Combine, WeighsHeads) {
  Combine combine = combine_of("weighted");
  combine.w = RowVector(matrix({{2, -1}}));
  EXPECT_EQ(*combine_heads(combine, kTwoHeads), matrix({{-3, 10}, {13, 0}}));
}

TEST(Combine, TakesTheMean) {
  EXPECT_EQ(*combine_heads(combine_of("mean"), kTwoHeads), matrix({{3, -2}, {-2, 6}}));
}

TEST(Combine, TakesTheLargest) {
  EXPECT_EQ(*combine_heads(combine_of("max"), kTwoHeads), matrix({{5, 2}, {3, 8}}));
}

TEST(Combine, NoneHasNoOutput) { EXPECT_FALSE(combine_heads(combine_of("none"), kTwoHeads)); }

TEST(Combine, ConcatWithWeightsIsProjectionWithTheirSlices) {
  Random random(case_seed());
  Scene concat = self_attention(5, 4);
  concat.heads = {random_head(random, concat, 2), random_head(random, concat, 3)};
  concat.combine.w_o = random.matrix(5, 6);
  Scene projection = concat;
  projection.combine = combine_of("projection");
  const Matrix& w_o = **concat.combine.w_o;
  projection.combine.projections = {Cow<Matrix>(Matrix(w_o.topRows(2))),
                                    Cow<Matrix>(Matrix(w_o.bottomRows(3)))};
  ASSERT_FALSE(check(concat));
  ASSERT_FALSE(check(projection));
  EXPECT_LE(distance(*evaluate(concat).output, *evaluate(projection).output), 1e-6f);
}

TEST(Combine, OneHeadIsItselfInEveryKind) {
  const auto head = heads_of({matrix({{1, -2}, {3, 4}})});
  for (const CombineKind& kind : combine_kinds()) {
    Combine combine = combine_of(kind.id);
    combine.w = RowVector(RowVector::Ones(1));
    combine.projections = {Cow<Matrix>(Matrix(Matrix::Identity(2, 2)))};
    const auto output = combine_heads(combine, head);
    EXPECT_EQ(output.has_value(), kind.combine != nullptr) << kind.id;
    EXPECT_EQ(output.value_or(head[0].output), head[0].output) << kind.id;
  }
}

}  // namespace
}  // namespace attn::combine_test
