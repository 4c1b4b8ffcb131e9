#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace attn {

/// Parameters of a step. The defaults are Adam's (Kingma & Ba 2015, algorithm 1).
struct StepSettings {
  double learning_rate = 0.01;  ///< > 0
  double decay = 0;  ///< >= 0: `adamw` subtracts this share, times the rate, of each number
                     ///< (Loshchilov & Hutter 2019, algorithm 2); others add decay · number to its
                     ///< gradient
  double momentum = 0.9;           ///< momentum of `momentum` (Polyak 1964), and β₁ of Adam
  double second_momentum = 0.999;  ///< β₂
  double epsilon = 1e-8;
};

/// State kept between steps, for each number.
struct StepMemory {
  std::vector<float> mean, square;
  long long steps = 0;
};

/// Optimizer: a row of the table.
struct OptimizerKind {
  std::string_view id;
  std::string_view label;
  void (*step)(std::span<float> numbers, std::span<const float> gradient,
               const StepSettings& settings, StepMemory& memory);
};

std::span<const OptimizerKind> optimizer_kinds();
const OptimizerKind& optimizer_kind(std::string_view id);

}  // namespace attn
