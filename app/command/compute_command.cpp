#include "app/command/compute_command.h"

#include <span>
#include <sstream>
#include <variant>

#include "app/command/option_checks.h"
#include "app/document/files/memory_limit.h"
#include "app/document/scene_file/result_file.h"
#include "app/document/scene_file/scene_fields.h"
#include "app/document/scene_file/scene_file.h"

namespace attn {
namespace {

/// Evaluates `scene` and writes the result to `sink` in pieces.
void compute(const ComputeOptions& options, const SceneEvaluation& by_glsl, const Scene& scene,
             const Sink& sink) {
  const Trace trace =
      options.backend == "glsl" ? by_glsl(options.scene, scene) : result_of(options.scene, scene);
  write_result(trace, options.backend, version_of(scene), sink);
}

void compute(const ComputeOptions& options, const SceneEvaluation&, const Network& network,
             const Sink& sink) {
  if (options.backend == "glsl") {
    throw Failure(Status::kCouldNot, options.scene,
                  "a network can't be computed by glsl yet: use --backend eigen");
  }
  write_network_result(network, result_of(options.scene, network), options.backend, sink);
}

}  // namespace

bool parse_arguments(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw Failure(Status::kWrong, error.what());
    std::ostringstream help_or_version;
    app.exit(error, help_or_version, help_or_version);
    print_bytes(help_or_version.str());
    return false;
  }
  if (auto wrong = wrong_memory_limit()) throw Failure(Status::kWrong, *std::move(wrong));
  return true;
}

void add_scene(CLI::App& command, std::string& scene) {
  add_text(command, "SCENE", scene, "The scene; - reads standard input")->required();
}

void add_out(CLI::App& command, std::string& out) {
  add_text(command, "--out", out, "Write to this file instead of standard output", "FILE.json");
}

CLI::App* add_compute(CLI::App& app, ComputeOptions& options) {
  CLI::App* command =
      app.add_subcommand("compute", "Print the result of a scene or network as JSON");
  add_scene(*command, options.scene);
  command->add_option("--backend", options.backend, "The backend: eigen (default) or glsl")
      ->check(CLI::IsMember({"eigen", "glsl"}));
  add_out(*command, options.out);
  return command;
}

void check_out(const std::string& out, std::string_view ending, const std::string& scene) {
  if (out.empty()) return;
  about_output(out, [&] { check_output(out, std::span(&ending, 1), std::span(&scene, 1)); });
}

void compute(const ComputeOptions& options, const SceneEvaluation& by_glsl) {
  check_out(options.out, ".json", options.scene);
  if (!options.out.empty()) expect_outputs({options.out});
  const Computable read = computable_in(options.scene);
  write_whole(options.out, [&](const Sink& sink) {
    std::visit([&](const auto& it) { compute(options, by_glsl, it, sink); }, read);
  });
}

}  // namespace attn
