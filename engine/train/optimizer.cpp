#include "engine/train/optimizer.h"

#include <cmath>
#include <cstddef>

#include "engine/attention/lookup.h"

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

/// `decay` is added to gradients, `apart` is taken from numbers.
void adam_step(std::span<float> numbers, std::span<const float> gradient,
               const StepSettings& settings, double decay_of_gradient, double apart,
               StepMemory& memory) {
  memory.mean.resize(numbers.size());
  memory.square.resize(numbers.size());
  ++memory.steps;
  const auto steps = static_cast<double>(memory.steps);
  const double of_mean = 1 - std::pow(settings.momentum, steps);
  const double of_square = 1 - std::pow(settings.second_momentum, steps);
  const auto b1 = static_cast<float>(settings.momentum);
  const auto b2 = static_cast<float>(settings.second_momentum);
  const auto decay = static_cast<float>(decay_of_gradient);
  const auto rate = static_cast<float>(settings.learning_rate / of_mean);
  const auto root = static_cast<float>(1 / std::sqrt(of_square));
  const auto epsilon = static_cast<float>(settings.epsilon);
  const auto kept = static_cast<float>(1 - settings.learning_rate * apart);
  float* mean = memory.mean.data();
  float* square = memory.square.data();
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    const float g = gradient[n] + decay * numbers[n];
    mean[n] = b1 * mean[n] + (1 - b1) * g;
    square[n] = b2 * square[n] + (1 - b2) * g * g;
    numbers[n] = kept * numbers[n] - rate * mean[n] / (root * std::sqrt(square[n]) + epsilon);
  }
}

void adam(std::span<float> numbers, std::span<const float> gradient, const StepSettings& settings,
          StepMemory& memory) {
  adam_step(numbers, gradient, settings, settings.decay, 0, memory);
}

void adamw(std::span<float> numbers, std::span<const float> gradient, const StepSettings& settings,
           StepMemory& memory) {
  adam_step(numbers, gradient, settings, 0, settings.decay, memory);
}

constexpr OptimizerKind kKinds[] = {
    {"sgd", "SGD", R"(w - \eta g)", sgd},
    {"momentum", "Momentum", R"(w - \eta m, m = \mu m + g)", momentum},
    {"adam", "Adam", R"(w - \eta \frac{m}{\sqrt{s} + \epsilon})", adam},
    {"adamw", "AdamW", R"((1 - \eta \lambda) w - \eta \frac{m}{\sqrt{s} + \epsilon})", adamw},
};

}  // namespace

std::span<const OptimizerKind> optimizer_kinds() { return kKinds; }

const OptimizerKind& optimizer_kind(std::string_view id) { return row_of(optimizer_kinds(), id); }

}  // namespace attn
