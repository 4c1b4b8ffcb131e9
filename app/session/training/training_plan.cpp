#include "app/session/training/training_plan.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "engine/attention/normalize.h"
#include "engine/attention/position.h"
#include "engine/attention/score.h"
#include "engine/base/clamped.h"
#include "engine/base/problem.h"
#include "engine/base/text.h"
#include "engine/blocks/stages.h"
#include "engine/tasks/first_network.h"
#include "engine/train/plain_learner.h"

namespace attn {
namespace {

/// Number of visible cells in a row.
Index seen_of(const PaintedHead& painted, Index row, bool is_causal) {
  return is_causal ? std::min(row + 1, painted.cells.cols()) : painted.cells.cols();
}

constexpr std::array<Index, 6> kWidths = {4, 8, 12, 16, 32, 64};
constexpr std::size_t kMostOfTyped = 40;  // characters quoted in an error message
constexpr std::array<Index, 3> kMlps = {0, 2, 4};

/// Multiply-adds per second of a current core on the fast path, measured.
constexpr double kProductsPerSecond = 4e9;

/// Stream of their random numbers, separate from the matrices of each network.
constexpr std::uint64_t kOfKinds = 0x5851f42d4c957f2dU;

bool needs_numbers(std::span<const Parameter> parameters) {
  return std::ranges::any_of(parameters, &Parameter::required);
}

bool has_key(std::span<const Parameter> parameters, std::string_view key) {
  return std::ranges::find(parameters, key, &Parameter::key) != parameters.end();
}

/// Adds the trainable numbers of the score to a head: random with standard deviation 1 / √fan-in.
void give_numbers(Head& head, const ScoreKind& kind, Index width, Draw draw) {
  const double deviation = 1 / std::sqrt(static_cast<double>(width));
  const auto fill = [&](auto made) {
    for (Index n = 0; n < made.size(); ++n) {
      made.data()[n] = static_cast<float>(deviation * draw.normal());
    }
    return made;
  };
  if (has_key(kind.head_parameters, "w_a")) head.w_a = fill(Matrix(width, width));
  if (has_key(kind.head_parameters, "v")) head.v = fill(RowVector(width));
  if (has_key(kind.head_parameters, "width")) head.width = 1.0F;
}

/// Adds a number per distance for each head, initially 0.
void give_table(Position& position, const TrainingPlan& plan) {
  if (!has_key(position.kind->parameters, "table")) return;
  position.table = Matrix(Matrix::Zero(plan.sizes.heads, 2 * plan.task->length - 1));
}

/// Duration of a step by the reference, measured on one sequence.
double seconds_by_reference(const TrainingPlan& plan, const Network& first) {
  using Clock = std::chrono::steady_clock;
  PlainLearner learner(first);
  const LearnedNumbers learned(first);
  std::vector<float> gradient(learned.numbers.size());
  const Example one = example(*plan.task, plan.settings.seed, Sequences::kTest, 0);
  const Clock::time_point begin = Clock::now();
  learner.answer(learned, std::span(&one, 1), &gradient);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const auto threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
  return seconds * static_cast<double>(plan.settings.batch) / threads;
}

template <typename Kind, typename Holds>
std::vector<const Kind*> rows_where(std::span<const Kind> kinds, const Holds& holds) {
  std::vector<const Kind*> found;
  for (const Kind& kind : kinds) {
    if (holds(kind)) found.push_back(&kind);
  }
  return found;
}

}  // namespace

void aim(TrainingPlan& plan) {
  plan.settings.target = nullptr;
  if (!plan.is_aimed || !plan.painted || plan.painted->is_blank()) return;
  plan.settings.target = std::make_shared<const WeightTarget>(
      target_of(*plan.painted, plan.sizes.is_causal, static_cast<float>(plan.aim)));
}

TrainingPlan first_plan(const LearningTask& task) {
  TrainingPlan plan;
  plan.task = &task;
  plan.sizes = task.smallest;
  plan.kinds.normalizer = task.normalizer;
  plan.settings = settings_for(task);
  return plan;
}

TrainingPlan first_plan(std::shared_ptr<const LearningTask> own) {
  TrainingPlan plan = first_plan(*own);
  plan.own = std::move(own);
  return plan;
}

Network first_network(const TrainingPlan& plan) {
  Network network = first_network(*plan.task, plan.sizes, plan.settings.seed);
  const PositionKind* position = plan.kinds.position;
  if (position != nullptr && position->table != nullptr) {
    network.position = {};
    network.position.kind = position;
  }
  std::uint64_t matrices = 0;
  for (Block& block : network.blocks) {
    Attention& attention = *block.attention;
    attention.score.kind = plan.kinds.score;
    attention.normalizer.kind = plan.kinds.normalizer;
    for (Head& head : attention.heads) {
      give_numbers(head, *plan.kinds.score, plan.sizes.width / plan.sizes.heads,
                   Draw(plan.settings.seed ^ kOfKinds, matrices++));
    }
    if (position != nullptr && position->table == nullptr) {
      attention.position.kind = position;
      give_table(attention.position, plan);
    }
  }
  return network;
}

std::string problem_of(const TrainingPlan& plan) try {
  require_valid(first_network(plan));
  return "";
} catch (const SceneError& error) {
  return error.problem().text;
}

std::span<const NormalizerKind* const> normalizers_to_choose() {
  static const auto kNormalizers = rows_where(normalizer_kinds(), [](const NormalizerKind& kind) {
    return !needs_numbers(kind.parameters);
  });
  return kNormalizers;
}

std::span<const ScoreKind* const> scores_to_choose() {
  static const auto kScores = rows_where(
      score_kinds(), [](const ScoreKind& kind) { return !needs_numbers(kind.head_parameters); });
  return kScores;
}

std::span<const PositionKind* const> positions_to_choose() {
  static const auto kPositions = rows_where(position_kinds(), [](const PositionKind& kind) {
    const bool is_given = kind.table != nullptr && needs_numbers(kind.parameters);
    return !kind.does_nothing() && !is_given;
  });
  return kPositions;
}

bool starts_again(const TrainingPlan& before, const TrainingPlan& after) {
  return before.task != after.task || before.sizes != after.sizes || before.kinds != after.kinds ||
         before.settings.seed != after.settings.seed;
}

TypedSetting read_typed(const std::string& text, const TypedBounds& bounds) {
  const auto number = parsed<double>(text);
  const bool is_enough = number && (bounds.has_zero ? *number >= 0 : *number > 0);
  if (is_enough && std::isfinite(*number) && *number <= bounds.most) return {*number, ""};
  const std::string most = brief(bounds.most, 3);
  return {std::nullopt, std::string(bounds.label) + ": expected " +
                            (bounds.has_zero ? "0 to " + most : "a number > 0, up to " + most) +
                            ", found " + shown(text, kMostOfTyped)};
}

TypedSetting read_typed_seed(const std::string& text) {
  const auto number = parsed<int>(text);
  if (number && *number >= 0) return {static_cast<double>(*number), ""};
  return {std::nullopt, "Seed: expected a whole number from 0 to " +
                            std::to_string(std::numeric_limits<int>::max()) + ", found " +
                            shown(text, kMostOfTyped)};
}

std::span<const Index> widths_to_choose() { return kWidths; }
std::span<const Index> mlps_to_choose() { return kMlps; }

void set_layers(Sizes& sizes, Index layers) {
  sizes.layers = clamped<Index>(layers, 1, kMostLayers);
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

double seconds_of_step(const TrainingPlan& plan, const Network& first) {
  if (!LearnedNumbers::takes(first)) return seconds_by_reference(plan, first);
  return products_of_step(*plan.task, plan.sizes, plan.settings.batch) / kProductsPerSecond;
}

void paint(PaintedHead& painted, const PaintStroke& stroke, bool is_causal) {
  const Index reach = stroke.brush / 2;
  const Index last_row = std::min(painted.cells.rows() - 1, stroke.row + reach);
  for (Index row = std::max<Index>(0, stroke.row - reach); row <= last_row; ++row) {
    const Index end = std::min(seen_of(painted, row, is_causal), stroke.column + reach + 1);
    for (Index column = std::max<Index>(0, stroke.column - reach); column < end; ++column) {
      painted.cells(row, column) = stroke.weight;
    }
  }
}

WeightTarget target_of(const PaintedHead& painted, bool is_causal, float factor) {
  WeightTarget target{.layer = painted.layer,
                      .head = painted.head,
                      .factor = factor,
                      .rows = Matrix::Zero(painted.cells.rows(), painted.cells.cols())};
  for (Index row = 0; row < target.rows.rows(); ++row) {
    const Index seen = seen_of(painted, row, is_causal);
    const auto cells = painted.cells.row(row).head(seen).array();
    const auto count = static_cast<Index>((cells > 0).count());
    if (count == 0) continue;
    const Index others = seen - count;
    const float share = others == 0 ? 1 : cells.maxCoeff();
    const float left = others == 0 ? 0 : (1 - share) / static_cast<float>(others);
    const float sum = cells.sum();
    for (Index column = 0; column < seen; ++column) {
      const float cell = painted.cells(row, column);
      target.rows(row, column) = cell > 0 ? share * cell / sum : left;
    }
  }
  return target;
}

}  // namespace attn
