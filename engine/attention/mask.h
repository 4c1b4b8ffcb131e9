#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/gradients.h"
#include "engine/attention/kinds.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"

namespace attn {

struct AttentionTrace;

/// Mask: keys that a query sees. Indices of queries and keys are compared directly, also if M ≠ L.
struct MaskKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  std::span<const Parameter> parameters;
  /// Clears seen(i, j), M x L, where this mask hides key j from query i.
  void (*hide)(const Mask& mask, BoolMatrix& seen);
  /// Adds the mask's term to the scores of query i, 1 x L; null if it has none.
  void (*shift)(const Mask& mask, Index i, WideRow& scores);
  /// Throws SceneError, with a place below `place`, if `mask` does not fit the scene.
  void (*check)(const Scene& scene, const Mask& mask, const std::string& place);
  bool by_place = false;  ///< depends on token positions, not on the tokens
  int version = 1;        ///< version of the scene format that introduced it
  /// For masks by position: whether query i sees key j = i − `steps`, if the key is not among the
  /// first ones that all queries see; the number of those (null: none); and the largest distance of
  /// a key before its query (null: unlimited).
  bool (*shows_distance)(const Mask& mask, Index steps) = nullptr;
  Index (*first_keys)(const Mask& mask) = nullptr;
  Index (*reach)(const Mask& mask) = nullptr;
  /// For masks with a `shift`: adds the gradients of the mask's numbers, where `by_scores`, 1 x L,
  /// is the gradient of query i's scores. Masks have no other gradients: visibility is
  /// discontinuous.
  void (*shift_backward)(const Mask& mask, Index i, const WideRow& by_scores,
                         const GradientsBelow& of_mask) = nullptr;
  bool hides_later = false;  ///< hides exactly the keys after the query
};

/// Condition for `mask` to show a key, in TeX: the kind's formula, with dilation and sinks if set.
std::string mask_formula(const Mask& mask);

/// Conditions for a key to be visible, in TeX: for each mask the kind's formula, with dilation and
/// sinks if set. All must hold; with several, an "or" is in brackets.
std::vector<std::string> mask_formulas(const Attention& attention);

/// M x L: true where all masks show key j to query i.
BoolMatrix visible_keys(const Scene& scene);

/// M x L: subset of `visible`, visible_keys(scene), that head h sees: given scores may also hide
/// keys.
BoolMatrix seen_by_head(const Attention& attention, std::size_t h, const BoolMatrix& visible);

/// Union over all heads.
BoolMatrix seen_by_any_head(const Attention& attention, const BoolMatrix& visible);

/// A warning for each query that sees no key. `seen` is M x L; null: all see all.
std::vector<std::string> no_key_warnings(const Scene& scene, const BoolMatrix* seen);

/// Gives the heads of `trace` their mask, if missing scores are those of weights given as 0.
void add_masks_beside_scores(const Attention& attention, const BoolMatrix& visible,
                             AttentionTrace& trace);

/// Sets `scores` (M x L) to kMasked where `seen` is false.
void mask_scores(const BoolMatrix& seen, Matrix& scores);

}  // namespace attn
