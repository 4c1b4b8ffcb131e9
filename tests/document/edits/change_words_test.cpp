#include "app/document/edits/change_words.h"

#include <functional>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "app/document/scene_file/scene_file.h"
#include "assets/assets.h"
#include "engine/attention/kinds.h"

namespace attn::change_words_test {
namespace {

/// Words for an edit of an example with four heads.
std::string words_of(const std::function<void(Scene&)>& edit) {
  const Scene before = parse_scene(asset("assets/examples/07-multi-head.attn.json"));
  Scene after = before;
  edit(after);
  return change_words(before, after);
}

TEST(ChangeWords, SayANumberFromAndTo) {
  EXPECT_EQ(words_of([](Scene& scene) { scene.normalizer.temperature = 0.5F; }), "1 → 0.5");
  EXPECT_EQ(words_of([](Scene& scene) {
              scene.normalizer.temperature = std::numeric_limits<float>::infinity();
            }),
            "1 → ∞");
  const std::string words = words_of([](Scene& scene) { scene.embeddings.edit()(1, 2) = -7.25F; });
  EXPECT_TRUE(words.ends_with(" → −7.25")) << words;
  EXPECT_TRUE(
      words_of([](Scene& scene) { scene.heads[2].w_q->edit()(0, 0) = 9; }).ends_with(" → 9"));
}

TEST(ChangeWords, SayAKindAndASentence) {
  EXPECT_EQ(words_of([](Scene& scene) { scene.normalizer.kind = &normalizer_kind("sparsemax"); }),
            std::string(normalizer_kind("softmax").label) + " → " +
                std::string(normalizer_kind("sparsemax").label));
  EXPECT_EQ(words_of([](Scene& scene) { scene.heads.pop_back(); }), "4 → 3 heads");
  EXPECT_TRUE(words_of([](Scene& scene) { scene.tokens[0] = "Ox"; }).find(" → Ox ") !=
              std::string::npos);
}

TEST(ChangeWords, AreEmptyForMoreThanOneChange) {
  EXPECT_EQ(words_of([](Scene&) {}), "");
  EXPECT_EQ(words_of([](Scene& scene) { scene.embeddings.edit() *= 2; }), "");
  EXPECT_EQ(words_of([](Scene& scene) {
              scene.normalizer.temperature = 2;
              scene.embeddings.edit()(0, 0) = 9;
            }),
            "");
  EXPECT_EQ(words_of([](Scene& scene) { scene.masks.emplace_back(); }), "");
  EXPECT_EQ(words_of([](Scene& scene) { scene.tokens[0] = std::string(100, 'x'); }), "")
      << "too long for a line";
  EXPECT_EQ(words_of([](Scene& scene) {
              scene.normalizer.temperature = 1.000001F;
              scene.embeddings.edit()(0, 0) = 9;
            }),
            "")
      << "two changes, of which one would look like none";
}

}  // namespace
}  // namespace attn::change_words_test
