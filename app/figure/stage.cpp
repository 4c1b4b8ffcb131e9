#include "app/figure/stage.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace attn {

namespace fs = std::filesystem;

Stage::Stage(const std::string& folder) : path_(folder + ".attentoscope-XXXXXX") {
  if (!::mkdtemp(path_.data())) throw std::runtime_error(std::strerror(errno));
}

Stage::~Stage() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string Stage::place(const std::string& path) const {
  return path_ + "/" + fs::path(path).filename().string();
}

void Stage::publish(const std::vector<std::string>& paths) const {
  // A folder in the way is found before anything is moved.
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) throw std::runtime_error(path + ": is a folder");
  }
  std::size_t done = 0;
  try {
    for (; done < paths.size(); ++done) fs::rename(place(paths[done]), paths[done]);
  } catch (const fs::filesystem_error& error) {
    std::error_code ignored;
    for (std::size_t n = 0; n < done; ++n) fs::remove(paths[n], ignored);
    throw std::runtime_error(error.code().message());
  }
}

}  // namespace attn
