#pragma once

#include <string>

#include "engine/attention/gradients.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/cow.h"

namespace attn {

// Gradients of a scene in three steps: forward; loss of outputs and weights (loss.h); and backward,
// part by part. In double precision throughout, so that small differences are accurate. Not
// optimised: stores each pair of each head several times.

/// Evaluates `scene`, which must pass check(). `x` (L x D) replaces the embeddings, for a layer
/// with computed inputs. Throws SceneError as evaluate_plainly() does, if weights are discontinuous
/// at ties.
WideTrace evaluate_wide(const Scene& scene, const WideMatrix* x = nullptr);

/// Zero gradients in the shapes of x, queries, weights and output.
WideTrace no_gradient(const WideTrace& trace);

/// Backward pass: visits the table of parts from its end, adds the gradient of each number to
/// `into`, the scene's own place, and leaves that of each part in `by`, which must contain the
/// losses' gradients of weights and output (and of scores / T). Undefined gradients are 0: scores
/// at T = 0 and T = ∞, zero rows, scores of hidden keys.
void backpropagate(const Scene& scene, const WideTrace& trace, WideTrace& by,
                   const GradientsBelow& into);

/// Adds entries with zeros for given numbers: called by visit_…_numbers() of given_numbers.h.
void begin_gradient(Gradients& gradients, const std::string& place, const Cow<Matrix>& numbers);
void begin_gradient(Gradients& gradients, const std::string& place, const Cow<RowVector>& numbers);
void begin_gradient(Gradients& gradients, const std::string& place, float number);

/// The whole backward pass; `by`: no_gradient() plus the losses' gradients.
Gradients scene_gradients(const Scene& scene, const WideTrace& trace, WideTrace by);

}  // namespace attn
