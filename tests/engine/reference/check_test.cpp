#include "engine/reference/check.h"

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
  scene.combine.w_o = random.matrix(6, 2);
  for (const MaskKind& kind : mask_kinds()) {
    scene.masks.push_back(random_mask(random, kind, scene));
  }
  scene.masks[2].sigma = 1;
  return scene;
}

void set_kind(Scene& scene, std::string_view kind) {
  Random random(2, kFirstVersion);  // later, rope may turn some columns only
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

/// Self-attention of L = 3 tokens of width D = 4 in two heads of dk 4 and dv 4, with all that came
/// with version 2 and fits together.
Scene newer_scene() {
  Random random(4);
  Scene scene = self_attention(3, 4);
  scene.score.norm = &norm_kind("rms");
  scene.score.cap = 5;
  scene.normalizer.length = 1;
  Head head;
  head.w_q = head.w_k = head.w_v = random.matrix(4, 4);
  head.b_q = head.b_k = head.b_v = random.row(4);
  head.g_q = head.g_k = random.row(4);
  head.sink = 1;
  head.subtract = {random.matrix(4, 2), random.matrix(4, 2), 0.5f};
  head.w_g = random.matrix(4, 4);
  head.b_g = random.row(4);
  head.gain = 0;
  head.w_f = random.row(4);
  head.b_f = 1;
  Head other;
  other.w_q = head.w_q;
  other.keys_of = 0;
  scene.heads = {head, other};
  scene.combine.b_o = random.row(8);
  return scene;
}

/// Scores that are given, for tokens alone.
Scene scene_of_scores() {
  Scene scene;
  scene.tokens = names(3);
  scene.embeddings = Matrix(3, 0);
  scene.score.kind = &score_kind("given");
  scene.heads[0].scores = matrix({{1, kMasked, 2}, {3, 4, 5}, {6, 7, 8}});
  return scene;
}

RowVector ones(Index count) { return RowVector::Ones(count); }

void set_mask(Scene& scene, const Mask& mask) { scene.masks = {mask}; }

Mask mask_of(std::string_view kind) {
  Mask mask;
  mask.kind = &mask_kind(kind);
  return mask;
}

const std::vector<Case> kNewerCases{
    {"/heads/0/b_q", [](Scene& s) { s.heads[0].b_q = ones(3); }},
    {"/heads/0/b_k/1", [](Scene& s) { s.heads[0].b_k->edit()(1) = kNan; }},
    {"/heads/0/b_v", [](Scene& s) { s.heads[0].b_v = ones(5); }},
    {"/heads/0/g_q", [](Scene& s) { s.heads[0].g_q = ones(3); }},
    {"/heads/0/g_q", [](Scene& s) { s.score.norm = &norm_kind("none"); }},
    {"/heads/0/g_k",
     [](Scene& s) {
       s.score.norm = &norm_kind("none");
       s.heads[0].g_q.reset();
     }},
    {"/heads/0/keys_of", [](Scene& s) { s.heads[0].keys_of = 0; }},
    {"/heads/1/keys_of", [](Scene& s) { s.heads[1].keys_of = 1; }},
    {"/heads/1/keys_of", [](Scene& s) { s.heads[1].keys_of = -1; }},
    {"/heads/2/keys_of", [](Scene& s) { s.heads.emplace_back().keys_of = 1; }},
    {"/heads/1/w_k", [](Scene& s) { s.heads[1].w_k = s.heads[0].w_k; }},
    {"/heads/1/w_v", [](Scene& s) { s.heads[1].w_v = s.heads[0].w_v; }},
    {"/heads/1/b_k", [](Scene& s) { s.heads[1].b_k = ones(4); }},
    {"/heads/1/b_v", [](Scene& s) { s.heads[1].b_v = ones(4); }},
    {"/heads/1/g_k", [](Scene& s) { s.heads[1].g_k = ones(4); }},
    {"/heads/1/w_q", [](Scene& s) { s.heads[1].w_q = Matrix(Matrix::Ones(4, 2)); }},
    {"/heads/0/scores", [](Scene& s) { s.heads[0].scores = Matrix(Matrix::Ones(3, 3)); }},
    {"/heads/0/scores", [](Scene& s) { s.score.kind = &score_kind("given"); }},
    {"/heads/0/sink", [](Scene& s) { s.heads[0].sink = kInf; }},
    {"/heads/0/sink", [](Scene& s) { s.normalizer.kind = &normalizer_kind("sigmoid"); }},
    {"/heads/0/sink", [](Scene& s) { s.normalizer.kind = &normalizer_kind("relu"); }},
    {"/heads/0/sink", [](Scene& s) { s.normalizer.kind = &normalizer_kind("sum"); }},
    {"/heads/0/sink", [](Scene& s) { s.normalizer.over = Over::kQueries; }},
    {"/heads/0/subtract/w_q", [](Scene& s) { s.heads[0].subtract->w_q = Matrix(3, 2); }},
    {"/heads/0/subtract/w_k/0",
     [](Scene& s) { s.heads[0].subtract->w_k = Matrix(Matrix::Ones(4, 3)); }},
    {"/heads/0/subtract/lambda", [](Scene& s) { s.heads[0].subtract->lambda = kNan; }},
    {"/heads/0/subtract/w_q/0",
     [](Scene& s) {
       s.score.kind = &score_kind("additive");
       s.heads[0].v = ones(4);
     }},
    {"/heads/0/subtract/w_q/0",
     [](Scene& s) {
       s.score.kind = &score_kind("general");
       s.heads[0].w_a = Matrix(Matrix::Ones(4, 4));
     }},
    {"/heads/0/w_g/0", [](Scene& s) { s.heads[0].w_g = Matrix(Matrix::Ones(4, 3)); }},
    {"/heads/0/b_g", [](Scene& s) { s.heads[0].b_g = ones(3); }},
    {"/heads/0/b_g", [](Scene& s) { s.heads[0].w_g.reset(); }},
    {"/heads/0/gain", [](Scene& s) { s.heads[0].gain = kNan; }},
    {"/heads/0/decay", [](Scene& s) { s.heads[0].decay = 0.5f; }},
    {"/heads/1/decay",
     [](Scene& s) {
       s.normalizer.kind = &normalizer_kind("sum");
       s.heads[0].sink.reset();
       s.heads[1].decay = 1.5f;
     }},
    {"/heads/0/w_f", [](Scene& s) { s.heads[0].w_f = ones(3); }},
    {"/heads/0/w_f",
     [](Scene& s) {
       s.queries = Queries{names(3), *s.embeddings};
     }},
    {"/heads/0/b_f", [](Scene& s) { s.heads[0].w_f.reset(); }},
    {"/heads/0/b_f", [](Scene& s) { s.heads[0].b_f = kInf; }},
    {"/score/epsilon", [](Scene& s) { s.score.epsilon = -1; }},
    {"/score/cap", [](Scene& s) { s.score.cap = 0; }},
    {"/normalizer/alpha", [](Scene& s) { s.normalizer.alpha = 1; }},
    {"/normalizer/alpha", [](Scene& s) { s.normalizer.alpha = 4.5f; }},
    {"/normalizer/k", [](Scene& s) { s.normalizer.k = 0; }},
    {"/normalizer/offset", [](Scene& s) { s.normalizer.offset = kInf; }},
    {"/normalizer/length", [](Scene& s) { s.normalizer.length = kNan; }},
    {"/normalizer/temperature",
     [](Scene& s) {
       s.heads[0].sink.reset();
       s.normalizer = {&normalizer_kind("relu"), 0};
     }},
    {"/combine/b_o", [](Scene& s) { s.combine.b_o = ones(7); }},
    {"/combine/b_o/2", [](Scene& s) { s.combine.b_o->edit()(2) = kNan; }},
    {"/position/rotated",
     [](Scene& s) {
       set_kind(s, "rope");
       s.position.rotated = 3;
     }},
    {"/position/rotated",
     [](Scene& s) {
       set_kind(s, "rope");
       s.position.rotated = 0;
     }},
    {"/position/rotated",
     [](Scene& s) {
       set_kind(s, "rope");
       s.position.rotated = 4;  // more than what is subtracted has
     }},
    {"/position/scaling/factor",
     [](Scene& s) {
       set_kind(s, "rope");
       s.position.scaling = {&rope_scaling_kind("ntk"), 0};
     }},
    {"/position/scaling/high",
     [](Scene& s) {
       set_kind(s, "rope");
       s.position.scaling = {&rope_scaling_kind("llama3"), 8, 4, 4};
     }},
    {"/position/scaling/original",
     [](Scene& s) {
       set_kind(s, "rope");
       s.position.scaling = {&rope_scaling_kind("llama3"), 8, 1, 4, 0};
     }},
    {"/position/table",
     [](Scene& s) {
       set_kind(s, "relative");
       s.position.table = Matrix(Matrix::Ones(1, 3));
     }},
    {"/position/table/0",
     [](Scene& s) {
       set_kind(s, "relative");
       s.position.table = Matrix(Matrix::Ones(2, 4));
     }},
    {"/position/table/0",
     [](Scene& s) {
       set_kind(s, "t5");
       s.position.both = true;
       s.position.table = Matrix(Matrix::Ones(2, 1));
     }},
    {"/position/max_distance",
     [](Scene& s) {
       set_kind(s, "t5");
       s.position.max_distance = 0;
     }},
    {"/masks/0/dilation",
     [](Scene& s) {
       set_mask(s, mask_of("window"));
       s.masks[0].dilation = 0;
     }},
    {"/masks/0/sinks",
     [](Scene& s) {
       set_mask(s, mask_of("window"));
       s.masks[0].sinks = -1;
     }},
    {"/masks/0/length",
     [](Scene& s) {
       set_mask(s, mask_of("prefix"));
       s.masks[0].length = -1;
     }},
    {"/masks/0/stride",
     [](Scene& s) {
       set_mask(s, mask_of("strided"));
       s.masks[0].stride = 0;
     }},
    {"/masks/0/ids", [](Scene& s) { set_mask(s, mask_of("segments")); }},
    {"/masks/0/query_ids",
     [](Scene& s) {
       set_mask(s, mask_of("segments"));
       s.masks[0].ids = std::vector<int>(3);
       s.masks[0].query_ids = std::vector<int>(2);
     }},
};

const std::vector<Case> kCasesOfScores{
    {"/embeddings", [](Scene& s) { s.embeddings = Matrix(2, 0); }},
    {"/embeddings/0", [](Scene& s) { s.score.kind = &score_kind("dot"); }},
    {"/queries/embeddings",
     [](Scene& s) {
       s.queries = Queries{names(3), Matrix(3, 2)};
     }},
    {"/heads/0/scores",
     [](Scene& s) {
       s.queries = Queries{names(2), Matrix(2, 0)};
     }},
    {"/heads/0/scores/1/2", [](Scene& s) { s.heads[0].scores->edit()(1, 2) = kInf; }},
    {"/heads/0/scores/0/0", [](Scene& s) { s.heads[0].scores->edit()(0, 0) = kNan; }},
    {"/heads/0/w_q", [](Scene& s) { s.heads[0].w_q = Matrix(Matrix::Ones(2, 2)); }},
    {"/heads/0/b_q", [](Scene& s) { s.heads[0].b_q = ones(2); }},
    {"/heads/0/w_f", [](Scene& s) { s.heads[0].w_f = ones(2); }},
    {"/heads/0/subtract", [](Scene& s) { s.heads[0].subtract.emplace(); }},
    {"/position/kind", [](Scene& s) { s.position.kind = &position_kind("sinusoidal"); }},
    {"/combine/w_o", [](Scene& s) { s.combine.w_o = Matrix(Matrix::Ones(2, 2)); }},
};

void expect_places(const std::vector<Case>& cases, const Scene& whole) {
  ASSERT_FALSE(check(whole)) << check(whole)->place << ": " << check(whole)->text;
  for (const Case& one : cases) {
    Scene scene = whole;
    one.spoil(scene);
    const auto problem = check(scene);
    ASSERT_TRUE(problem) << one.place;
    EXPECT_EQ(problem->place, one.place) << problem->text;
    EXPECT_EQ(problem->text.find("expected"), 0u) << problem->text;
  }
}

TEST(Check, TakesAWholeScene) { EXPECT_FALSE(check(full_scene())); }

TEST(Check, NamesThePlaceOfWhatIsWrong) {
  expect_places(kCases, full_scene());
  expect_places(kNewerCases, newer_scene());
  expect_places(kCasesOfScores, scene_of_scores());
}

TEST(Check, WantsIdsForQueriesThatAreNotAsManyAsKeys) {
  Scene scene = cross_attention(2, 3, 4, 4);
  scene.masks = {mask_of("segments")};
  scene.masks[0].ids = std::vector<int>(3);
  EXPECT_EQ(check(scene)->place, "/masks/0/query_ids");
  scene.masks[0].query_ids = std::vector<int>(2);
  EXPECT_FALSE(check(scene));
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
  scene = newer_scene();
  scene.normalizer.alpha = 0.5f;
  EXPECT_EQ(check(scene)->text, "expected a number > 1 and <= 4, found 0.5");
  scene = newer_scene();
  scene.heads[1].keys_of = 7;
  EXPECT_EQ(check(scene)->text, "expected the index of an earlier head, found 7");
  scene = newer_scene();
  scene.heads[0].b_q = ones(3);
  EXPECT_EQ(check(scene)->text, "expected 4 numbers (dk), found 3");
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
  Scene subtracts = wide;
  subtracts.heads[0].subtract.emplace();
  subtracts.heads[0].subtract->w_q = Matrix(Matrix::Zero(1, 1 << 17));
  subtracts.heads[0].subtract->w_k = Matrix(Matrix::Zero(1, 1 << 17));
  EXPECT_EQ(check(subtracts)->place, "/heads");
  wide.combine.w_o = Matrix(Matrix::Zero(1, 1 << 18));
  EXPECT_EQ(check(wide)->place, "/heads");
  wide.combine = {&combine_kind("projection"), {}, {}, {*wide.combine.w_o}};
  EXPECT_EQ(check(wide)->place, "/heads");
}

}  // namespace
}  // namespace attn::check_test
