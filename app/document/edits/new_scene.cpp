#include "app/document/edits/new_scene.h"

#include "app/document/edits/tokens.h"

namespace attn {

Scene new_scene() {
  constexpr Index kWidth = 4;
  Scene scene;
  scene.title = "New scene";
  scene.tokens = split_words("A cat sees the moon");
  Matrix embeddings(scene.key_count(), kWidth);
  for (Index i = 0; i < scene.key_count(); ++i) {
    embeddings.row(i) = word_vector(scene.key_token(i), kWidth);
  }
  scene.embeddings = Cow<Matrix>(std::move(embeddings));
  return scene;
}

}  // namespace attn
