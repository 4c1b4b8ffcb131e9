#pragma once

#include <cstdint>

#include "engine/attention/scene.h"

namespace attn {

// Textbook example of attention as regression: points near a curve, each a key and a value. Zhang
// et al. 2023, Dive into Deep Learning, section 11.2.

/// 2 sin x + x^0.8, for x >= 0.
double kernel_truth(double x);

/// Points (x, kernel_truth(x) + noise · ε) with x in [0, 5] and ε normal, both from the seed,
/// independent of the noise level; sorted by x, rounded to 2 decimals.
struct KernelSample {
  Matrix x, y;  ///< count x 1
};
KernelSample kernel_sample(Index count, double noise, std::uint64_t seed);

/// Sets the keys and values of the existing tokens to such a sample.
void put_kernel_sample(Scene& scene, double noise, std::uint64_t seed);

/// Scene of 50 such points under a Gaussian kernel, with the points as queries. Title, notes and
/// view stay.
void make_kernel_scene(Scene& scene, double noise, std::uint64_t seed);

}  // namespace attn
