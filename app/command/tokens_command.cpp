#include "app/command/tokens_command.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "app/command/option_checks.h"
#include "app/command/scene_work.h"
#include "app/document/files/files.h"
#include "app/document/json/json_read.h"
#include "app/model/files/model_error.h"
#include "app/model/files/model_folder.h"
#include "app/model/tokenizers/tokenizer.h"

namespace attn {
namespace {

constexpr long long kMaxLines = 1LL << 30;

std::string text_of_ids(const std::vector<int>& ids) {
  std::string text = "[";
  for (const int id : ids) {
    if (text.size() > 1) text += ',';
    text += std::to_string(id);
  }
  return text + ']';
}

/// Ids of a JSON list. Throws SceneError.
std::vector<int> ids_in(std::string_view list) {
  const json::Tree tree = json::parse(list, {}, json::Whole::kObjectOrList);
  return json::read_ids(json::Value(tree, 0), json::Place());
}

/// Line of the result for `text`, of `source`.
std::string result_line(const Tokenizer& tokenizer, const TokensOptions& options,
                        std::string_view text, const std::string& source) {
  if (!options.decodes) return text_of_ids(tokenizer.encode(text)) + '\n';
  const std::vector<int> ids = about_scene(source, [&] { return ids_in(text); });
  return tokenizer.decode(tokenizer.unframed(ids)) + '\n';
}

/// Text of the lines' file. Throws Failure.
std::string text_of_lines(const std::string& path) {
  try {
    return read_file(path, kMaxLines);
  } catch (const std::runtime_error& error) {
    throw Failure(Status::kWrong, path, error.what());
  }
}

}  // namespace

CLI::App* add_tokens(CLI::App& app, TokensOptions& options) {
  CLI::App* command = app.add_subcommand(
      "tokens", "Print the token ids of a text, by a model's tokenizer, as JSON");
  add_text(*command, "MODEL", options.model,
           "The model's folder, its config.json, or its name in the local cache of Hugging Face's "
           "library")
      ->required();
  command
      ->add_option_function<std::string>(
          "TEXT",
          [&options](const std::string& text) {
            options.text = text;
            options.has_text = true;
          },
          "The text; with --decode, a JSON list of ids")
      ->type_name("");
  add_text(*command, "--lines", options.lines,
           "A file with a text on each line; - reads standard input", "FILE");
  command->add_flag("--decode", options.decodes, "Print the text of ids");
  return command;
}

void write_tokens(const TokensOptions& options, const Sink& sink) {
  if (options.has_text == !options.lines.empty()) {
    throw Failure(Status::kWrong, options.has_text ? "expected TEXT or --lines, found both"
                                                   : "expected TEXT or --lines, found neither");
  }
  try {
    const Tokenizer tokenizer = Tokenizer::open(model_folder(options.model));
    if (options.has_text) {
      sink(result_line(tokenizer, options, options.text, "TEXT"));
      return;
    }
    const std::string text = text_of_lines(options.lines);
    std::string_view rest = text;
    for (int number = 1; !rest.empty(); ++number) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      rest.remove_prefix(std::min(rest.size(), line.size() + 1));
      const std::string source = options.lines + ": line " + std::to_string(number);
      sink(result_line(tokenizer, options, line, source));
    }
  } catch (const ModelError& error) {
    throw Failure(Status::kWrong, error.what());
  }
}

}  // namespace attn
