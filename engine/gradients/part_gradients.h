#pragma once

#include <memory>
#include <span>

#include "engine/attention/gradients.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/attention/where.h"

namespace attn {

/// Inputs of the forward steps, in addition to the trace.
struct WideComputation {
  const Scene& scene;
  const WideMatrix* x = nullptr;  ///< in place of the embeddings; null: the embeddings
  BoolMatrix visible;             ///< visible_keys(scene)
  /// Trace in single precision, which settles ties, if weights jump at ties; else null.
  std::shared_ptr<const Trace> plain{};
};

/// Inputs of the backward steps: the gradient of each part in `by` is complete when its step comes.
struct WayBack {
  const Scene& scene;
  const WideTrace& trace;
  WideTrace& by;
  const GradientsBelow& into;  ///< collects gradients of the scene's numbers
};

/// Forward step of a part, and backward step to its inputs.
struct PartGradient {
  Part part;
  void (*forward)(const WideComputation& from, std::size_t h, WideTrace& trace);
  void (*backward)(const WayBack& way, std::size_t h);
};

/// One for each computed part, in the order of parts.h.
std::span<const PartGradient> part_gradients();

}  // namespace attn
