#include "app/command/train_command.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "app/command/progress_line.h"
#include "app/command/scene_work.h"
#include "app/command/train_start.h"
#include "app/document/files/files.h"
#include "app/document/files/output_guard.h"
#include "app/document/json/sink.h"
#include "app/document/numbers/numbers.h"
#include "app/document/scene_file/network_file.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/watch.h"
#include "app/figure/training/training_diagrams.h"
#include "app/figure/training/training_figures.h"
#include "app/platform/interrupt.h"
#include "app/platform/replaced_file.h"
#include "engine/base/text.h"
#include "engine/blocks/stages.h"

namespace attn {
namespace {

constexpr Index kTests = 512;  // sequences of a test
constexpr int kUsualTests = 50;

struct NamedHead {
  std::size_t layer = 0, head = 0;
};

/// "L0.H1", which was checked.
NamedHead parse_head(const std::string& text) {
  const std::size_t dot = text.find(".H");
  return {std::stoul(text.substr(1, dot - 1)), std::stoul(text.substr(dot + 2))};
}

NamedHead head_of_film(const TrainOptions& options, const Network& network) {
  const NamedHead place = parse_head(options.head);
  if (options.film.empty()) return {};
  if (place.layer >= network.blocks.size()) {
    throw Failure(Status::kWrong, "--head: expected a layer less than " +
                                      std::to_string(network.blocks.size()) + ", found " +
                                      options.head);
  }
  const auto& attention = network.blocks[place.layer].attention;
  const std::size_t heads = attention ? attention->heads.size() : 0;
  if (place.head >= heads) {
    throw Failure(Status::kWrong, "--head: expected a head less than " + std::to_string(heads) +
                                      " (heads of that layer), found " + options.head);
  }
  return place;
}

/// Requested output files in writing order.
std::vector<std::pair<std::string, std::string>> outputs_of(const TrainOptions& options) {
  std::vector<std::pair<std::string, std::string>> outputs;
  for (const auto& [name, path] : {std::pair("--out", options.out),
                                   {"--log", options.log},
                                   {"--curve", options.curve},
                                   {"--grid", options.grid},
                                   {"--film", options.film}}) {
    if (!path.empty()) outputs.emplace_back(name, path);
  }
  return outputs;
}

/// Throws Failure if the folder of `path` is not writable, before the run rather than after it.
void check_folder(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  if (const int error = error_of_new_files(folder.string())) {
    throw Failure(Status::kCouldNot, path, std::strerror(error));
  }
}

/// Checks all output files before the run.
void check_outputs(const TrainOptions& options) {
  const std::string read[] = {options.what, options.task};
  const auto check = [&](const std::string& path, std::span<const std::string_view> endings,
                         FileKind kind = FileKind::output) {
    if (path.empty()) return;
    about_output(path, [&] { check_output(path, endings, read, kind); });
    check_folder(path);
  };
  constexpr std::string_view kLogEnding = ".csv";
  check(options.out, std::span(&kNetworkEnding, 1), FileKind::network);
  check(options.log, std::span(&kLogEnding, 1));
  check(options.curve, figure_endings());
  check(options.grid, figure_endings());
  if (ending_of(options.film) == kFilmEnding) {
    check(options.film, std::span(&kFilmEnding, 1));
  } else {
    check(options.film, figure_endings());
    if (!options.film.empty() && !has_frame_number(options.film)) {
      throw Failure(Status::kWrong,
                    "--film: expected a .gif, or {frame} in the name, found " + options.film);
    }
  }
  std::set<std::string> paths;
  for (const auto& [name, path] : outputs_of(options)) {
    if (paths.insert(path).second) continue;
    std::string words = name;
    words += ": expected a file that no other option uses, found ";
    throw Failure(Status::kWrong, words += path);
  }
}

LearningPoint point_of(Index step, const Answers& answers) {
  const double wanted = static_cast<double>(std::max<Index>(1, answers.wanted));
  return {step, answers.loss / wanted, static_cast<double>(answers.right) / wanted};
}

/// "100.0 %" means that all answers are right.
std::string percent_words(double share) {
  return fixed(share < 1 ? std::min(100 * share, 99.9) : 100, 1) + " %";
}

/// Attention of each layer; null for layers without attention.
std::vector<std::shared_ptr<const Evaluation>> layers_of(const Network& network) {
  const NetworkTrace trace = evaluate_plainly(network);
  std::vector<std::shared_ptr<const Evaluation>> layers;
  for (std::size_t b = 0; b < network.blocks.size(); ++b) {
    layers.push_back(attention_of(network, trace, static_cast<Index>(b)));
  }
  return layers;
}

class WatchedRun {
 public:
  WatchedRun(const TrainOptions& options, TrainingStart start)
      : options_(options),
        task_(std::move(start.task)),
        head_(head_of_film(options, start.network)),
        trainer_(std::move(start.network), task_, start.settings) {
    const int usual = std::max(1, (options.steps + kUsualTests - 1) / kUsualTests);
    curves_.has_accuracy = !task_.is_of_points;
    test_every_ = options.test_every > 0 ? options.test_every : usual;
    const int last = std::min(options.frames, options.steps + 1) - 1;
    for (int n = 0; n <= last && !options.film.empty(); ++n) {
      const auto step = static_cast<long long>(options.steps) * n / std::max(1, last);
      frame_steps_.insert(static_cast<Index>(step));
    }
  }

