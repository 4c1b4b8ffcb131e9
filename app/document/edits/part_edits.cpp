#include "app/document/edits/part_edits.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/document/edits/checked_edit.h"
#include "app/document/edits/head_edits.h"
#include "app/document/edits/matrix_fill.h"
#include "app/document/edits/origins.h"
#include "app/document/edits/widths.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/norm.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/attention/shapes.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

bool has_own_keys(const Scene& scene, std::size_t h) { return keys_head(scene, h) == h; }
bool has_queries(const Scene& scene) { return scene.query_embeddings().cols() > 0; }

Matrix row_of(Index columns, float number) { return Matrix::Constant(1, columns, number); }

/// A part that is given and dropped.
struct GivenPart {
  Part part;
  bool (*fits)(const Scene& scene, std::size_t h);
  Matrix (*fresh)(const Scene& scene, std::size_t h);
  void (*drop)(Scene& scene, std::size_t h);
};

constexpr GivenPart kGivenParts[] = {
    {Part::b_q, [](const Scene& scene, std::size_t) { return has_queries(scene); },
     [](const Scene& scene, std::size_t h) { return row_of(width_of_q(scene, h), 0); },
     [](Scene& scene, std::size_t h) { scene.heads[h].b_q.reset(); }},
    {Part::g_q,
     [](const Scene& scene, std::size_t) { return has_norm(scene.score) && has_queries(scene); },
     [](const Scene& scene, std::size_t h) { return row_of(width_of_q(scene, h), 1); },
     [](Scene& scene, std::size_t h) { scene.heads[h].g_q.reset(); }},
    {Part::b_k,
     [](const Scene& scene, std::size_t h) { return has_own_keys(scene, h) && has_queries(scene); },
     [](const Scene& scene, std::size_t h) { return row_of(width_of_k(scene, h), 0); },
     [](Scene& scene, std::size_t h) { scene.heads[h].b_k.reset(); }},
    {Part::g_k,
     [](const Scene& scene, std::size_t h) {
       return has_norm(scene.score) && has_own_keys(scene, h) && has_queries(scene);
     },
     [](const Scene& scene, std::size_t h) { return row_of(width_of_k(scene, h), 1); },
     [](Scene& scene, std::size_t h) { scene.heads[h].g_k.reset(); }},
    {Part::b_v,
     [](const Scene& scene, std::size_t h) {
       return has_own_keys(scene, h) && width_of_v(scene, h) > 0;
     },
     [](const Scene& scene, std::size_t h) { return row_of(width_of_v(scene, h), 0); },
     [](Scene& scene, std::size_t h) { scene.heads[h].b_v.reset(); }},
    {Part::w_f,
     [](const Scene& scene, std::size_t) { return !scene.queries && has_queries(scene); },
     [](const Scene& scene, std::size_t) { return row_of(scene.embeddings->cols(), 0); },
     [](Scene& scene, std::size_t h) {
       scene.heads[h].w_f.reset();
       scene.heads[h].b_f.reset();
     }},
    {Part::w_g,
     [](const Scene& scene, std::size_t h) {
       return has_queries(scene) && width_of_v(scene, h) > 0;
     },
     [](const Scene& scene, std::size_t h) {
       return Matrix(Matrix::Zero(scene.query_embeddings().cols(), width_of_v(scene, h)));
     },
     [](Scene& scene, std::size_t h) {
       scene.heads[h].w_g.reset();
       scene.heads[h].b_g.reset();
     }},
    {Part::b_g, [](const Scene& scene, std::size_t h) { return scene.heads[h].w_g.has_value(); },
     [](const Scene& scene, std::size_t h) { return row_of(width_of_v(scene, h), 0); },
     [](Scene& scene, std::size_t h) { scene.heads[h].b_g.reset(); }},
    {Part::b_o,
     [](const Scene& scene, std::size_t) {
       return takes(*scene.combine.kind, "b_o") && width_of_v(scene, 0) > 0;
     },
     [](const Scene& scene, std::size_t) { return row_of(scene.combine.kind->width(scene), 0); },
     [](Scene& scene, std::size_t) { scene.combine.b_o.reset(); }},
};

bool is_subtracted(Part part) { return part == Part::subtract_w_q || part == Part::subtract_w_k; }

const GivenPart* find_given(Part part) {
  const auto* found = std::ranges::find(kGivenParts, part, &GivenPart::part);
  return found == std::end(kGivenParts) ? nullptr : found;
}

