#include "engine/train/optimizer.h"

#include <cmath>
#include <cstddef>

#include "engine/attention/lookup.h"
#include "engine/kernels/kernel_choice.h"

namespace attn {
namespace {

void sgd(std::span<float> numbers, std::span<const float> gradient, const StepSettings& settings,
         StepMemory&) {
  const auto rate = static_cast<float>(settings.learning_rate);
  const auto decay = static_cast<float>(settings.decay);
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    numbers[n] -= rate * (gradient[n] + decay * numbers[n]);
  }
}

void momentum(std::span<float> numbers, std::span<const float> gradient,
              const StepSettings& settings, StepMemory& memory) {
  memory.mean.resize(numbers.size());
  const auto rate = static_cast<float>(settings.learning_rate);
  const auto kept = static_cast<float>(settings.momentum);
  const auto decay = static_cast<float>(settings.decay);
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    memory.mean[n] = kept * memory.mean[n] + gradient[n] + decay * numbers[n];
    numbers[n] -= rate * memory.mean[n];
  }
}

/// `decay` is added to gradients, `apart` is subtracted from numbers.
void adam_step(std::span<float> numbers, std::span<const float> gradient,
               const StepSettings& settings, double decay_of_gradient, double apart,
               StepMemory& memory) {
  memory.mean.resize(numbers.size());
  memory.square.resize(numbers.size());
  ++memory.steps;
  const auto steps = static_cast<double>(memory.steps);
  const double of_mean = 1 - std::pow(settings.momentum, steps);
  const double of_square = 1 - std::pow(settings.second_momentum, steps);
  fastest_kernels().adam({.count = static_cast<std::ptrdiff_t>(numbers.size()),
                          .numbers = numbers.data(),
                          .gradient = gradient.data(),
                          .mean = memory.mean.data(),
                          .square = memory.square.data(),
                          .of_mean = static_cast<float>(settings.momentum),
                          .of_square = static_cast<float>(settings.second_momentum),
                          .decay = static_cast<float>(decay_of_gradient),
                          .kept = static_cast<float>(1 - settings.learning_rate * apart),
                          .rate = static_cast<float>(settings.learning_rate / of_mean),
                          .root = static_cast<float>(1 / std::sqrt(of_square)),
                          .epsilon = static_cast<float>(settings.epsilon)});
}

void adam(std::span<float> numbers, std::span<const float> gradient, const StepSettings& settings,
          StepMemory& memory) {
  adam_step(numbers, gradient, settings, settings.decay, 0, memory);
}

void adamw(std::span<float> numbers, std::span<const float> gradient, const StepSettings& settings,
           StepMemory& memory) {
  adam_step(numbers, gradient, settings, 0, settings.decay, memory);
}

constexpr OptimizerKind kKinds[] = {{"sgd", "SGD", sgd},
                                    {"momentum", "Momentum", momentum},
                                    {"adam", "Adam", adam},
                                    {"adamw", "AdamW", adamw}};

}  // namespace

std::span<const OptimizerKind> optimizer_kinds() { return kKinds; }

const OptimizerKind& optimizer_kind(std::string_view id) { return row_of(optimizer_kinds(), id); }

}  // namespace attn
