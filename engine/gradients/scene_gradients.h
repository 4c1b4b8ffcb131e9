#pragma once

#include <string>

#include "engine/attention/gradients.h"
#include "engine/attention/scene.h"
#include "engine/attention/wide_trace.h"
#include "engine/base/cow.h"

namespace attn {

// A scene's gradients, in three steps: forward; what a loss says of the output and of the weights
// (loss.h); and back, part by part. All in double precision, so that what is small beside what it
// is the difference of is right, too. Plainly: each pair of each head is kept several times over.

/// All that follows from `scene`, which must pass check(). With `x` (L x D) in place of the
/// embeddings, for a layer whose inputs are computed. Throws SceneError as evaluate_plainly() does,
/// where weights jump at ties.
WideTrace evaluate_wide(const Scene& scene, const WideMatrix* x = nullptr);

/// Zeros in the shapes of x, queries, weights and output: nothing is wanted yet.
WideTrace no_gradient(const WideTrace& trace);

/// Walks the table of parts from its end: adds what each number gets to `into`, which is the
/// scene's own place, and leaves what each part gets in `by`. There, what losses want of weights
/// and output (and of scores / T) must stand. What has no gradient gets 0: scores at T = 0 and
/// T = ∞, a row of length 0, scores where a key is not seen.
void go_back(const Scene& scene, const WideTrace& trace, WideTrace& by, const GradientsBelow& into);

/// A gradient of 0 for what is given: visit_…_numbers() of given_numbers.h call it.
void begin_gradient(Gradients& gradients, const std::string& place, const Cow<Matrix>& numbers);
void begin_gradient(Gradients& gradients, const std::string& place, const Cow<RowVector>& numbers);
void begin_gradient(Gradients& gradients, const std::string& place, float number);

/// All three, where `by` is what the losses want: no_gradient(), and what they added.
Gradients scene_gradients(const Scene& scene, const WideTrace& trace, WideTrace by);

}  // namespace attn