  /// Trains until all steps are done, a signal stops the run, or a number is not finite.
  void run() {
    std::atomic<bool> is_stopped = false;
    const AskedToEnd asked([&] { is_stopped = true; });
    ProgressLine line("train " + options_.what);
    look();
    while (!failed_at_ && trainer_.steps() < options_.steps && !is_stopped) {
      line.show(static_cast<int>(trainer_.steps()), options_.steps);
      step();
    }
    if (!failed_at_ && curves_.test.back().step < trainer_.steps()) test();
    was_stopped_ = trainer_.steps() < options_.steps && !failed_at_;
    if (was_stopped_ && !options_.film.empty()) keep_frame();
  }

  /// Writes the outputs. After a failed run only the log and the curve are written.
  Status write() {
    interrupt::set_exit_status(static_cast<int>(status_so_far()));
    const bool is_whole = !failed_at_;
    if (is_whole) {
      tried(options_.out,
            [&](const std::string& path) { write_network(trainer_.network(), path); });
    }
    tried(options_.log, [&](const std::string& path) {
      FileWriter file(path);
      write_log([&](std::string_view piece) { file.append(piece); });
      file.commit();
    });
    tried(options_.curve,
          [&](const std::string& path) { write_loss(curves_, words(sizes_words()), path); });
    if (!is_whole) return status_so_far();
    tried(options_.grid, [&](const std::string& path) {
      const auto layers = layers_of(trainer_.network());
      std::string at = "Weights at step " + std::to_string(trainer_.steps()) +
                       ", queries down and keys across, of";
      for (const std::string& token : trainer_.network().tokens) at += " " + token;
      write_layers(layers, words(at), path);
    });
    tried(options_.film, [&](const std::string& path) { write_film_to(path); });
    return status_so_far();
  }

  /// Throws the last write error, as earlier errors were printed; or a Failure if the run failed.
  void require_done() const {
    if (failure_) throw *failure_;
    if (!failed_at_) return;
    throw Failure(Status::kCouldNot,
                  "the loss is not finite at step " + std::to_string(*failed_at_) +
                      "; a smaller learning rate may help: --set lr=" + brief(rate_ / 10, 3));
  }

  std::string in_words() const {
    const LearningPoint& last = curves_.test.back();
    std::string words(task_.id);
    words += was_stopped_ ? ": stopped after " + std::to_string(trainer_.steps()) + " of " +
                                std::to_string(options_.steps) + " steps"
                          : ": " + std::to_string(trainer_.steps()) + " steps";
    words += "; on " + std::to_string(different_tests(task_, kTests)) + " unseen sequences loss " +
             brief(last.loss, 3) +
             (task_.is_of_points ? " (always 0: " + brief(task_.loss_of_zeros, 3) + ")"
                                 : ", accuracy " + percent_words(last.accuracy));
    if (trainer_.steps() > 0) {
      const double each = seconds_ / static_cast<double>(trainer_.steps());
      words += "; " + brief(1000 * each, 3) + " ms a step";
    }
    return words + "\n";
  }

 private:
  Status status_so_far() const {
    if (failure_) return failure_->status();
    if (failed_at_) return Status::kCouldNot;
    return was_stopped_ ? Status::kStopped : Status::kDone;
  }

  void step() {
    const auto begin = std::chrono::steady_clock::now();
    const Answers answers = trainer_.step();
    seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (trainer_.has_failed()) {
      failed_at_ = trainer_.steps() + 1;
      return;
    }
    if (!options_.log.empty() || !options_.curve.empty()) {
      curves_.training.push_back(point_of(trainer_.steps(), answers));
    }
    look();
  }

  /// Tests the network and stores a film frame if they are due at this step.
  void look() {
    const Index steps = trainer_.steps();
    if (steps % test_every_ == 0 || steps == options_.steps) test();
    if (!failed_at_ && frame_steps_.contains(steps)) keep_frame();
  }

  void test() {
    const Answers answers = trainer_.test(kTests);
    if (std::isfinite(answers.loss)) {
      curves_.test.push_back(point_of(trainer_.steps(), answers));
    } else {
      failed_at_ = trainer_.steps();
    }
  }

