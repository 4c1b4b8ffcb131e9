#include "app/session/training/training_export.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "app/document/numbers/numbers.h"
#include "app/document/scene_file/network_file.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/training/training_diagrams.h"
#include "engine/base/text.h"
#include "engine/tasks/first_network.h"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostShots = 60;
constexpr double kShotsASecond = 8;

/// "1 layer of 1 head · width 8 · Adam, learning rate 0.02 · batch 64 · seed 7"
std::string sizes_words(const TrainingPlan& plan) {
  const TrainingSettings& settings = plan.settings;
  return counted(plan.sizes.layers, "layer") + " of " + counted(plan.sizes.heads, "head") +
         " · width " + std::to_string(plan.sizes.width) + " · " +
         std::string(settings.optimizer->label) + ", learning rate " +
         brief(settings.step.learning_rate, 3) + " · batch " + std::to_string(settings.batch) +
         " · seed " + std::to_string(settings.seed);
}

TrainingWords words_of(const TrainingShot& shot, const FigureTheme& theme, std::string subtitle) {
  return {.title = std::string(shot.plan.task->label),
          .subtitle = std::move(subtitle),
          .theme = &theme};
}

const TrainingSnapshot& shown_of(const TrainingShot& shot) {
  if (!shot.shown) throw std::runtime_error("the first network is not ready yet");
  return *shot.shown;
}

void write_curve(const TrainingShot& shot, const FigureTheme& theme, const std::string& path,
                 const Watch&) {
  LearningCurves curves;
  curves.has_accuracy = !shot.plan.task->is_of_points;
  for (const StepRecord& one : shot.history.steps) {
    const auto step = std::ssize(curves.training) + 1;
    curves.training.push_back({.step = step,
                               .loss = static_cast<double>(one.loss),
                               .accuracy = static_cast<double>(one.accuracy)});
  }
  for (const TestRecord& one : shot.history.tests) {
    curves.test.push_back({.step = one.step,
                           .loss = static_cast<double>(one.loss),
                           .accuracy = static_cast<double>(one.accuracy)});
  }
  write_loss(curves, words_of(shot, theme, sizes_words(shot.plan)), path);
}

void write_grid(const TrainingShot& shot, const FigureTheme& theme, const std::string& path,
                const Watch&) {
  const TrainingSnapshot& shown = shown_of(shot);
  const NetworkPicture picture = picture_of(network_at(shot.first, shown.state.numbers));
  std::string at =
      "Weights at step " + std::to_string(shown.step()) + ", queries down and keys across, of";
  for (const std::string& token : picture.network.tokens) at += " " + token;
  write_layers(picture.layers, words_of(shot, theme, at), path);
}

void write_film(const TrainingShot& shot, const FigureTheme& theme, const std::string& path,
                const Watch& watch) {
  const std::vector<SharedSnapshot>& all = shot.history.snapshots;
  if (all.empty()) throw std::runtime_error("the first network is not ready yet");
  std::vector<HeadShot> shots;
  const std::size_t count = std::min(kMostShots, all.size());
  for (std::size_t n = 0; n < count; ++n) {
    watch.step(0, static_cast<int>(count));
    const SharedSnapshot& one = all[count == 1 ? 0 : n * (all.size() - 1) / (count - 1)];
    NetworkPicture picture = picture_of(network_at(shot.first, one->state.numbers));
    shots.push_back({picture.layers[static_cast<std::size_t>(shot.layer)],
                     "step " + std::to_string(one->step())});
  }
  TrainingWords words = words_of(shot, theme, "");
  words.title += " · " + head_name(shot.layer, shot.head);
  write_head_film(shots, shot.head, words, kShotsASecond, path, watch);
}

void write_trained(const TrainingShot& shot, const FigureTheme&, const std::string& path,
                   const Watch&) {
  write_network(network_at(shot.first, shown_of(shot).state.numbers), path);
}

std::span<const std::string_view> film_endings() { return std::span(&kFilmEnding, 1); }
std::span<const std::string_view> network_endings() { return std::span(&kNetworkEnding, 1); }

constexpr std::array<TrainingExportKind, 4> kExports = {{
    {"curve", "Curves", "The loss of the whole run, and the accuracy if there is one.",
     FileKind::output, figure_endings, write_curve},
    {"film", "Film of the head", "The selected head, over the steps of the run.", FileKind::output,
     film_endings, write_film},
    {"heads", "All heads", "The weights of all heads at the shown step.", FileKind::output,
     figure_endings, write_grid},
    {"network", "Network",
     "All numbers at the shown step, as a file for train, compute and gradients.",
     FileKind::network, network_endings, write_trained},
}};

}  // namespace

std::span<const TrainingExportKind> training_exports() { return kExports; }

TrainingShot shot_of(TrainingDesk& desk) {
  TrainingShot shot{.plan = desk.plan(),
                    .history = desk.history(),
                    .first = desk.first(),
                    .shown = desk.shown(),
                    .layer = desk.head.layer,
                    .head = desk.head.head};
  put_sequence(*shot.plan.task, desk.sequence(), shot.first);
  return shot;
}

std::string training_export_path(const std::string& folder, const TrainingShot& shot,
                                 const TrainingExportKind& kind, std::string_view ending) {
  std::string name(shot.plan.task->id);
  if (kind.file != FileKind::network) name.append("-").append(kind.id);
  return (fs::path(folder) / name.append(ending)).string();
}

std::string obstacle_to_export(const TrainingExportKind& kind, const std::string& path) {
  const std::string name = fs::path(path).filename().string();
  const auto endings = kind.endings();
  const bool has_ending =
      std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
  if (!has_ending) {
    std::string words = "The name must end with ";
    for (std::size_t n = 0; n < endings.size(); ++n) {
      words += (n == 0 ? "" : n + 1 == endings.size() ? " or " : ", ") + std::string(endings[n]);
    }
    return words;
  }
  std::error_code ignored;
  // Writing to a pipe would wait for its reader.
  if (fs::is_other(fs::status(path, ignored))) return name + ": not a regular file";
  try {
    check_output(path, endings, {}, kind.file);
  } catch (const std::runtime_error& error) {
    return name + ": " + error.what();
  }
  return "";
}

}  // namespace attn
