#include "app/document/edits/head_edits.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/edits/checked_edit.h"
#include "app/document/edits/matrix_fill.h"
#include "app/document/edits/widths.h"
#include "engine/attention/shapes.h"

namespace attn {
namespace {

/// Maximum count of new random numbers.
constexpr Index kMaxRandomNumbers = Index{1} << 26;

/// Maximum width by an edit; files may have larger ones.
constexpr Index kMaxEditedWidth = 4096;

[[noreturn]] void refuse(const std::string& place, const std::string& text) {
  throw SceneError({place, text});
}

void require_at_most(Index found, Index most, std::string_view thing, const std::string& place) {
  if (found >= 1 && found <= most) return;
  refuse(place, "expected 1 to " + std::to_string(most) + " " + std::string(thing) + ", found " +
                    std::to_string(found));
}

std::string place_of(std::size_t h) { return "/heads/" + std::to_string(h); }

/// Count of numbers in the weights of a head with the last one's widths.
Index weights_of_last(const Scene& scene) {
  const std::size_t last = scene.heads.size() - 1;
  return scene.query_embeddings().cols() * width_of_q(scene, last) +
         scene.embeddings->cols() * width_of_k(scene, last) +
         value_width(scene) * width_of_v(scene, last);
}

/// Random weights for a head with the last one's widths; none where there are no inputs, as with
/// given scores.
Head random_head(const Scene& scene, std::uint64_t seed) {
  const std::size_t last = scene.heads.size() - 1;
  const auto random = [&](Index rows, Index cols) {
    return Cow(random_matrix(rows, cols, next_random(seed)));
  };
  Head head = scene.heads[last];
  const auto give = [&](std::optional<Cow<Matrix>>& weights, Index rows, Index cols) {
    if (rows > 0 && cols > 0) weights = random(rows, cols);
  };
  give(head.w_q, scene.query_embeddings().cols(), width_of_q(scene, last));
  if (!head.keys_of) {
    give(head.w_k, scene.embeddings->cols(), width_of_k(scene, last));
    give(head.w_v, value_width(scene), width_of_v(scene, last));
  }
  if (head.w_a) head.w_a = random((*head.w_a)->rows(), (*head.w_a)->cols());
  if (head.v) head.v = Cow(RowVector(random(1, (*head.v)->cols())->row(0)));
  return head;
}

/// Keeps the first heads of `scene` or adds new ones, as `from` says; their parts follow. Heads own
/// the keys that later ones share, so no head loses its keys.
void arrange_heads(Scene& scene, const Origins& from, NewHead kind, std::uint64_t seed) {
  const Scene before = scene;
  scene.heads.clear();
  for (const Index h : from) {
    if (h != kNew) {
      scene.heads.push_back(before.heads[static_cast<std::size_t>(h)]);
    } else if (kind == NewHead::kRandom) {
      scene.heads.push_back(random_head(before, next_random(seed)));
    } else {
      scene.heads.emplace_back().scores = before.heads.back().scores;  // required in every head
    }
  }
  HeadOrigins origins{widths_of_values(before), from, {}};
  for (const Index width : widths_of_values(scene)) origins.columns.push_back(same_places(width));
  follow_heads(scene, origins, seed);
}

/// Shape of the identity matrix that replaces an absent matrix.
std::pair<Index, Index> plain_shape(const Scene& scene, std::size_t h, HeadMatrix matrix) {
  const auto square = [](Index width) { return std::pair(width, width); };
  if (matrix == &Head::w_q) return square(scene.query_embeddings().cols());
  if (matrix == &Head::w_k) return square(scene.embeddings->cols());
  if (matrix == &Head::w_v) return square(value_width(scene));
  return {width_of_q(scene, h), width_of_k(scene, h)};
}

/// New columns of q if k changes, or of k if q changes: they follow if possible and necessary.
std::optional<Origins> other(const std::optional<Cow<Matrix>>& weights, bool is_free,
                             const Origins& columns) {
  return weights && !is_free ? std::optional(columns) : std::nullopt;
}

void make_explicit(Scene& scene, std::size_t h, HeadMatrix matrix) {
  if (scene.heads[h].*matrix) return;
  const auto [rows, cols] = plain_shape(scene, h, matrix);
  scene.heads[h].*matrix = Cow(Matrix(Matrix::Identity(rows, cols)));
}

}  // namespace

void set_head_count(Scene& scene, std::size_t count, NewHead kind, std::uint64_t seed) {
  require_at_most(static_cast<Index>(count), static_cast<Index>(kMaxEditedHeads), "heads",
                  "/heads");
  const Index most = kMaxRandomNumbers / std::max<Index>(1, weights_of_last(scene));
  if (kind == NewHead::kRandom && static_cast<Index>(count) > std::max<Index>(most, 1)) {
    refuse("/heads", "expected at most " + std::to_string(most) + " heads of this width, found " +
                         std::to_string(count));
  }
  const auto before = std::ssize(scene.heads);
  edit_checked(scene, [&](Scene& changed) {
    arrange_heads(changed, resized(before, static_cast<Index>(count)), kind, seed);
  });
}

void give_weights(Scene& scene, std::size_t h, HeadMatrix matrix) {
  edit_checked(scene, [&](Scene& changed) { make_explicit(changed, h, matrix); });
}

void drop_weights(Scene& scene, std::size_t h, HeadMatrix matrix) {
  if (!(scene.heads[h].*matrix)) return;
  const Index plain = plain_shape(scene, h, matrix).second;
  edit_checked(scene, [&](Scene& changed) {
    Head& head = changed.heads[h];
    const Origins columns = resized((*(head.*matrix))->cols(), plain);
    const bool is_free = may_differ_in_width(changed, h);
    if (matrix == &Head::w_v) rearrange_values(changed, h, columns);
    if (matrix == &Head::w_q)
      rearrange_keys(changed, h, columns, other(head.w_k, is_free, columns));
    if (matrix == &Head::w_k)
      rearrange_keys(changed, h, other(head.w_q, is_free, columns), columns);
    (head.*matrix).reset();
  });
}

void set_key_width(Scene& scene, std::size_t h, Index dk) {
  require_at_most(dk, kMaxEditedWidth, "columns", place_of(h) + "/w_k");
  edit_checked(scene, [&](Scene& changed) {
    for (const std::size_t n : heads_with_keys_of(changed, h)) {
      make_explicit(changed, n, &Head::w_q);
    }
    make_explicit(changed, keys_head(changed, h), &Head::w_k);
    rearrange_keys(changed, h, resized(width_of_q(changed, h), dk),
                   resized(width_of_k(changed, h), dk));
  });
}

void set_value_width(Scene& scene, std::size_t h, Index dv) {
  require_at_most(dv, kMaxEditedWidth, "columns", place_of(h) + "/w_v");
  edit_checked(scene, [&](Scene& changed) {
    make_explicit(changed, keys_head(changed, h), &Head::w_v);
    rearrange_values(changed, h, resized(width_of_v(changed, h), dv));
  });
}

}  // namespace attn
