#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>

#include "app/command/option_checks.h"
#include "app/command/train_command.h"
#include "app/command/train_start.h"
#include "app/figure/files/export.h"
#include "app/figure/files/figure.h"
#include "app/figure/files/film.h"
#include "engine/base/text.h"

namespace attn {
namespace {

void add_run(CLI::App& command, TrainOptions& options) {
  add_text(command, "NETWORK|TASK", options.what,
           "A task (its name, or a text file with lines \"input → output\"), to train a new small "
           "network; or a network (*.attn-net.json), with --task. - reads the file from standard "
           "input");
  command.add_flag("--tasks", options.lists_tasks, "List the tasks, and quit");
  add_text(command, "--task", options.task,
           "The task of a network from a file, by its name or as a text file", "TASK");
  add_number(command, "--steps", options.steps,
             "Number of steps, 1000 by default; with 0 the network is only tested",
             whole_between(0, 10'000'000));
  add_number(command, "--seed", options.seed,
             "Seed of the random numbers, 1 by default: equal seeds give equal files",
             whole_between(0, std::numeric_limits<int>::max()), "S");
  add_text(command, "--set", options.sets,
           "Settings of the run, and of a new network: " + training_settings_in_words() +
               ". May be given more than once",
           "NAME=VALUE")
      ->allow_extra_args(false);
  add_number(command, "--test-every", options.test_every,
             "Number of steps between tests on unseen sequences; by default there are about "
             "50 tests. It is also tested before the first step and after the last",
             whole_between(1, 10'000'000));
}

void add_outputs(CLI::App& command, TrainOptions& options) {
  const std::string figures = joined(figure_endings());
  add_text(command, "--out", options.out, "Write the trained network", "NET.attn-net.json");
  add_text(command, "--log", options.log, "Write loss and accuracy of each step, and of the tests",
           "FILE.csv");
  add_text(command, "--curve", options.curve, "Write these curves as a figure: " + figures, "FILE");
  add_text(command, "--grid", options.grid,
           "Write the weights of all heads after the last step: " + figures, "FILE");
  add_text(command, "--film", options.film,
           "Write a film of one head over the steps: a .gif, or figures with {frame} in their name",
           "FILE");
}

std::string check_head(const std::string& text) {
  const auto fails = [&] { return "expected L0.H0 or another layer and head, found " + text; };
  const std::size_t dot = text.find(".H");
  if (!text.starts_with('L') || dot == std::string::npos) return fails();
  const auto is_number = [](const std::string& digits) {
    return !digits.empty() && digits.size() < 6 &&
           std::ranges::all_of(digits, [](char c) { return c >= '0' && c <= '9'; });
  };
  return is_number(text.substr(1, dot - 1)) && is_number(text.substr(dot + 2)) ? "" : fails();
}

void add_looks(CLI::App& command, TrainOptions& options) {
  CLI::Option* film = command.get_option("--film");
  command.add_option("--head", options.head, "Head of the film; L0.H0 by default")
      ->type_name("Ll.Hh")
      ->needs(film)
      ->check(check_head);
  add_number(command, "--frames", options.frames,
             "Maximum number of frames, from step 0 to the last; 40 by default",
             whole_between(2, 1000))
      ->needs(film);
  add_number(command, "--fps", options.fps, "Frames a second of a .gif, 0.1 to 50; 10 by default",
             number_between(kSlowestFilm, kFastestFilm), "NUMBER")
      ->needs(film);
  const auto set_theme = [&options](const std::string& id) { options.theme = &figure_theme(id); };
  command
      .add_option_function<std::string>("--theme", set_theme,
                                        "The colours of figures and film; light by default")
      ->check(CLI::IsMember(texts_of<std::string>(figure_themes(), &FigureThemeRow::id)));
}

}  // namespace

CLI::App* add_train(CLI::App& app, TrainOptions& options) {
  CLI::App* command = app.add_subcommand("train", "Train a small network, and watch its heads");
  add_run(*command, options);
  command->option_defaults()->group("Output");
  add_outputs(*command, options);
  add_looks(*command, options);
  command->option_defaults()->group("Options");
  return command;
}

}  // namespace attn
