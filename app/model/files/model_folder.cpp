#include "app/model/files/model_folder.h"

#include <filesystem>
#include <system_error>

#include "app/model/files/model_error.h"

namespace attn {

std::string model_folder(const std::string& model) {
  const std::filesystem::path path(model);
  if (path.filename() == "config.json") {
    return path.has_parent_path() ? path.parent_path().string() : ".";
  }
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return model;
  throw ModelError(model + ": No such file or directory");
}

}  // namespace attn
