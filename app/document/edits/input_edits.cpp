#include "app/document/edits/input_edits.h"

#include <utility>

#include "app/document/edits/checked_edit.h"
#include "app/document/edits/tokens.h"
#include "app/document/edits/widths.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"
#include "engine/attention/shapes.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

/// Rearranges the columns of `input`: each new column comes from its origin in `origins`.
void rearrange(Scene& scene, Part input, const Origins& origins) {
  InputColumns columns;
  if (input == Part::values) {
    columns.values = origins;
  } else {
    const bool are_alike = scene.query_embeddings().cols() == scene.embeddings->cols();
    if (are_alike || input == Part::embeddings) columns.embeddings = origins;
    if (are_alike || input == Part::query_embeddings) columns.queries = origins;
  }
  edit_checked(scene, [&](Scene& changed) { rearrange_inputs(changed, columns); });
}

}  // namespace

void insert_dimension(Scene& scene, Part input, Index at) {
  rearrange(scene, input, inserted(shape_of(scene, {input}).cols.count, at));
}

void remove_dimension(Scene& scene, Part input, Index at) {
  rearrange(scene, input, removed(shape_of(scene, {input}).cols.count, at));
}

void use_own_queries(Scene& scene) {
  if (scene.queries) return;
  scene.queries = Queries{scene.tokens, scene.embeddings};
  for (Head& head : scene.heads) head.w_f.reset(), head.b_f.reset();
  for (Mask& mask : scene.masks) {
    if (takes(*mask.kind, "query_ids") && !mask.query_ids) mask.query_ids = mask.ids;
  }
}

void use_tokens_as_queries(Scene& scene) {
  if (!scene.queries) return;
  edit_checked(scene, [&](Scene& changed) {
    const Index Dq = changed.query_embeddings().cols();
    InputColumns columns;
    columns.queries = resized(Dq, changed.embeddings->cols());
    if (Dq != changed.embeddings->cols()) rearrange_inputs(changed, columns);
    const Scene wide = changed;
    arrange_query_tokens(changed, wide, resized(wide.query_count(), wide.key_count()), wide.tokens);
    changed.queries.reset();
  });
}

void use_own_values(Scene& scene) {
  if (!scene.values) scene.values = scene.embeddings;
}

void use_embeddings_as_values(Scene& scene) {
  if (!scene.values) return;
  edit_checked(scene, [&](Scene& changed) {
    InputColumns columns;
    columns.values = resized(value_width(changed), changed.embeddings->cols());
    rearrange_inputs(changed, columns);
    changed.values.reset();
  });
}

}  // namespace attn
