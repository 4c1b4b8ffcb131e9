#include "app/figure/text/font_file.h"

#include <stdexcept>

#ifdef __linux__
#include <sys/mman.h>
#include <unistd.h>
#else
#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>
#endif

namespace attn {

#ifdef __linux__

std::string font_file(std::string_view bytes) {
  const int file = memfd_create("attentoscope-font", MFD_CLOEXEC);
  if (file < 0) throw std::runtime_error("no memory for the fonts");
  while (!bytes.empty()) {
    const ssize_t written = write(file, bytes.data(), bytes.size());
    if (written <= 0) {
      close(file);
      throw std::runtime_error("no memory for the fonts");
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return "/proc/self/fd/" + std::to_string(file);
}

#else

namespace {

// A folder of its own that goes when the program ends.
struct TemporaryFolder {
  std::filesystem::path path = std::filesystem::temp_directory_path() /
                               ("attentoscope-" + std::to_string(std::random_device()()));
  TemporaryFolder() {
    if (!std::filesystem::create_directory(path)) throw std::runtime_error("no room for the fonts");
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

}  // namespace

std::string font_file(std::string_view bytes) {
  static TemporaryFolder folder;
  static std::atomic<int> count = 0;
  const auto path = folder.path / (std::to_string(count++) + ".ttf");
  std::ofstream out(path, std::ios::binary);
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw std::runtime_error("no room for the fonts");
  return path.string();
}

#endif

}  // namespace attn
