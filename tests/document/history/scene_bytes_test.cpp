#include "app/document/history/scene_bytes.h"

#include <functional>
#include <vector>

#include <gtest/gtest.h>

#include "tests/engine/random_scene.h"

namespace attn::scene_bytes_test {
namespace {

using namespace attn::test;

constexpr Index kSide = 200;
constexpr double kNumbers = kSide * kSide * sizeof(float);

Matrix large() { return Matrix::Ones(kSide, kSide); }

/// Every part that scenes can share, made large, and how large it then is.
struct Part {
  const char* name;
  double bytes;
  std::function<void(Scene&)> enlarge;
};

Part of_head(const char* name, std::optional<Cow<Matrix>> Head::*member) {
  return {name, kNumbers, [member](Scene& s) { s.heads[0].*member = Cow<Matrix>(large()); }};
}

Part of_head(const char* name, std::optional<Cow<RowVector>> Head::*member) {
  return {name, kNumbers, [member](Scene& s) {
            s.heads[0].*member = Cow<RowVector>(RowVector::Ones(kSide * kSide).eval());
          }};
}

const std::vector<Part>& parts() {
  static const std::vector<Part> all = {
      {"embeddings", kNumbers, [](Scene& s) { s.embeddings = large(); }},
      {"queries", kNumbers,
       [](Scene& s) {
         s.queries = Queries{{"a"}, large()};
       }},
      {"values", kNumbers, [](Scene& s) { s.values = Cow<Matrix>(large()); }},
      {"position.table", kNumbers, [](Scene& s) { s.position.table = large(); }},
      {"position.slopes", kNumbers,
       [](Scene& s) { s.position.slopes = Cow<RowVector>(RowVector::Ones(kSide * kSide).eval()); }},
      of_head("w_q", &Head::w_q),
      of_head("w_k", &Head::w_k),
      of_head("w_v", &Head::w_v),
      of_head("w_a", &Head::w_a),
      of_head("v", &Head::v),
      of_head("b_q", &Head::b_q),
      of_head("b_k", &Head::b_k),
      of_head("b_v", &Head::b_v),
      of_head("g_q", &Head::g_q),
      of_head("g_k", &Head::g_k),
      of_head("scores", &Head::scores),
      of_head("w_g", &Head::w_g),
      of_head("b_g", &Head::b_g),
      of_head("w_f", &Head::w_f),
      {"subtract", 2 * kNumbers,
       [](Scene& s) {
         s.heads[0].subtract = Subtract{large(), large(), 1};
       }},
      {"bias", kNumbers, [](Scene& s) { s.bias = Cow<Matrix>(large()); }},
      {"valid", kNumbers / 8,
       [](Scene& s) { s.masks.at(0).valid = std::vector<bool>(kSide * kSide * 4); }},
      {"allowed", kSide * kSide,
       [](Scene& s) { s.masks.at(0).allowed = BoolMatrix(BoolMatrix::Ones(kSide, kSide)); }},
      {"edges", kSide * kSide * 8,
       [](Scene& s) { s.masks.at(0).edges = std::vector<std::pair<int, int>>(kSide * kSide); }},
      {"ids", kNumbers, [](Scene& s) { s.masks.at(0).ids = std::vector<int>(kSide * kSide); }},
      {"query_ids", kNumbers,
       [](Scene& s) { s.masks.at(0).query_ids = std::vector<int>(kSide * kSide); }},
      {"b_o", kNumbers,
       [](Scene& s) { s.combine.b_o = Cow<RowVector>(RowVector::Ones(kSide * kSide).eval()); }},
      {"w_o", kNumbers, [](Scene& s) { s.combine.w_o = Cow<Matrix>(large()); }},
      {"w", kNumbers,
       [](Scene& s) { s.combine.w = Cow<RowVector>(RowVector::Ones(kSide * kSide).eval()); }},
      {"projections", kNumbers, [](Scene& s) { s.combine.projections = {large()}; }},
      {"tokens", 1e5, [](Scene& s) { s.tokens.assign(100, std::string(1000, 'x')); }},
      {"notes", 1e5, [](Scene& s) { s.notes.assign(100'000, 'x'); }},
  };
  return all;
}

Scene plain() {
  Scene scene = self_attention(3, 2);
  scene.masks.resize(1);
  return scene;
}

TEST(SceneBytes, CountEveryPart) {
  for (const Part& part : parts()) {
    Scene scene = plain();
    SceneBytes without, with;
    without.add(scene);
    part.enlarge(scene);
    with.add(scene);
    EXPECT_GE(with.total() - without.total(), 0.9 * part.bytes) << part.name;
    EXPECT_LE(with.total(), part.bytes * 1.2 + 5000) << part.name;
  }
}

TEST(SceneBytes, CountWhatIsSharedOnce) {
  for (const Part& part : parts()) {
    Scene scene = plain();
    part.enlarge(scene);
    SceneBytes bytes;
    bytes.add(scene);
    const double one = bytes.total();
    Scene next = scene;
    next.normalizer.temperature = 3;
    if (part.name != std::string("tokens") && part.name != std::string("notes")) {
      bytes.add(next);
      EXPECT_LT(bytes.total() - one, 0.2 * part.bytes + 2000) << part.name;
      bytes.remove(scene);
      EXPECT_GE(bytes.total(), 0.9 * part.bytes) << part.name << ": the other still has it";
      bytes.remove(next);
      EXPECT_EQ(bytes.total(), 0) << part.name;
    }
  }
}

}  // namespace
}  // namespace attn::scene_bytes_test
