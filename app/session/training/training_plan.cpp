#include "app/session/training/training_plan.h"

#include <algorithm>
#include <array>

#include "engine/tasks/first_network.h"

namespace attn {
namespace {

constexpr std::array<Index, 6> kWidths = {4, 8, 12, 16, 32, 64};
constexpr std::array<Index, 3> kMlps = {0, 2, 4};

/// What a core of today multiplies and adds in a second with numbers side by side, as trained.
constexpr double kProductsPerSecond = 4e9;

}  // namespace

TrainingPlan first_plan(const LearningTask& task) {
  return {.task = &task, .sizes = task.smallest, .settings = settings_for(task)};
}

Network first_network(const TrainingPlan& plan) {
  return first_network(*plan.task, plan.sizes, plan.settings.seed);
}

bool starts_again(const TrainingPlan& before, const TrainingPlan& after) {
  return before.task != after.task || before.sizes != after.sizes ||
         before.settings.seed != after.settings.seed;
}

std::span<const Index> widths_to_choose() { return kWidths; }
std::span<const Index> mlps_to_choose() { return kMlps; }

void set_layers(Sizes& sizes, Index layers) {
  sizes.layers = std::clamp<Index>(layers, 1, kMostLayers);
  if (sizes.layers > 1) sizes.has_residual = true;
}

void set_heads(Sizes& sizes, Index heads) {
  const Index by = heads < sizes.heads ? -1 : 1;
  while (heads > 1 && heads <= kMostHeads && sizes.width % heads != 0) heads += by;
  if (heads >= 1 && heads <= kMostHeads) sizes.heads = heads;
}

void set_width(Sizes& sizes, Index width) {
  sizes.mlp = sizes.mlp / sizes.width * width;
  sizes.width = width;
  while (width % sizes.heads != 0) --sizes.heads;
}

void set_mlp(Sizes& sizes, Index times) {
  sizes.mlp = times * sizes.width;
  if (times > 0) sizes.has_residual = true;
}

double seconds_of_step(const TrainingPlan& plan) {
  const auto as = [](Index n) { return static_cast<double>(n); };
  const double L = as(plan.task->length), D = as(plan.sizes.width), F = as(plan.sizes.mlp);
  const double layer = L * D * (4 * D + 2 * F) + 2 * L * L * D;
  const double logits = L * D * as(static_cast<Index>(plan.task->classes.size()));
  // Back takes two products for each that forward takes.
  return 3 * (as(plan.sizes.layers) * layer + logits) * as(plan.settings.batch) /
         kProductsPerSecond;
}

}  // namespace attn
