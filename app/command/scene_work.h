#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "app/command/failure.h"
#include "app/document/files/file_stamp.h"
#include "app/document/files/output_guard.h"
#include "app/document/files/problem_line.h"
#include "app/document/scene_file/network_file.h"
#include "app/document/scene_file/scene_code.h"
#include "engine/attention/scene.h"
#include "engine/attention/trace.h"
#include "engine/base/problem.h"

namespace attn {

/// Runs `work` on the scene in `file`: turns a SceneError into a Failure that names the file.
template <typename Work>
auto about_scene(const std::string& file, Work work) {
  // A scene code is too long for an error line.
  const auto name = [&] { return is_scene_code(file) ? "attn:…" : file; };
  try {
    return work();
  } catch (const SceneMemoryError& error) {
    throw Failure(Status::kCouldNot, name(), error.what());
  } catch (const SceneError& error) {
    throw Failure(name(), error.problem());
  }
}

/// Runs `work`, which writes `file`: turns errors into a Failure that names the file.
template <typename Work>
void about_output(const std::string& file, Work work) {
  try {
    work();
  } catch (const Failure&) {
    throw;
  } catch (const WouldBeLost& error) {
    throw Failure(Status::kWrong, file, error.what());
  } catch (const std::runtime_error& error) {
    throw Failure(Status::kCouldNot, file, error_message(error));
  }
}

/// Declares the output files of the command. Throws Failure if one of them is an input, or two are
/// the same file.
void expect_outputs(std::vector<std::string> paths);

/// Writes all `bytes` to standard output. Throws Failure.
void print_bytes(std::string_view bytes);

/// The scene in `file`, - for standard input; `known` as for read_scene(). Throws Failure.
Scene scene_in(const std::string& file, KnownFile* known = nullptr);

/// The scene or network in `file`. Throws Failure.
Computable computable_in(const std::string& file);

/// Throws SceneError if forward and backward pass, stored in double precision, need more memory
/// than the limit.
void require_memory_for_gradients(const Computable& read);

/// Evaluates `network`, read from `file`. Throws Failure.
NetworkTrace result_of(const std::string& file, const Network& network);

/// Tells a remark about a written file on standard error, if there is one.
void tell_remark(const std::string& path, const std::string& remark);

/// Evaluates `scene`, read from `file`. Throws Failure.
Trace result_of(const std::string& file, const Scene& scene);

}  // namespace attn
