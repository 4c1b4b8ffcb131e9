#include "app/document/edits/point_edits.h"

#include <string>

#include "app/document/edits/checked_edit.h"
#include "app/document/edits/input_edits.h"
#include "app/document/edits/token_edits.h"

namespace attn {
namespace {

void put_point(Scene& scene, Index token, float x, float y) {
  if (!scene.values) use_own_values(scene);
  scene.embeddings.edit()(token, 0) = x;
  scene.values->edit()(token, 0) = y;
}

}  // namespace

void move_point(Scene& scene, Index token, float x, float y) {
  edit_checked(scene, [=](Scene& changed) { put_point(changed, token, x, y); });
}

void add_point(Scene& scene, float x, float y) {
  edit_checked(scene, [=](Scene& changed) {
    const Index end = changed.key_count();
    insert_token(changed, TokenList::kTokens, end, "x" + std::to_string(end));
    put_point(changed, end, x, y);
  });
}

}  // namespace attn
