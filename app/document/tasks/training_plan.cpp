#include "app/document/tasks/training_plan.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "engine/attention/lookup.h"
#include "engine/attention/normalize.h"
#include "engine/base/text.h"

namespace attn {
namespace {

/// Parses a number >= `low` (> `low` if `is_above`) and <= `high`; returns false for others.
bool set_number(std::string_view text, double low, bool is_above, double high, double& to) {
  const auto number = parsed<double>(text);
  if (!number || !std::isfinite(*number)) return false;
  if (*number < low || (is_above && *number == low) || *number > high) return false;
  to = *number;
  return true;
}

bool set_whole(std::string_view text, Index low, Index high, Index& to) {
  const auto number = parsed<Index>(text);
  if (!number || *number < low || *number > high) return false;
  to = *number;
  return true;
}

bool set_choice(std::string_view text, std::string_view yes, std::string_view no, bool& to) {
  if (text != yes && text != no) return false;
  to = text == yes;
  return true;
}

bool set_optimizer(std::string_view text, PlannedTraining& plan) {
  plan.settings.optimizer = find_row(optimizer_kinds(), text);
  return plan.settings.optimizer != nullptr;
}

/// Returns whether the normalizer has no required parameters.
bool can_be_made(const NormalizerKind& kind) {
  return std::ranges::none_of(kind.parameters, &Parameter::required);
}

bool set_normalizer(std::string_view text, PlannedTraining& plan) {
  plan.normalizer = find_row(normalizer_kinds(), text);
  return plan.normalizer && can_be_made(*plan.normalizer);
}

std::string normalizers_in_words() {
  return joined(normalizer_kinds(),
                [](const NormalizerKind& kind) { return can_be_made(kind) ? kind.id : ""; });
}

constexpr double kLargestRate = 1e6;
constexpr Index kMostTrainedLayers = 8, kMostHeads = 64, kMostWidth = 256, kMostHidden = 1024;
constexpr Index kLargestBatch = 4096;

/// Row of the table of settings. `set` returns whether the text is a valid value.
struct TrainingSetting {
  std::string_view name;
  std::string takes;
  bool is_size;
  std::function<bool(std::string_view text, PlannedTraining& plan)> set;
};

std::string up_to(Index least, Index most) {
  return std::to_string(least) + " to " + std::to_string(most);
}

TrainingSetting size_setting(std::string_view name, Index least, Index most, Index Sizes::*which,
                             std::string_view note = "") {
  return {name, up_to(least, most).append(note), true,
          [=](std::string_view text, PlannedTraining& plan) {
            return set_whole(text, least, most, plan.sizes.*which);
          }};
}

TrainingSetting choice_setting(std::string_view name, std::string takes, std::string_view yes,
                               std::string_view no, bool Sizes::*which) {
  return {name, std::move(takes), true, [=](std::string_view text, PlannedTraining& plan) {
            return set_choice(text, yes, no, plan.sizes.*which);
          }};
}

const std::vector<TrainingSetting>& training_settings() {
  using Text = std::string_view;
  static const std::vector<TrainingSetting> kAll = {
      {"lr", "a number > 0, up to 1e6", false,
       [](Text text, PlannedTraining& plan) {
         return set_number(text, 0, true, kLargestRate, plan.settings.step.learning_rate);
       }},
      {"batch", up_to(1, kLargestBatch), false,
       [](Text text, PlannedTraining& plan) {
         return set_whole(text, 1, kLargestBatch, plan.settings.batch);
       }},
      {"optimizer", joined(optimizer_kinds(), &OptimizerKind::id), false, set_optimizer},
      {"decay", "0 to 1", false,
       [](Text text, PlannedTraining& plan) {
         return set_number(text, 0, false, 1, plan.settings.step.decay);
       }},
      {"momentum", "0 to 0.9999", false,
       [](Text text, PlannedTraining& plan) {
         return set_number(text, 0, false, 0.9999, plan.settings.step.momentum);
       }},
      size_setting("layers", 1, kMostTrainedLayers, &Sizes::layers),
      size_setting("heads", 1, kMostHeads, &Sizes::heads),
      size_setting("width", 1, kMostWidth, &Sizes::width),
      size_setting("mlp", 0, kMostHidden, &Sizes::mlp, ", 0 for none"),
      choice_setting("positions", "none, learned", "learned", "none", &Sizes::has_positions),
      choice_setting("residual", "on, off", "on", "off", &Sizes::has_residual),
      choice_setting("causal", "on, off", "on", "off", &Sizes::is_causal),
      {"normalizer", normalizers_in_words(), true, set_normalizer},
  };
  return kAll;
}

[[noreturn]] void refuse(const std::string& text) { throw std::invalid_argument(text); }

}  // namespace

std::string training_settings_in_words() {
  return joined(training_settings(), [](const TrainingSetting& setting) {
    return std::string(setting.name) + " (" + setting.takes + ")";
  });
}

void check_sizes(const Sizes& sizes) {
  if (sizes.width % sizes.heads != 0) {
    refuse("--set width: expected a multiple of heads (" + std::to_string(sizes.heads) +
           "), found " + std::to_string(sizes.width));
  }
  if (sizes.has_residual) return;
  if (sizes.layers > 1) {
    refuse("--set layers: expected 1 without a residual, found " + std::to_string(sizes.layers) +
           "; --set residual=on adds one");
  }
  if (sizes.mlp > 0) {
    refuse("--set mlp: expected 0 without a residual, found " + std::to_string(sizes.mlp) +
           "; --set residual=on adds one");
  }
}

void apply_training_setting(const std::string& text, bool is_from_file, PlannedTraining& plan) {
  const std::size_t sign = text.find('=');
  const std::string_view all = text, name = all.substr(0, sign);
  const auto found = std::ranges::find(training_settings(), name, &TrainingSetting::name);
  if (sign == std::string::npos || found == training_settings().end()) {
    refuse("--set: expected NAME=VALUE of " + training_settings_in_words() + ", found " + text);
  }
  if (is_from_file && found->is_size) {
    refuse("--set " + std::string(name) +
           ": has no effect for a network from a file, which has "
           "its sizes");
  }
  if (!found->set(all.substr(sign + 1), plan)) {
    refuse("--set " + std::string(name) + ": expected " + found->takes + ", found " +
           std::string(all.substr(sign + 1)) +
           "; the settings are: " + training_settings_in_words());
  }
}

}  // namespace attn
