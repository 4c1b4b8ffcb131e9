#include "app/session/workspace/mask_paint.h"

#include <algorithm>
#include <string>

#include "app/document/edits/kind_edits.h"
#include "engine/attention/lookup.h"
#include "engine/attention/mask.h"

namespace attn {
namespace {

bool allows(const Scene& scene, const Mask& mask, Cell cell) {
  BoolMatrix seen = BoolMatrix::Constant(scene.query_count(), scene.key_count(), true);
  mask.kind->hide(mask, seen);
  return seen(cell.query, cell.key);
}

/// The painted mask; null if there is none yet.
const Mask* painted_mask(const Scene& scene) {
  const auto found = std::find_if(scene.masks.rbegin(), scene.masks.rend(),
                                  [](const Mask& mask) { return takes(*mask.kind, "allowed"); });
  return found == scene.masks.rend() ? nullptr : &*found;
}

bool is_allowed(const Scene& scene, Cell cell) {
  const Mask* mask = painted_mask(scene);
  return mask == nullptr || (*mask->allowed)(cell.query, cell.key);
}

/// Label of a mask other than the painted one that hides the cell; empty if there is none.
std::string hidden_by(const Scene& scene, Cell cell) {
  const Mask* painted = painted_mask(scene);
  for (const Mask& mask : scene.masks) {
    if (&mask != painted && !allows(scene, mask, cell)) return std::string(mask.kind->label);
  }
  return "";
}

}  // namespace

void MaskPaint::take_stroke(Access access, const MaskStroke& stroke) {
  const Scene& scene = access->scene();
  std::string other;
  if (stroke.begins) access.end_gesture();
  if (stroke.begins && !stroke.cells.empty()) {
    const Cell first = stroke.cells.front();
    other = hidden_by(scene, first);
    allows_ = !other.empty() || !is_allowed(scene, first);
  }
  const auto changes = [&](Cell cell) { return is_allowed(scene, cell) != allows_; };
  if (std::ranges::any_of(stroke.cells, changes)) {
    access.propose("mask.paint", "Paint a mask", "mask.paint", [&](Scene& changed) {
      for (const Cell cell : stroke.cells) paint_mask(changed, cell.query, cell.key, allows_);
    });
  }
  if (!other.empty()) {
    access.notices.complain("mask.paint", "The mask " + other + " hides this key: remove it first");
  }
  if (stroke.ends) access.end_gesture();
}

}  // namespace attn