Subtract random_subtract(const Scene& scene, std::size_t h, std::uint64_t seed) {
  constexpr float kLambda = 0.5F;
  Subtract subtract;
  subtract.w_q =
      random_matrix(scene.query_embeddings().cols(), width_of_q(scene, h), next_random(seed));
  subtract.w_k = random_matrix(scene.embeddings->cols(), width_of_k(scene, h), next_random(seed));
  subtract.lambda = kLambda;
  return subtract;
}

}  // namespace

bool may_give(const Scene& scene, const Where& where) {
  const auto h = static_cast<std::size_t>(where.head);
  if (is_subtracted(where.part)) {
    return !scene.heads[h].subtract && !has_given_scores(scene.score) && has_queries(scene);
  }
  const GivenPart* given = find_given(where.part);
  if (given == nullptr || !part_kind(where.part).numbers(scene, h).empty()) return false;
  return given->fits(scene, h);
}

void give_part(Scene& scene, const Where& where, std::uint64_t seed) {
  if (!may_give(scene, where)) return;
  const auto h = static_cast<std::size_t>(where.head);
  edit_checked(scene, [&](Scene& changed) {
    if (is_subtracted(where.part)) {
      changed.heads[h].subtract = random_subtract(scene, h, seed);
    } else {
      part_kind(where.part).set(changed, h, find_given(where.part)->fresh(scene, h));
    }
  });
}

void drop_part(Scene& scene, const Where& where) {
  const auto h = static_cast<std::size_t>(where.head);
  if (is_subtracted(where.part)) {
    scene.heads[h].subtract.reset();
  } else if (const GivenPart* given = find_given(where.part)) {
    given->drop(scene, h);
  }
}

void drop_output_weights(Scene& scene) {
  edit_checked(scene, [](Scene& changed) {
    changed.combine.w_o.reset();
    auto& b_o = changed.combine.b_o;
    if (!b_o) return;
    const Origins columns = resized((*b_o)->cols(), changed.combine.kind->width(changed));
    b_o = Cow(RowVector(pick_columns(**b_o, columns, 0.F)));
  });
}

void set_norm(Scene& scene, const NormKind& kind) {
  scene.score.norm = &kind;
  if (!kind.does_nothing) return;
  for (Head& head : scene.heads) {
    head.g_q.reset();
    head.g_k.reset();
  }
}

bool may_share_keys(const Scene& scene, std::size_t h, std::size_t from) {
  return from < h && keys_head(scene, from) == from;
}

void set_keys_of(Scene& scene, std::size_t h, std::optional<std::size_t> from) {
  if (!from) {
    scene.heads[h] = with_own_keys(scene, h);
    return;
  }
  if (!may_share_keys(scene, h, *from)) {
    throw SceneError({"/heads/" + std::to_string(h) + "/keys_of",
                      "expected the index of an earlier head with keys of its own"});
  }
  edit_checked(scene, [&](Scene& changed) {
    std::vector<std::size_t> followers = {h};  // and those that have its keys
    if (has_own_keys(scene, h)) followers = heads_with_keys_of(scene, h);
    changed.heads[h] = with_own_keys(changed, h);
    const Index dk = width_of_k(changed, *from), dv = width_of_v(changed, *from);
    if (width_of_k(changed, h) != dk) set_key_width(changed, h, dk);
    if (width_of_v(changed, h) != dv) set_value_width(changed, h, dv);
    for (const std::size_t n : followers) {
      Head& head = changed.heads[n];
      head.w_k.reset(), head.w_v.reset();
      head.b_k.reset(), head.b_v.reset(), head.g_k.reset();
      head.keys_of = static_cast<int>(*from);
    }
  });
}

void set_distances(Scene& scene, Index columns) {
  constexpr Index kMost = 4096;
  if (columns < 1 || columns > kMost) {
    throw SceneError({"/position/table", "expected 1 to " + std::to_string(kMost) +
                                             " columns, found " + std::to_string(columns)});
  }
  edit_checked(scene, [&](Scene& changed) {
    const Matrix& table = *scene.position.table;
    const bool has_middle = !takes(*scene.position.kind, "max_distance");
    const Index moved = has_middle ? (table.cols() - columns) / 2 : 0;
    Origins from;
    for (Index n = 0; n < columns; ++n) {
      const Index old = n + moved;
      from.push_back(old >= 0 && old < table.cols() ? old : kNew);
    }
    changed.position.table = pick_columns(table, from, 0.F);
  });
}

}  // namespace attn
