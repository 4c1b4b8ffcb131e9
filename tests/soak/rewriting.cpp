#include "tests/soak/rewriting.h"

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <utility>

namespace attn::test {
namespace {

void put_now(const std::string& path, std::string_view bytes,
             std::ios::openmode mode = std::ios::binary) {
  std::ofstream(path, mode) << bytes << std::flush;
}

void wait(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

/// Appends line ends to text, which leaves its content; changes a number of an array.
std::string changed(std::string bytes, const std::string& path, int n) {
  if (path.ends_with(".json") || path.ends_with(".md")) {
    return bytes + std::string(static_cast<std::size_t>(n % 50), '\n');
  }
  if (path.ends_with(".npy")) bytes.back() = static_cast<char>(0x3f - n % 2);
  return bytes;
}

}  // namespace

void Rewriting::pause() {
  ends_ = true;
  if (thread_.joinable()) thread_.join();
}

void Rewriting::write(std::vector<File> files) {
  pause();
  ends_ = false;
  thread_ = std::thread([this, files = std::move(files)] {
    while (!ends_) {
      write_one(files[static_cast<std::size_t>(random_.below(static_cast<int>(files.size())))]);
      // Some stay long enough to be read again.
      wait(random_.coin() ? random_.below(60) : 600 / static_cast<int>(files.size()));
    }
    for (const File& file : files) put_now(file.path, file.bytes);
  });
}

void Rewriting::write_one(const File& file) {
  const std::string bytes = changed(file.bytes, file.path, ++written_);
  const std::string_view half = std::string_view(bytes).substr(0, bytes.size() / 2);
  switch (random_.below(5)) {
    case 0:
      put_now(file.path, half);
      wait(5);
      put_now(file.path, std::string_view(bytes).substr(half.size()),
              std::ios::binary | std::ios::app);
      return;
    case 1:
      put_now(file.path, "other bytes");
      wait(random_.below(30));
      break;
    case 2: {
      std::error_code missing;
      std::filesystem::resize_file(file.path, half.size(), missing);
      wait(random_.below(30));
      break;
    }
    case 3:
      put_now(file.path, bytes);
      return;
    default:
      break;
  }
  put_now(file.path + "~", bytes);
  std::filesystem::rename(file.path + "~", file.path);
}

}  // namespace attn::test
