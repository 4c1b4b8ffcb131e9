#pragma once

#include <stdexcept>
#include <string>

#include "app/document/files/problem_line.h"
#include "app/model/files/model_error.h"
#include "engine/base/problem.h"

namespace attn {

/// `name` in `folder`.
inline std::string file_in(const std::string& folder, const std::string& name) {
  return folder.empty() || folder.ends_with('/') ? folder + name : folder + "/" + name;
}

/// Runs `work` on a model's file, whose errors become a ModelError that names the file.
template <typename Work>
decltype(auto) about_model_file(const std::string& file, const Work& work) {
  try {
    return work();
  } catch (const ModelError&) {
    throw;
  } catch (const SceneError& error) {
    throw ModelError(problem_line(file, error.problem().place, error.problem().text));
  } catch (const std::runtime_error& error) {
    throw ModelError(problem_line(file, "", error.what()));
  }
}

}  // namespace attn
