#pragma once

#include <memory>
#include <span>

#include "engine/attention/gradients.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/attention/where.h"
#include "engine/attention/wide_trace.h"

namespace attn {

/// What the steps forward are computed from, beside the trace.
struct WideComputation {
  const Scene& scene;
  const WideMatrix* x = nullptr;  ///< in place of the embeddings; null where they are
  BoolMatrix visible;             ///< visible_keys(scene)
  /// Where weights jump at ties, evaluated in single precision, by which ties are settled; else
  /// null.
  std::shared_ptr<const Trace> plain{};
};

/// What the steps back are computed from: what a loss wants of each part, `by`, is whole when its
/// step comes.
struct WayBack {
  const Scene& scene;
  const WideTrace& trace;
  WideTrace& by;
  const GradientsBelow& into;  ///< takes what the scene's own numbers get
};

/// The step to a part, and back from it to what feeds it.
struct PartGradient {
  Part part;
  void (*forward)(const WideComputation& from, std::size_t h, WideTrace& trace);
  void (*backward)(const WayBack& way, std::size_t h);
};

/// One for each part that is computed, in the order of parts.h.
std::span<const PartGradient> part_gradients();

}  // namespace attn
