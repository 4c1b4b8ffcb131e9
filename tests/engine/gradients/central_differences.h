#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/attention/gradients.h"
#include "engine/base/problem.h"
#include "engine/gradients/given_numbers.h"
#include "engine/gradients/loss.h"
#include "engine/gradients/scene_gradients.h"

namespace attn::test {

/// Not a number where the scene is none that can be evaluated, as at a temperature below 0.
inline double loss_of(const Scene& scene, const std::vector<Loss>& losses) try {
  const WideTrace trace = evaluate_wide(scene);
  WideTrace by = no_gradient(trace);
  double sum = 0;
  for (const Loss& loss : losses) sum += add_loss(loss, scene, trace, by);
  return sum;
} catch (const SceneError&) {
  return std::numeric_limits<double>::quiet_NaN();
}

inline Gradients gradients_of(const Scene& scene, const std::vector<Loss>& losses) {
  const WideTrace trace = evaluate_wide(scene);
  WideTrace by = no_gradient(trace);
  for (const Loss& loss : losses) add_loss(loss, scene, trace, by);
  return scene_gradients(scene, trace, std::move(by));
}

/// Numbers of a Cow, or a single number, as a span.
inline std::span<float> numbers_of(float& number) { return {&number, 1}; }
template <typename Value>
std::span<float> numbers_of(Cow<Value>& numbers) {
  Value& edited = numbers.edit();
  return {edited.data(), static_cast<std::size_t>(edited.size())};
}

/// Result of a comparison.
struct Compared {
  int numbers = 0;
  int corners = 0;    ///< where the loss has no slope, or bends too much to say
  int unequal_0 = 0;  ///< gradients that are not 0
};

/// Compares each number's gradient with central differences, within 1e-3 relative and 1e-6.
/// `visit(model, f)` calls f for each given number of a model; `loss_of(model)` is the loss.
template <typename Model, typename Visit, typename LossOf>
Compared compare_with_differences(const Model& model, const Gradients& gradients,
                                  const Visit& visit, const LossOf& loss_of_model) {
  Compared compared;
  Model moved = model;
  const double here = loss_of_model(model);
  visit(moved, [&](const std::string& place, auto& given) {
    const WideMatrix* found = gradients.find(place);
    ASSERT_TRUE(found) << place;
    const std::span<float> numbers = numbers_of(given);
    ASSERT_EQ(found->size(), std::ssize(numbers)) << place;
    for (std::size_t n = 0; n < numbers.size(); ++n) {
      const double gradient = found->data()[n];
      const float number = numbers[n];
      ASSERT_TRUE(std::isfinite(gradient)) << place << " " << n;
      ++compared.numbers;
      compared.unequal_0 += gradient != 0;
      if (!std::isfinite(number)) {
        EXPECT_EQ(gradient, 0) << place << " " << n;
        continue;
      }
      // Steps that float32 takes without rounding.
      const double size = std::max(std::abs(static_cast<double>(number)), 0.0625);
      const double step = std::exp2(std::floor(std::log2(size)) - 14);
      const auto at = [&](double change) {
        numbers[n] = static_cast<float>(number + change);
        const double loss = loss_of_model(moved);
        numbers[n] = number;
        return loss;
      };
      const auto slope = [&](double h) { return (at(h) - at(-h)) / (2 * h); };
      const double coarse = slope(step), fine = slope(step / 2);
      const double expected = (4 * fine - coarse) / 3;
      // For a large loss, rounding errors exceed the effect of a small step.
      const double rounding = 1e-14 * std::abs(here) / step;
      const double tolerance = 1e-6 + 1e-3 * std::abs(expected) + rounding;
      if (std::abs(gradient - expected) <= tolerance) continue;
      // At a corner slopes differ from side to side, however near; beside one, nearer ones agree.
      const double right = (at(step / 4) - here) / (step / 4);
      const double left = (here - at(-step / 4)) / (step / 4);
      if (std::abs(gradient - (left + right) / 2) <= tolerance + 4 * rounding) continue;
      const bool bends = !std::isfinite(expected) || std::abs(coarse - fine) > tolerance ||
                         std::abs(right - left) > 2 * tolerance + 8 * rounding;
      if (bends) {
        ++compared.corners;
        continue;
      }
      ADD_FAILURE() << place << " " << n << ": " << gradient << ", by differences " << expected
                    << " (" << coarse << ", " << fine << ", " << left << ", " << right << ")";
    }
  });
  return compared;
}

inline Compared compare_with_differences(const Scene& scene, const std::vector<Loss>& losses) {
  return compare_with_differences(
      scene, gradients_of(scene, losses),
      [](Scene& of, const auto& each) { visit_scene_numbers(of, each); },
      [&](const Scene& of) { return loss_of(of, losses); });
}

}  // namespace attn::test
