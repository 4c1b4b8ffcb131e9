#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/attention/gradients.h"
#include "engine/attention/kinds.h"
#include "engine/attention/scene.h"
#include "engine/base/matrix.h"
#include "engine/base/product.h"

namespace attn {

/// Which keys a query sees. Indices are compared as they are, also where M ≠ L.
struct MaskKind {
  std::string_view id;
  std::string_view label;
  std::string_view formula;  ///< in the TeX of app/document/formulas/formula.h
  std::span<const Parameter> parameters;
  /// Clears seen(i, j), M x L, where this mask hides key j from query i.
  void (*hide)(const Mask& mask, BoolMatrix& seen);
  /// Adds the mask's own term to the scores of query i, 1 x L; null where it has none.
  void (*shift)(const Mask& mask, Index i, WideRow& scores);
  /// Throws SceneError, below `place`, where `mask` doesn't fit the scene.
  void (*check)(const Scene& scene, const Mask& mask, const std::string& place);
  bool by_place = false;  ///< what it hides depends on where tokens stand, not on which they are
  int version = 1;        ///< of the scene format that it came with
  /// Of a mask by place: whether it lets query i see key j = i − `steps`, where the key is not
  /// among the first ones that all see; how many those are (null: none); how many steps before its
  /// query a key may stand at most (null: any).
  bool (*lets)(const Mask& mask, Index steps) = nullptr;
  Index (*first_keys)(const Mask& mask) = nullptr;
  Index (*reach)(const Mask& mask) = nullptr;
  /// Of a mask with a `shift`: adds to its own numbers' gradients where the loss grows with the
  /// scores of query i by `by_scores`, 1 x L. A mask has none else: what is seen or not jumps.
  void (*shift_backward)(const Mask& mask, Index i, const WideRow& by_scores,
                         const GradientsBelow& of_mask) = nullptr;
  bool hides_later = false;  ///< hides each key after its query, and no other
};

/// When `mask` lets a key be seen, in TeX: the kind's formula, with dilation and sinks where it has
/// them.
std::string mask_formula(const Mask& mask);

/// When a key is seen, in TeX: for each mask the kind's formula, with dilation and sinks where it
/// has them. A key is seen where all hold: beside others, "or" is in brackets.
std::vector<std::string> mask_formulas(const Attention& attention);

/// M x L: true where every mask lets query i see key j.
BoolMatrix visible_keys(const Scene& scene);

/// M x L: which of `visible`, visible_keys(scene), head h sees: its own scores, where they are
/// given, hide keys too.
BoolMatrix seen_by_head(const Attention& attention, std::size_t h, const BoolMatrix& visible);

/// The same of any head.
BoolMatrix seen_by_any_head(const Attention& attention, const BoolMatrix& visible);

/// One for each query that sees no key. `seen` is M x L; null where all see all.
std::vector<std::string> unseeing_warnings(const Scene& scene, const BoolMatrix* seen);

/// Puts kMasked into `scores` (M x L) where `seen` is false.
void mask_scores(const BoolMatrix& seen, Matrix& scores);

}  // namespace attn
