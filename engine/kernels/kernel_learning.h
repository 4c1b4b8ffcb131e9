#pragma once

// Part of kernel_variant.cpp, which documents its restrictions.

#include "engine/kernels/kernel_lanes.h"

namespace attn::ATTN_KERNELS {
namespace {

constexpr float kLog2OfE = 0x1.715476p0f;

/// Sum of logarithms as ln of products: a logarithm costs as much as many products.
struct SumOfLogarithms {
  double sum = 0, product = 1;
  void add(float number) {  // `number`: sum of a softmax's row, at least 1
    product *= static_cast<double>(number);
    if (product > 1e200) flush();
  }
  void flush() {
    sum += __builtin_log(product);
    product = 1;
  }
};

void lane_answers(LaneAnswers& of) {
  SumOfLogarithms logarithms;
  double apart = 0;
  for (Index row = 0; row < of.rows; ++row) {
    float* logits = of.logits + row * of.step * kFloats;
    const int* targets = of.targets + row * kFloats;
    Vector<float> largest = load(logits);
    FloatBits likeliest{};
    for (Index c = 1; c < of.cols; ++c) {
      const Vector<float> one = load(logits + c * kFloats);
      likeliest = one > largest ? FloatBits{} + static_cast<int>(c) : likeliest;
      largest = one > largest ? one : largest;
    }
    float most[kFloats], sums[kFloats], wants[kFloats];
    int first[kFloats];
    store(most, largest);
    __builtin_memcpy(first, &likeliest, sizeof first);
    bool is_wanted = false;
    for (Index lane = 0; lane < kFloats; ++lane) {
      const int target = targets[lane];
      wants[lane] = target < 0 ? 0.0f : 1.0f;
      if (target < 0) continue;
      is_wanted = true;
      ++of.wanted;
      of.right += first[lane] == target;
      // Uses logits, since small probabilities have lost digits, or are 0.
      apart +=
          static_cast<double>(most[lane]) - static_cast<double>(logits[target * kFloats + lane]);
    }
    if (!is_wanted) {
      for (Index c = 0; c < of.cols; ++c) store(logits + c * kFloats, Vector<float>{});
      continue;
    }
    Vector<float> sum{};
    for (Index c = 0; c < of.cols; ++c) {
      const Vector<float> power = exponential(load(logits + c * kFloats), largest, kLog2OfE);
      sum += power;
      store(logits + c * kFloats, power);
    }
    store(sums, sum);
    const Vector<float> share = load(wants) / sum;
    for (Index c = 0; c < of.cols; ++c) {
      store(logits + c * kFloats, load(logits + c * kFloats) * share);
    }
    for (Index lane = 0; lane < kFloats; ++lane) {
      if (targets[lane] < 0) continue;
      logits[targets[lane] * kFloats + lane] -= 1;
      logarithms.add(sums[lane]);
    }
  }
  logarithms.flush();
  of.loss += apart + logarithms.sum;
}

inline Vector<float> square_root(Vector<float> numbers) {
  float roots[kFloats];
  store(roots, numbers);
  for (Index lane = 0; lane < kFloats; ++lane) roots[lane] = __builtin_sqrtf(roots[lane]);
  return load(roots);
}

void lane_norm(const LaneNorm& of) {
  const float part = 1 / static_cast<float>(of.cols);
  for (Index row = 0; row < of.rows; ++row) {
    const float* x = of.x + row * of.step * kFloats;
    float* made = of.made + row * of.step * kFloats;
    Vector<float> mean{}, squares{};
    if (of.centers) {
      for (Index c = 0; c < of.cols; ++c) mean += load(x + c * kFloats);
      mean *= part;
    }
    for (Index c = 0; c < of.cols; ++c) {
      const Vector<float> one = load(x + c * kFloats) - mean;
      squares += one * one;
      store(made + c * kFloats, one);
    }
    const Vector<float> root = square_root(squares * part + of.epsilon);
    const Vector<float> factor = root > 0 ? 1.0f / root : Vector<float>{};
    store(of.factors + row * kFloats, factor);
    for (Index c = 0; c < of.cols; ++c) {
      store(made + c * kFloats, load(made + c * kFloats) * factor);
    }
  }
}

/// (g − mean(g ∘ y) y) / r, minus its mean if the mean of x is subtracted.
void lane_norm_gradient(const LaneNormGradient& of) {
  const float part = 1 / static_cast<float>(of.cols);
  for (Index row = 0; row < of.rows; ++row) {
    const float* made = of.made + row * of.step * kFloats;
    float* by = of.gradient + row * of.step * kFloats;
    Vector<float> along{}, mean{};
    for (Index c = 0; c < of.cols; ++c) {
      along += load(by + c * kFloats) * load(made + c * kFloats);
      if (of.centers) mean += load(by + c * kFloats);
    }
    along *= part;
    mean *= part;  // centred rows have no component along `made`
    const Vector<float> factor = load(of.factors + row * kFloats);
    for (Index c = 0; c < of.cols; ++c) {
      const Vector<float> rest = load(by + c * kFloats) - along * load(made + c * kFloats);
      store(by + c * kFloats, (rest - mean) * factor);
    }
  }
}

inline Vector<float> logistic(Vector<float> x) {
  Vector<float> exponent = x * -kLog2OfE;
  exponent = exponent > 100 ? everywhere(100.0f) : exponent < -100 ? everywhere(-100.0f) : exponent;
  return 1.0f / (1.0f + power_of_two(exponent));
}

/// Φ(x) − ½ of the normal distribution; `density` is e^(−x²/2). Abramowitz & Stegun 1964, 7.1.26:
/// error below 1e-7.
inline Vector<float> normal_share(Vector<float> x, Vector<float> density) {
  const Vector<float> size = (x < 0 ? -x : x) * 0.70710678f;
  const Vector<float> t = 1.0f / (1.0f + 0.3275911f * size);
  Vector<float> sum = t * 1.061405429f - 1.453152027f;
  sum = sum * t + 1.421413741f;
  sum = sum * t - 0.284496736f;
  sum = (sum * t + 0.254829592f) * t;
  const Vector<float> half = 0.5f - 0.5f * sum * density;
  return x < 0 ? -half : half;
}

/// Sources: engine/blocks/network.cpp.
void lane_bend(LaneBend kind, Index count, float* numbers, float* slopes) {
  for (Index n = 0; n < count; ++n, numbers += kFloats, slopes += kFloats) {
    const Vector<float> x = load(numbers);
    Vector<float> bent, slope;
    if (kind == LaneBend::kRelu) {
      bent = x > 0 ? x : Vector<float>{};
      slope = x > 0 ? everywhere(1.0f) : Vector<float>{};
    } else if (kind == LaneBend::kGelu) {
      const Vector<float> density = exponential(-x * x, Vector<float>{}, kLog2OfE / 2);
      const Vector<float> share = 0.5f + normal_share(x, density);
      bent = x * share;
      slope = share + x * density * 0.39894228f;
    } else if (kind == LaneBend::kGeluTanh) {
      constexpr float kRoot = 0.79788456f;
      const Vector<float> t = tanh_of<float>(kRoot * (x + 0.044715f * x * x * x));
      bent = 0.5f * x * (1.0f + t);
      slope = 0.5f * (1.0f + t) + 0.5f * x * (1.0f - t * t) * kRoot * (1.0f + 0.134145f * x * x);
    } else {
      const Vector<float> share = logistic(x);
      bent = x * share;
      slope = share * (1.0f + x * (1.0f - share));
    }
    store(numbers, bent);
    store(slopes, slope);
  }
}

template <int cols>
[[gnu::always_inline]] inline void lane_sums_tile(Index rows, Index step, const float* numbers,
                                                  const float* factors, float* sums) {
  Vector<float> of[cols] = {};
  for (Index row = 0; row < rows; ++row) {
    for (int c = 0; c < cols; ++c) {
      const Index at = (row * step + c) * kFloats;
      of[c] += factors == nullptr ? load(numbers + at) : load(numbers + at) * load(factors + at);
    }
  }
  float more[cols];
  if constexpr (cols == 4) {
    sums_of_four(of, more);
  } else {
    more[0] = sum_of(of[0]);
  }
  for (int c = 0; c < cols; ++c) sums[c] += more[c];
}

void lane_sums(Index rows, Index cols, Index step, const float* numbers, const float* factors,
               float* sums) {
  Index col = 0;
  const auto from = [&](const float* all) { return all == nullptr ? all : all + col * kFloats; };
  for (; col + 4 <= cols; col += 4) {
    lane_sums_tile<4>(rows, step, from(numbers), from(factors), sums + col);
  }
  for (; col < cols; ++col) {
    lane_sums_tile<1>(rows, step, from(numbers), from(factors), sums + col);
  }
}

void adam(const AdamStep& by) {
  const AdamStep step = by;  // local copy: stores cannot alias it
  const auto one = [&](Vector<float> number, Vector<float> gradient, float* mean, float* square) {
    const Vector<float> g = gradient + step.decay * number;
    const Vector<float> m = step.of_mean * load(mean) + (1 - step.of_mean) * g;
    const Vector<float> s = step.of_square * load(square) + (1 - step.of_square) * g * g;
    store(mean, m);
    store(square, s);
    return step.kept * number - step.rate * m / (step.root * square_root(s) + step.epsilon);
  };
  Index n = 0;
  for (; n + kFloats <= step.count; n += kFloats) {
    store(step.numbers + n,
          one(load(step.numbers + n), load(step.gradient + n), step.mean + n, step.square + n));
  }
  if (n == step.count) return;
  const Index rest = step.count - n;
  float mean[kFloats], square[kFloats];
  store(mean, load_some(step.mean + n, rest, 0));
  store(square, load_some(step.square + n, rest, 0));
  store_some(step.numbers + n, rest,
             one(load_some(step.numbers + n, rest, 0), load_some(step.gradient + n, rest, 0), mean,
                 square));
  store_some(step.mean + n, rest, load(mean));
  store_some(step.square + n, rest, load(square));
}

void sum_rows(Index rows, Index count, const float* const* numbers, float factor, float* sum) {
  Index n = 0;
  for (; n + kFloats <= count; n += kFloats) {
    Vector<float> of{};
    for (Index row = 0; row < rows; ++row) of += load(numbers[row] + n);
    store(sum + n, of * factor);
  }
  for (; n < count; ++n) {
    float of = 0;
    for (Index row = 0; row < rows; ++row) of += numbers[row][n];
    sum[n] = of * factor;
  }
}

}  // namespace
}  // namespace attn::ATTN_KERNELS
