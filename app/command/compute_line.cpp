// The command line of a program without figures and windows: `compute` alone.
#include "app/command/command_line.h"
#include "app/command/compute_command.h"
#include "app/document/files/memory_limit.h"

namespace attn {
namespace {

Trace refuse_glsl(const std::string&, const Scene&) {
  throw Failure(Status::kCouldNot, "no glsl backend: this program has no OpenGL");
}

Status run_compute(int argc, char** argv) {
  CLI::App app("Attention computed from scenes and networks, without a window.",
               "attentoscope-compute");
  app.require_subcommand(1);
  app.allow_windows_style_options(false);  // a path can begin with "/"
  ComputeOptions options;
  add_compute(app, options);
  if (!parse_arguments(app, argc, argv)) return Status::kDone;
  const FilesRead files_read;
  enforce_memory_limit();
  compute(options, refuse_glsl);
  return Status::kDone;
}

}  // namespace

int run_command_line(int argc, char** argv) {
  return run_program([&] { return run_compute(argc, argv); });
}

}  // namespace attn