  void keep_frame() {
    const std::string words = "step " + std::to_string(trainer_.steps());
    if (!shots_.empty() && shots_.back().words == words) return;
    try {
      const auto layers = layers_of(trainer_.network());
      shots_.push_back({layers[head_.layer], words});
    } catch (const SceneError&) {  // a number left float32's range
      failed_at_ = trainer_.steps();
    }
  }

  template <typename Write>
  void tried(const std::string& path, const Write& write) {
    if (path.empty()) return;
    try {
      about_output(path, [&] { write(path); });
    } catch (const Failure& failure) {
      if (failure_) std::cerr << failure_->what() << std::endl;
      failure_ = failure;
      interrupt::set_exit_status(static_cast<int>(status_so_far()));
    }
    settle_output(path);
  }

  void write_film_to(const std::string& path) {
    ProgressLine line(path);
    const Watch watch{[&line](int done, int total) { line.show(done, total); }};
    TrainingWords above = words("");
    above.title +=
        " · " + head_name(static_cast<Index>(head_.layer), static_cast<Index>(head_.head));
    write_head_film(shots_, static_cast<Index>(head_.head), above, options_.fps, path, watch);
  }

  TrainingWords words(const std::string& subtitle) const {
    return {.title = std::string(task_.label), .subtitle = subtitle, .theme = options_.theme};
  }

  /// "1 layer of 1 head · width 8 · 408 numbers · Adam, rate 0.02 · batch 64 · seed 1"
  std::string sizes_words() const {
    const LearnedNumbers& learned = trainer_.learned();
    std::string words = counted(learned.layers.size(), "layer");
    if (!learned.layers.empty()) {
      const auto heads = static_cast<std::size_t>(learned.layers[0].heads);
      const bool are_alike = std::ranges::all_of(learned.layers, [&](const LearnedLayer& layer) {
        return layer.heads == learned.layers[0].heads;
      });
      words += are_alike ? " of " + counted(heads, "head") : " of heads";
    }
    words += " · width " + std::to_string(learned.width) + " · " +
             counted(learned.numbers.size(), "number");
    return words + " · " + run_words_;
  }

  /// Writes one line per step; test results are in the line of the step before the test.
  void write_log(const Sink& sink) const {
    std::string text = "step,loss,accuracy,test_loss,test_accuracy\n";
    const auto add = [&](double number) {
      text += ',';
      append_shortest(text, static_cast<float>(number));
    };
    const auto add_point = [&](const LearningPoint& point) {
      add(point.loss);
      if (curves_.has_accuracy) return add(point.accuracy);
      text += ',';
    };
    auto test = curves_.test.begin();
    const auto add_line = [&](Index step, const LearningPoint* training) {
      text += std::to_string(step);
      if (training) {
        add_point(*training);
      } else {
        text += ",,";
      }
      if (test != curves_.test.end() && test->step == step) {
        add_point(*test);
        ++test;
      } else {
        text += ",,";
      }
      text += '\n';
      pour_full(text, sink);
    };
    if (test != curves_.test.end() && test->step == 0) add_line(0, nullptr);
    for (const LearningPoint& point : curves_.training) add_line(point.step, &point);
    sink(text);
  }

  const TrainOptions& options_;
  LearningTask task_;
  NamedHead head_;
  Trainer trainer_;
  double rate_ = trainer_.settings().step.learning_rate;
  std::string run_words_ = std::string(trainer_.settings().optimizer->label) + ", learning rate " +
                           brief(rate_, 3) + " · batch " +
                           std::to_string(trainer_.settings().batch) + " · seed " +
                           std::to_string(trainer_.settings().seed);
  int test_every_ = 1;
  std::set<Index> frame_steps_{};
  LearningCurves curves_{};
  std::vector<HeadShot> shots_{};
  double seconds_ = 0;
  bool was_stopped_ = false;
  std::optional<Index> failed_at_{};
  std::optional<Failure> failure_{};
};

}  // namespace

Trained train(const TrainOptions& options) {
  if (options.what.empty()) {
    throw Failure(Status::kWrong,
                  "NETWORK|TASK is required: --tasks lists the tasks, --help all options");
  }
  check_outputs(options);
  WatchedRun run(options, training_start(options));
  std::vector<std::string> paths;
  for (const auto& [name, path] : outputs_of(options)) paths.push_back(path);
  expect_outputs(std::move(paths));
  run.run();
  const Status status = run.write();
  run.require_done();
  return {status, run.in_words()};
}

std::string list_of_tasks() {
  std::size_t widest = 0;
  for (const LearningTask& task : tasks()) widest = std::max(widest, task.id.size());
  std::string list;
  for (const LearningTask& task : tasks()) {
    list += std::string(task.id) + std::string(widest + 2 - task.id.size(), ' ') +
            std::string(task.says) + "\n";
  }
  return list;
}

}  // namespace attn
