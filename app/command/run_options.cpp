#include <CLI/CLI.hpp>
#include <limits>

#include "app/command/option_checks.h"
#include "app/command/run_command.h"
#include "app/model/run/run_arrays.h"

namespace attn {

void add_other_text(CLI::App& command, TextOptions& other) {
  command
      .add_option_function<std::string>(
          "--from",
          [&other](const std::string& text) {
            other.text = text;
            other.has_text = true;
          },
          "The other text, whose states --patch takes")
      ->type_name("TEXT");
  add_text(command, "--from-ids", other.ids, "The other text as token ids", "I,J,...");
}

void add_change_options(CLI::App& command, ChangeTexts& changes) {
  const auto add = [&](const char* name, std::vector<std::string>& to, const char* help,
                       const char* type) {
    return add_text(command, name, to, help, type)->allow_extra_args(false);
  };
  add("--off", changes.off, "Set a head's output to 0; LAYER.* is all heads of a layer",
      "LAYER.HEAD")
      ->delimiter(',');
  add("--mean", changes.mean, "Set a head's output to its mean over 64 random texts", "LAYER.HEAD")
      ->delimiter(',');
  add("--temperature", changes.temperature, "The temperature of a head: 0 to inf",
      "LAYER.HEAD=NUMBER");
  add("--mask", changes.mask,
      "The keys that a head sees: causal, none, previous, itself, window:R, or not:J for all but J",
      "LAYER.HEAD=KIND");
  add("--weights", changes.weights, "The weights of a head, L x L; rows of NaN stay",
      "LAYER.HEAD=FILE.npy");
  add("--patch", changes.patch,
      "The state of a token before a layer becomes that of a token of the other text",
      "LAYER.TOKEN=TOKEN");
  add("--cut", changes.cut,
      "Take what an earlier head writes out of what a head reads for its query, key or value, or "
      "all",
      "LAYER.HEAD=LAYER.HEAD.INPUT");
}

void add_text_options(CLI::App& command, TextOptions& text) {
  command
      .add_option_function<std::string>(
          "TEXT",
          [&text](const std::string& words) {
            text.text = words;
            text.has_text = true;
          },
          "The text")
      ->type_name("");
  add_text(command, "--ids", text.ids, "Token ids in place of a text", "I,J,...");
  add_text(command, "--text", text.file, "A file with the text; - reads standard input", "FILE");
}

CLI::App* add_run(CLI::App& app, RunOptions& options) {
  CLI::App* command = app.add_subcommand(
      "run", "Run a trained model on a text; print its tokens and the likeliest next ones as JSON");
  add_text(*command, "MODEL", options.model,
           "The model: its folder, its config.json, its name in the local cache, or a network")
      ->required();
  add_text_options(*command, options.text);
  add_other_text(*command, options.other);
  RunRequest& request = options.request;
  add_change_options(*command, options.changes);
  constexpr int kMost = std::numeric_limits<int>::max();
  add_number(*command, "--top", request.count, "The number of likeliest tokens; by default 10",
             whole_between(1, kMost));
  add_number(*command, "--at", request.at,
             "The token whose next one is shown, from 0 on; by default the last",
             whole_between(0, kMost), "I");
  command->add_flag("--layers", request.has_layers,
                    "Also what each layer's states say of the next token");
  command->add_flag("--describe", options.describes,
                    "Describe the model, and do not read its weights");
  add_number(*command, "--generate", request.generated, "Add N tokens one by one",
             whole_between(1, kMost));
  add_number(*command, "--sample-temperature", request.sampling.temperature,
             "The temperature by which tokens are drawn; 0 (default): the likeliest",
             number_between(0, 1e6), "T");
  add_number(*command, "--top-k", request.sampling.top_k, "Draw from the K likeliest tokens",
             whole_between(1, kMost), "K");
  add_number(*command, "--top-p", request.sampling.top_p,
             "Draw from the likeliest tokens whose probabilities together reach P",
             number_between(0, 1), "P");
  add_number(*command, "--seed", request.seed, "The seed of the drawing; by default 1",
             whole_between(0, kMost));
  add_text(*command, "--out", options.out, "Also write arrays to this file", "X.npz");
  add_text(*command, "--arrays", options.arrays,
           "The arrays to write, of " + run_array_names() + "; by default all", "A,B")
      ->delimiter(',')
      ->allow_extra_args(false);
  return command;
}

}  // namespace attn
