#include "app/document/edits/part_edits.h"

#include <algorithm>
#include <string>
#include <vector>

#include "app/document/edits/checked_edit.h"
#include "app/document/edits/head_edits.h"
#include "app/document/edits/matrix_fill.h"
#include "app/document/edits/origins.h"
#include "app/document/edits/widths.h"
#include "engine/attention/combine.h"
#include "engine/attention/lookup.h"
#include "engine/attention/norm.h"
#include "engine/attention/numbers.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

bool has_own_keys(const Scene& scene, std::size_t h) { return keys_head(scene, h) == h; }
bool has_queries(const Scene& scene) { return scene.query_embeddings().cols() > 0; }

/// Row of the table of a head's numbers for `part`; null for other parts.
const NumberRow<Head>* number_of(Part part) {
  const std::string_view key = part_kind(part).key;
  constexpr std::string_view kOfHead = "heads.#.";
  if (!key.starts_with(kOfHead)) return nullptr;
  const auto numbers = numbers_of<Head>();
  const auto found = std::ranges::find(numbers, key.substr(kOfHead.size()), &NumberRow<Head>::key);
  return found == numbers.end() ? nullptr : &*found;
}

/// Biases, gains and gates: each is added and removed separately.
constexpr Part kGivenParts[] = {Part::b_q, Part::b_k, Part::b_v, Part::g_q, Part::g_k,
                                Part::w_f, Part::w_g, Part::b_g, Part::b_o};

bool is_given_part(Part part) { return std::ranges::count(kGivenParts, part) > 0; }

/// Shape that the absent part would have in the scene.
Shape shape_given(const Scene& scene, const Where& where) {
  const NumberRow<Head>* number = number_of(where.part);
  if (number) return number->shape(scene, static_cast<std::size_t>(where.head));
  return {{}, exactly(scene.combine.kind->width(scene), "Do")};
}

/// Returns whether the scene has the parts that the part `where` depends on.
bool fits_part(const Scene& scene, const Where& where) {
  const auto h = static_cast<std::size_t>(where.head);
  if (where.part == Part::b_o) {
    return takes(*scene.combine.kind, "b_o") && width_of_v(scene, 0) > 0;
  }
  const NumberRow<Head>& number = *number_of(where.part);
  const Shape shape = number.shape(scene, h);
  return (!number.why_not || number.why_not(scene, h).empty()) && shape.rows.count > 0 &&
         shape.cols.count > 0;
}

bool is_subtracted(Part part) { return part == Part::subtract_w_q || part == Part::subtract_w_k; }

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
  return is_given_part(where.part) && part_kind(where.part).numbers(scene, h).empty() &&
         fits_part(scene, where);
}

void give_part(Scene& scene, const Where& where, std::uint64_t seed) {
  if (!may_give(scene, where)) return;
  const auto h = static_cast<std::size_t>(where.head);
  edit_checked(scene, [&](Scene& changed) {
    if (is_subtracted(where.part)) {
      changed.heads[h].subtract = random_subtract(scene, h, seed);
    } else {
      const Shape shape = shape_given(scene, where);
      const bool is_gain = where.part == Part::g_q || where.part == Part::g_k;
      part_kind(where.part)
          .set(changed, h,
               Matrix::Constant(shape.rows.count, shape.cols.count, is_gain ? 1.F : 0.F));
    }
  });
}

void drop_part(Scene& scene, const Where& where) {
  const auto h = static_cast<std::size_t>(where.head);
  if (is_subtracted(where.part)) {
    scene.heads[h].subtract.reset();
  } else if (where.part == Part::b_o) {
    scene.combine.b_o.reset();
  } else if (is_given_part(where.part)) {
    drop_number(*number_of(where.part), scene.heads[h]);
    drop_unfit_numbers(scene);
  }
}

void drop_unfit_numbers(Scene& scene) {
  for (std::size_t h = 0; h < scene.heads.size(); ++h) {
    for (const NumberRow<Head>& number : numbers_of<Head>()) {
      if (number.why_not && !number.why_not(scene, h).empty()) drop_number(number, scene.heads[h]);
    }
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
  drop_unfit_numbers(scene);
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
    std::vector<std::size_t> followers = {h};  // and heads that share its keys
    if (has_own_keys(scene, h)) followers = heads_with_keys_of(scene, h);
    changed.heads[h] = with_own_keys(changed, h);
    const Index dk = width_of_k(changed, *from), dv = width_of_v(changed, *from);
    if (width_of_k(changed, h) != dk) set_key_width(changed, h, dk);
    if (width_of_v(changed, h) != dv) set_value_width(changed, h, dv);
    for (const std::size_t n : followers) {
      changed.heads[n].keys_of = static_cast<int>(*from);
    }
    drop_unfit_numbers(changed);
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
