#include "app/command/convert_command.h"

#include <CLI/CLI.hpp>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "app/command/option_checks.h"
#include "app/command/scene_work.h"
#include "app/document/files/output_guard.h"
#include "app/document/scene_file/network_file.h"
#include "app/model/families/converted_model.h"
#include "app/model/files/model_error.h"
#include "app/model/files/model_folder.h"
#include "app/model/files/token_names.h"

namespace attn {
namespace {

/// Runs `work` on a model, whose errors become a Failure.
template <typename Work>
auto about_model(const Work& work) {
  try {
    return work();
  } catch (const ModelError& error) {
    throw Failure(Status::kWrong, error.what());
  }
}

void check_network_name(const std::string& path) {
  about_output(path,
               [&] { check_output(path, std::span(&kNetworkEnding, 1), {}, FileKind::network); });
}

}  // namespace

CLI::App* add_convert(CLI::App& app, ConvertOptions& options) {
  CLI::App* command = app.add_subcommand(
      "convert", "Write a trained model, in the files of Hugging Face's library, as a network");
  add_text(*command, "MODEL", options.model,
           "The model: its folder, its config.json, or its name in the local cache")
      ->required();
  add_text(*command, "--out", options.out,
           "The network to write. It refers to the model's tensors; where they are not in its "
           "folder or below, or not .safetensors, they are written beside it",
           "NET.attn-net.json")
      ->required();
  add_text(*command, "--ids", options.ids,
           "The tokens of the network, as ids; by default the first token alone", "I,J,...");
  return command;
}

void convert_model(const ConvertOptions& options) {
  check_network_name(options.out);
  const ModelFiles model = about_model([&] { return open_model(model_folder(options.model)); });
  std::vector<int> ids{0};
  if (!options.ids.empty()) {
    ids =
        about_model([&] { return ids_in_list(options.ids, "--ids: ", model.settings.vocabulary); });
  }
  const std::vector<std::string> files = converted_files(model, options.out);
  for (const std::string& file : std::span(files).subspan(1)) {
    constexpr std::string_view kTensors = ".safetensors";
    about_output(file, [&] { check_output(file, std::span(&kTensors, 1), {}); });
  }
  expect_outputs(files);
  std::vector<std::string> warnings;
  about_output(options.out, [&] {
    warnings = about_model([&] { return write_converted(model, options.out, ids); });
  });
  for (const std::string& warning : warnings) tell_remark(model.folder, warning);
}

}  // namespace attn
