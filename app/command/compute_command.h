#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "app/command/scene_work.h"
#include "app/document/files/file_writer.h"
#include "app/document/json/sink.h"
#include "engine/attention/trace.h"

namespace attn {

/// Evaluates `scene`, read from `file`, by other means than the engine. Throws Failure.
using SceneEvaluation = std::function<Trace(const std::string& file, const Scene& scene)>;

struct ComputeOptions {
  std::string scene, backend = "eigen", out;
};

/// Parses the arguments, or prints the help or version that they ask for and returns false. Throws
/// Failure, also for a wrong memory limit.
bool parse_arguments(CLI::App& app, int argc, char** argv);

/// Declares `attentoscope compute SCENE` and its options; they are parsed into `options`.
CLI::App* add_compute(CLI::App& app, ComputeOptions& options);

/// Writes the result of the scene or network as JSON to its output. Throws Failure.
void compute(const ComputeOptions& options, const SceneEvaluation& by_glsl);

/// Adds the scene that a command reads, and the file that it writes.
void add_scene(CLI::App& command, std::string& scene);
void add_out(CLI::App& command, std::string& out);

/// Checks the output path before anything is read: its name, and the existing file at that path.
void check_out(const std::string& out, std::string_view ending, const std::string& scene);

/// Passes a sink to `write_to`: the file `out`, or standard output if `out` is empty.
template <typename WriteTo>
void write_whole(const std::string& out, const WriteTo& write_to) {
  if (out.empty()) return write_to(print_bytes);
  about_output(out, [&] {
    FileWriter file(out);
    write_to([&](std::string_view piece) { file.append(piece); });
    file.commit();
  });
}

}  // namespace attn
