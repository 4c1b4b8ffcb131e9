#pragma once

#include <string>
#include <vector>

#include "app/document/json/sink.h"
#include "app/model/run/run_result.h"

namespace CLI {
class App;
}

namespace attn {

/// A text, or the ids of its tokens, as they are written.
struct TextOptions {
  std::string text;
  bool has_text = false;  ///< the text may be empty
  std::string ids;        ///< "5,3"
  std::string file;
};

/// Options of `run`.
struct RunOptions {
  std::string model;
  TextOptions text;
  TextOptions other;  ///< text that patches are taken from
  ChangeTexts changes;
  RunRequest request;  ///< without texts and changes
  bool describes = false;
  std::string out;
  std::vector<std::string> arrays;  ///< names of those in `out`; none: all
};

/// Adds the options TEXT, --ids and --text.
void add_text_options(CLI::App& command, TextOptions& text);

/// Adds --from and --from-ids.
void add_other_text(CLI::App& command, TextOptions& other);
/// Adds the options of changes.
void add_change_options(CLI::App& command, ChangeTexts& changes);

/// The text, or the ids, of which `model` has all. Throws Failure.
ModelText text_in(const TextOptions& options, const std::string& ids_option,
                  const OpenedModel& model);

/// Adds the command `run`, which fills `options`.
CLI::App* add_run(CLI::App& app, RunOptions& options);

/// Throws Failure if the trained model at `path` cannot be opened.
void require_model(const std::string& path);

/// Runs a model: writes its tokens and the likeliest next ones as JSON to `sink`, and arrays to the
/// file that is asked for. Throws Failure.
void run_model(const RunOptions& options, const Sink& sink);

}  // namespace attn
