#include "app/command/compute_line.h"

#include <sstream>

#include "app/command/compute_command.h"
#include "app/document/files/memory_limit.h"
#include "app/platform/interrupt.h"
#include "app/platform/process.h"

namespace attn {
namespace {

Trace refuse_glsl(const std::string&, const Scene&) {
  throw Failure(Status::kCouldNot, "no glsl backend: this program has no OpenGL");
}

Status run_compute(int argc, char** argv) {
  CLI::App app("Attention computed from scenes and networks, without a window.",
               "attentoscope-compute");
  app.require_subcommand(1);
  ComputeOptions options;
  add_compute(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw Failure(Status::kWrong, error.what());
    std::ostringstream help;
    app.exit(error, help, help);
    print_bytes(help.str());
    return Status::kDone;
  }
  if (auto wrong = wrong_memory_limit()) throw Failure(Status::kWrong, *std::move(wrong));
  const FilesRead files_read;
  enforce_memory_limit();
  compute(options, refuse_glsl);
  return Status::kDone;
}

}  // namespace

int run_compute_line(int argc, char** argv) {
  report_failed_writes();
  interrupt::begin(Failure(Status::kCouldNot, "interrupted").what());
  const int status = run_reporting([&] { return run_compute(argc, argv); });
  interrupt::done(status);
  return status;
}

}  // namespace attn
