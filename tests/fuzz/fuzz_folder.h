#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <unistd.h>

namespace attn::test {

/// Folder of this process for the files of a fuzzer of this kind.
inline std::string fuzz_folder(const std::string& kind) {
  const std::string name = "attn-" + kind + "-fuzz-" + std::to_string(getpid());
  const std::filesystem::path path = std::filesystem::temp_directory_path() / name;
  std::filesystem::create_directories(path);
  return path.string();
}

inline void write_fuzzed(const std::string& path, std::string_view bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

}  // namespace attn::test
