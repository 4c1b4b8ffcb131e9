#include "engine/reference/attention.h"

#include <algorithm>
#include <vector>

#include "engine/attention/mask.h"
#include "engine/reference/parts.h"

namespace attn {
namespace {

std::vector<const PartKind*> computed_parts() {
  std::vector<const PartKind*> computed;
  for (const PartKind& kind : part_kinds()) {
    if (kind.compute) computed.push_back(&kind);
  }
  return computed;
}

void compute(const PartKind& kind, const Computation& from, std::size_t h, Trace& trace) {
  if (!kind.is_traced(from.scene, h) || kind.compute(from, h, trace)) return;
  fail_out_of_range({kind.part, static_cast<Index>(h)});
}

}  // namespace

Trace evaluate_plainly(const Scene& scene, Progress* progress) {
  const Computation from{scene, visible_keys(scene)};
  const std::size_t H = scene.heads.size();
  Trace trace;
  trace.heads.resize(H);
  if (progress) progress->begin(static_cast<Index>(H));
  const std::vector<const PartKind*> parts = computed_parts();
  for (auto part = parts.begin(); part != parts.end();) {
    // Parts of heads are computed head by head.
    const bool is_of_head = (*part)->is_of_head;
    const auto end = std::find_if(
        part, parts.end(), [&](const PartKind* other) { return other->is_of_head != is_of_head; });
    for (std::size_t h = 0; h < (is_of_head ? H : 1); ++h) {
      if (is_of_head && progress) progress->advance();
      std::for_each(part, end, [&](const PartKind* kind) { compute(*kind, from, h, trace); });
    }
    part = end;
  }
  add_masks_beside_scores(scene, from.visible, trace);
  const BoolMatrix seen = seen_by_any_head(scene, from.visible);
  trace.warnings = no_key_warnings(scene, &seen);
  return trace;
}

}  // namespace attn
