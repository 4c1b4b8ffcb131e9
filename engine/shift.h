#pragma once

#include "engine/matrix.h"
#include "engine/scene.h"

namespace attn {

/// Whether anything is added to the scores a(q, k) before masks apply.
bool shifts_scores(const Scene& scene);

/// Adds to head h's `scores`, M x L, the bias, −slope · |i − j| (ALiBi; Press et al. 2022, eq. 1)
/// and the windows' sigma terms. Summed in double precision, rounded once.
void shift_scores(const Scene& scene, std::size_t h, Matrix& scores);

}  // namespace attn
