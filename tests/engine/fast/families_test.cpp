#include <functional>
#include <numeric>
#include <ostream>

#include <gtest/gtest.h>

#include "engine/attention/lookup.h"
#include "engine/attention/norm.h"
#include "engine/attention/score.h"
#include "engine/fast/fast.h"
#include "engine/fast/live_evaluation.h"
#include "engine/kernels/kernel_choice.h"
#include "engine/reference/attention.h"
#include "engine/reference/check.h"
#include "tests/engine/same_trace.h"
#include "tests/engine/scenes.h"
#include "tests/support/case_seed.h"

namespace attn::families_test {
namespace {

using namespace attn::test;

constexpr Index kTokens = 40, kWidth = 24, kHeads = 4, kKeyWidth = 8;

// Parts of the attention of the families of real models.

void add_biases(Random& random, Scene& scene) {
  for (Head& head : scene.heads) {
    head.b_q = random.row(kKeyWidth);
    if (head.keys_of) continue;
    head.b_k = random.row(kKeyWidth);
    head.b_v = random.row(kKeyWidth);
  }
}

void add_b_o(Random& random, Scene& scene) { scene.combine.b_o = random.row(kWidth); }

/// Two heads for each head of keys and values.
void share_keys(Scene& scene) {
  for (std::size_t h = 1; h < scene.heads.size(); h += 2) {
    scene.heads[h].w_k.reset();
    scene.heads[h].w_v.reset();
    scene.heads[h].keys_of = static_cast<int>(h - 1);
  }
}

void add_mask(Scene& scene, std::string_view kind, int radius = 0) {
  Mask mask;
  mask.kind = &mask_kind(kind);
  mask.radius = radius;
  scene.masks.push_back(mask);
}

void set_rope(Scene& scene, std::optional<int> rotated = {}) {
  scene.position.kind = &position_kind("rope");
  scene.position.layout = PairLayout::kHalves;
  scene.position.rotated = rotated;
}

void add_norms(Random& random, Scene& scene) {
  scene.score.norm = &norm_kind("rms");
  for (Head& head : scene.heads) {
    head.g_q = random.row(kKeyWidth);
    if (!head.keys_of) head.g_k = random.row(kKeyWidth);
  }
}

void be_gpt(Random& random, Scene& scene) {
  add_biases(random, scene);
  add_b_o(random, scene);
  add_mask(scene, "causal");
}

void be_llama(Scene& scene) {
  share_keys(scene);
  set_rope(scene);
  add_mask(scene, "causal");
}

void be_gemma(Scene& scene) {
  be_llama(scene);
  add_mask(scene, "window", 9);
  scene.score.kind = &score_kind("dot");
  scene.score.scale = 0.25F;
}

/// Family of models, whose attention is made of four heads with matrices and w_o.
struct Family {
  std::string name;
  std::function<void(Random& random, Scene& scene)> make;
};

void PrintTo(const Family& family, std::ostream* out) { *out << family.name; }

const Family kFamilies[] = {
    {"gpt2", be_gpt},
    {"gpt_neo",
     [](Random& random, Scene& scene) {
       scene.score.kind = &score_kind("dot");
       add_b_o(random, scene);
       add_mask(scene, "causal");
       add_mask(scene, "window", 9);
     }},
    {"gpt_neox",
     [](Random& random, Scene& scene) {
       be_gpt(random, scene);
       set_rope(scene, 2);
     }},
    {"phi",
     [](Random& random, Scene& scene) {
       be_gpt(random, scene);
       set_rope(scene, 4);
     }},
    {"bert",
     [](Random& random, Scene& scene) {
       add_biases(random, scene);
       add_b_o(random, scene);
       add_mask(scene, "padding");
       std::vector<bool> valid(kTokens, true);
       valid.back() = false;
       scene.masks.back().valid = valid;
     }},
    {"llama",
     [](Random&, Scene& scene) {
       be_llama(scene);
       scene.position.scaling = RopeScaling{&rope_scaling_kind("llama3"), 8, 1, 4, 16};
     }},
    {"mistral",
     [](Random&, Scene& scene) {
       be_llama(scene);
       add_mask(scene, "window", 9);
     }},
    {"qwen2",
     [](Random& random, Scene& scene) {
       be_llama(scene);
       add_biases(random, scene);
     }},
    {"qwen3",
     [](Random& random, Scene& scene) {
       be_llama(scene);
       add_norms(random, scene);
     }},
    {"smollm3",
     [](Random&, Scene& scene) {
       be_llama(scene);
       scene.position = {};
     }},
    {"gemma2",
     [](Random&, Scene& scene) {
       be_gemma(scene);
       scene.score.cap = 2;
     }},
    {"gemma3_text",
     [](Random& random, Scene& scene) {
       be_gemma(scene);
       add_norms(random, scene);
     }},
};

Scene layer_of(Random& random, const Family& family) {
  Scene scene = self_attention(kTokens, kWidth);
  scene.embeddings = random.matrix(kTokens, kWidth);
  scene.heads.assign(kHeads, {});
  for (Head& head : scene.heads) {
    for (const auto w : {&Head::w_q, &Head::w_k, &Head::w_v}) {
      head.*w = random.matrix(kWidth, kKeyWidth, 0.3F);
    }
  }
  scene.combine.w_o = random.matrix(kHeads * kKeyWidth, kWidth, 0.3F);
  family.make(random, scene);
  return scene;
}

class Families : public testing::TestWithParam<Family> {};

INSTANTIATE_TEST_SUITE_P(All, Families, testing::ValuesIn(kFamilies),
                         [](const auto& info) { return info.param.name; });

TEST_P(Families, AreFastAndTheReferenceAfterEveryEdit) {
  Random random(case_seed());
  Scene scene = layer_of(random, GetParam());
  ASSERT_FALSE(check(scene));
  ASSERT_TRUE(is_fast(scene));
  const std::function<void()> edits[] = {
      [] {},
      [&] { scene.embeddings.edit()(3, 5) += 1; },
      [&] { scene.heads[0].w_k->edit()(2, 3) += 1; },
      [&] { scene.heads[1].w_q->edit()(2, 3) += 1; },
      [&] { scene.heads[2].w_v->edit()(2, 3) += 1; },
      [&] {
        for (const auto row : {&Head::b_q, &Head::b_k, &Head::b_v, &Head::g_q, &Head::g_k}) {
          if (scene.heads[0].*row) (scene.heads[0].*row)->edit()(1) += 1;
        }
      },
      [&] {
        if (scene.combine.b_o) scene.combine.b_o->edit()(1) += 1;
        if (scene.score.cap) *scene.score.cap += 1;
      },
      [&] { scene.heads[3].keys_of = scene.heads[3].keys_of ? std::optional(0) : std::nullopt; },
      [&] { scene.embeddings.edit()(7, 1) += 1; }};
  WorkerPool pool(2);
  LiveEvaluation live(fastest_kernels(), pool);
  for (const auto& edit : edits) {
    SCOPED_TRACE(testing::Message() << "edit " << &edit - edits);
    edit();
    live.update_to(scene);
    expect_same_trace(live.evaluation().trace, evaluate_plainly(scene));
  }
}

// All that is left to the reference, by the lists in fast.h.

TEST(Fast, LeavesOutWhatItsListsName) {
  const std::pair<std::string_view, std::function<void(Random & random, Scene & scene)>> slow[] = {
      {"elu", [](Random&, Scene& scene) { scene.score.kind = &score_kind("elu"); }},
      {"leaky_relu",
       [](Random&, Scene& scene) {
         scene.score.kind = &score_kind("additive");
         scene.score.bend = Bend::kLeakyRelu;
       }},
      {"sigmoid",
       [](Random&, Scene& scene) { scene.normalizer.kind = &normalizer_kind("sigmoid"); }},
      {"over", [](Random&, Scene& scene) { scene.normalizer.over = Over::kQueries; }},
      {"length", [](Random&, Scene& scene) { scene.normalizer.length = 0.5F; }},
      {"sink", [](Random&, Scene& scene) { scene.heads[1].sink = 0; }},
      {"subtract",
       [](Random& random, Scene& scene) {
         scene.heads[1].subtract = {random.matrix(kWidth, 2), random.matrix(kWidth, 2), 1};
       }},
      {"w_g",
       [](Random& random, Scene& scene) { scene.heads[1].w_g = random.matrix(kWidth, kKeyWidth); }},
      {"gain", [](Random&, Scene& scene) { scene.heads[1].gain = 0; }},
      {"w_f", [](Random& random, Scene& scene) { scene.heads[1].w_f = random.row(kWidth); }}};
  for (const auto& [name, add] : slow) {
    SCOPED_TRACE(name);
    Random random(case_seed(name));
    Scene scene = layer_of(random, kFamilies[0]);
    add(random, scene);
    EXPECT_FALSE(check(scene));
    EXPECT_FALSE(is_fast(scene));
  }
}

}  // namespace
}  // namespace attn::families_test
