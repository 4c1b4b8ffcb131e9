#include "app/command/train_settings.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

#include "app/command/failure.h"
#include "engine/attention/normalize.h"

namespace attn {
namespace {

std::optional<double> number_in(std::string_view text) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  const bool is_number = read.ec == std::errc{} && read.ptr == end && std::isfinite(number);
  return is_number ? std::optional(number) : std::nullopt;
}

/// Above or from `low`, and up to `high`.
bool set_number(std::string_view text, double low, bool is_above, double high, double& to) {
  const auto number = number_in(text);
  if (!number || *number < low || (is_above && *number == low) || *number > high) return false;
  to = *number;
  return true;
}

bool set_whole(std::string_view text, Index low, Index high, Index& to) {
  Index number = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, number);
  if (read.ec != std::errc{} || read.ptr != end || number < low || number > high) return false;
  to = number;
  return true;
}

bool set_choice(std::string_view text, std::string_view yes, std::string_view no, bool& to) {
  if (text != yes && text != no) return false;
  to = text == yes;
  return true;
}

bool set_optimizer(std::string_view text, PlannedTraining& plan) {
  for (const OptimizerKind& kind : optimizer_kinds()) {
    if (kind.id != text) continue;
    plan.settings.optimizer = &kind;
    return true;
  }
  return false;
}

std::string optimizers_in_words() {
  std::string words;
  for (const OptimizerKind& kind : optimizer_kinds()) {
    words += (words.empty() ? "" : ", ") + std::string(kind.id);
  }
  return words;
}

/// Returns whether the normalizer has no required parameters.
bool can_be_made(const NormalizerKind& kind) {
  return std::ranges::none_of(kind.parameters, &Parameter::required);
}

bool set_normalizer(std::string_view text, PlannedTraining& plan) {
  for (const NormalizerKind& kind : normalizer_kinds()) {
    if (kind.id != text || !can_be_made(kind)) continue;
    plan.normalizer = &kind;
    return true;
  }
  return false;
}

std::string normalizers_in_words() {
  std::string words;
  for (const NormalizerKind& kind : normalizer_kinds()) {
    if (can_be_made(kind)) words += (words.empty() ? "" : ", ") + std::string(kind.id);
  }
  return words;
}

constexpr double kLargestRate = 1e6;
constexpr Index kMostLayers = 8, kMostHeads = 64, kMostWidth = 256, kMostHidden = 1024;
constexpr Index kLargestBatch = 4096;

/// Row of the table of settings. `set` returns whether the text is a valid value.
struct TrainingSetting {
  std::string_view name;
  std::string takes;
  bool is_size;
  bool (*set)(std::string_view text, PlannedTraining& plan);
};

std::string up_to(Index least, Index most) {
  return std::to_string(least) + " to " + std::to_string(most);
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
      {"optimizer", optimizers_in_words(), false, set_optimizer},
      {"decay", "0 to 1", false,
       [](Text text, PlannedTraining& plan) {
         return set_number(text, 0, false, 1, plan.settings.step.decay);
       }},
      {"momentum", "0 to 0.9999", false,
       [](Text text, PlannedTraining& plan) {
         return set_number(text, 0, false, 0.9999, plan.settings.step.momentum);
       }},
      {"layers", up_to(1, kMostLayers), true,
       [](Text text, PlannedTraining& plan) {
         return set_whole(text, 1, kMostLayers, plan.sizes.layers);
       }},
      {"heads", up_to(1, kMostHeads), true,
       [](Text text, PlannedTraining& plan) {
         return set_whole(text, 1, kMostHeads, plan.sizes.heads);
       }},
      {"width", up_to(1, kMostWidth), true,
       [](Text text, PlannedTraining& plan) {
         return set_whole(text, 1, kMostWidth, plan.sizes.width);
       }},
      {"mlp", up_to(0, kMostHidden) + ", 0 for none", true,
       [](Text text, PlannedTraining& plan) {
         return set_whole(text, 0, kMostHidden, plan.sizes.mlp);
       }},
      {"positions", "none, learned", true,
       [](Text text, PlannedTraining& plan) {
         return set_choice(text, "learned", "none", plan.sizes.has_positions);
       }},
      {"residual", "on, off", true,
       [](Text text, PlannedTraining& plan) {
         return set_choice(text, "on", "off", plan.sizes.has_residual);
       }},
      {"causal", "on, off", true,
       [](Text text, PlannedTraining& plan) {
         return set_choice(text, "on", "off", plan.sizes.is_causal);
       }},
      {"normalizer", normalizers_in_words(), true, set_normalizer},
  };
  return kAll;
}

[[noreturn]] void refuse(const std::string& text) { throw Failure(Status::kWrong, text); }

}  // namespace

std::string settings_in_words() {
  std::string words;
  for (const TrainingSetting& setting : training_settings()) {
    words += (words.empty() ? "" : ", ") + std::string(setting.name) + " (" + setting.takes + ")";
  }
  return words;
}

void apply_setting(const std::string& text, bool is_from_file, PlannedTraining& plan) {
  const std::size_t sign = text.find('=');
  const std::string_view all = text, name = all.substr(0, sign);
  const auto found = std::ranges::find(training_settings(), name, &TrainingSetting::name);
  if (sign == std::string::npos || found == training_settings().end()) {
    refuse("--set: expected NAME=VALUE of " + settings_in_words() + ", found " + text);
  }
  if (is_from_file && found->is_size) {
    refuse("--set " + std::string(name) +
           ": has no effect for a network from a file, which has "
           "its sizes");
  }
  if (!found->set(all.substr(sign + 1), plan)) {
    refuse("--set " + std::string(name) + ": expected " + found->takes + ", found " +
           std::string(all.substr(sign + 1)) + "; the settings are: " + settings_in_words());
  }
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

}  // namespace attn
