#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/document/json/sink.h"
#include "app/model/run/next_tokens.h"
#include "app/model/run/run_changes.h"

namespace CLI {
class App;
}

namespace attn {

/// A text, or the ids of its tokens.
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
  int count = 10;  ///< of likeliest tokens
  int at = -1;     ///< token whose next one is shown; the last
  bool describes = false;
  bool has_layers = false;
  int generated = 0;
  Sampling sampling;
  std::uint64_t seed = 1;
  std::string out;
  std::vector<std::string> arrays;  ///< names of those in `out`; none: all
};

/// Adds the command `run`, which fills `options`.
CLI::App* add_run(CLI::App& app, RunOptions& options);

/// Runs a model: writes its tokens and the likeliest next ones as JSON to `sink`, and arrays to the
/// file that is asked for. Throws Failure.
void run_model(const RunOptions& options, const Sink& sink);

}  // namespace attn
