// Undo and redo through any edits.

#include <vector>

#include <gtest/gtest.h>

#include "app/document/history/document.h"
#include "tests/engine/random_scene.h"

namespace attn::document_random_test {
namespace {

using namespace attn::test;

/// One of the edits that a window proposes, some of them wrong.
void random_edit(Random& random, Scene& scene) {
  switch (random.below(7)) {
    case 0:
      scene.embeddings.edit()(random.below(static_cast<int>(scene.embeddings->rows())), 0) =
          random.number();
      break;
    case 1:
      scene.normalizer.temperature = random.number();
      break;
    case 2:
      scene.masks.push_back(random_mask(random, *any_of(random, mask_kinds()), scene));
      break;
    case 3:
      if (!scene.masks.empty()) scene.masks.pop_back();
      break;
    case 4:
      scene.title += static_cast<char>('a' + random.below(26));
      break;
    case 5:
      if (scene.bias) {
        scene.bias->edit() *= 2;
      } else {
        scene.bias = random.matrix(scene.query_count(), scene.key_count());
      }
      break;
    default:
      scene.score.kind = any_of(random, score_kinds());
  }
}

TEST(DocumentRandom, UndoOfRandomEditsGivesBackEachScene) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    Random random(seed);
    Document document(random_scene(random));
    std::vector<Scene> scenes{document.scene()};
    for (int n = 0; n < 200; ++n) {
      const auto problem =
          document.edit("Edit", "", [&](Scene& scene) { random_edit(random, scene); });
      if (!problem && !(document.scene() == scenes.back())) scenes.push_back(document.scene());
    }
    ASSERT_GT(scenes.size(), 100u);
    for (std::size_t n = scenes.size() - 1; n > 0; --n) {
      ASSERT_EQ(document.scene(), scenes[n]);
      document.undo();
    }
    ASSERT_EQ(document.scene(), scenes[0]);
    EXPECT_FALSE(document.can_undo());
    EXPECT_FALSE(document.is_changed());
    for (const Scene& scene : scenes) {
      ASSERT_EQ(document.scene(), scene);
      document.redo();
    }
    EXPECT_FALSE(document.can_redo());
  }
}

}  // namespace
}  // namespace attn::document_random_test
