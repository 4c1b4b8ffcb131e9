#include "engine/check.h"

#include <cmath>
#include <functional>

#include <gtest/gtest.h>

#include "tests/engine/random_scene.h"

namespace attn::check_test {
namespace {

using namespace attn::test;

/// A valid scene with every part: M = 2, L = 3, Dq = D = 4, Dv = 2, two heads of dk 2 and dv 3.
Scene full_scene() {
  Random random(1);
  Scene scene = cross_attention(2, 3, 4, 4);
  scene.values = random.matrix(3, 2);
  Head head;
  head.w_q = random.matrix(4, 2);
  head.w_k = random.matrix(4, 2);
  head.w_v = random.matrix(2, 3);
  head.w_a = random.matrix(2, 2);
  head.v = random.row(2);
  head.width = 2;
  scene.heads = {head, head};
  scene.bias = random.matrix(2, 3);
  for (const MaskKind& kind : mask_kinds()) {
    scene.masks.push_back(random_mask(random, kind, scene));
  }
  scene.masks[2].sigma = 1;
  scene.combine.w_o = random.matrix(6, 2);
  return scene;
}

void set_kind(Scene& scene, std::string_view kind) {
  Random random(2);
  set_position(random, position_kind(kind), scene);
}

void combine_by(Scene& scene, std::string_view kind) {
  Random random(3);
  set_combine(random, combine_kind(kind), scene);
}

struct Case {
  std::string place;
  std::function<void(Scene&)> spoil;
};

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

const std::vector<Case> kCases{
    {"/tokens", [](Scene& s) { s.tokens.clear(); }},
    {"/embeddings",
     [](Scene& s) {
       s.embeddings = matrix({{1, 2, 3, 4}});
     }},
    {"/embeddings/0", [](Scene& s) { s.embeddings = Matrix(3, 0); }},
    {"/embeddings/1/2", [](Scene& s) { s.embeddings.edit()(1, 2) = kNan; }},
    {"/queries/tokens", [](Scene& s) { s.queries->tokens.clear(); }},
    {"/queries/embeddings", [](Scene& s) { s.queries->tokens.pop_back(); }},
    {"/queries/embeddings/1/3", [](Scene& s) { s.queries->embeddings.edit()(1, 3) = kInf; }},
    {"/values",
     [](Scene& s) {
       s.values = matrix({{1, 2}});
     }},
    {"/values/2/1", [](Scene& s) { s.values->edit()(2, 1) = -kInf; }},
    {"/heads", [](Scene& s) { s.heads.clear(); }},
    {"/heads/1/w_q",
     [](Scene& s) {
       s.heads[1].w_q = matrix({{1, 2}});
     }},
    {"/heads/1/w_q/3/0", [](Scene& s) { s.heads[1].w_q->edit()(3, 0) = kNan; }},
    {"/heads/0/w_k",
     [](Scene& s) {
       s.heads[0].w_k = matrix({{1, 2}});
     }},
    {"/heads/0/w_k", [](Scene& s) { s.heads[0].w_k = Matrix(Matrix::Ones(4, 3)); }},
    {"/heads/0/w_k", [](Scene& s) { s.heads[0].w_q.reset(); }},
    {"/heads/0/w_q", [](Scene& s) { s.heads[0].w_k.reset(); }},
    {"/queries/embeddings",
     [](Scene& s) {
       s.heads = {Head{}};
       s.queries->embeddings = Matrix(Matrix::Ones(2, 5));
       s.combine.w_o.reset();
     }},
    {"/heads/0/w_v",
     [](Scene& s) {
       s.heads[0].w_v = matrix({{1}, {2}, {3}});
     }},
    {"/heads/0/w_a",
     [](Scene& s) {
       s.heads[0].w_a = matrix({{1, 2}});
     }},
    {"/heads/0/w_a/0",
     [](Scene& s) {
       s.heads[0].w_a = matrix({{1}, {2}});
     }},
    {"/heads/1/v", [](Scene& s) { s.heads[1].v = RowVector(RowVector::Ones(3)); }},
    {"/heads/1/v/1", [](Scene& s) { s.heads[1].v->edit()(1) = kNan; }},
    {"/heads/1/width", [](Scene& s) { s.heads[1].width = 0; }},
    {"/heads/1/width", [](Scene& s) { s.heads[1].width = kInf; }},
    {"/heads/1/width", [](Scene& s) { s.heads[1].width = kNan; }},
    {"/score/scale", [](Scene& s) { s.score.scale = kNan; }},
    {"/bias",
     [](Scene& s) {
       s.bias = matrix({{1, 2, 3}});
     }},
    {"/bias/0",
     [](Scene& s) {
       s.bias = matrix({{1, 2}, {3, 4}});
     }},
    {"/bias/1/1", [](Scene& s) { s.bias->edit()(1, 1) = kInf; }},
    {"/masks/1/valid", [](Scene& s) { s.masks[1].valid = std::vector<bool>{true}; }},
    {"/masks/2/radius", [](Scene& s) { s.masks[2].radius = -1; }},
    {"/masks/2/sigma", [](Scene& s) { s.masks[2].sigma = 0; }},
    {"/masks/2/sigma", [](Scene& s) { s.masks[2].sigma = -1; }},
    {"/masks/2/sigma", [](Scene& s) { s.masks[2].sigma = kInf; }},
    {"/masks/3/allowed", [](Scene& s) { s.masks[3].allowed = BoolMatrix(3, 3); }},
    {"/masks/3/allowed/0", [](Scene& s) { s.masks[3].allowed = BoolMatrix(2, 2); }},
    {"/masks/4/edges/1",
     [](Scene& s) {
       s.masks[4].edges = std::vector<std::pair<int, int>>{{0, 0}, {2, 0}};
     }},
    {"/masks/4/edges/0",
     [](Scene& s) {
       s.masks[4].edges = std::vector<std::pair<int, int>>{{0, 3}};
     }},
    {"/masks/4/edges/0",
     [](Scene& s) {
       s.masks[4].edges = std::vector<std::pair<int, int>>{{-1, 0}};
     }},
    {"/masks/4/edges/0",
     [](Scene& s) {
       s.masks[4].edges = std::vector<std::pair<int, int>>{{0, -1}};
     }},
    {"/normalizer/temperature", [](Scene& s) { s.normalizer.temperature = -1e-30f; }},
    {"/normalizer/temperature", [](Scene& s) { s.normalizer.temperature = kNan; }},
    {"/position/scale",
     [](Scene& s) {
       set_kind(s, "binary");
       s.position.scale = kInf;
     }},
    {"/position/base",
     [](Scene& s) {
       set_kind(s, "sinusoidal");
       s.position.base = 0;
     }},
    {"/position/base",
     [](Scene& s) {
       set_kind(s, "rope");
       s.position.base = -1;
     }},
    {"/position/table",
     [](Scene& s) {
       set_kind(s, "learned");
       s.position.table = matrix({{1, 2, 3, 4}});
     }},
    {"/position/table/0",
     [](Scene& s) {
       set_kind(s, "learned");
       s.position.table = Matrix(Matrix::Ones(3, 5));
     }},
    {"/position/table/2/3",
     [](Scene& s) {
       set_kind(s, "learned");
       s.position.table.edit()(2, 3) = kNan;
     }},
    {"/queries/embeddings",
     [](Scene& s) {
       s.queries->embeddings = Matrix(Matrix::Ones(2, 5));
       for (Head& head : s.heads) head.w_q = Matrix(Matrix::Ones(5, 2));
       set_kind(s, "learned");
     }},
    {"/position/kind",
     [](Scene& s) {
       for (const auto weights : {&Head::w_q, &Head::w_k}) {
         s.heads[1].*weights = Matrix(Matrix::Ones(4, 3));
       }
       s.heads[1].w_a.reset();
       s.heads[1].v.reset();
       set_kind(s, "rope");
     }},
    {"/position/slopes",
     [](Scene& s) {
       set_kind(s, "alibi");
       s.position.slopes = RowVector(RowVector::Ones(3));
     }},
    {"/position/slopes/1",
     [](Scene& s) {
       set_kind(s, "alibi");
       s.position.slopes = RowVector(matrix({{1, kNan}}));
     }},
    {"/combine/w_o", [](Scene& s) { s.combine.w_o = Matrix(Matrix::Ones(5, 2)); }},
    {"/combine/w_o/0", [](Scene& s) { s.combine.w_o = Matrix(6, 0); }},
    {"/combine/w",
     [](Scene& s) {
       combine_by(s, "weighted");
       s.combine.w = RowVector(RowVector::Ones(3));
     }},
    {"/combine/w/0",
     [](Scene& s) {
       combine_by(s, "weighted");
       s.combine.w.edit()(0) = kNan;
     }},
    {"/combine/kind",
     [](Scene& s) {
       s.heads[1].w_v = Matrix(Matrix::Ones(2, 2));
       combine_by(s, "weighted");
     }},
    {"/combine/kind",
     [](Scene& s) {
       s.heads[1].w_v = Matrix(Matrix::Ones(2, 2));
       combine_by(s, "mean");
     }},
    {"/combine/kind",
     [](Scene& s) {
       s.heads[1].w_v = Matrix(Matrix::Ones(2, 2));
       combine_by(s, "max");
     }},
    {"/combine/w",
     [](Scene& s) {
       combine_by(s, "projection");
       s.combine.projections.pop_back();
     }},
    {"/combine/w/1",
     [](Scene& s) {
       combine_by(s, "projection");
       s.combine.projections[1] = Matrix(Matrix::Ones(2, 4));
     }},
    {"/combine/w/1/0",
     [](Scene& s) {
       combine_by(s, "projection");
       s.combine.projections[1] = Matrix(Matrix::Ones(3, 9));
     }},
};

TEST(Check, TakesAWholeScene) { EXPECT_FALSE(check(full_scene())); }

TEST(Check, NamesThePlaceOfWhatIsWrong) {
  for (const Case& one : kCases) {
    Scene scene = full_scene();
    one.spoil(scene);
    const auto problem = check(scene);
    ASSERT_TRUE(problem) << one.place;
    EXPECT_EQ(problem->place, one.place) << problem->text;
    EXPECT_EQ(problem->text.find("expected"), 0u) << problem->text;
  }
}

TEST(Check, SaysExpectedAndFound) {
  Scene scene = full_scene();
  scene.heads[0].w_q = Matrix(Matrix::Ones(2, 2));
  EXPECT_EQ(check(scene)->text, "expected 4 rows (Dq), found 2");
  scene = full_scene();
  scene.heads[0].width = -0.5f;
  EXPECT_EQ(check(scene)->text, "expected a number > 0, found -0.5");
  scene = full_scene();
  scene.heads.clear();
  EXPECT_EQ(check(scene)->text, "expected at least 1 head, found 0");
}

TEST(Check, GeneralWithItsWeightsTakesUnequalWidths) {
  Scene scene = cross_attention(2, 3, 5, 4);
  scene.heads[0].w_a = Matrix(Matrix::Ones(5, 4));
  EXPECT_EQ(check(scene)->place, "/queries/embeddings");
  scene.score.kind = &score_kind("general");
  EXPECT_FALSE(check(scene));
  scene.heads[0].w_a.reset();
  EXPECT_EQ(check(scene)->place, "/queries/embeddings");
}

TEST(Check, BoundsTheNumberOfWeights) {
  Scene scene;
  scene.tokens.resize(1 << 13);
  scene.embeddings = Matrix(Matrix::Zero(1 << 13, 1));
  EXPECT_FALSE(check(scene));
  scene.heads.resize(2);
  EXPECT_EQ(check(scene)->place, "/tokens");
  scene.heads.resize(1);
  scene.queries =
      Queries{std::vector<std::string>((1 << 13) + 1), Matrix(Matrix::Zero((1 << 13) + 1, 1))};
  EXPECT_EQ(check(scene)->place, "/tokens");
}

TEST(Check, BoundsTheNumbersOfAnEvaluation) {
  Scene scene;
  scene.tokens = {"a"};
  scene.embeddings = Matrix(Matrix::Zero(1, 1 << 16));
  scene.heads.resize(1 << 12);
  EXPECT_FALSE(check(scene));
  scene.heads.resize(1 << 14);
  EXPECT_EQ(check(scene)->place, "/heads");

  Scene wide = self_attention(1 << 13, 1);
  EXPECT_FALSE(check(wide));
  wide.combine.w_o = Matrix(Matrix::Zero(1, 1 << 18));
  EXPECT_EQ(check(wide)->place, "/heads");
  wide.combine = {&combine_kind("projection"), {}, {}, {*wide.combine.w_o}};
  EXPECT_EQ(check(wide)->place, "/heads");
}

}  // namespace
}  // namespace attn::check_test
