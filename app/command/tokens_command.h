#pragma once

#include <string>

#include "app/document/json/sink.h"

namespace CLI {
class App;
}

namespace attn {

/// Options of `tokens`.
struct TokensOptions {
  std::string model;
  std::string text;   ///< or JSON list of ids, to decode
  std::string lines;  ///< file of lines; empty: the text alone
  bool has_text = false;
  bool decodes = false;
};

/// Adds the command `tokens`, which fills `options`.
CLI::App* add_tokens(CLI::App& app, TokensOptions& options);

/// Writes the ids of the text, or of each line, as a JSON list on a line to `sink`; or the text of
/// such lists. Throws Failure.
void write_tokens(const TokensOptions& options, const Sink& sink);

}  // namespace attn
